import { z } from "zod";
import { defineCall, query } from "#src/api/define-call.ts";
import { listInput, listOutput } from "#src/api/list.ts";
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
  /** who counts is not told what is expected */
  is_blind: z.boolean(),
  remark: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  /** empty until it is approved */
  approved_by: z.string(),
  /** null until it is approved or cancelled */
  ended_at: z.string().nullable(),
  version: z.int(),
  line_count: z.int(),
  counted_count: z.int(),
  /** lines whose last count is another number than was expected; 0 for who may not be told */
  difference_count: z.int(),
  /** of those, the ones that nobody has counted again */
  recount_count: z.int(),
  /** locations of which somebody said that nothing else lies there, and those among them where nothing was counted at all */
  finished_location_count: z.int(),
  empty_location_count: z.int(),
});
export type Stocktake = z.output<typeof stocktake>;

/** What may be counted: all of the warehouse where nothing is named. What is named has to hold together. */
export const createStocktake = defineCall({
  name: "stock.create-stocktake",
  method: "POST",
  path: "/api/stock/create-stocktake",
  summary:
    "Plans a stocktake of a warehouse, or of a partition, a shelf, a range of locations or some SKUs: a line for each thing that lies there. What is not known to lie there can be counted too.",
  ...deciders,
  input: z.strictObject({
    ...provider,
    warehouse_uuid: uuid,
    partition_uuid: uuid.optional(),
    shelf_uuid: uuid.optional(),
    /** barcodes, both ends are in it */
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
  summary: "Opens a stocktake for counting.",
  ...deciders,
  input: step,
  output: stocktake,
  codes: stepCodes,
});

export const recountStocktake = defineCall({
  name: "stock.recount-stocktake",
  method: "PUT",
  path: "/api/stock/recount-stocktake",
  summary: "Has the lines that differ counted again.",
  ...deciders,
  input: step,
  output: stocktake,
  codes: [...stepCodes, "stock.nothingDiffers"],
});

export const cancelStocktake = defineCall({
  name: "stock.cancel-stocktake",
  method: "PUT",
  path: "/api/stock/cancel-stocktake",
  summary: "Gives a stocktake up: nothing is posted.",
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
  /** the product's title and the variant's */
  title: z.string(),
  variant_title: z.string(),
  /** a stored file's name, or empty */
  main_image: z.string(),
  owner_name: z.string(),
  lot: z.string(),
  condition,
  /** what the ledger said at the moment of the last count; null until then, and for who may not be told */
  expected: z.int().nullable(),
  counted: z.int().nullable(),
  /** the second look */
  recounted: z.int().nullable(),
  /** the last count less what was expected; null as `expected` */
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
    "Posts a movement for each difference. Nothing is posted where pieces are missing that are reserved, or gone since: `blocked` names the lines.",
  ...deciders,
  input: step.extend({
    /** lines that nobody counted stay as they are */
    leave_uncounted: z.boolean().default(false),
    /** what the person was shown: with other figures by now, nothing is posted and `changedMeanwhile` is answered */
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
 * What is left to do: `count` lines, have differing ones counted again (`recount`), or `approve` what is counted. The last two tell whether
 * something differs: of a blind stocktake only who decides about counts is answered.
 */
export const stocktakeToDos = ["count", "recount", "approve"] as const;
export type StocktakeToDo = (typeof stocktakeToDos)[number];

export const listStocktakes = defineCall({
  name: "stock.list-stocktakes",
  method: "GET",
  path: "/api/stock/list-stocktakes",
  summary: "The provider's stocktakes, the newest first.",
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
  summary: "One stocktake with how far it is.",
  ...counters,
  input: z.strictObject({ ...provider, stocktake_uuid: uuid }),
  output: stocktake,
  codes: ["notFound"],
});

export const listStocktakeLines = defineCall({
  name: "stock.list-stocktake-lines",
  method: "GET",
  path: "/api/stock/list-stocktake-lines",
  summary: "The lines of a stocktake by location, with what was expected and what was counted.",
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
    "What a counter sees of a location: its lines; of a blind stocktake only those that are counted, and in its recount only those that have to be counted again, without the first count.",
  ...counters,
  input: z.strictObject({ ...provider, stocktake_uuid: uuid, location: code }),
  output: z.object({
    location_uuid: uuid,
    barcode: z.string(),
    is_blind: z.boolean(),
    status: z.enum(stocktakeStatuses),
    /** whether the plan covers the location; one that it does not can be counted all the same */
    is_planned: z.boolean(),
    /** who said that nothing else lies there, and when; empty and null for nobody */
    finished_by: z.string(),
    finished_at: z.string().nullable(),
    /** without `expected` and `difference` where it is blind, and without `counted` in a blind recount; at most 500 */
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
  summary:
    "Counts pieces at a location, by scan or by SKU: adds them to the count, or says how many there are. Goods that nobody expected make a line.",
  ...counters,
  input: z
    .strictObject({
      ...provider,
      stocktake_uuid: uuid,
      location: code,
      /** a barcode or a SKU, or the product that was chosen */
      code: code.optional(),
      variant_uuid: uuid.optional(),
      lot: lot.default(""),
      /** left out: what such pieces at this location are already, else what the location is for */
      condition: condition.optional(),
      how: z.enum(["add", "set"]).default("add"),
      /** pieces; without it, as many as the barcode stands for */
      quantity: z.int().min(0).max(1_000_000).optional(),
    })
    .refine((input) => input.code !== undefined || input.variant_uuid !== undefined),
  output: z.object({
    /** `choose`: nothing is counted, the code means several products; ask again with one of `choices` */
    outcome: z.enum(["counted", "choose"]),
    choices: z.array(choice),
    line: line.nullable(),
    /** the count before this one; null where there was none */
    before: z.int().nullable(),
    /** the first count was this person's too: somebody else had better count again */
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
  summary: "Takes a count back, unless somebody has counted on since.",
  ...counters,
  input: z.strictObject({
    ...provider,
    stocktake_uuid: uuid,
    line_uuid: uuid,
    /** what the count came to */
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
  summary: "Says that nothing else lies at a location, or nothing at all: what is not counted there is counted as none.",
  ...counters,
  input: z.strictObject({ ...provider, stocktake_uuid: uuid, location: code }),
  output: z.object({
    barcode: z.string(),
    /** lines that counted as none by this */
    line_uuids: z.array(uuid),
    /** nothing is counted there at all */
    is_empty: z.boolean(),
  }),
  codes: ["notFound", "stock.notCounting", "stock.locationUnknown", "stock.locationElsewhere"],
});

export const reopenLocation = defineCall({
  name: "stock.reopen-location",
  method: "POST",
  path: "/api/stock/reopen-location",
  summary:
    "Takes back that nothing else lies at a location: the lines that counted as none by it are not counted, unless somebody has since.",
  ...counters,
  input: z.strictObject({ ...provider, stocktake_uuid: uuid, location: code, line_uuids: z.array(uuid).max(10_000) }),
  output: z.object({ barcode: z.string() }),
  codes: ["notFound", "changedMeanwhile", "stock.notCounting", "stock.locationUnknown", "stock.locationElsewhere"],
});
