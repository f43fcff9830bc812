import { z } from "zod";
import { defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { farthestMm, getNameRefusal, getPlaceCodeRefusal, getTimeZoneRefusal, getWarehouseCodeRefusal } from "./warehouses.rules.ts";

export const version = z.int().min(1).max(2_000_000_000);
export const coordinate = z.int().min(0).max(farthestMm);
/** Converted to upper case: `a-01` and `A-01` are one shelf. */
const placeCode = ruled(
  z
    .string()
    .trim()
    .max(20)
    .transform((text) => text.toUpperCase()),
  getPlaceCodeRefusal,
);

/** A warehouse. A retailer gets only the first five fields: it chooses where its goods go. */
const warehouse = z.object({
  warehouse_uuid: z.uuid(),
  name: z.string(),
  code: z.string(),
  country_code: z.string(),
  is_closed: z.boolean(),
  address: z.string().optional(),
  /** IANA name, used for cut-offs and days */
  time_zone: z.string().optional(),
  width_mm: z.int().optional(),
  depth_mm: z.int().optional(),
  location_count: z.int().optional(),
  /** goods are stored there */
  has_stock: z.boolean().optional(),
  /** open receipts name it */
  has_receipts: z.boolean().optional(),
  version: z.int().optional(),
});
export type Warehouse = z.infer<typeof warehouse>;

export const queryStorage = defineCall({
  name: "warehouses.query-storage",
  method: "GET",
  path: "/api/storage/query-storage",
  summary: "Lists the provider's warehouses by name. A retailer sees name, code and country of the open ones.",
  roles: ["provider", "operator", "dropShipper"],
  input: z.strictObject({
    ...listInput,
    provider_uuid: z.uuid().optional(),
    warehouse_uuid: z.uuid().optional(),
    is_closed: query.flag().optional(),
  }),
  output: listOutput(warehouse),
  codes: ["notFound"],
});

const area = { x_mm: z.int(), y_mm: z.int(), width_mm: z.int(), depth_mm: z.int() };
/** The number of locations, of occupied ones and of blocked ones. */
const counts = { location_count: z.int(), used_count: z.int(), blocked_count: z.int() };

const shelfNode = z.object({ shelf_uuid: z.uuid(), code: z.string(), ...area, is_turned: z.boolean(), version: z.int(), ...counts });
export type ShelfNode = z.infer<typeof shelfNode>;
const partitionNode = z.object({
  partition_uuid: z.uuid(),
  code: z.string(),
  name: z.string(),
  ...area,
  version: z.int(),
  ...counts,
  shelves: z.array(shelfNode),
});
export type PartitionNode = z.infer<typeof partitionNode>;
const warehouseNode = z.object({
  warehouse_uuid: z.uuid(),
  name: z.string(),
  code: z.string(),
  is_closed: z.boolean(),
  width_mm: z.int(),
  depth_mm: z.int(),
  ...counts,
  partitions: z.array(partitionNode),
});
export type WarehouseNode = z.infer<typeof warehouseNode>;

export const queryStorageDefinition = defineCall({
  name: "warehouses.query-storage-definition",
  method: "GET",
  path: "/api/storage/query-storage-definition",
  summary: "Lists the provider's warehouses with their partitions and shelves, and how many locations of each are used.",
  roles: ["provider", "operator"],
  input: z.strictObject({ provider_uuid: z.uuid().optional(), warehouse_uuid: z.uuid().optional() }),
  output: z.object({ result: z.array(warehouseNode) }),
  codes: ["notFound"],
});

const name = ruled(z.string().trim().max(60), getNameRefusal);
const sideMm = z.int().min(1000).max(farthestMm);
const warehouseFields = {
  name,
  country_code: z.union([z.literal(""), z.string().regex(/^[A-Z]{2}$/)]).default(""),
  address: z.string().trim().max(300).default(""),
  time_zone: ruled(z.string().max(60), getTimeZoneRefusal).default("UTC"),
  width_mm: sideMm.default(30_000),
  depth_mm: sideMm.default(20_000),
};

export const createWarehouse = defineCall({
  name: "warehouses.create-warehouse",
  method: "POST",
  path: "/api/warehouses/create-warehouse",
  summary: "Creates a warehouse with one location each for receiving, packing and damaged goods.",
  roles: ["provider"],
  input: z.strictObject({ ...warehouseFields, code: ruled(z.string().trim().max(12), getWarehouseCodeRefusal) }),
  output: z.object({ warehouse_uuid: z.uuid() }),
  codes: [
    "warehouses.nameRequired",
    "warehouses.nameTaken",
    "warehouses.codeShape",
    "warehouses.codeTaken",
    "warehouses.timeZoneUnknown",
    "warehouses.barcodeTaken",
  ],
});

export const updateWarehouse = defineCall({
  name: "warehouses.update-warehouse",
  method: "PUT",
  path: "/api/warehouses/update-warehouse",
  summary: "Updates a warehouse. Its code cannot change, because it is printed on labels.",
  roles: ["provider"],
  input: z.strictObject({ ...warehouseFields, warehouse_uuid: z.uuid(), version }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "warehouses.nameRequired", "warehouses.nameTaken", "warehouses.timeZoneUnknown"],
});

export const closeWarehouse = defineCall({
  name: "warehouses.close-warehouse",
  method: "PUT",
  path: "/api/warehouses/close-warehouse",
  summary: "Closes a warehouse that has no goods and no open receipts, or reopens it. Its history stays readable.",
  roles: ["provider"],
  input: z.strictObject({ warehouse_uuid: z.uuid(), is_closed: z.boolean(), version }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "warehouses.hasStock", "warehouses.hasReceipts"],
});

const staff = { roles: ["provider", "operator"], permission: "goods" } as const;
const areaInput = {
  x_mm: coordinate,
  y_mm: coordinate,
  width_mm: z.int().min(100).max(farthestMm),
  depth_mm: z.int().min(100).max(farthestMm),
};
const partitionFields = { code: placeCode, name: z.string().trim().max(60).default(""), ...areaInput };

export const createPartition = defineCall({
  name: "warehouses.create-partition",
  method: "POST",
  path: "/api/warehouses/create-partition",
  summary: "Creates a partition: an area of a warehouse's map.",
  ...staff,
  input: z.strictObject({ warehouse_uuid: z.uuid(), ...partitionFields }),
  output: z.object({ partition_uuid: z.uuid() }),
  codes: ["notFound", "warehouses.closed", "warehouses.placeCodeShape", "warehouses.partitionCodeTaken"],
});

export const updatePartition = defineCall({
  name: "warehouses.update-partition",
  method: "PUT",
  path: "/api/warehouses/update-partition",
  summary: "Updates a partition's code, name and area.",
  ...staff,
  input: z.strictObject({ partition_uuid: z.uuid(), version, ...partitionFields }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "warehouses.placeCodeShape", "warehouses.partitionCodeTaken"],
});

export const deletePartition = defineCall({
  name: "warehouses.delete-partition",
  method: "DELETE",
  path: "/api/warehouses/delete-partition",
  summary: "Deletes a partition without shelves.",
  ...staff,
  input: z.strictObject({ partition_uuid: z.uuid() }),
  output: z.object({}),
  codes: ["notFound", "warehouses.partitionHasShelves"],
});

const shelfFields = { code: placeCode, ...areaInput, is_turned: z.boolean().default(false) };

export const createShelf = defineCall({
  name: "warehouses.create-shelf",
  method: "POST",
  path: "/api/warehouses/create-shelf",
  summary: "Creates a shelf in a partition. Its dimensions are those of its place on the map.",
  ...staff,
  input: z.strictObject({ partition_uuid: z.uuid(), ...shelfFields }),
  output: z.object({ shelf_uuid: z.uuid() }),
  codes: ["notFound", "warehouses.closed", "warehouses.placeCodeShape", "warehouses.shelfCodeTaken"],
});

export const updateShelf = defineCall({
  name: "warehouses.update-shelf",
  method: "PUT",
  path: "/api/warehouses/update-shelf",
  summary: "Updates a shelf's code, dimensions and place. Its locations move with it.",
  ...staff,
  input: z.strictObject({ shelf_uuid: z.uuid(), version, ...shelfFields }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "warehouses.placeCodeShape", "warehouses.shelfCodeTaken"],
});

export const deleteShelf = defineCall({
  name: "warehouses.delete-shelf",
  method: "DELETE",
  path: "/api/warehouses/delete-shelf",
  summary: "Deletes a shelf without locations.",
  ...staff,
  input: z.strictObject({ shelf_uuid: z.uuid() }),
  output: z.object({}),
  codes: ["notFound", "warehouses.shelfHasLocations"],
});

/** A warehouse's definition, locations or settings changed. */
export const warehousesChanged = defineTopic({
  name: "warehouses.changed",
  roles: ["provider", "operator"],
  payload: z.object({ warehouse_uuid: z.uuid() }),
});
