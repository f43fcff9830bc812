import { z } from "zod";
import { blob, defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { storedName } from "#src/kit/files/files.contract.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { codeLabelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { mostFound, mostReviewPhotos, reviewStatuses, scanKinds, shortAtReview } from "./review.rules.ts";

const roles = ["provider", "operator"] as const;
export const reviewPermission = "review";
const permission = reviewPermission;
const scannedCode = z.string().trim().min(1).max(120);

/** An order that waits for review, or is being reviewed. */
const reviewRow = z.object({
  order_uuid: z.uuid(),
  order_number: z.string(),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  wave_number: z.string(),
  kind: z.enum(waveKinds),
  /** the barcodes of the totes that its goods lie in */
  totes: z.array(z.string()),
  sku_count: z.int(),
  piece_count: z.int(),
  /** of the review that is open; 0 if none is */
  reviewed_pieces: z.int(),
  /** empty if nobody reviews it */
  reviewer: z.string(),
  is_mine: z.boolean(),
  /** an order on hold is put aside */
  is_held: z.boolean(),
  /** ISO 8601; empty if its channel has no cut-off */
  due_at: z.string(),
});
export type ReviewRow = z.infer<typeof reviewRow>;

/** The pieces of a SKU and lot that the order needs. */
const reviewLine = z.object({
  line_number: z.int(),
  variant_uuid: z.uuid(),
  sku: z.string(),
  /** every code that names the SKU when scanned, the SKU itself too */
  codes: z.array(z.string()),
  title: z.string(),
  variant_title: z.string(),
  /** file name; empty if there is none */
  main_image: z.string(),
  /** empty if the SKU does not track lots */
  lot: z.string(),
  quantity: z.int(),
  reviewed_quantity: z.int(),
});
export type ReviewLine = z.infer<typeof reviewLine>;

const review = z.object({
  review_uuid: z.uuid(),
  order_uuid: z.uuid(),
  order_number: z.string(),
  warehouse_uuid: z.uuid(),
  status: z.enum(reviewStatuses),
  totes: z.array(z.string()),
  /** the barcode of the packing location that the goods went to; empty before */
  location: z.string(),
  piece_count: z.int(),
  reviewed_pieces: z.int(),
  /** the numbers of the order's parcels, if it is packed: the end of the review may pack it */
  parcel_numbers: z.array(z.string()),
  /** grows with each change */
  version: z.int(),
  lines: z.array(reviewLine),
});
export type Review = z.infer<typeof review>;

export const listToReview = defineCall({
  name: "review.list-to-review",
  method: "GET",
  path: "/api/review/list-to-review",
  summary: "Lists picked orders that wait for review, the oldest first.",
  roles,
  permission,
  input: z.strictObject({ ...listInput, warehouse_uuid: z.uuid().optional(), is_mine: query.flag().optional() }),
  output: listOutput(reviewRow),
  codes: [],
});

export const findToReview = defineCall({
  name: "review.find-to-review",
  method: "GET",
  path: "/api/review/find-to-review",
  summary: `Finds what a scanned code means at the review: a packing location, a tote or slot of a sort wall with its orders, an order, or a product with the orders that wait for it; at most ${mostFound} orders.`,
  roles,
  permission,
  input: z.strictObject({ code: scannedCode, warehouse_uuid: z.uuid().optional() }),
  output: z.object({
    kind: z.enum(scanKinds),
    /** the barcode of a location, in upper case; empty for others */
    location: z.string(),
    /** of a location; null for others */
    warehouse_uuid: z.uuid().nullable(),
    orders: z.array(reviewRow),
  }),
  codes: [],
});
export type Found = z.infer<typeof findToReview.output>;

export const getReview = defineCall({
  name: "review.get-review",
  method: "GET",
  path: "/api/review/get-review",
  summary: "Returns a review with its lines.",
  roles,
  permission,
  input: z.strictObject({ review_uuid: z.uuid() }),
  output: review,
  codes: ["notFound"],
});

export const beginReview = defineCall({
  name: "review.begin-review",
  method: "POST",
  path: "/api/review/begin-review",
  summary: "Begins the review of a picked order, or returns the one that is open; with `takes_over`, also that of somebody else.",
  roles,
  permission,
  input: z.strictObject({ order_uuid: z.uuid(), takes_over: z.boolean().default(false) }),
  output: review,
  codes: ["notFound", "review.orderLeft", "review.held", "review.takenBySomebody"],
});

/** How far a review is after a scan. */
const progress = z.object({
  review_uuid: z.uuid(),
  status: z.enum(reviewStatuses),
  piece_count: z.int(),
  reviewed_pieces: z.int(),
  line_number: z.int(),
  /** of the line */
  reviewed_quantity: z.int(),
  version: z.int(),
});

const ofLine = { review_uuid: z.uuid(), line_number: z.int().min(1).max(1_000_000), quantity: z.int().min(1).max(10_000_000) };

export const reviewPieces = defineCall({
  name: "review.review-pieces",
  method: "POST",
  path: "/api/review/review-pieces",
  summary: "Counts scanned pieces of a line. More than the order needs are refused.",
  roles,
  permission,
  input: z.strictObject(ofLine),
  output: progress,
  codes: ["notFound", "review.orderLeft", "review.tooMany"],
});

export const undoPieces = defineCall({
  name: "review.undo-pieces",
  method: "POST",
  path: "/api/review/undo-pieces",
  summary: "Takes back pieces of a line that were counted.",
  roles,
  permission,
  input: z.strictObject(ofLine),
  output: progress,
  codes: ["notFound", "review.orderLeft", "review.nothingToUndo"],
});

/** The barcode of the packing location; without it, the warehouse's first in walking order. */
const location = z.string().trim().min(1).max(40).optional();

export const finishReview = defineCall({
  name: "review.finish-review",
  method: "POST",
  path: "/api/review/finish-review",
  summary:
    "Ends a review of which every piece was scanned: the order is reviewed, and its goods move from their totes to a packing location. If the warehouse's settings say so, and one parcel of a known weight is enough, it is packed too, and its waybill requested.",
  roles,
  permission,
  input: z.strictObject({ review_uuid: z.uuid(), location }),
  output: review,
  codes: ["notFound", "review.orderLeft", "review.held", "review.notComplete", "review.noPackingPlace"],
});

export const cancelReview = defineCall({
  name: "review.cancel-review",
  method: "POST",
  path: "/api/review/cancel-review",
  summary: "Gives a review up: the order waits for review again, and all its pieces are to be scanned.",
  roles,
  permission,
  input: z.strictObject({ review_uuid: z.uuid() }),
  output: z.object({ review_uuid: z.uuid() }),
  codes: ["notFound", "review.orderLeft"],
});

export const reviewSinglePiece = defineCall({
  name: "review.review-single-piece",
  method: "POST",
  path: "/api/review/review-single-piece",
  summary:
    "Reviews an order of one piece with one scan of it: the oldest of the warehouse that waits for this product, and for this lot if the code says one, and that nobody else reviews at the moment. Two that scan at once get different orders. It is packed as by `review.finish-review`.",
  roles,
  permission,
  input: z.strictObject({
    code: scannedCode,
    warehouse_uuid: z.uuid(),
    /** of a code that says it; the piece is of this lot then */
    lot: z.string().trim().max(60).optional(),
    location,
  }),
  output: review,
  codes: ["review.noSinglePiece", "review.noPackingPlace"],
});

export const reportAtReview = defineCall({
  name: "review.report-missing",
  method: "POST",
  path: "/api/review/report-missing",
  summary:
    "Reports that pieces of a line are missing or damaged: they are set apart, an exception is opened, and the order leaves its wave and waits for others; what else it has stays its own. Damaged pieces can also be reported of a review that has ended, until the order is weighed: a packed one is unpacked.",
  roles,
  permission,
  input: z.strictObject({ ...ofLine, reason: z.enum(shortAtReview) }),
  output: z.object({ order_uuid: z.uuid() }),
  codes: ["notFound", "review.orderLeft", "review.tooMany", "stock.notEnough", "stock.reservedElsewhere"],
});

export const reportWrongItem = defineCall({
  name: "review.report-wrong-item",
  method: "POST",
  path: "/api/review/report-wrong-item",
  summary:
    "Opens an exception for a piece among an order's goods that does not belong to it: another product, another lot, or one too many. The review goes on.",
  roles,
  permission,
  input: z.strictObject({ review_uuid: z.uuid(), code: scannedCode }),
  output: z.object({ exception_number: z.string() }),
  codes: ["notFound", "review.orderLeft"],
});

export const reportLoosePiece = defineCall({
  name: "review.report-loose-piece",
  method: "POST",
  path: "/api/review/report-loose-piece",
  summary:
    "Opens an exception for a piece that no open review expects: one that no order waits for, or one that is left over after a review, whose goods' places are counted then. The exception is of no order.",
  roles,
  permission,
  input: z.strictObject({
    warehouse_uuid: z.uuid(),
    code: scannedCode,
    /** the review that has ended, if the piece is left over after it */
    review_uuid: z.uuid().optional(),
  }),
  output: z.object({ exception_number: z.string() }),
  codes: ["notFound"],
});

export const addReviewPhotos = defineCall({
  name: "review.add-photos",
  method: "POST",
  path: "/api/review/add-photos",
  summary: "Attaches images uploaded with `files.upload-images` to a review. Staff see them with the order, and its retailer does not.",
  roles,
  permission,
  input: z.strictObject({ review_uuid: z.uuid(), filenames: z.array(storedName).min(1).max(mostReviewPhotos) }),
  output: z.object({ photo_uuids: z.array(z.uuid()) }),
  codes: ["notFound", "review.tooManyPhotos"],
});

export const listReviewPhotos = defineCall({
  name: "review.list-photos",
  method: "GET",
  path: "/api/review/list-photos",
  summary: "Lists the photos of an order's reviews, the oldest first.",
  roles,
  permission,
  input: z.strictObject({ order_uuid: z.uuid() }),
  output: z.object({
    result: z.array(z.object({ photo_uuid: z.uuid(), filename: z.string(), at: z.string(), taken_by: z.string() })),
  }),
  codes: ["notFound"],
});

export const printReviewLabel = defineCall({
  name: "review.print-label",
  method: "GET",
  path: "/api/review/print-label",
  summary: "Returns a PDF with the label of a reviewed order: its parcel's number if it is packed, otherwise its own, also as Code 128.",
  roles,
  permission,
  input: z.strictObject({
    review_uuid: z.uuid(),
    size: z.enum(codeLabelSizes).default("70x50"),
    language: z.enum(languages).default("en_us"),
  }),
  output: blob,
  codes: ["notFound"],
});

/** A review began, progressed or ended. */
export const reviewProgressed = defineTopic({
  name: "review.progressed",
  roles,
  permission,
  payload: z.object({ order_uuid: z.uuid(), review_uuid: z.uuid() }),
});
