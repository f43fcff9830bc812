import type { PlannedBin } from "./locked-waves.commands.ts";

/** Pieces that are reserved for a line of an order's demand. */
export interface ReservedPieces {
  readonly order_uuid: string;
  readonly line: number;
  readonly variant_uuid: string;
  readonly owner_uuid: string;
  readonly location_uuid: string;
  readonly lot: string;
  readonly quantity: number;
  /** YYYY-MM-DD; null if it does not expire */
  readonly expires_on: string | null;
  /** false if they lie where nothing may be picked now, or have expired */
  readonly can_pick: boolean;
}

/** Pieces of a SKU in a bin that nobody has reserved and that can be picked. */
export interface FreePieces {
  readonly variant_uuid: string;
  readonly owner_uuid: string;
  readonly location_uuid: string;
  readonly lot: string;
  readonly quantity: number;
  /** YYYY-MM-DD; null if it does not expire */
  readonly expires_on: string | null;
}

interface Bin {
  readonly location_uuid: string;
  readonly lot: string;
  readonly expires_on: string;
  left: number;
}

const never = "9999-99-99";

const toKey = ({ variant_uuid, owner_uuid }: { variant_uuid: string; owner_uuid: string }): string => `${variant_uuid} ${owner_uuid}`;
const toBinKey = ({ location_uuid, lot }: { location_uuid: string; lot: string }): string => `${location_uuid} ${lot}`;

/** Lists the bins of a SKU with what the wave may take from each: what is free, and what it has reserved there itself. */
function listBins(reserved: readonly ReservedPieces[], free: readonly FreePieces[]): Bin[] {
  const bins = new Map<string, Bin>();
  for (const { location_uuid, lot, expires_on, quantity } of free)
    bins.set(toBinKey({ location_uuid, lot }), { location_uuid, lot, expires_on: expires_on ?? never, left: quantity });
  for (const one of reserved) {
    const bin = bins.get(toBinKey(one));
    if (bin !== undefined) bin.left += one.quantity;
    else
      bins.set(toBinKey(one), { location_uuid: one.location_uuid, lot: one.lot, expires_on: one.expires_on ?? never, left: one.quantity });
  }
  return [...bins.values()];
}

/** The next bin for the rest: the smallest that holds all of it, else the largest. */
function findNext(bins: readonly Bin[], rest: number): Bin | null {
  let best: Bin | null = null;
  for (const bin of bins) {
    if (bin.left === 0) continue;
    const isBetter =
      best === null || (bin.left >= rest ? best.left < rest || bin.left < best.left : best.left < rest && bin.left > best.left);
    if (isBetter) best = bin;
  }
  return best;
}

/** Takes pieces from as few bins as it can, what expires first before the rest. Returns null if there are not enough. */
function takeFewest(bins: readonly Bin[], quantity: number): Bin[] | null {
  const taken: Bin[] = [];
  let rest = quantity;
  const groups = Map.groupBy(bins, ({ expires_on }) => expires_on);
  for (const day of [...groups.keys()].toSorted()) {
    const group = (groups.get(day) ?? []).map((bin) => ({ ...bin }));
    for (let bin = findNext(group, rest); bin !== null && rest > 0; bin = findNext(group, rest)) {
      const part = Math.min(rest, bin.left);
      taken.push({ ...bin, left: part });
      rest -= part;
      bin.left = 0;
    }
  }
  return rest > 0 ? null : taken;
}

/** Distributes the pieces of chosen bins to the lines: what a line has reserved there stays, the rest is filled up in order. */
function distribute(reserved: readonly ReservedPieces[], chosen: readonly Bin[]): PlannedBin[] {
  const left = new Map(chosen.map((bin) => [toBinKey(bin), { ...bin }]));
  const pieces: PlannedBin[] = [];
  const wanting: { order_uuid: string; line: number; rest: number }[] = [];
  const give = (to: { order_uuid: string; line: number }, bin: Bin, most: number): number => {
    const quantity = Math.min(most, bin.left);
    if (quantity > 0) pieces.push({ order_uuid: to.order_uuid, line: to.line, location_uuid: bin.location_uuid, lot: bin.lot, quantity });
    bin.left -= quantity;
    return quantity;
  };
  for (const one of reserved) {
    const bin = left.get(toBinKey(one));
    const given = bin === undefined ? 0 : give(one, bin, one.quantity);
    if (given < one.quantity) wanting.push({ order_uuid: one.order_uuid, line: one.line, rest: one.quantity - given });
  }
  for (const want of wanting)
    for (const bin of left.values()) {
      want.rest -= give(want, bin, want.rest);
      if (want.rest === 0) break;
    }
  return pieces;
}

/** Adds pieces of the same line in the same bin, which were given in two steps. */
function joinPieces(pieces: readonly PlannedBin[]): PlannedBin[] {
  const joined = new Map<string, PlannedBin>();
  for (const one of pieces) {
    const key = `${one.order_uuid} ${one.line} ${toBinKey(one)}`;
    joined.set(key, { ...one, quantity: one.quantity + (joined.get(key)?.quantity ?? 0) });
  }
  return [...joined.values()];
}

/**
 * Chooses bins for a whole wave: for each SKU what expires first, and of that as few bins as possible, where this visits fewer than the reservations do or
 * where some of what is reserved cannot be picked. Orders of the same SKU are then picked at one stop.
 * @param reserved all open reservations of the wave's orders on shelves
 * @param free what else can be picked of the same SKUs
 * @returns all pieces of each line that is to be reserved elsewhere; lines that stay are missing
 */
export function chooseBins(reserved: readonly ReservedPieces[], free: readonly FreePieces[]): PlannedBin[] {
  const freeByKey = Map.groupBy(free, toKey);
  const planned: PlannedBin[] = [];
  for (const [key, own] of Map.groupBy(reserved, toKey)) {
    const quantity = own.reduce((sum, one) => sum + one.quantity, 0);
    const pickable = own.filter(({ can_pick }) => can_pick);
    const chosen = takeFewest(listBins(pickable, freeByKey.get(key) ?? []), quantity);
    if (chosen === null) continue;
    const before = new Set(own.map(toBinKey));
    const isBetter = new Set(chosen.map(toBinKey)).size < before.size || pickable.length < own.length;
    if (!isBetter) continue;
    const current = new Set(own.map((one) => `${one.order_uuid} ${one.line} ${toBinKey(one)} ${one.quantity}`));
    const byLine = Map.groupBy(joinPieces(distribute(own, chosen)), ({ order_uuid, line }) => `${order_uuid} ${line}`);
    for (const pieces of byLine.values())
      if (pieces.some((one) => !current.has(`${one.order_uuid} ${one.line} ${toBinKey(one)} ${one.quantity}`))) planned.push(...pieces);
  }
  return planned;
}
