import { z } from "zod";
import { batchOutput } from "#src/kit/api/batch.ts";
import { blob, defineCall, query } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { parcelStatuses } from "#src/outbound/packing/packing.rules.ts";
import { bagScanKinds, bagStatuses, manifestStatuses, mostBagGrams, mostBags, mostPut, parcelBlocks } from "./bagging.rules.ts";

const roles = ["provider", "operator"] as const;
export const baggingPermission = "bagging";
const permission = baggingPermission;
const provider = { provider_uuid: z.uuid().optional() };
export const printLanguage = { language: z.enum(["en_us", "zh_cn"]).default("en_us") };

/** What all parcels of a bag have in common. */
const bagOf = {
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  channel_uuid: z.uuid(),
  channel_name: z.string(),
  /** null if the channel has none */
  carrier_account_uuid: z.uuid().nullable(),
  /** empty without an account */
  account_name: z.string(),
};

/** A bag in a list. Times are ISO 8601, empty if unset. */
const bagRow = z.object({
  bag_uuid: z.uuid(),
  bag_number: z.string(),
  status: z.enum(bagStatuses),
  ...bagOf,
  /** a day: `2026-11-28` */
  ship_date: z.string(),
  parcel_count: z.int(),
  /** the weights of its parcels together */
  parcel_grams: z.int(),
  /** of the sealed bag; null before */
  weight_grams: z.int().nullable(),
  manifest_uuid: z.uuid().nullable(),
  /** empty without a manifest */
  manifest_number: z.string(),
  opened_at: z.string(),
  sealed_at: z.string(),
  handed_over_at: z.string(),
});
export type BagRow = z.infer<typeof bagRow>;

/** A parcel as bagging sees it. */
const bagParcel = z.object({
  parcel_uuid: z.uuid(),
  parcel_number: z.string(),
  order_uuid: z.uuid(),
  order_number: z.string(),
  warehouse_uuid: z.uuid(),
  status: z.enum(parcelStatuses),
  /** null before it is weighed */
  measured_grams: z.int().nullable(),
  /** of its issued waybill; empty without one */
  waybill_number: z.string(),
  tracking_number: z.string(),
  /** of its issued waybill; null without one */
  channel_uuid: z.uuid().nullable(),
  channel_name: z.string(),
  /** the bag that it is in; null if it is in none */
  bag_uuid: z.uuid().nullable(),
  bag_number: z.string(),
  /** what keeps it from leaving: its order is on hold, is to be cancelled, or has an open exception; empty if nothing does */
  blocked_by: z.enum(parcelBlocks),
});
export type BagParcel = z.infer<typeof bagParcel>;

const bag = bagRow.extend({ parcels: z.array(bagParcel) });
export type Bag = z.infer<typeof bag>;

const bagChannel = z.object({ ...bagOf, waiting_parcels: z.int(), open_bags: z.int() });
export type BagChannel = z.infer<typeof bagChannel>;

export const listBagChannels = defineCall({
  name: "bagging.list-channels",
  method: "GET",
  path: "/api/bagging/list-channels",
  summary:
    "Lists the channels that a bag can be opened for, by warehouse: those of weighed parcels with a waybill that are in no bag, and of open bags.",
  roles,
  permission,
  input: z.strictObject({ warehouse_uuid: z.uuid().optional() }),
  output: z.object({ channels: z.array(bagChannel) }),
  codes: [],
});

/** A manifest as a scan finds it. */
const foundManifest = z.object({ manifest_uuid: z.uuid(), manifest_number: z.string(), status: z.enum(manifestStatuses) });
export type FoundManifest = z.infer<typeof foundManifest>;

export const findToBag = defineCall({
  name: "bagging.find",
  method: "GET",
  path: "/api/bagging/find",
  summary:
    "Finds what a scanned code means when bagging: a bag, a parcel by its number, its waybill's or the tracking number, or a manifest.",
  roles,
  permission,
  input: z.strictObject({ code: z.string().trim().min(1).max(120), warehouse_uuid: z.uuid().optional() }),
  output: z.object({
    kind: z.enum(bagScanKinds),
    bag: bagRow.nullable(),
    parcel: bagParcel.nullable(),
    manifest: foundManifest.nullable(),
  }),
  codes: [],
});

export const getBag = defineCall({
  name: "bagging.get-bag",
  method: "GET",
  path: "/api/bagging/get-bag",
  summary: "Returns a bag with the parcels that are in it, the last one first.",
  roles,
  permission,
  input: z.strictObject({ bag_uuid: z.uuid() }),
  output: bag,
  codes: ["notFound"],
});

export const openBag = defineCall({
  name: "bagging.open-bag",
  method: "POST",
  path: "/api/bagging/open-bag",
  summary:
    "Opens a bag for parcels of one channel, warehouse and day. Its account is the channel's; without a day, it is for today by the warehouse's clock.",
  roles,
  permission,
  input: z.strictObject({ warehouse_uuid: z.uuid(), channel_uuid: z.uuid(), ship_date: z.iso.date().optional() }),
  output: bag,
  codes: ["notFound", "bagging.dayPast"],
});

export const putIntoBag = defineCall({
  name: "bagging.put-into-bag",
  method: "PUT",
  path: "/api/dropshipping/put-into-bag",
  summary:
    "Puts parcels into an open bag. Each is put in or refused on its own; `order_id` of a refused row is its parcel. With the last parcel in a bag, the order is bagged.",
  roles,
  permission,
  input: z.strictObject({ ...provider, bag_uuid: z.uuid(), parcel_ids: z.array(z.uuid()).min(1).max(mostPut) }),
  output: batchOutput,
  codes: ["notFound"],
});

export const takeOutOfBag = defineCall({
  name: "bagging.take-out",
  method: "POST",
  path: "/api/bagging/take-out",
  summary: "Takes a parcel out of an open bag: its status becomes weighed again, and so does its order's.",
  roles,
  permission,
  input: z.strictObject({ bag_uuid: z.uuid(), parcel_uuid: z.uuid() }),
  output: bag,
  codes: ["notFound", "bagging.bagNotOpen", "bagging.notInBag"],
});

export const sealBag = defineCall({
  name: "bagging.seal",
  method: "POST",
  path: "/api/bagging/seal",
  summary: "Seals an open bag with its weight. It takes no more parcels.",
  roles,
  permission,
  input: z.strictObject({ bag_uuid: z.uuid(), weight_grams: z.int().min(1).max(mostBagGrams) }),
  output: bag,
  codes: ["notFound", "bagging.bagNotOpen", "bagging.bagEmpty"],
});

export const unsealBag = defineCall({
  name: "bagging.unseal",
  method: "POST",
  path: "/api/bagging/unseal",
  summary: "Reopens a sealed bag that is not on a manifest.",
  roles: ["provider"],
  input: z.strictObject({ bag_uuid: z.uuid() }),
  output: bag,
  codes: ["notFound", "bagging.bagInManifest", "bagging.bagNotSealed"],
});

export const bagFields = [
  "bag_id",
  "bag_number",
  "status",
  "channel_id",
  "account_id",
  "warehouse_id",
  "ship_date",
  "manifest_id",
] as const;

export const queryBaggedElements = defineCall({
  name: "bagging.query-bagged-specific-element",
  method: "GET",
  path: "/api/dropshipping/query-bagged-specific-element",
  summary: "Lists the bags whose fields have the given values, newest first.",
  roles,
  permission,
  input: z.strictObject({
    ...provider,
    ...listInput,
    field: query.list(z.enum(bagFields), bagFields.length),
    value: query.list(z.string().trim().max(100), bagFields.length),
  }),
  output: listOutput(bagRow),
  codes: ["parameterError"],
});

export const printBaggedList = defineCall({
  name: "bagging.print-bagged-list",
  method: "GET",
  path: "/api/dropshipping/print-bagged-list",
  summary: "Returns a PDF with the parcels of each of the bags, by their numbers. Bags with too many parcels for one file are refused.",
  roles,
  permission,
  input: z.strictObject({
    ...provider,
    bag_numbers: query.list(z.string().trim().toUpperCase().min(1).max(40), mostBags),
    ...printLanguage,
  }),
  output: blob,
  codes: ["notFound", "bagging.tooManyListed"],
});

export const printBagTags = defineCall({
  name: "bagging.print-tags",
  method: "GET",
  path: "/api/bagging/print-tags",
  summary: "Returns a PDF with the tags of bags, each of 100 x 150 mm.",
  roles,
  permission,
  input: z.strictObject({ bag_uuids: query.list(z.uuid(), mostBags), ...printLanguage }),
  output: blob,
  codes: ["notFound"],
});

/** What is in bags changed, a bag's state, or a manifest's. */
export const baggingChanged = defineTopic({
  name: "bagging.changed",
  roles,
  permission,
  /** null if several changed */
  payload: z.object({ bag_uuid: z.uuid().nullable() }),
});

export { bagParcel, bagRow };
