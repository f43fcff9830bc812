/** The conditions of pieces. */
export const conditions = ["good", "damaged", "quarantined"] as const;
export type Condition = (typeof conditions)[number];

/** The most pieces of a location or count line that the database can store. */
export const mostPieces = 2_147_483_647;

/** Places outside the warehouse that goods come from or go to. */
export const outsidePlaces = ["arrival", "opening", "adjustment", "shipment", "scrap"] as const;
export type OutsidePlace = (typeof outsidePlaces)[number];

/** The reasons for an adjustment by hand. */
export const adjustmentReasons = ["damaged", "lost", "found", "expired", "sample", "correction", "other"] as const;
export type AdjustmentReason = (typeof adjustmentReasons)[number];

/** Whether a reason says that pieces were removed (-1) or added (1); the others may do either. */
const directions: Partial<Record<AdjustmentReason, 1 | -1>> = { damaged: -1, lost: -1, found: 1, expired: -1, sample: -1 };

/** The reason "other" requires a note, and nobody adds pieces because they were lost. @param delta the pieces added, negative if removed */
export function getAdjustmentRefusal({
  delta,
  reason,
  note,
}: {
  delta: number;
  reason: AdjustmentReason;
  note: string;
}): "stock.noteRequired" | "stock.reasonRemoves" | "stock.reasonAdds" | null {
  if (reason === "other" && note === "") return "stock.noteRequired";
  const direction = directions[reason];
  if (direction === undefined || direction === Math.sign(delta)) return null;
  return direction === 1 ? "stock.reasonAdds" : "stock.reasonRemoves";
}

/** A product that tracks lots needs one at each movement; other products have none. */
export function getLotRefusal({ keeps_lots }: { keeps_lots: boolean }, lot: string): "stock.lotRequired" | "stock.lotNotKept" | null {
  if (keeps_lots) return lot === "" ? "stock.lotRequired" : null;
  return lot === "" ? null : "stock.lotNotKept";
}

/** The stock level of a SKU in one word. */
export const stockLevels = ["in_stock", "low", "out"] as const;
export type StockLevel = (typeof stockLevels)[number];
/** Filters of the stock list; `below_limit` means fewer available pieces than the SKU's limit, whether low or out. */
export const stockLevelFilters = [...stockLevels, "below_limit"] as const;

/** Returns "out" if no piece is on hand, whatever the limit. @param limit the low-stock limit; null if none is set */
export function getStockLevel({ on_hand, available }: { on_hand: number; available: number }, limit: number | null): StockLevel {
  if (on_hand === 0) return "out";
  return limit !== null && available < limit ? "low" : "in_stock";
}

/** Why pieces on hand are not available. Each such piece has exactly one reason. */
export const unavailableReasons = ["reserved", "receiving", "damaged", "quarantined", "blocked", "expired", "outside_storage"] as const;

/** Age ranges in whole days; the last is open-ended. */
export const ageBuckets = ["0-30", "31-60", "61-90", "91-180", "181+"] as const;
export type AgeBucket = (typeof ageBuckets)[number];
/** The first day of each range except the first. */
export const ageBounds = [31, 61, 91, 181] as const;
