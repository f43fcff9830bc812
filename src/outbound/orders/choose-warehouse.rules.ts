/** A warehouse that an order may be shipped from. */
export interface WarehouseChoice {
  readonly warehouse_uuid: string;
  /** two-letter codes; empty: to all countries */
  readonly ships_to: readonly string[];
}

/** Pieces that an order needs. */
export interface NeededPieces {
  readonly variant_uuid: string;
  readonly stock_owner_uuid: string;
  readonly quantity: number;
}

/**
 * Chooses the warehouse that ships an order: one that ships to its country; of those, one that has all its pieces; of those, the one with the most of
 * them; then the oldest.
 * @param warehouses open ones, oldest first
 * @param countAvailable the pieces of a SKU that can be reserved in a warehouse
 * @returns null if no warehouse ships to the country
 */
export function chooseWarehouse(
  warehouses: readonly WarehouseChoice[],
  { country, needed }: { readonly country: string; readonly needed: readonly NeededPieces[] },
  countAvailable: (warehouseUuid: string, piece: NeededPieces) => number,
): string | null {
  const sums = new Map<string, NeededPieces>();
  for (const piece of needed) {
    const key = `${piece.variant_uuid} ${piece.stock_owner_uuid}`;
    sums.set(key, { ...piece, quantity: piece.quantity + (sums.get(key)?.quantity ?? 0) });
  }
  let best: { warehouse_uuid: string; covered: number } | null = null;
  for (const { warehouse_uuid, ships_to } of warehouses) {
    if (ships_to.length > 0 && !ships_to.includes(country)) continue;
    let covered = 0;
    for (const piece of sums.values()) covered += Math.min(piece.quantity, countAvailable(warehouse_uuid, piece));
    if (best === null || covered > best.covered) best = { warehouse_uuid, covered };
  }
  return best?.warehouse_uuid ?? null;
}
