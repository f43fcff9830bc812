import { z } from "zod";
import { defineCall, ruled } from "#src/kit/api/define-call.ts";
import { labelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import { allocationStrategies, getSettingsRefusal, reviewRules, wallReviewRules } from "./warehouses.rules.ts";

/** The kinds of waves that a strategy may build (domain.md "Wave"). */
export const waveKinds = ["single_piece", "single_item", "burst", "cart", "wall", "bulk"] as const;

export const waveStrategy = z.strictObject({
  name: z.string().trim().min(1).max(60),
  kind: z.enum(waveKinds),
  max_orders: z.int().min(1).max(10_000),
  max_pieces: z.int().min(1).max(1_000_000),
  /** times of the warehouse's day at which a wave is built; none: not by the clock */
  build_at: z
    .array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/))
    .max(24)
    .default([]),
  /** builds a wave as soon as so many orders of the kind wait; 0: not by their number */
  build_from_orders: z.int().min(0).max(10_000).default(0),
  /** releases such a wave at once, without a look at the preview */
  releases_at_once: z.boolean().default(false),
});
export type WaveStrategy = z.output<typeof waveStrategy>;

export const scannerRules = z.strictObject({
  /** prefixes that a scanner adds, to be removed */
  prefixes: z.array(z.string().min(1).max(10)).max(10).default([]),
  /** the key that ends a scan */
  suffix: z.enum(["enter", "tab", "none"]).default("enter"),
  /** the same code within this many milliseconds is one scan */
  repeat_ms: z.int().min(0).max(5000).default(400),
  sound: z.boolean().default(true),
});

const labelChoice = z.strictObject({
  location: z.enum(labelSizes).default("70x50"),
  product: z.enum(labelSizes).default("50x30"),
  box: z.enum(labelSizes).default("100x100"),
});

const settingsFields = z.strictObject({
  /** how much more than a line announces may be received, in percent */
  over_receipt_percent: z.int().min(0).max(100).default(0),
  /** allowed deviation from the expected weight: the larger of the two applies */
  weight_tolerance_percent: z.int().min(0).max(100).default(5),
  weight_tolerance_grams: z.int().min(0).max(100_000).default(10),
  /** which picked orders are reviewed piece by piece before they are packed */
  review_rule: z.enum(reviewRules).default("always"),
  /** the share of orders that a sample reviews, in percent */
  review_sample_percent: z.int().min(0).max(100).default(10),
  /** the same for orders of a sort wall, where every piece was scanned for its order */
  wall_review_rule: z.enum(wallReviewRules).default("as_all"),
  wall_review_sample_percent: z.int().min(0).max(100).default(10),
  wave_strategies: z.array(waveStrategy).max(50).default([]),
  /** by which order stock is reserved for orders */
  allocation_strategy: z.enum(allocationStrategies).default("first_expiry"),
  /** two-letter codes of the countries that orders are shipped to from here; empty: to all */
  ships_to: z
    .array(
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/),
    )
    .max(300)
    .default([]),
  label_sizes: labelChoice.default(() => labelChoice.parse({})),
  scanner: scannerRules.default(() => scannerRules.parse({})),
});

/** A warehouse's settings, with defaults. */
export const warehouseSettings = ruled(settingsFields, getSettingsRefusal);
export type WarehouseSettings = z.output<typeof warehouseSettings>;

const settingsAnswer = z.object({ warehouse_uuid: z.uuid(), name: z.string(), version: z.int(), settings: warehouseSettings });

export const getWarehouseSettings = defineCall({
  name: "warehouses.get-settings",
  method: "GET",
  path: "/api/warehouses/get-settings",
  summary: "Returns a warehouse's settings: tolerances, wave strategies, label sizes, scanner rules.",
  roles: ["provider", "operator"],
  input: z.strictObject({ warehouse_uuid: z.uuid() }),
  output: settingsAnswer,
  codes: ["notFound"],
});

export const saveWarehouseSettings = defineCall({
  name: "warehouses.save-settings",
  method: "PUT",
  path: "/api/warehouses/save-settings",
  summary: "Sets a warehouse's settings. Omitted settings return to their defaults.",
  roles: ["provider"],
  input: z.strictObject({ warehouse_uuid: z.uuid(), version: z.int().min(1).max(2_000_000_000), settings: warehouseSettings }),
  output: settingsAnswer,
  codes: ["notFound", "changedMeanwhile", "warehouses.strategyTwice"],
});

export const queryWaveStrategies = defineCall({
  name: "warehouses.query-specific-wave-strategies",
  method: "GET",
  path: "/api/customer-settings/query-specific-wave-strategies",
  summary: "Lists the wave strategies of a warehouse, or the first 200 of all warehouses, by warehouse name.",
  roles: ["provider", "operator"],
  input: z.strictObject({ warehouse_uuid: z.uuid().optional(), provider_uuid: z.uuid().optional() }),
  output: z.object({ result: z.array(waveStrategy.extend({ warehouse_uuid: z.uuid() })) }),
  codes: ["notFound"],
});

export const printLabelInfoList = defineCall({
  name: "warehouses.print-label-info-list",
  method: "GET",
  path: "/api/customer-settings/print-label-info-list",
  summary: "Lists the label templates, with the sizes of label and paper in millimetres.",
  roles: ["provider", "operator"],
  input: z.strictObject({}),
  output: z.object({
    result: z.array(
      z.object({
        label_size: z.enum(labelSizes),
        templates: z.array(z.enum(["location", "product", "box"])),
        label_width_mm: z.number(),
        label_height_mm: z.number(),
        paper_width_mm: z.number(),
        paper_height_mm: z.number(),
        labels_per_page: z.int(),
      }),
    ),
  }),
  codes: [],
});
