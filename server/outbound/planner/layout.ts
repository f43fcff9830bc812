/**
 * A rectangle of parallel aisles between cross aisles. A picker walks along aisles and cross aisles only; both sides of an aisle are picked in
 * one pass. Distances are in any one unit: the product uses millimetres.
 */
export interface Layout {
  /** each aisle's position across, ascending */
  readonly aisles: readonly number[];
  /** each cross aisle's position along the aisles, ascending; at least two, the first is the front */
  readonly crossAisles: readonly number[];
  /** where tours begin and end: the crossing of an aisle and a cross aisle */
  readonly depot: { readonly aisle: number; readonly crossAisle: number };
  /** segments without a passage, by their number (`getSegment`); they have no stops other than the depot */
  readonly closed: ReadonlySet<number>;
}

/** A place where a picker stops. */
export interface Stop {
  /** index in `Layout.aisles` */
  readonly aisle: number;
  /** position along the aisle */
  readonly along: number;
}

/** Returns the number of a segment: the part of an aisle between two neighbouring cross aisles. Blocks count from the front. */
export function getSegment(layout: Layout, aisle: number, block: number): number {
  return aisle * (layout.crossAisles.length - 1) + block;
}

/** Returns the block of a position along the aisles; a position on a cross aisle belongs to the block behind it, unless it is the last. */
export function findBlock(layout: Layout, along: number): number {
  const { crossAisles } = layout;
  let block = 0;
  while (block < crossAisles.length - 2 && along >= (crossAisles[block + 1] ?? 0)) block += 1;
  return block;
}

/** A layout as measured: the depot anywhere along a cross aisle. */
export interface MeasuredLayout extends Omit<Layout, "depot" | "closed"> {
  readonly depot: { readonly across: number; readonly crossAisle: number };
  /** pairs of aisle and block without a passage */
  readonly closed?: readonly { readonly aisle: number; readonly block: number }[];
}

/**
 * Makes a layout whose depot may be between two aisles or beside them: an aisle without passages is added there. Indexes of aisles from
 * `firstShifted` on then grow by one.
 */
export function createLayout(measured: MeasuredLayout): { readonly layout: Layout; readonly firstShifted: number } {
  const { aisles, crossAisles, depot, closed = [] } = measured;
  const blocks = crossAisles.length - 1;
  const found = aisles.indexOf(depot.across);
  const behind = aisles.findIndex((across) => across > depot.across);
  const at = found !== -1 ? found : behind === -1 ? aisles.length : behind;
  const firstShifted = found === -1 ? at : aisles.length;
  const shift = (aisle: number) => (aisle >= firstShifted ? aisle + 1 : aisle);
  const added = found === -1 ? Array.from({ length: blocks }, (_, block) => at * blocks + block) : [];
  const layout = {
    aisles: found === -1 ? aisles.toSpliced(at, 0, depot.across) : aisles,
    crossAisles,
    depot: { aisle: at, crossAisle: depot.crossAisle },
    closed: new Set([...added, ...closed.map(({ aisle, block }) => shift(aisle) * blocks + block)]),
  };
  return { layout, firstShifted };
}
