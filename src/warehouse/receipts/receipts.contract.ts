import { z } from "zod";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { daySchema } from "#src/kit/api/day.ts";
import { defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { receiptEvents, receiptStatuses, listRolesFor } from "./receipts.machine.ts";
import { getLineRefusal, mostBoxes, mostLines, mostPieces, receiptSorts, receiptToDos } from "./receipts.rules.ts";

const permission = "receiving";
const status = z.enum(receiptStatuses);
const pieces = z.int().min(1).max(mostPieces);
const version = z.int().min(1).max(2_000_000_000);
const reason = z.string().trim().max(500);

/** Total pieces; `number` includes both qualities. */
const totals = z.object({
  expected: z.int(),
  /** counted */
  number: z.int(),
  qualified_quantity: z.int(),
  unqualified_quantity: z.int(),
  /** of the qualified and accepted pieces */
  put_away: z.int(),
  /** of the unqualified pieces: decided, and accepted as they are */
  decided: z.int(),
  accepted: z.int(),
});
export type ReceiptTotals = z.infer<typeof totals>;

/** A receipt in a list. Times are ISO 8601, empty if unset. */
const receiptRow = totals.extend({
  receipt_uuid: z.uuid(),
  receipt_number: z.string(),
  /** the owner's own reference */
  reference: z.string(),
  status,
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  is_warehouse_closed: z.boolean(),
  owner_uuid: z.uuid(),
  owner_name: z.string(),
  expected_on: z.string(),
  remark: z.string(),
  /** why it was returned, closed short or cancelled; else empty */
  reason: z.string(),
  was_submitted: z.boolean(),
  line_count: z.int(),
  box_count: z.int(),
  created_at: z.string(),
  submitted_at: z.string(),
  confirmed_at: z.string(),
  arrived_at: z.string(),
  ended_at: z.string(),
  version: z.int(),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

export const receiptLine = totals.extend({
  line_uuid: z.uuid(),
  line_number: z.int(),
  variant_uuid: z.uuid(),
  sku: z.string(),
  /** titles of the product and the variant */
  title: z.string(),
  variant_title: z.string(),
  /** a stored file's name, or empty */
  main_image: z.string(),
  keeps_lots: z.boolean(),
  keeps_expiry: z.boolean(),
  box_number: z.int().nullable(),
  lot: z.string(),
  expires_on: z.string(),
  remark: z.string(),
});
export type ReceiptLine = z.infer<typeof receiptLine>;

export const receiptBox = z.object({ box_number: z.int(), barcode: z.string(), arrived_at: z.string() });
export type ReceiptBox = z.infer<typeof receiptBox>;

/** Names of people are empty for those who may not see them. */
export const inspectionRow = z.object({
  inspection_uuid: z.uuid(),
  line_uuid: z.uuid(),
  sku: z.string(),
  lot: z.string(),
  qualified_quantity: z.int(),
  unqualified_quantity: z.int(),
  number: z.int(),
  reason: z.string(),
  inspected_by: z.string(),
  at: z.string(),
  is_undone: z.boolean(),
});
export type InspectionRow = z.infer<typeof inspectionRow>;

export const decisions = ["return", "scrap", "accept"] as const;
const decisionRow = z.object({
  decision_uuid: z.uuid(),
  line_uuid: z.uuid(),
  sku: z.string(),
  decision: z.enum(decisions),
  quantity: z.int(),
  remark: z.string(),
  decided_by: z.string(),
  at: z.string(),
});

const photoRow = z.object({
  photo_uuid: z.uuid(),
  /** null for the whole receipt */
  line_uuid: z.uuid().nullable(),
  /** for get-file */
  filename: z.string(),
  taken_by: z.string(),
  at: z.string(),
});

/** A putaway task, open or done. For retailers the locations are empty. */
export const putawayTask = z.object({
  task_uuid: z.uuid(),
  receipt_uuid: z.uuid(),
  receipt_number: z.string(),
  warehouse_uuid: z.uuid(),
  line_uuid: z.uuid(),
  owner_uuid: z.uuid(),
  owner_name: z.string(),
  variant_uuid: z.uuid(),
  sku: z.string(),
  title: z.string(),
  variant_title: z.string(),
  main_image: z.string(),
  lot: z.string(),
  status: z.enum(["pending", "done", "cancelled"]),
  quantity: z.int(),
  from_barcode: z.string(),
  suggested_barcode: z.string(),
  /** the destination */
  location_barcode: z.string(),
  created_at: z.string(),
  done_at: z.string(),
  done_by: z.string(),
});
export type PutawayTask = z.infer<typeof putawayTask>;

const eventRow = z.object({
  event_uuid: z.uuid(),
  event: z.enum([...receiptEvents, "create"]),
  from_status: z.union([status, z.literal("")]),
  to_status: z.union([status, z.literal("")]),
  /** as entered by the person */
  reason: z.string(),
  quantity: z.int().nullable(),
  username: z.string(),
  at: z.string(),
});
export type ReceiptEventRow = z.infer<typeof eventRow>;

/** A receipt with its newest 200 inspections, putaways and events each. */
const receiptDetail = receiptRow.extend({
  lines: z.array(receiptLine),
  boxes: z.array(receiptBox),
  inspections: z.array(inspectionRow),
  decisions: z.array(decisionRow),
  photos: z.array(photoRow),
  putaway: z.array(putawayTask),
  events: z.array(eventRow),
});
export type ReceiptDetail = z.infer<typeof receiptDetail>;

const lineInput = ruled(
  z.strictObject({
    /** the product by variant, or by its owner's SKU */
    variant_uuid: z.uuid().optional(),
    sku: z.string().trim().max(100).optional(),
    /** pieces; `number` is an alias */
    expected: pieces.optional(),
    number: pieces.optional(),
    box_number: z.int().min(1).max(mostBoxes).nullable().default(null),
    lot: z.string().trim().max(60).default(""),
    expires_on: daySchema.nullable().default(null),
    remark: z.string().trim().max(500).default(""),
  }),
  getLineRefusal,
);

const head = {
  /** may be omitted only if there is no warehouse to choose */
  warehouse_uuid: z.uuid().optional(),
  reference: z.string().trim().max(100).default(""),
  expected_on: daySchema.nullable().default(null),
  remark: z.string().trim().max(1000).default(""),
  lines: z.array(lineInput).max(mostLines).default([]),
  submit: z.boolean().default(false),
};
const headCodes = [
  "notFound",
  "receipts.warehouseRequired",
  "receipts.warehouseClosed",
  "receipts.noLines",
  "receipts.lineIncomplete",
  "receipts.skuUnknown",
  "receipts.bundle",
  "receipts.lotNotKept",
  "receipts.expiryNotKept",
] as const;

export const addStorage = defineCall({
  name: "receipts.add-storage",
  method: "POST",
  path: "/api/storage/add-storage",
  summary: "Creates a receipt, as a draft or submitted at once. Staff name the owner of the goods; a retailer's goods are its own.",
  roles: roleTypes,
  permission,
  bodyLimitBytes: 1024 * 1024,
  input: z.strictObject({ provider_uuid: z.uuid().optional(), owner_uuid: z.uuid().optional(), ...head }),
  output: receiptRow,
  codes: headCodes,
});

export const updateReceipt = defineCall({
  name: "receipts.update-receipt",
  method: "PUT",
  path: "/api/storage/update-receipt",
  summary: "Updates a draft, and replaces its lines with those sent.",
  roles: listRolesFor("update"),
  permission,
  bodyLimitBytes: 1024 * 1024,
  input: z.strictObject({ receipt_uuid: z.uuid(), version, ...head }),
  output: receiptRow,
  codes: [...headCodes, "changedMeanwhile", "receipts.wrongState"],
});

export const listReceipts = defineCall({
  name: "receipts.list-receipts",
  method: "GET",
  path: "/api/storage/list-receipts",
  summary: "Lists receipts, newest first. `search` matches the beginning of a number, or a whole reference or SKU.",
  roles: roleTypes,
  permission,
  input: z.strictObject({
    provider_uuid: z.uuid().optional(),
    ...listInput,
    status: query.list(status, receiptStatuses.length),
    to_do: z.enum(receiptToDos).optional(),
    owner_uuid: z.uuid().optional(),
    warehouse_uuid: z.uuid().optional(),
    search: z.string().trim().max(100).default(""),
    /** both days included; excludes receipts without a day */
    expected_from: daySchema.optional(),
    expected_to: daySchema.optional(),
    sort: z.enum(receiptSorts).default("-created"),
  }),
  output: listOutput(receiptRow),
  codes: [],
});

export const receipt = defineCall({
  name: "receipts.receipt",
  method: "GET",
  path: "/api/storage/receipt",
  summary: "Returns a receipt with its lines, boxes, inspections, decisions, photos, putaways and events.",
  roles: roleTypes,
  permission,
  input: z.strictObject({ receipt_uuid: z.uuid() }),
  output: receiptDetail,
  codes: ["notFound"],
});

const step = { receipt_uuid: z.uuid(), version };
const stepCodes = ["notFound", "changedMeanwhile", "receipts.wrongState"] as const;

export const submitReceipt = defineCall({
  name: "receipts.submit-receipt",
  method: "POST",
  path: "/api/storage/submit-receipt",
  summary: "Submits a draft to the supplier.",
  roles: listRolesFor("submit"),
  permission,
  input: z.strictObject(step),
  output: receiptRow,
  codes: [...stepCodes, "receipts.noLines", "receipts.warehouseClosed"],
});

export const withdrawReceipt = defineCall({
  name: "receipts.withdraw-receipt",
  method: "POST",
  path: "/api/storage/withdraw-receipt",
  summary: "Withdraws a submitted receipt, which becomes a draft again. For its owner.",
  roles: listRolesFor("withdraw"),
  input: z.strictObject(step),
  output: receiptRow,
  codes: stepCodes,
});

export const returnReceipt = defineCall({
  name: "receipts.return-receipt",
  method: "POST",
  path: "/api/storage/return-receipt",
  summary: "Returns a submitted receipt to its owner as a draft, with a reason.",
  roles: listRolesFor("return"),
  permission,
  input: z.strictObject({ ...step, reason }),
  output: receiptRow,
  codes: [...stepCodes, "receipts.reasonRequired"],
});

export const confirmReceipt = defineCall({
  name: "receipts.confirm-receipt",
  method: "POST",
  path: "/api/storage/confirm-receipt",
  summary: "Confirms a submitted receipt. Its pieces count as incoming from then on.",
  roles: listRolesFor("confirm"),
  permission,
  input: z.strictObject(step),
  output: receiptRow,
  codes: stepCodes,
});

export const cancelReceipt = defineCall({
  name: "receipts.cancel-receipt",
  method: "POST",
  path: "/api/storage/cancel-receipt",
  summary: "Cancels a receipt, with a reason, if nothing of it has arrived.",
  roles: listRolesFor("cancel"),
  permission,
  input: z.strictObject({ ...step, reason }),
  output: receiptRow,
  codes: [...stepCodes, "receipts.reasonRequired"],
});

export const closeShortReceipt = defineCall({
  name: "receipts.close-short-receipt",
  method: "POST",
  path: "/api/storage/close-short-receipt",
  summary: "Closes a receipt short: missing pieces are no longer expected. Counted pieces still have to be decided about and put away.",
  roles: listRolesFor("close_short"),
  input: z.strictObject({ ...step, reason }),
  output: receiptRow,
  codes: [...stepCodes, "receipts.reasonRequired"],
});

export const deleteDraft = defineCall({
  name: "receipts.delete-draft",
  method: "DELETE",
  path: "/api/storage/delete-draft",
  summary: "Deletes a draft that was never submitted. Other receipts can only be cancelled.",
  roles: listRolesFor("delete"),
  permission,
  input: z.strictObject(step),
  output: z.object({ deleted: z.int() }),
  codes: stepCodes,
});

export const decideUnqualified = defineCall({
  name: "receipts.decide-unqualified",
  method: "POST",
  path: "/api/storage/decide-unqualified",
  summary: "Decides about unqualified pieces of a line, as their owner: send back, scrap, or accept and put away.",
  roles: listRolesFor("decide"),
  input: z.strictObject({
    receipt_uuid: z.uuid(),
    line_uuid: z.uuid(),
    decision: z.enum(decisions),
    quantity: pieces,
    remark: z.string().trim().max(500).default(""),
  }),
  output: receiptDetail,
  codes: [
    "notFound",
    "receipts.wrongState",
    "receipts.ownerDecides",
    "receipts.moreThanUnqualified",
    "receipts.standsElsewhere",
    "stock.reservedElsewhere",
    "stock.notStored",
  ],
});

const changed = z.object({ receipt_uuid: z.uuid(), status, version: z.int() });
export const receiptsChanged = defineTopic({ name: "receipts.changed", roles: roleTypes, permission, payload: changed });
