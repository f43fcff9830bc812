import type { MeasureTour } from "./block-tour.ts";
import type { SegmentCosts } from "./segment-costs.ts";
import { readSegmentCosts } from "./segment-costs.ts";
import type { StopGrid } from "./stop-grid.ts";
import type { Move, SweepStates } from "./sweep-states.ts";
import { getMoveNumber, listSweepStates, moves as moveNames } from "./sweep-states.ts";

/** The most cross aisles whose classes are listed: 6 have 3,032 classes, and five times as many with each further one. */
const mostCrossAisles = 6;

const statesByCrossAisles = new Map<number, SweepStates>();

/** @throws Error if there are too many cross aisles */
function getStates(crossAisles: number): SweepStates {
  if (crossAisles > mostCrossAisles) throw new Error(`planner: at most ${mostCrossAisles} cross aisles, not ${crossAisles}`);
  const known = statesByCrossAisles.get(crossAisles) ?? listSweepStates(crossAisles);
  statesByCrossAisles.set(crossAisles, known);
  return known;
}

/** A move of the shortest tour, in the aisle or from it to the next one. */
export interface TracedMove {
  readonly move: Move;
  readonly aisle: number;
  /** the block of a move in the aisle, the cross aisle of a move to the next */
  readonly row: number;
}

/** What the sweep has come to: the cost of the best partial tour of each class, and how each was reached. */
class Sweep {
  readonly #states: SweepStates;
  readonly #crossAisles: number;
  #costs: Float64Array;
  #next: Float64Array;
  /** the move and the class before, of each step and class; null unless the tour itself is wanted */
  #trace: { readonly aisle: number; readonly row: number; readonly moves: Int8Array; readonly from: Int32Array }[] | null = null;

  #best = { state: -1, cost: Number.POSITIVE_INFINITY, steps: 0 };

  constructor(crossAisles: number) {
    this.#states = getStates(crossAisles);
    this.#crossAisles = crossAisles;
    this.#costs = new Float64Array(this.#states.count);
    this.#next = new Float64Array(this.#states.count);
  }

  begin(isTraced: boolean): void {
    this.#costs.fill(Number.POSITIVE_INFINITY);
    this.#costs[this.#states.start] = 0;
    this.#trace = isTraced ? [] : null;
    this.#best = { state: -1, cost: Number.POSITIVE_INFINITY, steps: 0 };
  }

  /** Takes every class on by each of some moves with their costs. */
  step(aisle: number, row: number, moves: Int8Array, moveCosts: Float64Array, moveCount: number): void {
    const { count, after } = this.#states;
    const [costs, next] = [this.#costs, this.#next];
    const step = this.#trace === null ? null : { aisle, row, moves: new Int8Array(count), from: new Int32Array(count) };
    next.fill(Number.POSITIVE_INFINITY);
    const stride = this.#crossAisles * count;
    for (let state = 0; state < count; state += 1) {
      const before = costs[state] ?? 0;
      if (before === Number.POSITIVE_INFINITY) continue;
      for (let at = 0; at < moveCount; at += 1) {
        const move = moves[at] ?? 0;
        const to = after[move * stride + row * count + state] ?? -1;
        const cost = before + (moveCosts[at] ?? 0);
        if (to < 0 || !(cost < (next[to] ?? 0))) continue;
        next[to] = cost;
        if (step === null) continue;
        step.moves[to] = move;
        step.from[to] = state;
      }
    }
    if (step !== null) this.#trace?.push(step);
    this.#costs = next;
    this.#next = costs;
  }

  /** Notes the shortest whole tour of the classes reached so far. */
  noteBest(): void {
    for (let state = 0; state < this.#states.count; state += 1) {
      const cost = this.#costs[state] ?? 0;
      if (!this.#states.isWhole[state] || !(cost < this.#best.cost)) continue;
      this.#best = { state, cost, steps: this.#trace?.length ?? 0 };
    }
  }

  getCost(): number {
    return this.#best.cost;
  }

  /** Lists the moves of the noted tour, from the first aisle on. */
  listMoves(): TracedMove[] {
    const found: TracedMove[] = [];
    let at = this.#best.state;
    for (const { aisle, row, moves, from } of (this.#trace ?? []).slice(0, this.#best.steps).toReversed()) {
      const move = moveNames[moves[at] ?? 0] ?? "none";
      if (move !== "none" && move !== "leave") found.push({ move, aisle, row });
      at = from[at] ?? 0;
    }
    return found.toReversed();
  }
}

const toNumbers = (...names: Move[]) => Int8Array.from(names, getMoveNumber);
const oneWays = toNumbers("leave", "oneWay", "bothWays");
const emptyMoves = toNumbers("none", "through", "twice");
const pickMoves = toNumbers("through", "twice", "front", "back", "gap");

function hasStops({ words, layout: { crossAisles } }: StopGrid, mask: Int32Array, aisle: number): boolean {
  const blocks = crossAisles.length - 1;
  for (let word = aisle * blocks * words; word < (aisle + 1) * blocks * words; word += 1) if ((mask[word] ?? 0) !== 0) return true;
  return false;
}

/**
 * Returns for each aisle the nearest one, in a direction, where all blocks have a passage: a tour never needs to go beyond it. The outermost
 * aisle if there is none.
 */
function findPassable({ layout: { aisles, crossAisles, closed } }: StopGrid, direction: 1 | -1): number[] {
  const blocks = crossAisles.length - 1;
  const isPassable = (aisle: number) => !Array.from({ length: blocks }, (_, block) => aisle * blocks + block).some((at) => closed.has(at));
  const outermost = direction === 1 ? aisles.length - 1 : 0;
  return aisles.map((_, from) => {
    let aisle = from;
    while (aisle !== outermost && !isPassable(aisle)) aisle += direction;
    return aisle;
  });
}

/** Creates the sweep of a layout; `isTraced` makes it remember its moves. */
function createSweep(grid: StopGrid): { readonly sweep: Sweep; run(mask: Int32Array, isTraced: boolean): void } {
  const { layout, lengths } = grid;
  const crossAisles = layout.crossAisles.length;
  const sweep = new Sweep(crossAisles);
  const across = Float64Array.from(layout.aisles);
  const [before, behind] = [findPassable(grid, -1), findPassable(grid, 1)];
  const costs: SegmentCosts = { front: 0, back: 0, gap: 0, isEmpty: true };
  const moveCosts = new Float64Array(pickMoves.length);
  const walkAisle = (mask: Int32Array, aisle: number): void => {
    for (let block = 0; block < crossAisles - 1; block += 1) {
      const segment = aisle * (crossAisles - 1) + block;
      const length = lengths[segment] ?? 0;
      readSegmentCosts(grid, mask, segment, costs);
      moveCosts[0] = costs.isEmpty ? 0 : length;
      moveCosts[1] = costs.isEmpty ? length : 2 * length;
      moveCosts[2] = costs.isEmpty ? 2 * length : costs.front;
      moveCosts[3] = costs.back;
      moveCosts[4] = costs.gap;
      if (costs.isEmpty) sweep.step(aisle, block, emptyMoves, moveCosts, 3);
      else sweep.step(aisle, block, pickMoves, moveCosts, 5);
    }
  };
  const walkAcross = (aisle: number): void => {
    const step = (across[aisle + 1] ?? 0) - (across[aisle] ?? 0);
    moveCosts[0] = 0;
    moveCosts[1] = step;
    moveCosts[2] = 2 * step;
    for (let row = 0; row < crossAisles; row += 1) sweep.step(aisle, row, oneWays, moveCosts, 3);
  };
  const run = (mask: Int32Array, isTraced: boolean): void => {
    let first = 0;
    while (first < across.length - 1 && !hasStops(grid, mask, first)) first += 1;
    let last = across.length - 1;
    while (last > first && !hasStops(grid, mask, last)) last -= 1;
    const end = behind[last] ?? last;
    sweep.begin(isTraced);
    for (let aisle = before[first] ?? first; aisle <= end; aisle += 1) {
      walkAisle(mask, aisle);
      if (aisle >= last) sweep.noteBest();
      if (aisle < end) walkAcross(aisle);
    }
  };
  return { sweep, run };
}

/**
 * Creates the measure for any number of blocks: exact, as for one block, but slower with each: 6 classes
 * of partial tours for one block, 24 for two, 112 for three.
 * @throws Error if there are more than six cross aisles
 */
export function createSweepMeasure(grid: StopGrid): MeasureTour {
  const { sweep, run } = createSweep(grid);
  return (mask) => {
    run(mask, false);
    return sweep.getCost();
  };
}

/** Finds the moves of a shortest tour, from the first aisle to the last. */
export function traceTour(grid: StopGrid, mask: Int32Array): { readonly length: number; readonly moves: readonly TracedMove[] } {
  const { sweep, run } = createSweep(grid);
  run(mask, true);
  return { length: sweep.getCost(), moves: sweep.listMoves() };
}
