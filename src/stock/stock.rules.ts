import type { RefusalName } from "#src/api/codes.ts";

/** What pieces can be: sold, not sold, or not decided about. */
export const conditions = ["good", "damaged", "quarantined"] as const;
export type Condition = (typeof conditions)[number];

/** As many pieces as a place, or a line of a count, has room for in the database. */
export const mostPieces = 2_147_483_647;

/** Where goods come from and go to that is no location of ours. */
export const outsidePlaces = ["arrival", "opening", "adjustment", "shipment", "scrap"] as const;
export type OutsidePlace = (typeof outsidePlaces)[number];

/** Why a count on the shelf is put right by hand. */
export const adjustmentReasons = ["damaged", "lost", "found", "expired", "sample", "correction", "other"] as const;
export type AdjustmentReason = (typeof adjustmentReasons)[number];

/** Another reason than the known ones is said in words. */
export function adjustmentRefusal({ reason, note }: { reason: AdjustmentReason; note: string }): RefusalName | null {
  return reason === "other" && note === "" ? "stock.noteRequired" : null;
}

/** A product that keeps lots has one named at each movement; another has none. */
export function lotRefusal({ keeps_lots }: { keeps_lots: boolean }, lot: string): "stock.lotRequired" | "stock.lotNotKept" | null {
  if (keeps_lots) return lot === "" ? "stock.lotRequired" : null;
  return lot === "" ? null : "stock.lotNotKept";
}

/** How much of a SKU is there, in one word. */
export const stockLevels = ["in_stock", "low", "out"] as const;
export type StockLevel = (typeof stockLevels)[number];
/** What a list of stock is filtered by; `below_limit` is every SKU with fewer available pieces than its limit, whether low or out. */
export const stockLevelFilters = [...stockLevels, "below_limit"] as const;

/** Returns "out" where no piece is on hand, whatever the limit. @param limit the low-stock limit; null where none is set */
export function getStockLevel({ on_hand, available }: { on_hand: number; available: number }, limit: number | null): StockLevel {
  if (on_hand === 0) return "out";
  return limit !== null && available < limit ? "low" : "in_stock";
}

/** Why pieces on hand are not available. Each such piece has exactly one of these reasons. */
export const unavailableReasons = ["reserved", "receiving", "damaged", "quarantined", "blocked", "expired", "outside_storage"] as const;

/** Ages of stock in whole days, from a day on; the last is without end. */
export const ageBuckets = ["0-30", "31-60", "61-90", "91-180", "181+"] as const;
export type AgeBucket = (typeof ageBuckets)[number];
/** The first day of each bucket but the first. */
export const ageBounds = [31, 61, 91, 181] as const;
