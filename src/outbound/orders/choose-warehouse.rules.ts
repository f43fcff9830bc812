/** A warehouse that an order may be shipped from. */
export interface WarehouseChoice {
  readonly warehouse_uuid: string;
  /** two-letter codes; empty: to all countries */
  readonly ships_to: readonly string[];
  /** uuids of the channels that have a cut-off there: their carriers collect parcels */
  readonly collected_by: readonly string[];
}

/** What an order asks of the warehouse that ships it. */
interface WarehouseWish {
  readonly country: string;
  /** the channel that it names; null if the provider's rules choose one */
  readonly channelUuid: string | null;
  readonly needed: readonly NeededPieces[];
}

/** Pieces that an order needs. */
export interface NeededPieces {
  readonly variant_uuid: string;
  readonly stock_owner_uuid: string;
  readonly quantity: number;
}

/**
 * Chooses the warehouse that ships an order: one that ships to its country; of those, one that has all its pieces; then one where the carrier of its channel
 * collects; then the one with the most pieces; then the oldest.
 * @param warehouses open ones, oldest first
 * @param countAvailable the pieces of a SKU that can be reserved in a warehouse
 * @returns null if no warehouse ships to the country
 */
export function chooseWarehouse(
  warehouses: readonly WarehouseChoice[],
  { country, channelUuid, needed }: WarehouseWish,
  countAvailable: (warehouseUuid: string, piece: NeededPieces) => number,
): string | null {
  const sums = new Map<string, NeededPieces>();
  for (const piece of needed) {
    const key = `${piece.variant_uuid} ${piece.stock_owner_uuid}`;
    sums.set(key, { ...piece, quantity: piece.quantity + (sums.get(key)?.quantity ?? 0) });
  }
  const wanted = [...sums.values()].reduce((sum, { quantity }) => sum + quantity, 0);
  const ranked = warehouses
    .filter(({ ships_to }) => ships_to.length === 0 || ships_to.includes(country))
    .map(({ warehouse_uuid, collected_by }) => {
      let covered = 0;
      for (const piece of sums.values()) covered += Math.min(piece.quantity, countAvailable(warehouse_uuid, piece));
      const isCollected = channelUuid !== null && collected_by.includes(channelUuid);
      return { warehouse_uuid, rank: [Number(covered === wanted), Number(isCollected), covered] };
    });
  // Sorting is stable: of equal ones, the oldest stays first.
  const [best] = ranked.toSorted(({ rank: one }, { rank: other }) => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
  });
  return best?.warehouse_uuid ?? null;
}
