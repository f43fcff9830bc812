import { z } from "zod";
import { blob, defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { labelSizes, mostLabels } from "#src/warehouse/printing/label-templates.rules.ts";
import { coordinate, version } from "./warehouses.contract.ts";
import { getBarcodeRefusal, getBlockingRefusal, givenTypes, maxSequence, locationTypes } from "./warehouses.rules.ts";

const staff = { roles: ["provider", "operator"], permission: "goods" } as const;
const capacity = z.int().min(1).max(1_000_000_000_000).nullable();
/** Converted to upper case: scanners only know capital letters. */
export const barcode = ruled(
  z
    .string()
    .trim()
    .max(40)
    .transform((text) => text.toUpperCase()),
  getBarcodeRefusal,
);

const location = z.object({
  location_uuid: z.uuid(),
  warehouse_uuid: z.uuid(),
  warehouse_name: z.string(),
  /** empty for floor locations */
  partition_code: z.string(),
  shelf_code: z.string(),
  shelf_uuid: z.uuid().nullable(),
  barcode: z.string(),
  type: z.enum(locationTypes),
  pick_sequence: z.int(),
  put_sequence: z.int(),
  x_mm: z.int(),
  y_mm: z.int(),
  level: z.int(),
  /** null if unlimited */
  capacity_ml: z.int().nullable(),
  capacity_grams: z.int().nullable(),
  is_blocked: z.boolean(),
  blocked_reason: z.string(),
  /** pieces there, and the number of their SKUs */
  quantity: z.int(),
  sku_count: z.int(),
  /** goods were there or it was counted: its history must stay readable */
  has_history: z.boolean(),
  /** the last floor location of its type in the warehouse */
  is_last_of_floor: z.boolean(),
  version: z.int(),
});
export type Location = z.infer<typeof location>;

/** The sort orders of locations; the default is the walking order. A minus sorts descending. */
export const locationSorts = ["barcode", "-barcode", "pick_sequence", "-pick_sequence", "put_sequence", "-put_sequence"] as const;
export type LocationSort = (typeof locationSorts)[number];

export const listLocations = defineCall({
  name: "warehouses.list-locations",
  method: "GET",
  path: "/api/warehouses/list-locations",
  summary:
    "Lists locations in walking order, or as `sort` says. `barcode` matches the beginning of a barcode; `is_empty` matches locations without goods.",
  roles: ["provider", "operator"],
  input: z.strictObject({
    ...listInput,
    warehouse_uuid: z.uuid().optional(),
    partition_uuid: z.uuid().optional(),
    shelf_uuid: z.uuid().optional(),
    type: z.enum(locationTypes).optional(),
    is_blocked: query.flag().optional(),
    is_empty: query.flag().optional(),
    barcode: z.string().max(40).optional(),
    sort: z.enum(locationSorts).optional(),
  }),
  output: listOutput(location),
  codes: ["notFound"],
});

const locationFields = {
  /** null for a floor location */
  shelf_uuid: z.uuid().nullable(),
  barcode,
  type: z.enum(givenTypes),
  pick_sequence: z.int().min(0).max(maxSequence),
  put_sequence: z.int().min(0).max(maxSequence),
  x_mm: coordinate,
  y_mm: coordinate,
  level: z.int().min(0).max(99),
  capacity_ml: capacity,
  capacity_grams: capacity,
};

export const createLocation = defineCall({
  name: "warehouses.create-location",
  method: "POST",
  path: "/api/warehouses/create-location",
  summary: "Creates a location, on a shelf of the warehouse or on its floor.",
  ...staff,
  input: z.strictObject({ warehouse_uuid: z.uuid(), ...locationFields }),
  output: z.object({ location_uuid: z.uuid() }),
  codes: ["notFound", "warehouses.closed", "warehouses.barcodeShape", "warehouses.barcodeTaken"],
});

export const updateLocation = defineCall({
  name: "warehouses.update-location",
  method: "PUT",
  path: "/api/warehouses/update-location",
  summary: "Updates a location. Its type can change only while it is empty.",
  ...staff,
  input: z.strictObject({ location_uuid: z.uuid(), version, ...locationFields }),
  output: z.object({ version: z.int() }),
  codes: [
    "notFound",
    "changedMeanwhile",
    "warehouses.barcodeShape",
    "warehouses.barcodeTaken",
    "warehouses.locationHasStock",
    "warehouses.floorLocationStays",
    "warehouses.slotOfWall",
  ],
});

export const deleteLocations = defineCall({
  name: "warehouses.delete-locations",
  method: "DELETE",
  path: "/api/warehouses/delete-locations",
  summary: "Deletes locations that never held goods, all or none.",
  ...staff,
  input: z.strictObject({ location_uuids: z.array(z.uuid()).min(1).max(200) }),
  output: z.object({ deleted: z.int() }),
  codes: ["notFound", "warehouses.locationHasStock", "warehouses.locationHasHistory", "warehouses.floorLocationStays"],
});

export const setLocationsBlocked = defineCall({
  name: "warehouses.set-blocked",
  method: "PUT",
  path: "/api/warehouses/set-blocked",
  summary: "Blocks locations with a reason, or unblocks them, all or none. Nothing is picked from or put into a blocked location.",
  ...staff,
  input: ruled(
    z.strictObject({
      location_uuids: z.array(z.uuid()).min(1).max(200),
      blocked: z.boolean(),
      reason: z.string().trim().max(200).default(""),
    }),
    getBlockingRefusal,
  ),
  output: z.object({ changed: z.int() }),
  codes: ["notFound", "warehouses.reasonRequired"],
});

export const printLocationLabels = defineCall({
  name: "warehouses.print-location-labels",
  method: "POST",
  path: "/api/warehouses/print-location-labels",
  summary:
    "Returns a PDF with barcode labels in walking order: of the given locations, or of a shelf, partition or warehouse; at most 2,000.",
  ...staff,
  input: z.strictObject({
    location_uuids: z.array(z.uuid()).max(mostLabels).default([]),
    shelf_uuid: z.uuid().optional(),
    partition_uuid: z.uuid().optional(),
    warehouse_uuid: z.uuid().optional(),
    /** the warehouse's setting if omitted */
    label_size: z.enum(labelSizes).optional(),
    copies: z.int().min(1).max(10).default(1),
    language: z.enum(languages).default("en_us"),
  }),
  output: blob,
  codes: ["notFound", "warehouses.nothingToPrint", "warehouses.tooManyLabels"],
});

const mapShelf = z.object({
  shelf_uuid: z.uuid(),
  partition_uuid: z.uuid(),
  code: z.string(),
  x_mm: z.int(),
  y_mm: z.int(),
  width_mm: z.int(),
  depth_mm: z.int(),
  is_turned: z.boolean(),
  location_count: z.int(),
  used_count: z.int(),
  blocked_count: z.int(),
  /** pieces there */
  quantity: z.int(),
  /** 0 to 1: by volume if all volumes are known, else the share of occupied locations */
  fill: z.number(),
  fill_by: z.enum(["volume", "pieces"]),
  /** movements in the last 30 days, at most 200 per location; 0 if not requested */
  movement_count: z.int(),
  version: z.int(),
});
export type MapShelf = z.infer<typeof mapShelf>;

const mapPartition = z.object({
  partition_uuid: z.uuid(),
  code: z.string(),
  name: z.string(),
  x_mm: z.int(),
  y_mm: z.int(),
  width_mm: z.int(),
  depth_mm: z.int(),
});
export type MapPartition = z.infer<typeof mapPartition>;

const mapFloorLocation = z.object({
  location_uuid: z.uuid(),
  barcode: z.string(),
  type: z.enum(locationTypes),
  x_mm: z.int(),
  y_mm: z.int(),
  is_blocked: z.boolean(),
  /** pieces there */
  quantity: z.int(),
});
export type MapFloorLocation = z.infer<typeof mapFloorLocation>;

export const locationsMap = defineCall({
  name: "warehouses.locations-map",
  method: "GET",
  path: "/api/warehouses/locations-map",
  summary:
    "Returns a warehouse's map in millimetres from its corner: partitions, floor locations, and shelves with their fill level and activity.",
  roles: ["provider", "operator"],
  input: z.strictObject({ warehouse_uuid: z.uuid(), with_heat: query.flag().default(false) }),
  output: z.object({
    warehouse_uuid: z.uuid(),
    name: z.string(),
    width_mm: z.int(),
    depth_mm: z.int(),
    partitions: z.array(mapPartition),
    /** floor locations, at most 500 */
    floor: z.array(mapFloorLocation),
    shelves: z.array(mapShelf),
  }),
  codes: ["notFound"],
});

export const placeShelves = defineCall({
  name: "warehouses.place-shelves",
  method: "PUT",
  path: "/api/warehouses/place-shelves",
  summary: "Moves shelves of a warehouse on its map with their locations, all or none.",
  ...staff,
  input: z.strictObject({
    warehouse_uuid: z.uuid(),
    shelves: z
      .array(z.strictObject({ shelf_uuid: z.uuid(), version, x_mm: coordinate, y_mm: coordinate }))
      .min(1)
      .max(500),
  }),
  output: z.object({ placed: z.int() }),
  codes: ["notFound", "changedMeanwhile"],
});
