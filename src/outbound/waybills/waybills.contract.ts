import { z } from "zod";
import { batchOutput, refusedRow } from "#src/kit/api/batch.ts";
import { blob, defineCall, ruled } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { orderKinds } from "#src/outbound/orders/orders.rules.ts";
import {
  labelSizes,
  labelTypes,
  mostNumberLength,
  mostPrinted,
  mostWaybills,
  recordedTracks,
  trackingStatuses,
  waybillProblemKinds,
  waybillStatuses,
  waybillTabs,
} from "./waybills.rules.ts";

const roles = ["provider", "operator"] as const;
const permission = "packing";
const language = z.enum(["en_us", "zh_cn"]).default("en_us");
const reason = z.string().trim().min(1).max(200);
const waybillIds = z.array(z.uuid()).min(1).max(mostWaybills);

const problem = z.object({
  kind: z.enum(waybillProblemKinds),
  /** the carrier's own words, or ours in English; empty if there are none */
  text: z.string(),
});

const waybillRow = z.object({
  waybill_uuid: z.uuid(),
  /** ours, by which the carrier is asked */
  reference: z.string(),
  status: z.enum(waybillStatuses),
  parcel_uuid: z.uuid(),
  parcel_number: z.string(),
  order_uuid: z.uuid(),
  order_number: z.string(),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  /** empty if the order left its wave */
  wave_number: z.string(),
  channel_uuid: z.uuid(),
  channel_name: z.string(),
  /** the number is entered by hand: the channel has no interface */
  is_by_hand: z.boolean(),
  /** the carrier's; empty before */
  waybill_number: z.string(),
  /** of the last mile; empty if there is none */
  tracking_number: z.string(),
  tracking_status: z.enum(trackingStatuses),
  /** what went wrong last; null if nothing did */
  problem: problem.nullable(),
  /** ISO 8601, as all times here; empty if nothing is tried again by itself */
  next_try_at: z.string(),
  label_type: z.enum(labelTypes),
  print_count: z.int(),
  /** unpacked, or its order cancelled */
  is_parcel_voided: z.boolean(),
  /** whether its parcel has a waybill that is not void: this one, or one that took its place */
  has_live_waybill: z.boolean(),
  requested_at: z.string(),
  issued_at: z.string(),
  /** when its label came: its carrier's may come after its number. Empty without one. */
  labelled_at: z.string(),
  printed_at: z.string(),
  handed_over_at: z.string(),
  voided_at: z.string(),
  void_reason: z.string(),
  /** another channel that its parcel is to be sent by; empty if there is none */
  replace_channel_name: z.string(),
});
export type WaybillRow = z.infer<typeof waybillRow>;

export const listWaybills = defineCall({
  name: "waybills.list-waybills",
  method: "GET",
  path: "/api/waybills/list-waybills",
  summary:
    "Lists waybills, newest first: those to print, those that wait for their carrier, those that failed, those that were printed, or all. `number` is the complete number of a waybill, parcel or order, or a tracking number. `location_uuid`, with the tab `to_print` only, is the packing location of their orders.",
  roles,
  permission,
  input: ruled(
    z.strictObject({
      ...listInput,
      tab: z.enum(waybillTabs).default("all"),
      warehouse_uuid: z.uuid().optional(),
      channel_uuid: z.uuid().optional(),
      wave_uuid: z.uuid().optional(),
      /** the packing location where the last review of their orders ended; of those to print only */
      location_uuid: z.uuid().optional(),
      number: z.string().trim().max(mostNumberLength).optional(),
      /** only those whose label came after this time */
      labelled_after: z.iso.datetime({ offset: true }).optional(),
    }),
    // No index finds the waybills of a location: each is looked at, and only of those to print there are few.
    ({ tab, location_uuid }) => (location_uuid !== undefined && tab !== "to_print" ? "parameterError" : null),
  ),
  output: listOutput(waybillRow),
  codes: [],
});

const parcelWithout = z.object({
  parcel_uuid: z.uuid(),
  parcel_number: z.string(),
  order_uuid: z.uuid(),
  order_number: z.string(),
  order_kind: z.enum(orderKinds),
  warehouse_name: z.string(),
  /** of its order; null: none is requested before one is chosen */
  channel_uuid: z.uuid().nullable(),
  channel_name: z.string(),
  /** why its last waybill became void; empty if it had none */
  void_reason: z.string(),
  weighed_at: z.string(),
});
export type ParcelWithout = z.infer<typeof parcelWithout>;

export const listParcelsWithout = defineCall({
  name: "waybills.list-parcels-without",
  method: "GET",
  path: "/api/waybills/list-parcels-without",
  summary:
    "Lists weighed parcels that no waybill is requested for, the oldest first: their orders have no channel, or their waybills became void. `number` is the complete number of a parcel or order.",
  roles,
  permission,
  input: z.strictObject({
    ...listInput,
    warehouse_uuid: z.uuid().optional(),
    number: z.string().trim().max(mostNumberLength).optional(),
  }),
  output: listOutput(parcelWithout),
  codes: [],
});

export const listChoices = defineCall({
  name: "waybills.list-choices",
  method: "GET",
  path: "/api/waybills/list-choices",
  summary:
    "Lists what waybills are filtered by and relabelled to: the provider's channels by name, the newest 100 waves, and the packing locations that a station prints for.",
  roles,
  permission,
  input: z.strictObject({ warehouse_uuid: z.uuid().optional() }),
  output: z.object({
    channels: z.array(z.object({ channel_uuid: z.uuid(), name: z.string(), is_enabled: z.boolean() })),
    waves: z.array(z.object({ wave_uuid: z.uuid(), wave_number: z.string() })),
    locations: z.array(z.object({ location_uuid: z.uuid(), barcode: z.string(), warehouse_name: z.string() })),
  }),
  codes: [],
});

export const listWaybillsOfOrder = defineCall({
  name: "waybills.list-of-order",
  method: "GET",
  path: "/api/waybills/list-of-order",
  summary:
    "Lists the waybills of an order's parcels with weight, size, bag and tracking, the oldest first. Those that are void are among them for staff only, and bags too.",
  roles: roleTypes,
  permission: "orders",
  input: z.strictObject({ order_uuid: z.uuid() }),
  output: z.object({
    /** the order's parcels that no waybill is requested for; for staff only */
    parcels_without: z.array(z.object({ parcel_uuid: z.uuid(), parcel_number: z.string() })),
    waybills: z.array(
      z.object({
        waybill_uuid: z.uuid(),
        parcel_number: z.string(),
        /** of the parcel; null before it is weighed */
        measured_grams: z.int().nullable(),
        /** outside as measured, else inside of its box; null if neither is known */
        length_mm: z.int().nullable(),
        width_mm: z.int().nullable(),
        height_mm: z.int().nullable(),
        /** empty if it has none */
        box_name: z.string(),
        /** why the weight is not as expected; empty if it is, and for a retailer */
        variance_reason: z.string(),
        /** the bag that the parcel is in, and its manifest; null and empty if there is none, and for a retailer */
        bag_uuid: z.uuid().nullable(),
        bag_number: z.string(),
        manifest_number: z.string(),
        status: z.enum(waybillStatuses),
        channel_name: z.string(),
        waybill_number: z.string(),
        tracking_number: z.string(),
        tracking_status: z.enum(trackingStatuses),
        is_handed_over: z.boolean(),
        issued_at: z.string(),
        delivered_at: z.string(),
        /** what the carrier reported, newest first; `at` is empty if its time cannot be read */
        track: z.array(
          z.object({
            at: z.string(),
            /** in the carrier's words; of what a person recorded, the note */
            text: z.string(),
            location: z.string(),
            /** what a person recorded; empty for what the carrier reported */
            recorded: z.union([z.enum(recordedTracks), z.literal("")]),
          }),
        ),
      }),
    ),
  }),
  codes: ["notFound"],
});
export type OrderWaybill = z.infer<typeof listWaybillsOfOrder.output>["waybills"][number];

export const requestWaybills = defineCall({
  name: "waybills.request",
  method: "POST",
  path: "/api/waybills/request",
  summary:
    "Requests waybills for parcels whose weight is known, measured or expected. Weighing a parcel requests its own. `order_id` of a refused row is the parcel.",
  roles,
  permission,
  input: z.strictObject({ parcel_uuids: waybillIds }),
  output: batchOutput,
  codes: ["notFound"],
});

export const printWaybills = defineCall({
  name: "waybills.print",
  method: "POST",
  path: "/api/waybills/print",
  summary:
    "Counts a print of labels, and returns where their files are: one PDF, and one file of the labels that printers read themselves. A label that was printed before needs a reason. Refused if none can be printed; `order_id` of a refused row is the waybill.",
  roles,
  permission,
  input: z.strictObject({
    waybill_uuids: z.array(z.uuid()).min(1).max(mostPrinted),
    /** why labels are printed again */
    reason: z.string().trim().max(200).default(""),
    /** of labels that we draw */
    size: z.enum(labelSizes).default("100x150"),
    language,
  }),
  output: z.object({
    done: z.int(),
    failed: z.array(refusedRow),
    files: z.array(
      z.object({
        kind: z.enum(["pdf", "zpl"]),
        labels: z.int(),
        /** a print-file link: a full address */
        link: z.string(),
      }),
    ),
  }),
  codes: ["notFound", "waybills.noLabel", "waybills.parcelVoided", "waybills.reasonRequired", "waybills.voided"],
});

export const getPrintFile = defineCall({
  name: "waybills.get-print-file",
  method: "GET",
  path: "/api/waybills/get-print-file",
  summary:
    "Returns the labels of a print again, in its order: a PDF, or the file of those that printers read themselves. Labels of waybills that are void by now are left out; refused if no other is left.",
  roles,
  permission,
  input: z.strictObject({
    print_uuid: z.uuid(),
    kind: z.enum(["pdf", "zpl"]).default("pdf"),
    size: z.enum(labelSizes).default("100x150"),
    language,
    filename: z.string().max(200).default(""),
  }),
  output: blob,
  codes: ["notFound", "waybills.noLabel", "waybills.voided"],
});

export const retryWaybills = defineCall({
  name: "waybills.retry",
  method: "POST",
  path: "/api/waybills/retry",
  summary:
    "Retries waybills that failed or wait for their next try: with a new reference if the carrier refused. `order_id` of a refused row is the waybill.",
  roles,
  permission,
  input: z.strictObject({ waybill_uuids: waybillIds }),
  output: batchOutput,
  codes: ["notFound"],
});

export const voidWaybills = defineCall({
  name: "waybills.void",
  method: "POST",
  path: "/api/waybills/void",
  summary:
    "Requests that waybills become void. A waybill that the carrier has is void once the carrier confirms. Refused after the hand-over. `order_id` of a refused row is the waybill.",
  roles,
  permission,
  input: z.strictObject({ waybill_uuids: waybillIds, reason }),
  output: batchOutput,
  codes: ["notFound"],
});

export const relabelWaybills = defineCall({
  name: "waybills.relabel",
  method: "POST",
  path: "/api/waybills/relabel",
  summary:
    "Sends parcels by another channel: their waybills become void, and then those of the channel are requested. `order_id` of a refused row is the waybill.",
  roles,
  permission,
  input: z.strictObject({ waybill_uuids: waybillIds, channel_uuid: z.uuid() }),
  output: batchOutput,
  codes: ["notFound", "waybills.channelUnfit"],
});

export const enterWaybill = defineCall({
  name: "waybills.enter",
  method: "POST",
  path: "/api/waybills/enter",
  summary: "Enters the number of a waybill that was made by hand, because its channel has no interface. We draw its label.",
  roles,
  permission,
  input: z.strictObject({
    waybill_uuid: z.uuid(),
    waybill_number: z.string().trim().min(1).max(mostNumberLength),
    tracking_number: z.string().trim().max(mostNumberLength).default(""),
    /** as its label is drawn now; another size or language is drawn when it is printed */
    size: z.enum(labelSizes).default("100x150"),
    language,
  }),
  output: waybillRow,
  codes: ["notFound", "waybills.byCarrier", "waybills.wrongState", "waybills.numberTaken"],
});

export const recordTracks = defineCall({
  name: "waybills.record-tracks",
  method: "POST",
  path: "/api/waybills/record-tracks",
  summary:
    "Records that parcels were delivered or came back, for channels whose carrier reports nothing. Their orders follow as with a carrier's tracking. `order_id` of a refused row is the waybill.",
  roles,
  permission,
  input: z.strictObject({
    waybill_uuids: waybillIds,
    status: z.enum(recordedTracks),
    /** when it happened; today if it is missing */
    on: z.iso.date().optional(),
    note: z.string().trim().max(200).default(""),
  }),
  output: batchOutput,
  codes: ["notFound"],
});

/** Waybills were requested, issued, printed, tracked or otherwise changed. A retailer receives what changed of its own parcels, except prints. */
export const waybillsChanged = defineTopic({
  name: "waybills.changed",
  roles: roleTypes,
  permission,
  payload: z.object({
    /** null if there are many */
    waybill_uuid: z.uuid().nullable(),
    /** it has just got its label, and can be printed */
    is_printable: z.boolean(),
  }),
});

/** The calls that read waybills: refreshed together after a change. */
export const waybillReads = [listWaybills, listParcelsWithout, listWaybillsOfOrder, listChoices] as const;
