import { z } from "zod";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { conditions, mostPieces } from "./stock.rules.ts";
import { stocktakeStatuses } from "./stocktake.machine.ts";

const uuid = z.uuid();
const counters = { roles: ["provider", "operator"], permission: "goods" } as const;
const deciders = { roles: ["provider", "operator"], permission: "stockCounts" } as const;
const provider = { provider_uuid: uuid.optional() };
const lot = z.string().trim().max(80);
const condition = z.enum(conditions);
const code = z.string().trim().min(1).max(80);

const stocktake = z.object({
  stocktake_uuid: uuid,
  stocktake_number: z.string(),
  warehouse_uuid: uuid,
  warehouse_name: z.string(),
  status: z.enum(stocktakeStatuses),
  /** expected quantities are hidden from the counters */
  is_blind: z.boolean(),
  remark: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  /** empty until approved */
  approved_by: z.string(),
  /** null until approved or cancelled */
  ended_at: z.string().nullable(),
  version: z.int(),
  line_count: z.int(),
  counted_count: z.int(),
  /** lines whose last count differs from the expected quantity; 0 if the viewer may not know */
  difference_count: z.int(),
  /** of those, the ones not recounted yet */
  recount_count: z.int(),
  /** locations marked as complete, and those of them where nothing was counted */
  finished_location_count: z.int(),
  empty_location_count: z.int(),
});
export type Stocktake = z.output<typeof stocktake>;

/** What is counted: the whole warehouse by default. Given filters must be consistent. */
export const createStocktake = defineCall({
  name: "stock.create-stocktake",
  method: "POST",
  path: "/api/stock/create-stocktake",
  summary:
    "Plans a stocktake of a warehouse, a partition, a shelf, a range of locations or some SKUs, with a line for each balance found there. Unexpected goods can be counted too.",
  ...deciders,
  input: z.strictObject({
    ...provider,
    warehouse_uuid: uuid,
    partition_uuid: uuid.optional(),
    shelf_uuid: uuid.optional(),
    /** barcodes, both included */
    from_location: code.optional(),
    to_location: code.optional(),
    skus: z.array(z.string().trim().min(1).max(100)).max(500).default([]),
    is_blind: z.boolean().default(true),
    remark: z.string().trim().max(500).default(""),
  }),
  output: stocktake,
  codes: ["notFound", "stock.nothingToCount", "stock.tooManyLines"],
});

const step = z.strictObject({ ...provider, stocktake_uuid: uuid, version: z.int() });
const stepCodes = ["notFound", "changedMeanwhile", "stock.wrongStep"] as const;

export const startStocktake = defineCall({
  name: "stock.start-stocktake",
  method: "PUT",
  path: "/api/stock/start-stocktake",
  summary: "Starts a stocktake: it can be counted from then on.",
  ...deciders,
  input: step,
  output: stocktake,
  codes: stepCodes,
});

export const recountStocktake = defineCall({
  name: "stock.recount-stocktake",
  method: "PUT",
  path: "/api/stock/recount-stocktake",
  summary: "Requests a recount of the lines that differ.",
  ...deciders,
  input: step,
  output: stocktake,
  codes: [...stepCodes, "stock.nothingDiffers"],
});

export const cancelStocktake = defineCall({
  name: "stock.cancel-stocktake",
  method: "PUT",
  path: "/api/stock/cancel-stocktake",
  summary: "Cancels a stocktake. Nothing is posted.",
  ...deciders,
  input: step,
  output: stocktake,
  codes: stepCodes,
});

const line = z.object({
  line_uuid: uuid,
  location_uuid: uuid,
  barcode: z.string(),
  variant_uuid: uuid,
  sku: z.string(),
  /** titles of the product and the variant */
  title: z.string(),
  variant_title: z.string(),
  /** a stored file's name, or empty */
  main_image: z.string(),
  owner_name: z.string(),
  lot: z.string(),
  condition,
  /** the ledger's quantity at the last count; null before it, and if the viewer may not know */
  expected: z.int().nullable(),
  counted: z.int().nullable(),
  /** the second count */
  recounted: z.int().nullable(),
  /** the last count minus the expected quantity; null like `expected` */
  difference: z.int().nullable(),
  counted_by: z.string(),
  counted_at: z.string().nullable(),
});
export type StocktakeLine = z.output<typeof line>;

export const approveStocktake = defineCall({
  name: "stock.approve-stocktake",
  method: "PUT",
  path: "/api/stock/approve-stocktake",
  summary:
    "Approves a stocktake: posts a movement for each difference. Posts nothing if missing pieces are reserved or have left since; `blocked` lists those lines.",
  ...deciders,
  input: step.extend({
    /** uncounted lines keep their quantity */
    leave_uncounted: z.boolean().default(false),
    /** what the user was shown: if the figures changed, nothing is posted and `changedMeanwhile` is returned */
    difference_count: z.int().min(0).optional(),
    uncounted_count: z.int().min(0).optional(),
  }),
  output: z.object({ is_approved: z.boolean(), stocktake, blocked: z.array(line) }),
  codes: [
    ...stepCodes,
    "stock.recountFirst",
    "stock.linesUncounted",
    "stock.notEnough",
    "stock.reservedElsewhere",
    "stock.postedAlready",
    "stock.notStored",
  ],
});

/**
 * What is left to do: `count` lines, `recount` differing ones, or `approve` the counts. The last two reveal whether something differs: in a blind
 * stocktake only approvers see them.
 */
export const stocktakeToDos = ["count", "recount", "approve"] as const;
export type StocktakeToDo = (typeof stocktakeToDos)[number];

export const listStocktakes = defineCall({
  name: "stock.list-stocktakes",
  method: "GET",
  path: "/api/stock/list-stocktakes",
  summary: "Lists the provider's stocktakes, newest first.",
  ...counters,
  input: z.strictObject({
    ...listInput,
    ...provider,
    status: z.enum(stocktakeStatuses).optional(),
    to_do: z.enum(stocktakeToDos).optional(),
    warehouse_uuid: uuid.optional(),
  }),
  output: listOutput(stocktake),
  codes: [],
});

export const getStocktake = defineCall({
  name: "stock.get-stocktake",
  method: "GET",
  path: "/api/stock/get-stocktake",
  summary: "Returns one stocktake with its progress.",
  ...counters,
  input: z.strictObject({ ...provider, stocktake_uuid: uuid }),
  output: stocktake,
  codes: ["notFound"],
});

export const listStocktakeLines = defineCall({
  name: "stock.list-stocktake-lines",
  method: "GET",
  path: "/api/stock/list-stocktake-lines",
  summary: "Lists the lines of a stocktake in walking order, with expected and counted quantities.",
  ...deciders,
  input: z.strictObject({
    ...listInput,
    ...provider,
    stocktake_uuid: uuid,
    is_counted: query.flag().optional(),
    differs: query.flag().optional(),
  }),
  output: listOutput(line),
  codes: ["notFound"],
});

export const stocktakeLocation = defineCall({
  name: "stock.stocktake-location",
  method: "GET",
  path: "/api/stock/stocktake-location",
  summary:
    "Returns what a counter sees of a location: its lines. In a blind stocktake only counted lines, and in its recount only lines to count again, without the first count.",
  ...counters,
  input: z.strictObject({ ...provider, stocktake_uuid: uuid, location: code }),
  output: z.object({
    location_uuid: uuid,
    barcode: z.string(),
    is_blind: z.boolean(),
    status: z.enum(stocktakeStatuses),
    /** whether the plan includes the location; others can be counted as well */
    is_planned: z.boolean(),
    /** who marked it as complete, and when; empty and null for nobody */
    finished_by: z.string(),
    finished_at: z.string().nullable(),
    /** without `expected` and `difference` if blind, and without `counted` in a blind recount; at most 500 */
    lines: z.array(line),
  }),
  codes: ["notFound", "stock.locationUnknown", "stock.locationElsewhere"],
});

const choice = z.object({
  variant_uuid: uuid,
  sku: z.string(),
  title: z.string(),
  variant_title: z.string(),
  main_image: z.string(),
  owner_name: z.string(),
});
export type CountChoice = z.output<typeof choice>;

export const countStock = defineCall({
  name: "stock.count-stock",
  method: "POST",
  path: "/api/stock/count-stock",
  summary: "Counts pieces at a location, by scan or SKU: adds to the count or sets it. Unexpected goods get a new line.",
  ...counters,
  input: z
    .strictObject({
      ...provider,
      stocktake_uuid: uuid,
      location: code,
      /** a barcode or SKU, or the chosen product */
      code: code.optional(),
      variant_uuid: uuid.optional(),
      lot: lot.default(""),
      /** by default the condition of such pieces at this location, else the one its type implies */
      condition: condition.optional(),
      how: z.enum(["add", "set"]).default("add"),
      /** pieces; by default as many as the barcode stands for */
      quantity: z.int().min(0).max(1_000_000).optional(),
    })
    .refine((input) => input.code !== undefined || input.variant_uuid !== undefined),
  output: z.object({
    /** `choose`: nothing was counted because the code is ambiguous; call again with one of `choices` */
    outcome: z.enum(["counted", "choose"]),
    choices: z.array(choice),
    line: line.nullable(),
    /** the previous count; null if there was none */
    before: z.int().nullable(),
    /** this person also made the first count: somebody else should recount */
    is_same_person: z.boolean(),
  }),
  codes: [
    "notFound",
    "stock.notCounting",
    "stock.codeUnknown",
    "stock.locationUnknown",
    "stock.locationElsewhere",
    "stock.lotRequired",
    "stock.lotNotKept",
    "stock.bundleHasNoStock",
  ],
});

export const undoCount = defineCall({
  name: "stock.undo-count",
  method: "POST",
  path: "/api/stock/undo-count",
  summary: "Undoes a count, unless the line was counted again since.",
  ...counters,
  input: z.strictObject({
    ...provider,
    stocktake_uuid: uuid,
    line_uuid: uuid,
    /** the resulting count */
    after: z.int().min(0).max(mostPieces),
    before: z.int().min(0).max(mostPieces).nullable(),
  }),
  output: z.object({ line }),
  codes: ["notFound", "changedMeanwhile", "stock.notCounting"],
});

export const finishLocation = defineCall({
  name: "stock.finish-location",
  method: "POST",
  path: "/api/stock/finish-location",
  summary: "Finishes a location: nothing else is there. Lines not counted there are counted as zero.",
  ...counters,
  input: z.strictObject({ ...provider, stocktake_uuid: uuid, location: code }),
  output: z.object({
    barcode: z.string(),
    /** lines that this counted as zero */
    line_uuids: z.array(uuid),
    /** nothing was counted there */
    is_empty: z.boolean(),
  }),
  codes: ["notFound", "stock.notCounting", "stock.locationUnknown", "stock.locationElsewhere"],
});

export const reopenLocation = defineCall({
  name: "stock.reopen-location",
  method: "POST",
  path: "/api/stock/reopen-location",
  summary: "Reopens a finished location: lines counted as zero by finishing are uncounted again, unless one was counted since.",
  ...counters,
  input: z.strictObject({ ...provider, stocktake_uuid: uuid, location: code, line_uuids: z.array(uuid).max(10_000) }),
  output: z.object({ barcode: z.string() }),
  codes: ["notFound", "changedMeanwhile", "stock.notCounting", "stock.locationUnknown", "stock.locationElsewhere"],
});
