import { z } from "zod";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { walks } from "./generator.rules.ts";
import { shelfTypes } from "./warehouses.rules.ts";

/** The fields of a generation. Numbers may arrive as text, because the preview is a query. */
const generationFields = {
  warehouse_uuid: z.uuid(),
  partitions: z.string().trim().min(1).max(200),
  first_shelf: query.int(0, 9999),
  last_shelf: query.int(0, 9999),
  bays: query.int(1, 999),
  levels: query.int(1, 99),
  pattern: z.string().trim().min(1).max(60),
  digits: query.int(1, 4).default(2),
  walk: z.enum(walks).default("serpentine"),
  type: z.enum(shelfTypes).default("pick"),
  /** unlimited if omitted */
  capacity_ml: query.int(1, 1_000_000_000_000).optional(),
  capacity_grams: query.int(1, 1_000_000_000_000).optional(),
  bay_width_mm: query.int(100, 20_000).default(1000),
  shelf_depth_mm: query.int(100, 20_000).default(600),
  aisle_mm: query.int(0, 20_000).default(2000),
};

const staff = { roles: ["provider", "operator"], permission: "goods" } as const;
const refusals = [
  "notFound",
  "warehouses.closed",
  "warehouses.partitionsShape",
  "warehouses.rangeShape",
  "warehouses.tooManyLocations",
  "warehouses.patternMisses",
  "warehouses.barcodeShape",
  "warehouses.placeCodeShape",
  "warehouses.shelfElsewhere",
  "warehouses.outsideMap",
] as const;

export const previewGeneration = defineCall({
  name: "warehouses.preview-generation",
  method: "GET",
  path: "/api/warehouses/preview-generation",
  summary: "Previews a generation: what it would create, and which barcodes are already taken. Creates nothing.",
  ...staff,
  input: z.strictObject(generationFields),
  output: z.object({
    location_count: z.int(),
    /** barcodes in walking order */
    first: z.array(z.string()),
    last: z.array(z.string()),
    clash_count: z.int(),
    clashes: z.array(z.string()),
    new_partition_count: z.int(),
    new_shelf_count: z.int(),
  }),
  codes: refusals,
});

export const generateLocations = defineCall({
  name: "warehouses.generate-locations",
  method: "POST",
  path: "/api/warehouses/generate-locations",
  summary: "Creates up to 20,000 locations, with missing partitions and shelves. Creates nothing if a barcode is already taken.",
  ...staff,
  input: z.strictObject(generationFields),
  output: z.object({ location_count: z.int(), new_partition_count: z.int(), new_shelf_count: z.int() }),
  codes: [...refusals, "warehouses.barcodeTaken"],
});
