import { createLayout } from "./layout.ts";
import type { Layout, Stop } from "./layout.ts";
import type { PlannedLocation, PlannedShelf, PlannedWarehouse } from "./wave-input.ts";

/** The narrowest gap between shelves that is an aisle. */
const leastAisleMm = 700;
/** How far before the first shelf and behind the last one a picker walks. */
const outerAisleMm = 1000;
/** Aisles of different blocks that are at most this far apart are one. */
const sameAisleMm = 300;
/** With more blocks the search is too slow for a wave of 500 orders in 2 s; neighbouring ones become one. */
const mostBlocks = 3;

/** A warehouse as the planner sees it: each location's stop. */
export interface WarehouseLayout {
  readonly layout: Layout;
  readonly stops: ReadonlyMap<string, Stop>;
  readonly basis: "map" | "walking_order";
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A shelf, seen along the aisles. */
interface ShelfSpan {
  readonly shelf: PlannedShelf;
  readonly along: Interval;
  readonly across: Interval;
}

/** Joins intervals that overlap or are less than an aisle apart. Returns them in ascending order. */
function joinIntervals(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const interval of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || interval.from - last.to >= leastAisleMm) joined.push(interval);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, interval.to) };
  }
  return joined;
}

function getMiddle(one: number, other: number): number {
  return Math.round((one + other) / 2);
}

/** Finds the cross aisles: one between any two blocks, and one at each end. */
function findCrossAisles(spans: readonly ShelfSpan[]): number[] {
  const blocks = joinIntervals(spans.map(({ along }) => along));
  while (blocks.length > mostBlocks) {
    const lengths = blocks.slice(1).map(({ to }, at) => to - (blocks[at]?.from ?? 0));
    const at = lengths.indexOf(Math.min(...lengths));
    blocks.splice(at, 2, { from: blocks[at]?.from ?? 0, to: blocks[at + 1]?.to ?? 0 });
  }
  const between = blocks.slice(1).map(({ from }, at) => getMiddle(blocks[at]?.to ?? 0, from));
  return [(blocks[0]?.from ?? 0) - outerAisleMm, ...between, (blocks.at(-1)?.to ?? 0) + outerAisleMm];
}

/**
 * Finds the aisle that each shelf of a block is picked from: the gap beside it, the nearer to the front of the list if there is one on both
 * sides; beside a row with a gap on neither side, one is assumed behind it.
 */
function findAisles(spans: readonly ShelfSpan[]): { readonly across: number; readonly shelves: readonly string[] }[] {
  const rows = joinIntervals(spans.map(({ across }) => across));
  const gaps = rows.slice(1).map(({ from }, at) => getMiddle(rows[at]?.to ?? 0, from));
  const shelvesByAisle = new Map<number, string[]>();
  for (const { shelf, across } of spans) {
    const row = rows.findIndex(({ from, to }) => across.from >= from && across.to <= to);
    const { from = 0, to = 0 } = rows[row] ?? {};
    const [before, behind] = [gaps[row - 1] ?? from - outerAisleMm, gaps[row] ?? to + outerAisleMm];
    // Of shelves back to back, each is picked from its own side; the outermost single row from the one aisle that it has.
    const isNearBefore = across.from - from < to - across.to;
    const isMiddle = across.from - from === to - across.to;
    const own = isMiddle ? (gaps[row - 1] ?? behind) : isNearBefore ? before : behind;
    shelvesByAisle.set(own, [...(shelvesByAisle.get(own) ?? []), shelf.shelf_uuid]);
  }
  return [...shelvesByAisle].map(([across, shelves]) => ({ across, shelves })).toSorted((a, b) => a.across - b.across);
}

/** Returns true if locations have places on the map: not all the same one, as before anybody drew it. */
export function hasMap({ shelves, locations }: PlannedWarehouse): boolean {
  const onShelves = locations.filter(({ shelf_uuid }) => shelf_uuid !== null);
  const places = new Set(onShelves.map(({ x_mm, y_mm }) => `${x_mm} ${y_mm}`));
  return shelves.length > 0 && (places.size > 1 || onShelves.length === 1);
}

/** Returns the index of the number that is nearest to a value. */
function findNearest(values: readonly number[], value: number): number {
  let nearest = 0;
  for (const [at, one] of values.entries()) if (Math.abs(one - value) < Math.abs((values[nearest] ?? 0) - value)) nearest = at;
  return nearest;
}

/**
 * Turns a warehouse's map into aisles and cross aisles. Aisles run along the shelves, in the direction of most of them. Gaps that cut through
 * all shelves are cross aisles. A location on the floor or on a shelf of the other direction is put into the nearest aisle, so its distance is
 * an approximation; so are distances across more than three blocks, of which some become one.
 */
export function createMapLayout({ shelves, locations, depot }: PlannedWarehouse): WarehouseLayout {
  const isTurned = shelves.filter((shelf) => shelf.is_turned).length * 2 > shelves.length;
  const place = ({ x_mm, y_mm }: { readonly x_mm: number; readonly y_mm: number }) =>
    isTurned ? { along: y_mm, across: x_mm } : { along: x_mm, across: y_mm };
  const spans = shelves
    .filter((shelf) => shelf.is_turned === isTurned)
    .map((shelf): ShelfSpan => {
      const from = place(shelf);
      const to = place({ x_mm: shelf.x_mm + shelf.width_mm, y_mm: shelf.y_mm + shelf.depth_mm });
      return { shelf, along: { from: from.along, to: to.along }, across: { from: from.across, to: to.across } };
    });
  const crossAisles = findCrossAisles(spans);
  const findBlock = (along: number) => Math.max(0, crossAisles.slice(1, -1).filter((crossAisle) => along >= crossAisle).length);
  const found = crossAisles.slice(1).flatMap((_, block) => {
    const inBlock = spans.filter(({ along }) => findBlock(along.from) === block);
    return findAisles(inBlock).map((aisle) => ({ ...aisle, block }));
  });
  const aisles: number[] = [];
  for (const { across } of found.toSorted((a, b) => a.across - b.across)) {
    if (across - (aisles.at(-1) ?? Number.NEGATIVE_INFINITY) > sameAisleMm) aisles.push(across);
  }
  const open = new Set(found.map(({ across, block }) => `${findNearest(aisles, across)} ${block}`));
  const closed = aisles.flatMap((_, aisle) =>
    crossAisles.slice(1).flatMap((__, block) => (open.has(`${aisle} ${block}`) ? [] : [{ aisle, block }])),
  );
  const depotPlace = depot === null ? { along: crossAisles[0] ?? 0, across: aisles[0] ?? 0 } : place(depot);
  const { layout, firstShifted } = createLayout({
    aisles,
    crossAisles,
    depot: { across: depotPlace.across, crossAisle: findNearest(crossAisles, depotPlace.along) },
    closed,
  });
  const aisleOfShelf = new Map(
    found.flatMap(({ across, shelves: uuids }) => uuids.map((uuid) => [uuid, findNearest(aisles, across)] as const)),
  );
  const findStop = (location: PlannedLocation): Stop => {
    const { along, across } = place(location);
    const block = findBlock(along);
    const own = aisleOfShelf.get(location.shelf_uuid ?? "");
    const inBlock = aisles.map((at, aisle) => (open.has(`${aisle} ${block}`) ? at : Number.POSITIVE_INFINITY));
    const aisle = own !== undefined && inBlock[own] !== Number.POSITIVE_INFINITY ? own : findNearest(inBlock, across);
    const [front = 0, back = 0] = [crossAisles[0], crossAisles.at(-1)];
    return { aisle: aisle >= firstShifted ? aisle + 1 : aisle, along: Math.min(Math.max(along, front), back) };
  };
  return { layout, stops: new Map(locations.map((location) => [location.location_uuid, findStop(location)])), basis: "map" };
}
