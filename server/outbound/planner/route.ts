import type { Stop } from "./layout.ts";
import type { StopGrid } from "./stop-grid.ts";
import type { TracedMove } from "./sweep.ts";
import { traceTour } from "./sweep.ts";

/** A tour: its length, and its stops in the order they are visited, beginning with the depot. */
export interface Route {
  readonly length: number;
  readonly stops: readonly Stop[];
}

/** A passage between two neighbouring crossings, with the stops on it in the direction of `from` to `to`. */
interface Passage {
  readonly from: number;
  readonly to: number;
  readonly stops: readonly Stop[];
  isUsed: boolean;
}

/** A tour as a graph: passages by crossing (`aisle * crossAisles + row`), and the stops that are picked from a crossing and back to it. */
interface TourGraph {
  readonly passages: Map<number, Passage[]>;
  readonly visits: Map<number, Stop[]>;
}

/** Lists a segment's stops in a mask, from its front end. */
function listSegmentStops({ layout, words, positions }: StopGrid, mask: Int32Array, aisle: number, block: number): Stop[] {
  const segment = aisle * (layout.crossAisles.length - 1) + block;
  return (positions[segment] ?? []).flatMap((along, bit) =>
    (((mask[segment * words + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 1 ? [{ aisle, along }] : [],
  );
}

/** Returns how many of a segment's stops are picked from its front if the largest gap is left out. */
function countBeforeGap(stops: readonly Stop[], front: number, back: number): number {
  let [gap, count, last] = [-1, 0, front];
  for (const [at, along] of [...stops.map((stop) => stop.along), back].entries()) {
    if (along - last > gap) [gap, count] = [along - last, at];
    last = along;
  }
  return count;
}

function createGraph(grid: StopGrid, mask: Int32Array, moves: readonly TracedMove[]): TourGraph {
  const { crossAisles } = grid.layout;
  const graph: TourGraph = { passages: new Map(), visits: new Map() };
  const addPassage = (from: number, to: number, stops: readonly Stop[]): void => {
    const passage = { from, to, stops, isUsed: false };
    for (const crossing of [from, to]) graph.passages.set(crossing, [...(graph.passages.get(crossing) ?? []), passage]);
  };
  const addVisit = (crossing: number, stops: readonly Stop[]): void => {
    if (stops.length > 0) graph.visits.set(crossing, [...(graph.visits.get(crossing) ?? []), ...stops]);
  };
  for (const { move, aisle, row } of moves) {
    const crossing = aisle * crossAisles.length + row;
    if (move === "oneWay" || move === "bothWays") {
      for (let way = 0; way < (move === "oneWay" ? 1 : 2); way += 1) addPassage(crossing, crossing + crossAisles.length, []);
      continue;
    }
    const stops = listSegmentStops(grid, mask, aisle, row);
    const fromFront =
      move === "front" ? stops.length : move === "back" ? 0 : countBeforeGap(stops, crossAisles[row] ?? 0, crossAisles[row + 1] ?? 0);
    if (move === "through" || move === "twice") {
      addPassage(crossing, crossing + 1, stops);
      if (move === "twice") addPassage(crossing, crossing + 1, []);
      continue;
    }
    addVisit(crossing, stops.slice(0, fromFront));
    addVisit(crossing + 1, stops.slice(fromFront).toReversed());
  }
  return graph;
}

/** Walks each passage once, from a crossing and back to it (Hierholzer). Returns the crossings and passages in order. */
function walkGraph({ passages }: TourGraph, start: number): { readonly crossing: number; readonly by: Passage | null }[] {
  const stack: { crossing: number; by: Passage | null }[] = [{ crossing: start, by: null }];
  const walked: { crossing: number; by: Passage | null }[] = [];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { crossing } = top;
    const next = passages.get(crossing)?.find(({ isUsed }) => !isUsed);
    if (next === undefined) {
      walked.push(top);
      stack.pop();
      continue;
    }
    next.isUsed = true;
    stack.push({ crossing: next.from === crossing ? next.to : next.from, by: next });
  }
  return walked;
}

/**
 * Finds a shortest tour over a mask's stops, from the depot and back.
 * @throws Error if the layout has more than six cross aisles
 */
export function findRoute(grid: StopGrid, mask: Int32Array): Route {
  const { layout } = grid;
  const { length, moves } = traceTour(grid, mask);
  const graph = createGraph(grid, mask, moves);
  const stops: Stop[] = [];
  const [start = 0] = [...graph.passages.keys(), ...graph.visits.keys()];
  for (const { crossing, by } of walkGraph(graph, start)) {
    stops.push(...(graph.visits.get(crossing) ?? []));
    graph.visits.delete(crossing);
    // The walk is listed from its end: a passage is left at the crossing where it was entered.
    if (by !== null) stops.push(...(by.to === crossing ? by.stops.toReversed() : by.stops));
  }
  const depotAlong = layout.crossAisles[layout.depot.crossAisle];
  const depot = stops.findIndex(({ aisle, along }) => aisle === layout.depot.aisle && along === depotAlong);
  return { length, stops: [...stops.slice(depot), ...stops.slice(0, depot)] };
}
