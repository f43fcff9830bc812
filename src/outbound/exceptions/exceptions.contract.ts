import { z } from "zod";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { holdKinds, mostLines, mostPieces, shortReasons } from "#src/outbound/orders/orders.rules.ts";
import { exceptionEvents, exceptionStatuses, listRolesFor } from "./exceptions.machine.ts";
import type { ExceptionEvent } from "./exceptions.machine.ts";
import { chosenResolutions, consents, exceptionToDoKinds, exceptionTypes, longestMessage, resolutions } from "./exceptions.rules.ts";

export const exceptionPermission = "exceptions";
const permission = exceptionPermission;
const staff = ["provider", "operator"] as const;
const status = z.enum(exceptionStatuses);
const type = z.enum(exceptionTypes);
const version = z.int().min(1).max(2_000_000_000);
const message = z.string().trim().max(longestMessage);

/** An exception in a list. Times are ISO 8601, empty if unset. */
const exceptionRow = z.object({
  exception_uuid: z.uuid(),
  exception_number: z.string(),
  type,
  status,
  /** null for a parcel that nobody knows */
  order_uuid: z.uuid().nullable(),
  order_number: z.string(),
  /** the retailer's own number of the order */
  reference: z.string(),
  owner_uuid: z.uuid(),
  owner_name: z.string(),
  /** the order is a retailer's, who can be asked */
  has_retailer: z.boolean(),
  warehouse_uuid: z.uuid().nullable(),
  warehouse_name: z.string(),
  /** as somebody wrote it; of a short pick one of `shortReasons` */
  reason: z.string(),
  /** the staff member who works on it; empty for nobody, and for a retailer */
  assignee: z.string(),
  is_mine: z.boolean(),
  resolution: z.union([z.enum(resolutions), z.literal("")]),
  opened_at: z.string(),
  changed_at: z.string(),
  resolved_at: z.string(),
  closed_at: z.string(),
  version: z.int(),
});
export type ExceptionRow = z.infer<typeof exceptionRow>;

/** What was not found, or was picked twice. */
const pieces = z.object({
  sku: z.string(),
  title: z.string(),
  /** empty for a retailer */
  location: z.string(),
  quantity: z.int(),
  reason: z.union([z.enum(shortReasons), z.literal("")]),
});
export type ExceptionPieces = z.infer<typeof pieces>;

const eventRow = z.object({
  event_uuid: z.uuid(),
  event: z.enum(["open", ...exceptionEvents]),
  from_status: z.union([status, z.literal("")]),
  to_status: z.union([status, z.literal("")]),
  at: z.string(),
  /** empty for the system, and for people of the other side */
  username: z.string(),
  by: z.enum(["staff", "retailer", "system"]),
  /** a note that the retailer does not see */
  is_internal: z.boolean(),
  message: z.string(),
  pieces: pieces.nullable(),
});
export type ExceptionEventRow = z.infer<typeof eventRow>;

const orderLine = z.object({
  line_uuid: z.uuid(),
  sku: z.string(),
  title: z.string(),
  quantity: z.int(),
  is_reserved: z.boolean(),
});

const address = {
  consignee: z.string().trim().min(1).max(200),
  phone: z.string().trim().max(40),
  mobile: z.string().trim().max(40),
  email: z.string().trim().max(200),
  address: z.string().trim().min(1).max(500),
  city: z.string().trim().min(1).max(100),
  state: z.string().trim().max(100),
  zip: z.string().trim().max(20),
};
/** A corrected recipient. The country stays: channel and price depend on it. */
export const correctedRecipient = z.strictObject(address);
export type CorrectedRecipient = z.infer<typeof correctedRecipient>;

const text = z.string();
/** An exception with its order and its newest events. */
const exceptionDetail = exceptionRow.extend({
  order_status: z.enum(orderStatuses).nullable(),
  order_holds: z.array(z.enum(holdKinds)),
  /** a parcel of the order has left: it is not packed again */
  has_left: z.boolean(),
  country: z.string(),
  /** for an address: who is to receive the order; null otherwise */
  recipient: z
    .object({ consignee: text, phone: text, mobile: text, email: text, address: text, city: text, state: text, zip: text })
    .nullable(),
  lines: z.array(orderLine),
  /** the product that is proposed in place of a line's */
  substitute: z
    .object({
      line_uuid: z.uuid(),
      variant_uuid: z.uuid(),
      sku: text,
      new_sku: text,
      new_title: text,
      quantity: z.int(),
      consent: z.enum(consents),
    })
    .nullable(),
  events: z.array(eventRow),
});
export type ExceptionDetail = z.infer<typeof exceptionDetail>;

export const listExceptions = defineCall({
  name: "exceptions.list-exceptions",
  method: "GET",
  path: "/api/exception/list-exceptions",
  summary: "Lists exceptions, newest first; a retailer's are those of its own orders.",
  roles: roleTypes,
  permission,
  input: z.strictObject({
    provider_uuid: z.uuid().optional(),
    ...listInput,
    /** the beginning of an exception's number, or an order's number or reference */
    search: z.string().trim().max(100).default(""),
    status: query.list(status, exceptionStatuses.length),
    type: query.list(type, exceptionTypes.length),
    to_do: z.enum(exceptionToDoKinds).optional(),
    is_mine: query.flag().optional(),
    order_uuid: z.uuid().optional(),
    owner_uuid: z.uuid().optional(),
    warehouse_uuid: z.uuid().optional(),
    sort: z.enum(["opened", "-opened"]).default("-opened"),
  }),
  output: listOutput(exceptionRow),
  codes: [],
});

export const getException = defineCall({
  name: "exceptions.get-exception",
  method: "GET",
  path: "/api/exception/get-exception",
  summary: "Returns an exception with its order's lines and its newest 200 events.",
  roles: roleTypes,
  permission,
  input: z.strictObject({ exception_uuid: z.uuid() }),
  output: exceptionDetail,
  codes: ["notFound"],
});

export const listAssignees = defineCall({
  name: "exceptions.list-assignees",
  method: "GET",
  path: "/api/exception/list-assignees",
  summary: "Lists the staff members who can work on an exception, by name.",
  roles: staff,
  permission,
  input: z.strictObject({ exception_uuid: z.uuid() }),
  output: z.object({ result: z.array(z.object({ user_uuid: z.uuid(), name: z.string() })) }),
  codes: ["notFound"],
});

/** A product in place of that of a line, by its SKU. */
const substitute = z.strictObject({ line_uuid: z.uuid(), sku: z.string().trim().min(1).max(100) });
export type NamedSubstitute = z.infer<typeof substitute>;

/** Defines a call that changes one exception; a stale version is refused as changed meanwhile. */
function exceptionCall<S extends z.ZodRawShape>(
  event: ExceptionEvent,
  {
    name,
    summary,
    input,
    codes = [],
  }: { readonly name: string; readonly summary: string; readonly input: S; readonly codes?: readonly RefusalName[] },
) {
  const roles: Role[] = listRolesFor(event);
  return defineCall({
    name: `exceptions.${name}`,
    method: "POST",
    path: `/api/exception/${name}`,
    summary,
    roles,
    // Only an operator needs a permission.
    ...(roles.includes("operator") ? { permission } : {}),
    input: z.strictObject({ exception_uuid: z.uuid(), version, ...input }),
    output: exceptionDetail,
    codes: ["notFound", "changedMeanwhile", "exceptions.wrongState", ...codes],
  });
}

export const assignException = exceptionCall("assign", {
  name: "assign-exception",
  summary: "Gives an exception to a staff member, by default to the caller.",
  input: { user_uuid: z.uuid().optional() },
  codes: ["exceptions.cannotWork"],
});
export const noteException = exceptionCall("note", {
  name: "note-exception",
  summary: "Adds a message to an exception; with `is_internal`, one that its retailer does not see.",
  input: { message: message.min(1), is_internal: z.boolean().default(false) },
});
export const askRetailer = exceptionCall("ask", {
  name: "ask-retailer",
  summary:
    "Asks the retailer of an exception's order, of one that is short perhaps whether another product may be shipped. The exception waits for the answer, and is the caller's.",
  input: { message: message.min(1), substitute: substitute.optional() },
  codes: ["exceptions.noRetailer", "exceptions.resolutionUnfit", "exceptions.sameGoods", "orders.skuUnknown", "orders.priceMissing"],
});
export const recallQuestion = exceptionCall("recall", {
  name: "recall-question",
  summary: "Ends the waiting for an answer of the retailer.",
  input: { message: message.default("") },
});
export const answerException = exceptionCall("answer", {
  name: "answer-exception",
  summary:
    "Answers the supplier's question about an order; about an address, with the corrected recipient, about a substitute, with yes or no.",
  input: { message: message.default(""), recipient: correctedRecipient.optional(), agrees: z.boolean().optional() },
  codes: ["exceptions.answerEmpty", "exceptions.notAddress", "exceptions.noProposal", "orders.wrongState"],
});
export const resolveException = exceptionCall("resolve", {
  name: "resolve-exception",
  summary:
    "Resolves an exception, and does with its order what the resolution says: reserves its stock again, moves, replaces or cancels lines, corrects the address, opens its packing again, scraps damaged pieces, cancels or returns it. Nothing changes if the order does not allow that.",
  input: {
    resolution: z.enum(chosenResolutions),
    message: message.default(""),
    recipient: correctedRecipient.optional(),
    lines: z
      .array(z.strictObject({ line_uuid: z.uuid(), quantity: z.int().min(1).max(mostPieces) }))
      .max(mostLines)
      .default([]),
    /** for an order of the provider's own; a retailer's has the one that it agreed to */
    substitute: substitute.optional(),
  },
  codes: [
    "exceptions.resolutionUnfit",
    "exceptions.noProposal",
    "exceptions.noConsent",
    "exceptions.sameGoods",
    "orders.skuUnknown",
    "orders.priceMissing",
    "orders.noChannel",
    "orders.channelUnfit",
    "orders.cannotCollect",
    "exceptions.messageRequired",
    "exceptions.recipientRequired",
    "orders.wrongState",
    "orders.held",
    "orders.notHeld",
    "orders.splitNothing",
    "stock.notEnough",
    "stock.reservedElsewhere",
    "packing.notPacked",
    "bagging.partlyShipped",
    "exceptions.labelStillFailed",
  ],
});
export const closeException = exceptionCall("close", {
  name: "close-exception",
  summary: "Closes a resolved exception.",
  input: {},
});
export const reopenException = exceptionCall("reopen", {
  name: "reopen-exception",
  summary: "Reopens an exception within seven days after it was resolved; it is the caller's then.",
  input: { message: message.min(1) },
  codes: ["exceptions.tooLate", "exceptions.openAlready"],
});

/** An exception was opened or changed. */
export const exceptionsChanged = defineTopic({
  name: "exceptions.changed",
  roles: roleTypes,
  permission,
  payload: z.object({ exception_uuid: z.uuid() }),
});
