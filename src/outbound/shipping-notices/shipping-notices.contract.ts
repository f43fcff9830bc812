import { z } from "zod";
import { batchOutput } from "#src/kit/api/batch.ts";
import { daySchema } from "#src/kit/api/day.ts";
import { blob, defineCall, ruled } from "#src/kit/api/define-call.ts";
import { orderPermission } from "#src/outbound/orders/orders.contract.ts";
import { orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { orderKinds } from "#src/outbound/orders/orders.rules.ts";
import { mostParcels } from "#src/outbound/packing/packing.rules.ts";
import { mostNumberLength } from "#src/outbound/waybills/waybills.rules.ts";
import { exportFormats, getPeriodRefusal, loadStates } from "./shipping-notices.rules.ts";

const common = { roles: ["provider", "operator"], permission: orderPermission } as const;
const language = z.enum(["en_us", "zh_cn"]).default("en_us");

const noticeBox = z.object({
  parcel_uuid: z.uuid(),
  parcel_number: z.string(),
  /** what is written on it: "3/12" */
  box_mark: z.string(),
  state: z.enum(loadStates),
  /** empty if it has none */
  box_name: z.string(),
  piece_count: z.int(),
  items: z.array(z.object({ sku: z.string(), title: z.string(), lot: z.string(), quantity: z.int() })),
  /** null if the weight of a piece is not known */
  expected_grams: z.int().nullable(),
  /** null before it is weighed */
  measured_grams: z.int().nullable(),
  /** outside; null if it was not measured */
  length_mm: z.int().nullable(),
  width_mm: z.int().nullable(),
  height_mm: z.int().nullable(),
  /** of its live waybill; empty without one */
  waybill_number: z.string(),
  tracking_number: z.string(),
  /** whether a person enters its waybill number: its channel has no interface, and it has none yet */
  takes_number: z.boolean(),
});
export type NoticeBox = z.infer<typeof noticeBox>;

export const getBoxes = defineCall({
  name: "shipping-notices.get-boxes",
  method: "GET",
  path: "/api/shipping_notices/get-boxes",
  summary:
    "Returns the boxes of a shipping notice with their contents, weights, sizes and waybill numbers, in the order in which they were packed.",
  ...common,
  input: z.strictObject({ order_uuid: z.uuid() }),
  output: z.object({
    order_uuid: z.uuid(),
    order_number: z.string(),
    reference: z.string(),
    status: z.enum(orderStatuses),
    owner_name: z.string(),
    warehouse_name: z.string(),
    channel_name: z.string(),
    /** where it goes: city and country */
    destination: z.string(),
    boxes: z.array(noticeBox),
  }),
  codes: ["notFound"],
});
export type NoticeBoxes = z.infer<typeof getBoxes.output>;

export const enterBoxNumbers = defineCall({
  name: "shipping-notices.enter-numbers",
  method: "POST",
  path: "/api/shipping_notices/enter-numbers",
  summary:
    "Enters the waybill numbers of a shipping notice's boxes whose channel has no interface. A box without a waybill gets one. What can be entered is entered; `order_id` of a refused row is the parcel.",
  roles: ["provider", "operator"],
  permission: "packing",
  input: z.strictObject({
    order_uuid: z.uuid(),
    rows: z
      .array(z.strictObject({ parcel_uuid: z.uuid(), waybill_number: z.string().trim().min(1).max(mostNumberLength) }))
      .min(1)
      .max(mostParcels),
  }),
  output: batchOutput,
  codes: ["notFound"],
});

export const printPackingList = defineCall({
  name: "shipping-notices.print-packing-list",
  method: "GET",
  path: "/api/shipping_notices/print-packing-list",
  summary: "Returns a PDF with the packing list of a shipping notice: boxes, SKUs, pieces, weights, sizes and totals.",
  ...common,
  input: z.strictObject({ order_uuid: z.uuid(), language }),
  output: blob,
  codes: ["notFound", "shippingNotices.noBoxes"],
});

export const printBoxLabels = defineCall({
  name: "shipping-notices.print-box-labels",
  method: "GET",
  path: "/api/shipping_notices/print-box-labels",
  summary: "Returns a PDF with a label of 100 x 150 mm for each box of a shipping notice, with its parcel number as Code 128.",
  ...common,
  input: z.strictObject({ order_uuid: z.uuid(), language }),
  output: blob,
  codes: ["notFound", "shippingNotices.noBoxes"],
});

const sums = {
  boxes: z.int(),
  open: z.int(),
  ready: z.int(),
  loaded: z.int(),
  shipped: z.int(),
  /** of those whose weight is known */
  grams: z.int(),
  /** of those that were measured */
  volume_cm3: z.int(),
};
const planRow = z.object({
  order_uuid: z.uuid(),
  order_number: z.string(),
  owner_name: z.string(),
  status: z.enum(orderStatuses),
  warehouse_name: z.string(),
  channel_name: z.string(),
  /** the day of its cut-off in the warehouse, or of the hand-over; empty without one */
  ship_day: z.string(),
  ...sums,
});
export type PlanRow = z.infer<typeof planRow>;
const planChannel = z.object({ channel_name: z.string(), orders: z.int(), ...sums });
export type PlanChannel = z.infer<typeof planChannel>;

const planInput = { warehouse_uuid: z.uuid().optional(), ship_day: daySchema.optional() };

export const getLoadPlan = defineCall({
  name: "shipping-notices.get-load-plan",
  method: "GET",
  path: "/api/shipping_notices/get-load-plan",
  summary:
    "Returns how far the boxes of packed shipping notices are, by order and by channel, the earliest cut-off first, with those that were shipped in the last week; at most 500 orders.",
  ...common,
  input: z.strictObject(planInput),
  output: z.object({ result: z.array(planRow), channels: z.array(planChannel) }),
  codes: [],
});

export const printLoadPlan = defineCall({
  name: "shipping-notices.print-load-plan",
  method: "GET",
  path: "/api/shipping_notices/print-load-plan",
  summary: "Returns the load plan as a PDF.",
  ...common,
  input: z.strictObject({ ...planInput, language }),
  output: blob,
  codes: [],
});

export const exportShipped = defineCall({
  name: "shipping-notices.export-shipped",
  method: "POST",
  path: "/api/shipping_notices/export-shipped",
  summary:
    "Starts a job that lists what was shipped in a period as a workbook or PDF, with the boxes of each order that left in it, weights, waybill and tracking numbers. The file appears in the user's downloads.",
  ...common,
  input: ruled(
    z.strictObject({
      /** both days included, UTC: each box by its own hand-over */
      shipped_from: daySchema,
      shipped_to: daySchema,
      kind: z.enum(orderKinds).optional(),
      channel_uuid: z.uuid().optional(),
      owner_uuid: z.uuid().optional(),
      warehouse_uuid: z.uuid().optional(),
      format: z.enum(exportFormats),
      language,
    }),
    getPeriodRefusal,
  ),
  output: z.object({ download_uuid: z.uuid() }),
  codes: ["shippingNotices.tooManyRows"],
});
