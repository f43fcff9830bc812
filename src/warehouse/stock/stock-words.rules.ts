import { dayMs } from "#src/kit/lib/days.ts";
import type { BalanceRow } from "./stock.contract.ts";
import type { Condition, StockLevel } from "./stock.rules.ts";

/** What movements can be for, as in the ledger's `source_type`. */
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
  "pick",
  "short-pick",
  "return",
  "review",
  "review-short",
  "packing-damaged",
  "exception-scrap",
  "sort",
  "customer-return",
] as const;
type SourceType = (typeof sourceTypes)[number];

/** Returns the text key for a movement's source; unknown ones are `other`. */
export function getSourceWord(type: string): SourceType | "other" {
  return sourceTypes.find((one) => one === type) ?? "other";
}

/** The figures that lists show by default, in order. */
export const mainFigures = ["on_hand", "available", "not_available", "incoming"] as const;

export const levelTones = { in_stock: "good", low: "warn", out: "bad" } as const satisfies Record<StockLevel, string>;

/** Builds a balance's key. */
export function getBalanceKey({ variant_uuid, location_uuid, lot, condition }: BalanceRow): string {
  return [variant_uuid, location_uuid, condition, lot].join(" ");
}

/** The tone of each condition; the label names it. */
export const conditionTones = { good: "good", damaged: "bad", quarantined: "warn" } as const satisfies Record<Condition, string>;

const known = ["pick", "reserve", "receiving", "packing", "damaged", "returns", "tote", "slot"] as const;

/** Returns the text key for a location's type. */
export function getLocationWord(type: string): (typeof known)[number] {
  return known.find((one) => one === type) ?? "reserve";
}

/** Counts whole days since a time. @param since ISO 8601; null if there is no stock */
export function countWholeDays(since: string | null, nowMs: number): number | null {
  const then = since === null ? Number.NaN : Date.parse(since);
  return Number.isNaN(then) ? null : Math.max(0, Math.floor((nowMs - then) / dayMs));
}
