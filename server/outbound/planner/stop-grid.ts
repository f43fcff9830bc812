import type { Layout, Stop } from "./layout.ts";
import { findBlock, getSegment } from "./layout.ts";

/** The length of a segment without a passage: longer than any tour, and finite so that differences of lengths stay numbers. */
const closedLength = 1e12;

/**
 * The distinct stops of a problem, numbered so that a set of stops is a bit mask: `words` 32-bit words per segment, the bits of a segment in
 * walking order. Masks of several orders are combined by `or`. The depot is a stop of every mask.
 */
export interface StopGrid {
  readonly layout: Layout;
  readonly segmentCount: number;
  readonly words: number;
  /** the words of a mask: `segmentCount * words` */
  readonly stride: number;
  /** each segment's length */
  readonly lengths: Float64Array;
  /** each bit's distance from its segment's front end: `segment * words * 32 + bit` */
  readonly offsets: Float64Array;
  /** each segment's stops, their positions along the aisle in the order of the bits */
  readonly positions: readonly (readonly number[])[];
  /** the mask of the depot alone */
  readonly depotMask: Int32Array;
  /** Adds a stop to the mask that starts at `from`. @throws Error if the stop was not given to `createStopGrid` */
  addStop(mask: Int32Array, from: number, stop: Stop): void;
}

function getDepotStop({ depot, crossAisles }: Layout): Stop {
  return { aisle: depot.aisle, along: crossAisles[depot.crossAisle] ?? 0 };
}

/** Collects each segment's distinct positions, ascending. */
function collectPositions(layout: Layout, stops: Iterable<Stop>): number[][] {
  const segments = Array.from({ length: layout.aisles.length * (layout.crossAisles.length - 1) }, () => new Set<number>());
  for (const stop of stops) segments[getSegment(layout, stop.aisle, findBlock(layout, stop.along))]?.add(stop.along);
  return segments.map((positions) => [...positions].toSorted((a, b) => a - b));
}

/** Numbers the stops of a problem. */
export function createStopGrid(layout: Layout, stops: Iterable<Stop>): StopGrid {
  const blocks = layout.crossAisles.length - 1;
  const depot = getDepotStop(layout);
  const positions = collectPositions(layout, [...stops, depot]);
  const segmentCount = positions.length;
  const words = Math.max(1, Math.ceil(Math.max(...positions.map(({ length }) => length)) / 32));
  const lengths = new Float64Array(segmentCount);
  const offsets = new Float64Array(segmentCount * words * 32);
  const bits = new Map<string, number>();
  for (const [segment, found] of positions.entries()) {
    const [front = 0, back = 0] = layout.crossAisles.slice(segment % blocks, (segment % blocks) + 2);
    const isClosed = layout.closed.has(segment);
    lengths[segment] = isClosed ? closedLength : back - front;
    for (const [bit, along] of found.entries()) {
      // In a segment without a passage only the depot is a stop, at one of its ends.
      offsets[segment * words * 32 + bit] = isClosed && along === back ? closedLength : along - front;
      bits.set(`${segment} ${along}`, bit);
    }
  }
  const addStop = (mask: Int32Array, from: number, stop: Stop): void => {
    const segment = getSegment(layout, stop.aisle, findBlock(layout, stop.along));
    const bit = bits.get(`${segment} ${stop.along}`);
    if (bit === undefined) throw new Error(`planner: no stop in aisle ${stop.aisle} at ${stop.along}`);
    const word = from + segment * words + (bit >>> 5);
    mask[word] = (mask[word] ?? 0) | (1 << (bit & 31));
  };
  const grid = { layout, segmentCount, words, stride: segmentCount * words, lengths, offsets, positions, addStop };
  const depotMask = new Int32Array(grid.stride);
  addStop(depotMask, 0, depot);
  return { ...grid, depotMask };
}
