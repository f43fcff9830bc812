import type { BalanceRow, StockRow } from "./stock.contract.ts";
import type { Condition } from "./stock.rules.ts";

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

/** The figures of a SKU in the order they are shown. */
export const stateColumns = ["on_hand", "available", "reserved", "receiving", "incoming", "damaged", "quarantined"] as const;

type Standing =
  | { readonly word: "low"; readonly tone: "warn" }
  | { readonly word: "there"; readonly tone: "good" }
  | { readonly word: "none"; readonly tone: "quiet" };

/** A balance's key, as one text. */
export function balanceKey({ variant_uuid, location_uuid, lot, condition }: BalanceRow): string {
  return [variant_uuid, location_uuid, condition, lot].join(" ");
}

/** How a SKU stands, in one word. */
export function standingOf({ is_low, on_hand }: Pick<StockRow, "is_low" | "on_hand">): Standing {
  if (is_low) return { word: "low", tone: "warn" };
  return on_hand > 0 ? { word: "there", tone: "good" } : { word: "none", tone: "quiet" };
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
