import type { BalanceRow } from "./stock.contract.ts";
import type { Condition, StockLevel } from "./stock.rules.ts";

/** What movements are about, as the ledger's `source_type` has it. */
export const sourceTypes = [
  "opening",
  "receipt",
  "receipt-undo",
  "decision",
  "putaway",
  "putaway-undo",
  "move",
  "condition",
  "adjustment",
  "stocktake",
  "merge",
  "shipment",
] as const;
type SourceType = (typeof sourceTypes)[number];

/** The word for what a movement is about; one that is not known here has a word of its own. */
export function sourceWord(type: string): SourceType | "other" {
  return sourceTypes.find((one) => one === type) ?? "other";
}

/** The figures of a SKU that lists show at first, in their order. */
export const mainFigures = ["on_hand", "available", "not_available", "incoming"] as const;

export const levelTones = { in_stock: "good", low: "warn", out: "bad" } as const satisfies Record<StockLevel, string>;

/** A balance's key, as one text. */
export function balanceKey({ variant_uuid, location_uuid, lot, condition }: BalanceRow): string {
  return [variant_uuid, location_uuid, condition, lot].join(" ");
}

/** How a condition looks; the word beside it says which. */
export const conditionTones = { good: "good", damaged: "bad", quarantined: "warn" } as const satisfies Record<Condition, string>;

const known = ["pick", "reserve", "receiving", "packing", "damaged"] as const;

/** The word for what a location is for. */
export function locationWord(type: string): (typeof known)[number] {
  return known.find((one) => one === type) ?? "reserve";
}

const dayMs = 86_400_000;

/** How many whole days pieces have been there. @param since ISO 8601; null where there is nothing */
export function wholeDays(since: string | null, nowMs: number): number | null {
  const then = since === null ? Number.NaN : Date.parse(since);
  return Number.isNaN(then) ? null : Math.max(0, Math.floor((nowMs - then) / dayMs));
}
