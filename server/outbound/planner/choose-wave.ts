import type { Budget } from "./budget.ts";
import type { Random } from "./random.ts";
import { prepareWave } from "./wave-problem.ts";
import type { WaveContent, WaveGround, WaveProblem } from "./wave-problem.ts";
import { WaveSearch } from "./wave-search.ts";

/** Steps between two looks at the budget. */
const stepsPerLook = 64;

/**
 * The coolings of a search, one after the other: where each begins, and its first temperature, as a part of the best pieces per aisle. From all
 * aisles, a cool search finds large waves that leave out what is hardly used; a hot one forgets, and finds small waves in rich aisles.
 */
const coolings = [
  { start: "all", hot: 0.1 },
  { start: "best", hot: 0.5 },
  { start: "best", hot: 1 },
  { start: "best", hot: 0.3 },
] as const;
const cold = 0.02;

/** A wave's content with its pieces. */
export interface ChosenWave extends WaveContent {
  readonly pieces: number;
}

/** What the choice of a wave needs besides the pool. */
export interface ChooseOptions {
  readonly budget: Budget;
  readonly random: Random;
  /** called with better waves, at most about twenty times */
  readonly onImproved?: ((wave: ChosenWave) => void) | undefined;
}

/** The best wave found so far. */
class BestWave {
  readonly #ground: WaveGround;
  readonly #search: WaveSearch;
  wave: ChosenWave | null = null;
  piecesPerAisle = 0;

  constructor(ground: WaveGround, search: WaveSearch) {
    this.#ground = ground;
    this.#search = search;
  }

  /** Notes the search's wave if it is valid and better. */
  note(): void {
    const { state } = this.#search;
    if (state.pieces < Math.max(1, this.#ground.least) || state.pieces <= (this.piecesPerAisle + 1e-9) * state.aisleCount) return;
    this.piecesPerAisle = state.pieces / state.aisleCount;
    this.wave = { ...state.save(), pieces: state.pieces };
  }
}

/**
 * Chooses the orders of the next wave and the aisles that it visits: the most pieces per aisle, within the fewest and the most pieces, from
 * what the chosen aisles have in stock. Simulated annealing over aisles, with the orders kept to match; an aisle costs as many pieces as the
 * best wave has per aisle (Dinkelbach, "On nonlinear fractional programming", Management Science 13 (1967)), so that a wave of positive value
 * is a better one.
 * @returns null if no wave with enough pieces was found
 */
export function chooseWave(problem: WaveProblem, { budget, random, onImproved }: ChooseOptions): ChosenWave | null {
  const ground = prepareWave(problem);
  if (ground.candidates.length === 0) return null;
  const search = new WaveSearch(ground, random);
  const best = new BestWave(ground, search);
  for (let aisle = 0; aisle < problem.aisles.length; aisle += 1) search.state.open(aisle);
  const all = search.state.save();
  best.note();
  if (best.wave !== null) onImproved?.(best.wave);
  let reported = { wave: best.wave, progress: 0 };
  for (const [cooling, { start, hot }] of coolings.entries()) {
    search.state.load(start === "best" && best.wave !== null ? best.wave : all);
    const [from, until] = [cooling / coolings.length, (cooling + 1) / coolings.length];
    for (let progress = budget.readProgress(); progress < until; progress = budget.readProgress()) {
      const temperature = hot * (cold / hot) ** Math.max(0, (progress - from) / (until - from));
      for (let step = 0; step < stepsPerLook; step += 1) {
        const allowance = -temperature * Math.max(1, best.piecesPerAisle) * Math.log(1 - random.unit());
        if (search.step(allowance, best.piecesPerAisle)) best.note();
      }
      if (best.wave === null || best.wave === reported.wave || progress < reported.progress + 0.05) continue;
      reported = { wave: best.wave, progress };
      onImproved?.(best.wave);
    }
  }
  return best.wave;
}
