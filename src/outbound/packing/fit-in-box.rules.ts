/** A size in millimetres. */
export interface Size {
  readonly length_mm: number;
  readonly width_mm: number;
  readonly height_mm: number;
}

/** Where a piece stands in a box: the corner nearest to the box's own, and its size as it is turned. Millimetres. */
export interface Placement extends Size {
  /** the piece's index */
  readonly piece: number;
  readonly x_mm: number;
  readonly y_mm: number;
  readonly z_mm: number;
}

type Triple = readonly [number, number, number];
interface Placed {
  readonly piece: number;
  readonly at: Triple;
  readonly size: Triple;
}

/** How many comparisons of two pieces a search may still make, so that it ends in milliseconds. */
export interface Effort {
  left: number;
}

const toTriple = ({ length_mm, width_mm, height_mm }: Size): Triple => [length_mm, width_mm, height_mm];

/** Returns a size's volume in cubic millimetres. */
export function getVolume({ length_mm, width_mm, height_mm }: Size): number {
  return length_mm * width_mm * height_mm;
}

/** Lists the ways to turn a piece that give different sizes. */
function listTurns([a, b, c]: Triple): Triple[] {
  const all: Triple[] = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ];
  return all.filter((one, at) => all.findIndex((other) => other.join(" ") === one.join(" ")) === at);
}

function overlaps([x, y, z]: Triple, [l, w, h]: Triple, { at, size }: Placed): boolean {
  return x < at[0] + size[0] && at[0] < x + l && y < at[1] + size[1] && at[1] < y + w && z < at[2] + size[2] && at[2] < z + h;
}

/** Slides a corner along an axis until it meets a piece or the box's side. */
function slide(corner: Triple, axis: 0 | 1 | 2, placed: readonly Placed[]): Triple {
  const [first, second] = ([0, 1, 2] as const).filter((one) => one !== axis);
  let rest = 0;
  for (const { at, size } of placed) {
    const isBelow = at[axis] + size[axis] <= corner[axis];
    const isUnder = [first, second].every((one) => one !== undefined && at[one] <= corner[one] && corner[one] < at[one] + size[one]);
    if (isBelow && isUnder) rest = Math.max(rest, at[axis] + size[axis]);
  }
  return [axis === 0 ? rest : corner[0], axis === 1 ? rest : corner[1], axis === 2 ? rest : corner[2]];
}

/** Lists the corners that a placed piece opens: beside, behind and above it, each moved towards the box's own corner (extreme points). */
function listCorners({ at: [x, y, z], size: [l, w, h] }: Placed, placed: readonly Placed[]): Triple[] {
  const beside: Triple = [x + l, y, z];
  const behind: Triple = [x, y + w, z];
  const above: Triple = [x, y, z + h];
  return [
    beside,
    slide(beside, 1, placed),
    slide(beside, 2, placed),
    behind,
    slide(behind, 0, placed),
    slide(behind, 2, placed),
    above,
    slide(above, 0, placed),
    slide(above, 1, placed),
  ];
}

/** By which axes the place of a piece is chosen: its end on the first should be nearest to the box's corner, and so on. */
type Axes = readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2];
const axesToTry: readonly Axes[] = [
  [2, 1, 0],
  [0, 1, 2],
  [1, 2, 0],
];

/** Returns the place of a piece that is nearest to the box's corner by the axes; null if there is none. */
function findPlace(
  size: Triple,
  { box, axes, effort }: Search,
  corners: readonly Triple[],
  placed: readonly Placed[],
): Omit<Placed, "piece"> | null {
  let best: (Omit<Placed, "piece"> & { readonly score: Triple }) | null = null;
  const turns = listTurns(size);
  for (const at of corners)
    for (const turned of turns) {
      const end: Triple = [at[0] + turned[0], at[1] + turned[1], at[2] + turned[2]];
      if (end[0] > box[0] || end[1] > box[1] || end[2] > box[2]) continue;
      const score: Triple = [end[axes[0]], end[axes[1]], end[axes[2]]];
      if (best !== null && compare(best.score, score) <= 0) continue;
      effort.left -= placed.length + 1;
      if (effort.left < 0) return null;
      if (!placed.some((other) => overlaps(at, turned, other))) best = { at, size: turned, score };
    }
  return best === null ? null : { at: best.at, size: best.size };
}

function compare(a: Triple, b: Triple): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** The orders in which pieces are tried: the largest first, by what makes a piece hard to place. */
const sortings: readonly ((size: Triple) => Triple)[] = [
  ([a, b, c]) => [-(a * b * c), -Math.max(a, b, c), 0],
  ([a, b, c]) => [-Math.max(a, b, c), -(a * b * c), 0],
  ([a, b, c]) => [-(a * b * c) / Math.min(a, b, c), -Math.max(a, b, c), 0],
];

interface Search {
  readonly pieces: readonly Triple[];
  readonly box: Triple;
  readonly axes: Axes;
  readonly effort: Effort;
}

/** Places pieces one after the other; those that find no place are left out, or end the attempt. */
function place(order: readonly number[], search: Search, isAll: boolean): Placed[] {
  const { pieces, box, effort } = search;
  const placed: Placed[] = [];
  let corners: Triple[] = [[0, 0, 0]];
  for (const piece of order) {
    const size = pieces[piece];
    const found = size === undefined ? null : findPlace(size, search, corners, placed);
    if (found === null) {
      if (isAll || effort.left < 0) return placed;
      continue;
    }
    const now = { piece, ...found };
    placed.push(now);
    const opened = listCorners(now, placed);
    const known = new Set<string>();
    corners = [...corners, ...opened].filter((corner) => {
      const key = corner.join(" ");
      const isFree = !known.has(key) && !overlaps(corner, [1, 1, 1], now) && corner.every((one, axis) => one < (box[axis] ?? 0));
      known.add(key);
      return isFree;
    });
  }
  return placed;
}

function toPlacements(placed: readonly Placed[]): Placement[] {
  return placed.map(({ piece, at: [x_mm, y_mm, z_mm], size: [length_mm, width_mm, height_mm] }) => ({
    piece,
    x_mm,
    y_mm,
    z_mm,
    length_mm,
    width_mm,
    height_mm,
  }));
}

/** Lists the attempts to pack pieces into a box: in each order, by each axis. */
function* listAttempts(pieces: readonly Size[], box: Size, effort: Effort): Generator<readonly [order: number[], search: Search]> {
  const sizes = pieces.map(toTriple);
  for (const axes of axesToTry)
    for (const toKey of sortings)
      yield [[...sizes.keys()].toSorted((a, b) => compareBy(toKey, sizes, a, b)), { pieces: sizes, box: toTriple(box), axes, effort }];
}

/** Places as many pieces as are found to fit into a box, and returns the fullest result. */
export function fillBox(pieces: readonly Size[], box: Size, effort: Effort): Placement[] {
  let best: Placed[] = [];
  let bestVolume = 0;
  for (const [order, search] of listAttempts(pieces, box, effort)) {
    const placed = place(order, search, false);
    const volume = placed.reduce((sum, { size: [l, w, h] }) => sum + l * w * h, 0);
    if (volume > bestVolume) [best, bestVolume] = [placed, volume];
    if (placed.length === pieces.length || effort.left < 0) break;
  }
  return toPlacements(best);
}

function compareBy(toKey: (size: Triple) => Triple, sizes: readonly Triple[], a: number, b: number): number {
  return compare(toKey(sizes[a] ?? [0, 0, 0]), toKey(sizes[b] ?? [0, 0, 0])) || a - b;
}

/** Returns true if a piece fits into an empty box in one of its turns. */
export function fitsAlone(piece: Size, box: Size): boolean {
  const [inner, outer] = [toTriple(box), toTriple(piece)].map((one) => one.toSorted((a, b) => a - b));
  return outer !== undefined && inner !== undefined && outer.every((side, at) => side <= (inner[at] ?? 0));
}

/** Finds a place for every piece in a box, in any turn; null if none is found. That nothing is found does not prove that nothing fits. */
export function findPlacements(pieces: readonly Size[], box: Size, effort: Effort): Placement[] | null {
  const volume = pieces.reduce((sum, piece) => sum + getVolume(piece), 0);
  if (volume > getVolume(box) || !pieces.every((piece) => fitsAlone(piece, box))) return null;
  for (const [order, search] of listAttempts(pieces, box, effort)) {
    const placed = place(order, search, true);
    if (placed.length === pieces.length) return toPlacements(placed);
    if (effort.left < 0) return null;
  }
  return null;
}
