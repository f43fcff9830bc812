import { z } from "zod";
import { daySchema } from "#src/kit/api/day.ts";
import { defineCall } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { storedName } from "#src/kit/files/files.contract.ts";
import { inspectionRow, putawayTask, receiptBox, receiptLine } from "./receipts.contract.ts";
import { receiptStatuses, listRolesFor } from "./receipts.machine.ts";
import { mostBoxes, mostPhotos, mostPieces } from "./receipts.rules.ts";

/** The hand-held's receiving calls: each handles one scan and returns everything the screen shows next. */
const permission = "receiving";
const roles = listRolesFor("inspect");
const code = z.string().trim().min(1).max(100);

/** A receipt as a hand-held shows it. */
const receiptWork = z.object({
  receipt_uuid: z.uuid(),
  receipt_number: z.string(),
  reference: z.string(),
  status: z.enum(receiptStatuses),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  owner_uuid: z.uuid(),
  owner_name: z.string(),
  version: z.int(),
  expected: z.int(),
  number: z.int(),
  qualified_quantity: z.int(),
  unqualified_quantity: z.int(),
  put_away: z.int(),
  box_count: z.int(),
  arrived_box_count: z.int(),
});
export type ReceiptWork = z.infer<typeof receiptWork>;
const workWithLines = receiptWork.extend({
  lines: z.array(receiptLine),
  boxes: z.array(receiptBox),
  /** the announced products' barcodes with the pieces per scan, to interpret scans offline */
  barcodes: z.array(z.object({ variant_uuid: z.uuid(), barcode: z.string(), pieces: z.int() })),
});
export type ReceiptWorkWithLines = z.infer<typeof workWithLines>;

/** A product that an ambiguous code may mean. `line_uuid` is null if it is not announced. */
const choice = z.object({
  variant_uuid: z.uuid(),
  line_uuid: z.uuid().nullable(),
  sku: z.string(),
  title: z.string(),
  variant_title: z.string(),
  main_image: z.string(),
  lot: z.string(),
});
export type ScanChoice = z.infer<typeof choice>;

export const scanReceipt = defineCall({
  name: "receipts.scan-receipt",
  method: "POST",
  path: "/api/storage/scan-receipt",
  summary: "Scans a code in receiving. A receipt's number opens the receipt; a box's barcode records that the box has arrived.",
  roles,
  permission,
  input: z.strictObject({
    code,
    /** the open receipt: a box of another one is refused and not opened */
    receipt_uuid: z.uuid().optional(),
  }),
  output: z.object({
    found: z.enum(["receipt", "box"]),
    /** null if the code was a receipt's number */
    box: receiptBox.nullable(),
    /** the box was scanned before */
    is_again: z.boolean(),
    receipt: workWithLines,
  }),
  codes: ["receipts.codeUnknown", "receipts.boxUnknown", "receipts.boxOfAnother", "receipts.notConfirmed", "receipts.ended"],
});

export const arriveReceipt = defineCall({
  name: "receipts.arrive-receipt",
  method: "POST",
  path: "/api/storage/arrive-receipt",
  summary: "Records the arrival of boxes without our labels: the given ones, or all that are missing.",
  roles: listRolesFor("arrive"),
  permission,
  input: z.strictObject({ receipt_uuid: z.uuid(), box_numbers: z.array(z.int().min(1).max(mostBoxes)).max(1000).default([]) }),
  output: workWithLines,
  codes: ["notFound", "receipts.notConfirmed", "receipts.ended"],
});

const quantity = z.int().min(0).max(mostPieces);

export const inspect = defineCall({
  name: "receipts.inspect",
  method: "POST",
  path: "/api/storage/inspect",
  summary: "Counts pieces of a receipt's product as qualified or unqualified. Without quantities, the scanned barcode determines how many.",
  roles,
  permission,
  input: z.strictObject({
    receipt_uuid: z.uuid(),
    /** a barcode or SKU; omitted if a line was chosen */
    code: code.optional(),
    line_uuid: z.uuid().optional(),
    /** the chosen product of an ambiguous code */
    variant_uuid: z.uuid().optional(),
    /** the box being unpacked: its lines take precedence */
    box_number: z.int().min(1).max(mostBoxes).optional(),
    qualified_quantity: quantity.optional(),
    unqualified_quantity: quantity.optional(),
    /** the quality of the pieces if no quantity is given */
    quality: z.enum(["good", "bad"]).default("good"),
    /** why they do not qualify */
    reason: z.string().trim().max(500).default(""),
    lot: z.string().trim().max(60).optional(),
    expires_on: daySchema.optional(),
    /** the provider accepts more than announced, or an unannounced product */
    allow_over: z.boolean().default(false),
  }),
  output: z.object({
    /** `choose`: nothing was counted because the code is ambiguous; call again with one of `choices` */
    outcome: z.enum(["counted", "choose"]),
    choices: z.array(choice),
    inspection: inspectionRow.nullable(),
    line: receiptLine.nullable(),
    receipt: receiptWork,
  }),
  codes: [
    "notFound",
    "receipts.notConfirmed",
    "receipts.notArrived",
    "receipts.ended",
    "receipts.nothingCounted",
    "receipts.codeUnknown",
    "receipts.notOnReceipt",
    "receipts.boxScanned",
    "receipts.boxUnknown",
    "receipts.boxOfAnother",
    "receipts.skuUnknown",
    "receipts.bundle",
    "stock.notStored",
    "receipts.lotRequired",
    "receipts.lotNotKept",
    "receipts.lotOfAnother",
    "receipts.lotExpired",
    "receipts.expiryRequired",
    "receipts.expiryDiffers",
    "receipts.moreThanAnnounced",
  ],
});

const afterUndo = z.object({ line: receiptLine, receipt: receiptWork });

export const undoInspection = defineCall({
  name: "receipts.undo-inspection",
  method: "POST",
  path: "/api/storage/undo-inspection",
  summary: "Undoes a count, if its pieces are neither put away nor decided about.",
  roles: listRolesFor("undo_inspection"),
  permission,
  input: z.strictObject({ inspection_uuid: z.uuid() }),
  output: afterUndo,
  codes: ["notFound", "receipts.ended", "receipts.undoneAlready", "receipts.standsElsewhere", "stock.reservedElsewhere", "stock.notStored"],
});

export const suggestionReasons = ["same_item_and_lot", "same_item", "empty", "capacity"] as const;
const suggestion = z.object({
  location_uuid: z.uuid(),
  barcode: z.string(),
  why: z.enum(suggestionReasons),
  /** pieces that fit there; null if unlimited or the product's size is unknown */
  fits_pieces: z.int().nullable(),
});
export type PutawaySuggestion = z.infer<typeof suggestion>;

export const suggestPutaway = defineCall({
  name: "receipts.suggest-putaway",
  method: "GET",
  path: "/api/storage/suggest-putaway",
  summary: "Suggests locations for pieces of a line, best first: with the same item and lot, with the same item, empty, any with room.",
  roles,
  permission,
  input: z.strictObject({ receipt_uuid: z.uuid(), line_uuid: z.uuid().optional(), code: code.optional() }),
  output: z.object({
    /** the lines an ambiguous code may mean; call again with one of them */
    choices: z.array(choice),
    line: receiptLine.nullable(),
    /** pieces that wait for putaway */
    open_quantity: z.int(),
    suggestions: z.array(suggestion),
  }),
  codes: ["notFound", "receipts.codeUnknown", "receipts.notOnReceipt", "receipts.nothingToPutAway"],
});

export const putAway = defineCall({
  name: "receipts.put-away",
  method: "POST",
  path: "/api/storage/put-away",
  summary: "Puts pieces of a line away into the scanned location. The last piece completes the receipt.",
  roles: listRolesFor("put_away"),
  permission,
  input: z.strictObject({
    receipt_uuid: z.uuid(),
    line_uuid: z.uuid().optional(),
    code: code.optional(),
    /** the location's barcode */
    location: code,
    /** pieces; by default all of the line that wait */
    quantity: z.int().min(1).max(mostPieces).optional(),
    /** the location was scanned again to confirm that it is full or holds other goods */
    confirm: z.boolean().default(false),
  }),
  output: z.object({
    outcome: z.enum(["put_away", "choose"]),
    choices: z.array(choice),
    task: putawayTask.nullable(),
    line: receiptLine.nullable(),
    receipt: receiptWork,
  }),
  codes: [
    "notFound",
    "receipts.notInspected",
    "receipts.ended",
    "receipts.codeUnknown",
    "receipts.notOnReceipt",
    "receipts.nothingToPutAway",
    "receipts.locationUnknown",
    "receipts.locationElsewhere",
    "receipts.locationBlocked",
    "receipts.locationWrongType",
    "receipts.locationFull",
    "receipts.locationMixed",
    "receipts.notInReceiving",
    "stock.reservedElsewhere",
    "stock.notStored",
  ],
});

export const undoPutaway = defineCall({
  name: "receipts.undo-putaway",
  method: "POST",
  path: "/api/storage/undo-putaway",
  summary: "Undoes a putaway. Its pieces wait in receiving again.",
  roles: listRolesFor("undo_putaway"),
  permission,
  input: z.strictObject({ task_uuid: z.uuid() }),
  output: afterUndo,
  codes: ["notFound", "receipts.ended", "receipts.undoneAlready", "receipts.standsElsewhere", "stock.reservedElsewhere", "stock.notStored"],
});

export const addPhotos = defineCall({
  name: "receipts.add-photos",
  method: "POST",
  path: "/api/storage/add-photos",
  summary: "Attaches images uploaded with `files.upload-images` to a receipt or one of its lines. The owner can see them.",
  roles: listRolesFor("photograph"),
  permission,
  input: z.strictObject({
    receipt_uuid: z.uuid(),
    line_uuid: z.uuid().optional(),
    filenames: z.array(storedName).min(1).max(mostPhotos),
  }),
  output: z.object({ photo_uuids: z.array(z.uuid()) }),
  codes: ["notFound", "receipts.wrongState", "receipts.tooManyPhotos"],
});

export const listPutaway = defineCall({
  name: "receipts.list-putaway",
  method: "GET",
  path: "/api/storage/list-putaway",
  summary:
    "Lists open putaway tasks in the walking order of their suggested locations. `code` is the number of a receipt or box, a SKU, a barcode or a suggested location.",
  roles,
  permission,
  input: z.strictObject({
    ...listInput,
    code: code.optional(),
    warehouse_uuid: z.uuid().optional(),
    receipt_uuid: z.uuid().optional(),
    owner_uuid: z.uuid().optional(),
  }),
  output: listOutput(putawayTask),
  codes: [],
});
