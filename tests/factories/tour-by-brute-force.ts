/**
 * A warehouse as a graph and the shortest tour by brute force. It shares nothing with the planner: distances by Floyd and Warshall over the
 * crossings, tours by the dynamic programme over subsets (Held and Karp).
 */
export interface GraphLayout {
  readonly aisles: readonly number[];
  readonly crossAisles: readonly number[];
  readonly depot: { readonly aisle: number; readonly crossAisle: number };
  readonly closed: ReadonlySet<number>;
}

export interface GraphStop {
  readonly aisle: number;
  readonly along: number;
}

type Distance = (one: GraphStop, other: GraphStop) => number;

/** Computes the walking distance between any two stops of a layout. */
export function createDistance({ aisles, crossAisles, closed }: GraphLayout): Distance {
  const rows = crossAisles.length;
  const count = aisles.length * rows;
  const far = Array.from({ length: count }, (_, one) => Array.from({ length: count }, (__, other) => (one === other ? 0 : Infinity)));
  const connect = (one: number, other: number, length: number) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const row = far[from];
      if (row) row[to] = Math.min(row[to] ?? Infinity, length);
    }
  };
  for (const [aisle, across] of aisles.entries()) {
    for (const [row, along] of crossAisles.entries()) {
      const here = aisle * rows + row;
      if (aisle + 1 < aisles.length) connect(here, here + rows, (aisles[aisle + 1] ?? 0) - across);
      if (row + 1 < rows && !closed.has(aisle * (rows - 1) + row)) connect(here, here + 1, (crossAisles[row + 1] ?? 0) - along);
    }
  }
  for (let by = 0; by < count; by += 1)
    for (let from = 0; from < count; from += 1)
      for (let to = 0; to < count; to += 1) {
        const row = far[from];
        const length = (row?.[by] ?? Infinity) + (far[by]?.[to] ?? Infinity);
        if (row && length < (row[to] ?? Infinity)) row[to] = length;
      }
  const listExits = ({ aisle, along }: GraphStop): { at: number; length: number }[] => {
    const at = crossAisles.indexOf(along);
    if (at !== -1) return [{ at: aisle * rows + at, length: 0 }];
    const behind = crossAisles.findIndex((crossAisle) => crossAisle > along);
    return [behind - 1, behind].map((row) => ({ at: aisle * rows + row, length: Math.abs(along - (crossAisles[row] ?? 0)) }));
  };
  const isWithin = (along: number, other: number) => !crossAisles.some((crossAisle) => (along - crossAisle) * (other - crossAisle) < 0);
  return (one, other) => {
    let best = Infinity;
    if (one.aisle === other.aisle && isWithin(one.along, other.along)) best = Math.abs(one.along - other.along);
    if (one.aisle === other.aisle && crossAisles.includes(one.along) && crossAisles.includes(other.along)) best = Infinity;
    for (const exit of listExits(one))
      for (const entry of listExits(other)) best = Math.min(best, exit.length + (far[exit.at]?.[entry.at] ?? Infinity) + entry.length);
    return best;
  };
}

/** Returns the length of the shortest tour from a place over some stops and back. At most about a dozen stops. */
export function measureByBruteForce(distance: Distance, depot: GraphStop, stops: readonly GraphStop[]): number {
  const count = stops.length;
  if (count === 0) return 0;
  const best = Array.from({ length: 1 << count }, () => Array.from({ length: count }, () => Infinity));
  for (const [at, stop] of stops.entries()) {
    const row = best[1 << at];
    if (row) row[at] = distance(depot, stop);
  }
  const between = stops.map((one) => stops.map((other) => distance(one, other)));
  for (let set = 1; set < 1 << count; set += 1)
    for (let last = 0; last < count; last += 1) {
      const length = best[set]?.[last] ?? Infinity;
      if (length === Infinity) continue;
      for (let next = 0; next < count; next += 1) {
        if ((set >> next) & 1) continue;
        const row = best[set | (1 << next)];
        if (row) row[next] = Math.min(row[next] ?? Infinity, length + (between[last]?.[next] ?? Infinity));
      }
    }
  const whole = best[(1 << count) - 1] ?? [];
  return Math.min(...stops.map((stop, at) => (whole[at] ?? Infinity) + distance(stop, depot)));
}
