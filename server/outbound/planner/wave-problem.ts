/** Pieces of an item. */
export interface ItemQuantity {
  readonly item: number;
  readonly quantity: number;
}

/** A pool of orders, of which some make the next wave, and the stock of each aisle. */
export interface WaveProblem {
  readonly itemCount: number;
  readonly orders: readonly (readonly ItemQuantity[])[];
  readonly aisles: readonly (readonly ItemQuantity[])[];
  /** the fewest and the most pieces of a wave */
  readonly least: number;
  readonly most: number;
}

/** A wave's content: its orders and the aisles that are visited, by their indexes. */
export interface WaveContent {
  readonly orders: readonly number[];
  readonly aisles: readonly number[];
}

/** Rows of pairs in flat arrays: those of row `r` are from `starts[r]` up to `starts[r + 1]`. */
export interface Rows {
  readonly starts: Int32Array;
  readonly ids: Int32Array;
  readonly quantities: Int32Array;
}

/** A problem prepared for the search. */
export interface WaveGround {
  readonly orders: Rows;
  readonly aisles: Rows;
  /** for each item the orders that want it, those of the most pieces first */
  readonly ordersOfItem: Rows;
  /** for each item the aisles that have it */
  readonly aislesOfItem: Rows;
  /** each order's pieces */
  readonly pieces: Int32Array;
  /** orders that fit into a wave at all: in stock, and not too large */
  readonly candidates: Int32Array;
  readonly least: number;
  readonly most: number;
}

function createRows(lists: readonly (readonly ItemQuantity[])[]): Rows {
  const starts = new Int32Array(lists.length + 1);
  for (const [at, list] of lists.entries()) starts[at + 1] = (starts[at] ?? 0) + list.length;
  const ids = new Int32Array(starts[lists.length] ?? 0);
  const quantities = new Int32Array(ids.length);
  let next = 0;
  for (const list of lists) {
    for (const { item, quantity } of list) {
      ids[next] = item;
      quantities[next] = quantity;
      next += 1;
    }
  }
  return { starts, ids, quantities };
}

/** Turns rows of items round: for each item, the rows that have it, in the order of `rowOrder`. */
function invertRows(lists: readonly (readonly ItemQuantity[])[], itemCount: number, rowOrder: Iterable<number>): Rows {
  const inverted: { item: number; quantity: number }[][] = Array.from({ length: itemCount }, () => []);
  for (const row of rowOrder) for (const { item, quantity } of lists[row] ?? []) inverted[item]?.push({ item: row, quantity });
  return createRows(inverted);
}

/** Adds up repeated items of a row, and leaves out those without pieces. */
function mergeItems(row: readonly ItemQuantity[]): ItemQuantity[] {
  const quantities = new Map<number, number>();
  for (const { item, quantity } of row) if (quantity > 0) quantities.set(item, (quantities.get(item) ?? 0) + quantity);
  return [...quantities].map(([item, quantity]) => ({ item, quantity }));
}

/** Prepares a problem. */
export function prepareWave({ itemCount, orders, aisles, least, most }: WaveProblem): WaveGround {
  const orderRows = orders.map(mergeItems);
  const aisleRows = aisles.map(mergeItems);
  const pieces = Int32Array.from(orderRows, (row) => row.reduce((sum, { quantity }) => sum + quantity, 0));
  const stock = new Float64Array(itemCount);
  for (const row of aisleRows) for (const { item, quantity } of row) stock[item] = (stock[item] ?? 0) + quantity;
  const candidates = [...orderRows.keys()].filter((order) => {
    const row = orderRows[order] ?? [];
    return row.length > 0 && (pieces[order] ?? 0) <= most && row.every(({ item, quantity }) => quantity <= (stock[item] ?? 0));
  });
  const bySize = candidates.toSorted((a, b) => (pieces[b] ?? 0) - (pieces[a] ?? 0) || a - b);
  return {
    orders: createRows(orderRows),
    aisles: createRows(aisleRows),
    ordersOfItem: invertRows(orderRows, itemCount, bySize),
    aislesOfItem: invertRows(aisleRows, itemCount, aisleRows.keys()),
    pieces,
    candidates: Int32Array.from(candidates),
    least,
    most,
  };
}
