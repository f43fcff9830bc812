import type { AllocationStrategy } from "#src/warehouse/warehouses/warehouses.rules.ts";

/** Pieces that can be reserved: good, unexpired, in a pick or reserve location that is not blocked. */
export interface PickableBalance {
  readonly variantUuid: string;
  readonly warehouseUuid: string;
  readonly locationUuid: string;
  readonly ownerUuid: string;
  readonly lot: string;
  /** pieces that nobody has reserved */
  readonly available: number;
  /** YYYY-MM-DD; null if it does not expire */
  readonly expiresOn: string | null;
  readonly isReserve: boolean;
  /** when its oldest pieces came, in milliseconds */
  readonly sinceMs: number;
  readonly pickSequence: number;
}

/** The pieces that one line of a source needs. */
export interface StockWant {
  readonly line: number;
  readonly variantUuid: string;
  readonly ownerUuid: string;
  readonly warehouseUuid: string;
  /** an integer, at least 1 */
  readonly quantity: number;
  /** null for any that has not expired */
  readonly lot: string | null;
}

/** What a source, such as an order, needs: all of it or nothing. */
export interface StockRequest<W extends StockWant = StockWant> {
  readonly uuid: string;
  readonly wants: readonly W[];
}

/** Pieces of a balance for a line. */
export interface ChosenPieces {
  readonly line: number;
  readonly balance: PickableBalance;
  readonly quantity: number;
}

interface Remaining {
  readonly balance: PickableBalance;
  left: number;
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Sorts after every date. */
const never = "9999-99-99";

type Order = (one: PickableBalance, other: PickableBalance) => number;
const byPlace: Order = (one, other) =>
  compare(one.pickSequence, other.pickSequence) || compare(one.locationUuid, other.locationUuid) || compare(one.lot, other.lot);
const byExpiry: Order = (one, other) => compare(one.expiresOn ?? never, other.expiresOn ?? never);
const byType: Order = (one, other) => compare(Number(one.isReserve), Number(other.isReserve));
const byAge: Order = (one, other) => compare(one.sinceMs, other.sinceMs);

const firstExpiry: Order = (one, other) => byExpiry(one, other) || byType(one, other) || byAge(one, other) || byPlace(one, other);
const orders: Readonly<Record<AllocationStrategy, Order>> = {
  first_expiry: firstExpiry,
  first_in: (one, other) => byAge(one, other) || byExpiry(one, other) || byType(one, other) || byPlace(one, other),
  fewest_locations: firstExpiry,
};

function toKey({ variantUuid, ownerUuid, warehouseUuid }: Pick<StockWant, "variantUuid" | "ownerUuid" | "warehouseUuid">): string {
  return `${variantUuid} ${ownerUuid} ${warehouseUuid}`;
}

/** The next balance for the rest of a want: the smallest that holds all of it, else the largest. */
function findFewest(remaining: readonly Remaining[], rest: number, { lot }: StockWant): Remaining | null {
  let best: Remaining | null = null;
  for (const one of remaining) {
    if (one.left === 0 || (lot !== null && one.balance.lot !== lot)) continue;
    if (best === null) best = one;
    else if (one.left >= rest ? best.left < rest || one.left < best.left : best.left < rest && one.left > best.left) best = one;
  }
  return best;
}

function findFirst(remaining: readonly Remaining[], _rest: number, { lot }: StockWant): Remaining | null {
  return remaining.find(({ balance, left }) => left > 0 && (lot === null || balance.lot === lot)) ?? null;
}

/**
 * Chooses the pieces of each request, one request after the other: all of a request's pieces, or none. Pieces are never chosen twice. Within a request,
 * lines that name a lot come first, because the others can take any.
 * @param requests in the order in which they get stock
 * @returns the pieces by request; requests that are short are missing
 */
export function chooseStock(
  requests: readonly StockRequest[],
  balances: readonly PickableBalance[],
  strategy: AllocationStrategy,
): Map<string, ChosenPieces[]> {
  const order = orders[strategy];
  const byKey = new Map<string, Remaining[]>();
  for (const [key, group] of Map.groupBy(balances, toKey))
    byKey.set(
      key,
      group.toSorted(order).map((balance) => ({ balance, left: balance.available })),
    );
  const find = strategy === "fewest_locations" ? findFewest : findFirst;
  const chosen = new Map<string, ChosenPieces[]>();
  for (const { uuid, wants } of requests) {
    const pieces = takePieces(byKey, wants, find);
    if (pieces !== null) chosen.set(uuid, pieces);
  }
  return chosen;
}

/** Takes the pieces of one request; puts them back and returns null if there are not enough. */
function takePieces(
  byKey: ReadonlyMap<string, Remaining[]>,
  wants: readonly StockWant[],
  find: (remaining: readonly Remaining[], rest: number, want: StockWant) => Remaining | null,
): ChosenPieces[] | null {
  const taken: { from: Remaining; line: number; quantity: number }[] = [];
  for (const want of wants.toSorted((one, other) => compare(Number(one.lot === null), Number(other.lot === null)))) {
    const key = toKey(want);
    let rest = want.quantity;
    while (rest > 0) {
      const remaining = byKey.get(key) ?? [];
      const from = find(remaining, rest, want);
      if (from === null) {
        for (const piece of taken) piece.from.left += piece.quantity;
        return null;
      }
      const quantity = Math.min(rest, from.left);
      from.left -= quantity;
      rest -= quantity;
      taken.push({ from, line: want.line, quantity });
    }
  }
  return taken.map(({ from, line, quantity }) => ({ line, balance: from.balance, quantity }));
}
