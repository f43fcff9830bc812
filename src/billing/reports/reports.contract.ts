import { z } from "zod";
import { daySchema } from "#src/kit/api/day.ts";
import { defineCall, ruled } from "#src/kit/api/define-call.ts";
import { ageBuckets } from "#src/warehouse/stock/stock.rules.ts";
import { ageGroupings, getDaysRefusal, movementGroupings, locationGroupings } from "./reports.rules.ts";
import type { Days } from "./reports.rules.ts";

const staff = ["provider", "operator"] as const;
const permission = "reports";
const uuid = z.uuid();
const scope = { provider_uuid: uuid.optional(), warehouse_uuid: uuid.optional(), owner_uuid: uuid.optional() };
const ofDays = <S extends z.ZodType<Days>>(schema: S) => ruled(schema, getDaysRefusal);
/** The rows of a report, at most 1,000, and the total over all rows, including those beyond. Reports are not paged. */
const rows = <R extends z.ZodType, T extends z.ZodType>(row: R, total: T) => ({
  result: z.array(row),
  is_complete: z.boolean(),
  total,
});

/** Declared value of pieces by currency, in hundredths. Pieces without a declared value are counted separately. */
const value = z.array(z.object({ currency: z.string(), cents: z.int() }));

const ageFigures = z.object({
  sku_count: z.int(),
  quantity: z.int(),
  /** pieces by age, in the order of `ageBuckets` */
  by_age: z.array(z.int()).length(ageBuckets.length),
  value,
  unvalued_quantity: z.int(),
});
export type AgeFigures = z.infer<typeof ageFigures>;

const ageRow = ageFigures.extend({
  /** uuid of the retailer, warehouse or variant */
  key: uuid,
  /** name of the retailer or warehouse, or SKU of the variant */
  name: z.string(),
  /** owner of the goods, by retailer and SKU; null for a warehouse */
  owner_uuid: uuid.nullable(),
  owner_name: z.string(),
});
export type AgeRow = z.infer<typeof ageRow>;

export const reportStockByAge = defineCall({
  name: "reports.stock-by-age",
  method: "GET",
  path: "/api/reports/stock-by-age",
  summary: "Reports stock by age and value: by retailer, by warehouse, or for the 1,000 SKUs with the most pieces.",
  roles: staff,
  permission,
  input: z.strictObject({ ...scope, by: z.enum(ageGroupings).default("retailer") }),
  output: z.object(rows(ageRow, ageFigures)),
  codes: ["notFound"],
});

const movementFigures = z.object({
  /** a movement between two warehouses counts once in each */
  movement_count: z.int(),
  pieces_in: z.int(),
  pieces_out: z.int(),
  /** from one place or condition to another within a warehouse */
  pieces_moved: z.int(),
});
export type MovementFigures = z.infer<typeof movementFigures>;

const movementRow = movementFigures.extend({
  /** the day, the kind of movement, or the uuid of the retailer */
  key: z.string(),
  /** a retailer's name; otherwise empty */
  name: z.string(),
});
export type MovementRow = z.infer<typeof movementRow>;

export const reportMovements = defineCall({
  name: "reports.movements",
  method: "GET",
  path: "/api/reports/movements",
  summary: "Reports incoming, outgoing and relocated pieces by day, kind or retailer. Days follow each warehouse's time zone.",
  roles: staff,
  permission,
  input: ofDays(z.strictObject({ ...scope, from: daySchema, until: daySchema, by: z.enum(movementGroupings).default("day") })),
  output: z.object(rows(movementRow, movementFigures)),
  codes: ["notFound", "reports.daysTurned", "reports.tooLong"],
});

const receiptFigures = z.object({
  receipt_count: z.int(),
  completed_count: z.int(),
  /** counted so far */
  pieces: z.int(),
  /** of the receipts with an announced day: how many arrived by it */
  expected_count: z.int(),
  on_time_count: z.int(),
  /** of completed ones: from arrival to completion, in minutes; null if there is none */
  median_minutes: z.int().nullable(),
  p90_minutes: z.int().nullable(),
});
export type ReceiptFigures = z.infer<typeof receiptFigures>;

const receiptWeek = receiptFigures.extend({
  /** Monday of the week of arrival, in the warehouse's time zone */
  week: z.string(),
});
export type ReceiptWeek = z.infer<typeof receiptWeek>;

const openReceipt = z.object({
  receipt_uuid: uuid,
  receipt_number: z.string(),
  owner_uuid: uuid,
  retailer_name: z.string(),
  arrived_at: z.string(),
  status: z.string(),
});
export type OpenReceipt = z.infer<typeof openReceipt>;

export const reportReceipts = defineCall({
  name: "reports.receipts",
  method: "GET",
  path: "/api/reports/receipts",
  summary: "Reports receipts by week of arrival: whether they arrived on the announced day, and how long they took.",
  roles: staff,
  permission,
  input: ofDays(z.strictObject({ ...scope, from: daySchema, until: daySchema })),
  output: z.object({
    ...rows(receiptWeek, receiptFigures),
    /** arrived and not completed, longest waiting first, at most 50 */
    open: z.array(openReceipt),
  }),
  codes: ["notFound", "reports.daysTurned", "reports.tooLong"],
});

const useFigures = z.object({
  location_count: z.int(),
  occupied_count: z.int(),
  blocked_count: z.int(),
  /** of locations with a limit: the total, and how much is used by goods with known dimensions */
  capacity_ml: z.int(),
  used_ml: z.int(),
  pieces: z.int(),
});
export type UseFigures = z.infer<typeof useFigures>;

const useRow = useFigures.extend({
  /** uuid of the warehouse or partition (the warehouse for its floor, which is in no partition), or the kind of location */
  key: z.string(),
  /** name of the warehouse, or code of the partition; empty for floors and kinds */
  name: z.string(),
  /** of a partition or a floor; otherwise empty */
  warehouse_name: z.string(),
});
export type UseRow = z.infer<typeof useRow>;

export const reportLocations = defineCall({
  name: "reports.locations",
  method: "GET",
  path: "/api/reports/locations",
  summary: "Reports how many locations hold goods and how full they are, by warehouse, partition or kind.",
  roles: staff,
  permission,
  input: z.strictObject({
    provider_uuid: uuid.optional(),
    warehouse_uuid: uuid.optional(),
    by: z.enum(locationGroupings).default("warehouse"),
  }),
  output: z.object(rows(useRow, useFigures)),
  codes: ["notFound"],
});
