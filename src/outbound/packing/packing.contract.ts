import { z } from "zod";
import { batchOutput } from "#src/kit/api/batch.ts";
import { blob, defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { noAdviceReasons } from "./box-advice.rules.ts";
import { box } from "./boxes.contract.ts";
import { codeLabelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import { orderKinds } from "#src/outbound/orders/orders.rules.ts";
import { longestMark, mostFound, mostGrams, mostParcels, mostSideMm, mostWeighed, packScanKinds, parcelStatuses } from "./packing.rules.ts";

const roles = ["provider", "operator"] as const;
export const packingPermission = "packing";
const permission = packingPermission;

/** The states of an order from review on. */
const packStatuses = ["reviewed", "packed", "weighed", "bagged"] as const;

/** An order that waits to be packed, or was. */
const packRow = z.object({
  order_uuid: z.uuid(),
  order_number: z.string(),
  /** a shipping notice is packed into boxes with marks */
  kind: z.enum(orderKinds),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  wave_number: z.string(),
  status: z.enum(packStatuses),
  /** the barcodes of the packing locations that its goods stand at */
  locations: z.array(z.string()),
  sku_count: z.int(),
  piece_count: z.int(),
  /** an order on hold is put aside */
  is_held: z.boolean(),
  /** ISO 8601; empty if its channel has no cut-off */
  due_at: z.string(),
});
export type PackRow = z.infer<typeof packRow>;

const size = { length_mm: z.int().nullable(), width_mm: z.int().nullable(), height_mm: z.int().nullable() };

const parcel = z.object({
  parcel_uuid: z.uuid(),
  parcel_number: z.string(),
  /** what is written on a box of a shipping notice, unique in it: "3/12"; empty for other parcels */
  box_mark: z.string(),
  /** outside, as measured; null if it was not */
  ...size,
  order_uuid: z.uuid(),
  order_number: z.string(),
  warehouse_uuid: z.uuid(),
  status: z.enum(parcelStatuses),
  /** empty if it has none */
  box_name: z.string(),
  piece_count: z.int(),
  /** null if the weight of a piece is not known: any measured weight is accepted */
  expected_grams: z.int().nullable(),
  /** how far the measured weight may be from it; null if it is not known */
  allowed_grams: z.int().nullable(),
  /** null before */
  measured_grams: z.int().nullable(),
  /** why the measured weight is further off; empty if it is not */
  variance_reason: z.string(),
  is_held: z.boolean(),
  /** ISO 8601 */
  packed_at: z.string(),
});
export type Parcel = z.infer<typeof parcel>;

/** The pieces of a SKU and lot that the order has. */
const packItem = z.object({
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
  /** measured if it was, else declared; null if neither is known */
  weight_grams: z.int().nullable(),
  ...size,
});
export type PackItem = z.infer<typeof packItem>;

const side = z.int().min(1).max(mostSideMm);

const itemPieces = { variant_uuid: z.uuid(), lot: z.string().max(100), quantity: z.int().min(1).max(10_000_000) };

const advisedBox = z.object({
  box_uuid: z.uuid(),
  items: z.array(z.object({ variant_uuid: z.uuid(), lot: z.string(), quantity: z.int() })),
  /** where each piece stands: its corner nearest to the box's own, and its size as it is turned */
  placements: z.array(
    z.object({
      variant_uuid: z.uuid(),
      x_mm: z.int(),
      y_mm: z.int(),
      z_mm: z.int(),
      length_mm: z.int(),
      width_mm: z.int(),
      height_mm: z.int(),
    }),
  ),
});

const packing = z.object({
  order_uuid: z.uuid(),
  order_number: z.string(),
  kind: z.enum(orderKinds),
  warehouse_uuid: z.uuid(),
  status: z.enum(packStatuses),
  is_held: z.boolean(),
  locations: z.array(z.string()),
  items: z.array(packItem),
  /** the boxes and consumables in use */
  boxes: z.array(box),
  /** the smallest box in which every piece was found to fit, or several; `reason` says why there is none, null if there is */
  advice: z.object({ reason: z.enum(noAdviceReasons).nullable(), boxes: z.array(advisedBox) }),
  /** those that are not void */
  parcels: z.array(parcel),
});
export type Packing = z.infer<typeof packing>;

export const listToPack = defineCall({
  name: "packing.list-to-pack",
  method: "GET",
  path: "/api/packing/list-to-pack",
  summary: "Lists reviewed orders that wait to be packed, the oldest first.",
  roles,
  permission,
  input: z.strictObject({ ...listInput, warehouse_uuid: z.uuid().optional() }),
  output: listOutput(packRow),
  codes: [],
});

export const listToWeigh = defineCall({
  name: "packing.list-to-weigh",
  method: "GET",
  path: "/api/packing/list-to-weigh",
  summary: "Lists closed parcels that wait to be weighed, the oldest first.",
  roles,
  permission,
  input: z.strictObject({ ...listInput, warehouse_uuid: z.uuid().optional() }),
  output: listOutput(parcel),
  codes: [],
});

export const findToPack = defineCall({
  name: "packing.find-to-pack",
  method: "GET",
  path: "/api/packing/find-to-pack",
  summary: `Finds what a scanned code means when packing or weighing: a parcel, an order with its parcels, or a packing location with the reviewed orders at it; at most ${mostFound} orders.`,
  roles,
  permission,
  input: z.strictObject({ code: z.string().trim().min(1).max(120), warehouse_uuid: z.uuid().optional() }),
  output: z.object({
    kind: z.enum(packScanKinds),
    orders: z.array(packRow),
    /** the parcel, also if it is void; or those of the order that are not */
    parcels: z.array(parcel),
  }),
  codes: [],
});
export type FoundToPack = z.infer<typeof findToPack.output>;

export const getPacking = defineCall({
  name: "packing.get-packing",
  method: "GET",
  path: "/api/packing/get-packing",
  summary: "Returns an order's goods, the boxes to choose from, the advised box with the place of each piece, and the order's parcels.",
  roles,
  permission,
  input: z.strictObject({ order_uuid: z.uuid() }),
  output: packing,
  codes: ["notFound"],
});

export const packOrder = defineCall({
  name: "packing.pack",
  method: "POST",
  path: "/api/packing/pack",
  summary: "Packs a reviewed order into one or several parcels, which contain each of its pieces exactly once.",
  roles,
  permission,
  input: z.strictObject({
    order_uuid: z.uuid(),
    parcels: z
      .array(
        z.strictObject({
          /** null: in its own packaging */
          box_uuid: z.uuid().nullable(),
          /** of a box of a shipping notice; empty: its number and how many there are, "3/12" */
          box_mark: z.string().trim().max(longestMark).default(""),
          /** outside, as measured; null if it was not */
          size: z.strictObject({ length_mm: side, width_mm: side, height_mm: side }).nullable().default(null),
          items: z.array(z.strictObject(itemPieces)).min(1).max(1000),
          consumables: z
            .array(z.strictObject({ box_uuid: z.uuid(), quantity: z.int().min(1).max(1000) }))
            .max(20)
            .default([]),
        }),
      )
      .min(1)
      .max(mostParcels),
  }),
  output: packing,
  codes: [
    "notFound",
    "packing.orderLeft",
    "packing.packedAlready",
    "packing.held",
    "packing.notAllPieces",
    "packing.noBox",
    "packing.markTaken",
  ],
});

export const reopenPacking = defineCall({
  name: "packing.reopen",
  method: "POST",
  path: "/api/packing/reopen",
  summary:
    "Unpacks an order of which no parcel was handed over: its parcels leave their bags and are void, and it waits to be packed again.",
  roles,
  permission,
  input: z.strictObject({ order_uuid: z.uuid() }),
  output: packing,
  codes: ["notFound", "packing.notPacked", "bagging.partlyShipped"],
});

const weight = {
  parcel_uuid: z.uuid(),
  measured_grams: z.int().min(1).max(mostGrams),
  /** why the weight is further from the expected one than the warehouse allows */
  reason: z.string().trim().max(200).default(""),
};

export const weighParcel = defineCall({
  name: "packing.weigh",
  method: "POST",
  path: "/api/packing/weigh",
  summary:
    "Saves a parcel's measured weight. One that is further from the expected weight than the warehouse's settings allow is refused without a reason. With the last parcel, the order is weighed.",
  roles,
  permission,
  input: z.strictObject(weight),
  output: parcel,
  codes: ["notFound", "packing.voided", "packing.weighedAlready", "packing.held", "packing.weightOff"],
});

export const weighParcels = defineCall({
  name: "packing.weigh-parcels",
  method: "POST",
  path: "/api/packing/weigh-parcels",
  summary: "Saves the measured weights of several parcels. Each is saved or refused on its own; `order_id` of a refused row is its parcel.",
  roles,
  permission,
  input: z.strictObject({ parcels: z.array(z.strictObject(weight)).min(1).max(mostWeighed) }),
  output: batchOutput,
  codes: ["notFound"],
});

export const reportDamaged = defineCall({
  name: "packing.report-damaged",
  method: "POST",
  path: "/api/packing/report-damaged",
  summary:
    "Reports that pieces of a reviewed order are damaged: they are set apart, an exception is opened, and the order leaves its wave and waits for others; what else it has stays its own.",
  roles,
  permission,
  input: z.strictObject({ order_uuid: z.uuid(), ...itemPieces }),
  output: z.object({ order_uuid: z.uuid() }),
  codes: ["notFound", "packing.orderLeft", "packing.packedAlready", "packing.tooManyPieces", "stock.notEnough", "stock.reservedElsewhere"],
});

export const reportWeight = defineCall({
  name: "packing.report-weight",
  method: "POST",
  path: "/api/packing/report-weight",
  summary:
    "Opens an exception for a parcel whose weight is not as expected, in place of saving it with a reason. The parcel is not weighed by it.",
  roles,
  permission,
  input: z.strictObject({ parcel_uuid: z.uuid(), measured_grams: weight.measured_grams }),
  output: z.object({ exception_number: z.string() }),
  codes: ["notFound", "packing.voided", "packing.weighedAlready"],
});

export const printParcelLabels = defineCall({
  name: "packing.print-parcel-labels",
  method: "GET",
  path: "/api/packing/print-parcel-labels",
  summary: "Returns a PDF with a label for each of some parcels: its number, also as Code 128, and its order.",
  roles,
  permission,
  input: z.strictObject({
    parcel_uuids: query.list(z.uuid(), mostParcels),
    size: z.enum(codeLabelSizes).default("70x50"),
    language: z.enum(languages).default("en_us"),
  }),
  output: blob,
  codes: ["notFound"],
});

/** An order was packed or unpacked, or one of its parcels was weighed. */
export const packingChanged = defineTopic({
  name: "packing.changed",
  roles,
  permission,
  payload: z.object({ order_uuid: z.uuid() }),
});
