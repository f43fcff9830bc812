import { z } from "zod";
import { batchOutput } from "#src/kit/api/batch.ts";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { listRolesFor, returnEvents, returnStatuses } from "./returns.machine.ts";
import { damagedDecisions, goodDecisions, mostReturnLines, returnReasons, returnToDoKinds } from "./returns.rules.ts";

export const returnPermission = "receiving";
const permission = returnPermission;
const status = z.enum(returnStatuses);
export const version = z.int().min(1).max(2_000_000_000);
const goodDecision = z.union([z.enum(goodDecisions), z.literal("")]);
const damagedDecision = z.union([z.enum(damagedDecisions), z.literal("")]);
export const trackingNumber = z.string().trim().max(60);
export const remark = z.string().trim().max(500);

/** A return in a list. Times are ISO 8601, empty if unset. */
export const returnRow = z.object({
  return_uuid: z.uuid(),
  return_number: z.string(),
  status,
  /** null for a parcel that nobody knows yet */
  owner_uuid: z.uuid().nullable(),
  owner_name: z.string(),
  order_uuid: z.uuid().nullable(),
  /** empty for a parcel without an order */
  order_number: z.string(),
  /** the retailer's own number of the order */
  reference: z.string(),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  tracking_number: z.string(),
  reason: z.enum(returnReasons),
  remark: z.string(),
  expected: z.int(),
  good: z.int(),
  damaged: z.int(),
  /** pieces that wait for a decision of the caller's company: of its own stock */
  undecided: z.int(),
  created_at: z.string(),
  arrived_at: z.string(),
  inspected_at: z.string(),
  decided_at: z.string(),
  ended_at: z.string(),
  version: z.int(),
});
export type ReturnRow = z.infer<typeof returnRow>;

/** The pieces of a SKU, owner of stock and lot. */
const returnLine = z.object({
  line_uuid: z.uuid(),
  variant_uuid: z.uuid(),
  sku: z.string(),
  title: z.string(),
  /** file name; empty if there is none, and for goods that the caller does not see */
  main_image: z.string(),
  /** every code that names the SKU when scanned; empty for a retailer */
  codes: z.array(z.string()),
  lot: z.string(),
  /** 0 for a product that was not announced */
  expected: z.int(),
  good: z.int(),
  damaged: z.int(),
  good_decision: goodDecision,
  damaged_decision: damagedDecision,
  good_done: z.int(),
  damaged_done: z.int(),
  /** the caller's company owns the stock, and decides */
  is_own_stock: z.boolean(),
});
export type ReturnLine = z.infer<typeof returnLine>;

const returnEvent = z.object({
  event_uuid: z.uuid(),
  event: z.enum(["announce", "receive", ...returnEvents]),
  to_status: status,
  at: z.string(),
  /** empty for the system, and for people of the other side */
  username: z.string(),
  by: z.enum(["staff", "retailer", "system"]),
  message: z.string(),
  /** empty where it is not about one product */
  sku: z.string(),
  /** 0 where it is not about pieces */
  quantity: z.int(),
});
export type ReturnEventRow = z.infer<typeof returnEvent>;

const returnPhoto = z.object({ photo_uuid: z.uuid(), filename: z.string(), at: z.string() });

export const returnDetail = returnRow.extend({
  lines: z.array(returnLine),
  photos: z.array(returnPhoto),
  /** the newest, newest first */
  events: z.array(returnEvent),
});
export type ReturnDetail = z.infer<typeof returnDetail>;

export const listReturns = defineCall({
  name: "returns.list-returns",
  method: "GET",
  path: "/api/return/list-returns",
  summary: "Lists customers' returns, newest first; a retailer's are those of its own orders.",
  roles: roleTypes,
  permission,
  input: z.strictObject({
    provider_uuid: z.uuid().optional(),
    ...listInput,
    /** the beginning of a return's number, its tracking number, or an order's number or reference */
    search: z.string().trim().max(100).default(""),
    status: query.list(status, returnStatuses.length),
    to_do: z.enum(returnToDoKinds).optional(),
    reason: query.list(z.enum(returnReasons), returnReasons.length),
    order_uuid: z.uuid().optional(),
    owner_uuid: z.uuid().optional(),
    warehouse_uuid: z.uuid().optional(),
    sort: z.enum(["created", "-created"]).default("-created"),
  }),
  output: listOutput(returnRow),
  codes: [],
});

export const getReturn = defineCall({
  name: "returns.get-return",
  method: "GET",
  path: "/api/return/get-return",
  summary: "Returns a customer's return with its lines, photos and newest 200 events.",
  roles: roleTypes,
  permission,
  input: z.strictObject({ return_uuid: z.uuid() }),
  output: returnDetail,
  codes: ["notFound"],
});

/** What was shipped of a SKU, and how much of it may still come back. */
const returnable = z.object({
  variant_uuid: z.uuid(),
  stock_owner_uuid: z.uuid(),
  sku: z.string(),
  title: z.string(),
  shipped: z.int(),
  left: z.int(),
});
export type ReturnableLine = z.infer<typeof returnable>;

export const getReturnable = defineCall({
  name: "returns.get-returnable",
  method: "GET",
  path: "/api/return/get-returnable",
  summary:
    "Returns what was shipped of an order, also of one that was shipped in part, and how many pieces may still be announced as coming back.",
  roles: roleTypes,
  permission,
  input: z.strictObject({ order_uuid: z.uuid() }),
  output: z.object({ order_uuid: z.uuid(), order_number: z.string(), lines: z.array(returnable) }),
  codes: ["notFound", "returns.notShipped"],
});

export const announceReturn = defineCall({
  name: "returns.announce-return",
  method: "POST",
  path: "/api/return/announce-return",
  summary: "Announces that goods of a shipped order come back: the given pieces, or without lines everything that has not come back yet.",
  roles: roleTypes,
  permission,
  input: z.strictObject({
    order_uuid: z.uuid(),
    lines: z
      .array(z.strictObject({ variant_uuid: z.uuid(), stock_owner_uuid: z.uuid(), quantity: z.int().min(1).max(10_000_000) }))
      .max(mostReturnLines)
      .default([]),
    reason: z.enum(returnReasons).default("other"),
    remark: remark.default(""),
    tracking_number: trackingNumber.default(""),
  }),
  output: returnDetail,
  codes: ["notFound", "returns.notShipped", "returns.moreThanShipped", "returns.nothingLeft"],
});

export const cancelReturn = defineCall({
  name: "returns.cancel-return",
  method: "POST",
  path: "/api/return/cancel-return",
  summary: "Cancels a return that is expected, or as staff one that has arrived and of which nothing is counted.",
  roles: listRolesFor("cancel"),
  permission,
  input: z.strictObject({ return_uuid: z.uuid(), version }),
  output: returnDetail,
  codes: ["notFound", "changedMeanwhile", "returns.wrongState", "returns.countedAlready"],
});

export const decideReturn = defineCall({
  name: "returns.decide-return",
  method: "POST",
  path: "/api/return/decide-return",
  summary: "Decides, as the owner of the goods, what happens to the good and the damaged pieces of lines of an inspected return.",
  roles: listRolesFor("decide"),
  permission,
  input: z.strictObject({
    return_uuid: z.uuid(),
    version,
    lines: z
      .array(
        z.strictObject({ line_uuid: z.uuid(), good_decision: goodDecision.default(""), damaged_decision: damagedDecision.default("") }),
      )
      .min(1)
      .max(mostReturnLines),
  }),
  output: returnDetail,
  codes: ["notFound", "changedMeanwhile", "returns.wrongState", "returns.notYourGoods", "returns.decidedAlready"],
});

export const decideReturns = defineCall({
  name: "returns.decide-returns",
  method: "POST",
  path: "/api/return/decide-returns",
  summary: "Decides about all pieces of the caller's own stock in several inspected returns. Each return is decided or refused on its own.",
  roles: listRolesFor("decide"),
  permission,
  input: z.strictObject({
    return_uuids: z.array(z.uuid()).min(1).max(500),
    good_decision: z.enum(goodDecisions),
    damaged_decision: z.enum(damagedDecisions),
  }),
  output: batchOutput,
  codes: ["notFound", "returns.wrongState", "returns.notYourGoods"],
});

const rule = { good_decision: goodDecision, damaged_decision: damagedDecision };
const ruleAnswer = z.object({ ...rule, version: z.int() });

export const getReturnRule = defineCall({
  name: "returns.get-rule",
  method: "GET",
  path: "/api/return/get-rule",
  summary: "Returns what the caller's company decides in advance about its returned goods; empty where each return waits for its decision.",
  roles: roleTypes,
  permission,
  input: z.strictObject({}),
  output: ruleAnswer,
  codes: ["notFound"],
});

export const saveReturnRule = defineCall({
  name: "returns.save-rule",
  method: "PUT",
  path: "/api/return/save-rule",
  summary: "Sets what the caller's company decides in advance about its returned goods, from the next inspection on.",
  roles: ["provider", "dropShipper"],
  input: z.strictObject({ ...rule, version: z.int().min(0).max(2_000_000_000) }),
  output: ruleAnswer,
  codes: ["notFound", "changedMeanwhile"],
});

/** A return was announced or changed. */
export const returnsChanged = defineTopic({
  name: "returns.changed",
  roles: roleTypes,
  permission,
  payload: z.object({ return_uuid: z.uuid() }),
});
