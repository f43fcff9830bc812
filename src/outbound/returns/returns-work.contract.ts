import { z } from "zod";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { blob, defineCall } from "#src/kit/api/define-call.ts";
import { storedName } from "#src/kit/files/files.contract.ts";
import { remark, returnDetail, returnPermission, returnRow, trackingNumber, version } from "./returns.contract.ts";
import { listRolesFor } from "./returns.machine.ts";
import { mostReturnPhotos, mostScanned } from "./returns.rules.ts";

const permission = returnPermission;
const staff = ["provider", "operator"] as const;
const code = z.string().trim().min(1).max(200);
const quantity = z.int().min(1).max(mostScanned);

/** An order that was shipped, whose goods came back unannounced. */
const foundOrder = z.object({
  order_uuid: z.uuid(),
  order_number: z.string(),
  owner_name: z.string(),
  warehouse_uuid: z.uuid(),
});
export type FoundOrder = z.infer<typeof foundOrder>;

export const findReturn = defineCall({
  name: "returns.find-by-scan",
  method: "GET",
  path: "/api/return/find-by-scan",
  summary:
    "Finds what a scanned code means when parcels come back: the number of a return or an order, a waybill's number, or a carrier's tracking number. Returns those that are open, and the order if it has none.",
  roles: staff,
  permission,
  input: z.strictObject({ code, warehouse_uuid: z.uuid().optional() }),
  output: z.object({ returns: z.array(returnRow), orders: z.array(foundOrder) }),
  codes: [],
});

export const arriveReturn = defineCall({
  name: "returns.arrive",
  method: "POST",
  path: "/api/return/arrive",
  summary: "Records that the parcel of an expected return has arrived.",
  roles: listRolesFor("arrive"),
  permission,
  input: z.strictObject({ return_uuid: z.uuid() }),
  output: returnDetail,
  codes: ["notFound", "returns.wrongState", "returns.arrivedAlready"],
});

export const receiveParcel = defineCall({
  name: "returns.receive-parcel",
  method: "POST",
  path: "/api/return/receive-parcel",
  summary: "Records a parcel that came back without being announced: of a shipped order, or of nobody yet.",
  roles: staff,
  permission,
  input: z.strictObject({
    warehouse_uuid: z.uuid(),
    order_uuid: z.uuid().optional(),
    tracking_number: trackingNumber.default(""),
    remark: remark.default(""),
  }),
  output: returnDetail,
  codes: ["notFound", "returns.notShipped"],
});

export const assignReturn = defineCall({
  name: "returns.assign",
  method: "POST",
  path: "/api/return/assign",
  summary:
    "Assigns a parcel of nobody to the retailer of a shipped order, or to a retailer without an order. Its owner sees it from then on.",
  roles: listRolesFor("assign"),
  permission,
  input: z.strictObject({
    return_uuid: z.uuid(),
    version,
    order_number: z.string().trim().max(60).default(""),
    owner_uuid: z.uuid().optional(),
  }),
  output: returnDetail,
  codes: ["notFound", "changedMeanwhile", "returns.wrongState", "returns.assignedAlready", "returns.ownerUnknown", "returns.notShipped"],
});

const choice = z.object({
  variant_uuid: z.uuid(),
  sku: z.string(),
  title: z.string(),
  owner_name: z.string(),
});
export type ReturnChoice = z.infer<typeof choice>;

export const inspectReturned = defineCall({
  name: "returns.inspect",
  method: "POST",
  path: "/api/return/inspect",
  summary:
    "Counts scanned pieces of an arrived return as good or damaged: they stand among the returned goods then. A product that was not announced gets a line. With several products of one code, returns choices and counts nothing.",
  roles: listRolesFor("inspect"),
  permission,
  input: z.strictObject({
    return_uuid: z.uuid(),
    code,
    /** the product that the person chose */
    variant_uuid: z.uuid().optional(),
    lot: z.string().trim().max(100).default(""),
    is_damaged: z.boolean().default(false),
    quantity: quantity.default(1),
  }),
  output: z.object({
    /** null if the person chooses first */
    scan_uuid: z.uuid().nullable(),
    line_uuid: z.uuid().nullable(),
    /** pieces that were counted: of a pack, several */
    quantity: z.int(),
    choices: z.array(choice),
    return: returnDetail,
  }),
  codes: [
    "notFound",
    "returns.wrongState",
    "returns.noOwner",
    "returns.codeUnknown",
    "returns.goodsOfAnother",
    "returns.bundle",
    "stock.lotRequired",
    "stock.lotNotKept",
    "stock.notStored",
  ],
});

export const finishInspection = defineCall({
  name: "returns.finish-inspection",
  method: "POST",
  path: "/api/return/finish-inspection",
  summary: "Ends the inspection of a return. What its owners decided in advance is decided at once; the rest waits for them.",
  roles: listRolesFor("finish_inspection"),
  permission,
  input: z.strictObject({ return_uuid: z.uuid(), version }),
  output: returnDetail,
  codes: ["notFound", "changedMeanwhile", "returns.wrongState", "returns.noOwner", "returns.nothingCounted"],
});

export const suggestReturnLocations = defineCall({
  name: "returns.suggest-locations",
  method: "GET",
  path: "/api/return/suggest-locations",
  summary: "Suggests up to five locations for the pieces of a line that are restocked, the best first.",
  roles: staff,
  permission,
  input: z.strictObject({ return_uuid: z.uuid(), line_uuid: z.uuid() }),
  output: z.object({ result: z.array(z.object({ location_uuid: z.uuid(), barcode: z.string(), fits_pieces: z.int().nullable() })) }),
  codes: ["notFound"],
});

const done = z.object({ scan_uuid: z.uuid(), return: returnDetail });
const carryingOut = [
  "notFound",
  "returns.wrongState",
  "returns.nothingToDo",
  "returns.standsElsewhere",
  "stock.reservedElsewhere",
] as const satisfies readonly RefusalName[];

export const restockReturned = defineCall({
  name: "returns.restock",
  method: "POST",
  path: "/api/return/restock",
  summary:
    "Puts pieces of a line that are restocked into the scanned location: they can be sold again. `confirm` puts them into one that is full or holds others.",
  roles: listRolesFor("restock"),
  permission,
  input: z.strictObject({
    return_uuid: z.uuid(),
    line_uuid: z.uuid(),
    /** omitted for all that wait */
    quantity: quantity.optional(),
    location: code,
    confirm: z.boolean().default(false),
  }),
  output: done,
  codes: [
    ...carryingOut,
    "receipts.locationUnknown",
    "receipts.locationElsewhere",
    "receipts.locationWrongType",
    "receipts.locationBlocked",
    "receipts.locationFull",
    "receipts.locationMixed",
    "stock.notStored",
  ],
});

export const disposeReturned = defineCall({
  name: "returns.dispose",
  method: "POST",
  path: "/api/return/dispose",
  summary: "Records that pieces of a line were scrapped, or sent back to their owner, as decided. They leave the ledger.",
  roles: listRolesFor("dispose"),
  permission,
  input: z.strictObject({
    return_uuid: z.uuid(),
    line_uuid: z.uuid(),
    is_damaged: z.boolean(),
    /** omitted for all that wait */
    quantity: quantity.optional(),
  }),
  output: done,
  codes: carryingOut,
});

export const undoReturnScan = defineCall({
  name: "returns.undo-scan",
  method: "POST",
  path: "/api/return/undo-scan",
  summary: "Undoes a scan: of inspected pieces until the inspection ends, of carried out ones while they are still where they were put.",
  roles: staff,
  permission,
  input: z.strictObject({ scan_uuid: z.uuid() }),
  output: returnDetail,
  codes: [
    "notFound",
    "returns.undoneAlready",
    "returns.tooLateToUndo",
    "returns.standsElsewhere",
    "stock.reservedElsewhere",
    "stock.notStored",
  ],
});

export const addReturnPhotos = defineCall({
  name: "returns.add-photos",
  method: "POST",
  path: "/api/return/add-photos",
  summary: "Attaches images uploaded with `files.upload-images` to a return. Its retailer can see them.",
  roles: listRolesFor("photograph"),
  permission,
  input: z.strictObject({ return_uuid: z.uuid(), filenames: z.array(storedName).min(1).max(mostReturnPhotos) }),
  output: returnDetail,
  codes: ["notFound", "returns.wrongState", "returns.tooManyPhotos"],
});

export const printReturnLabel = defineCall({
  name: "returns.print-label",
  method: "GET",
  path: "/api/return/print-label",
  summary: "Returns a PDF with a return's label: its number as Code 128.",
  roles: roleTypes,
  permission,
  input: z.strictObject({ return_uuid: z.uuid(), language: z.enum(["en_us", "zh_cn"]).default("en_us") }),
  output: blob,
  codes: ["notFound"],
});
