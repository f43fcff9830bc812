import { describe, expect, test } from "vitest";
import { createStepBudget } from "./budget.ts";
import { chooseWave } from "./choose-wave.ts";
import { createRandom } from "./random.ts";
import type { WaveContent, WaveProblem } from "./wave-problem.ts";

/** Draws a small pool: up to eight orders of up to three items, and up to six aisles. */
function drawProblem(seed: number, orderCount = 8, aisleCount = 6): WaveProblem {
  const random = createRandom(seed);
  const itemCount = 3 + random.below(6);
  const drawRow = (most: number, quantity: number) =>
    Array.from({ length: 1 + random.below(most) }, () => ({ item: random.below(itemCount), quantity: 1 + random.below(quantity) }));
  const orders = Array.from({ length: orderCount }, () => drawRow(3, 4));
  const aisles = Array.from({ length: aisleCount }, () => drawRow(5, 6));
  return { itemCount, orders, aisles, least: random.below(8), most: 8 + random.below(20) };
}

function sumItems(rows: WaveProblem["orders"], chosen: readonly number[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const at of chosen) for (const { item, quantity } of rows[at] ?? []) sums.set(item, (sums.get(item) ?? 0) + quantity);
  return sums;
}

/** Returns the pieces per aisle of a wave; 0 if it is not valid. */
function getPiecesPerAisle({ orders, aisles, least, most }: WaveProblem, wave: WaveContent): number {
  const demand = sumItems(orders, wave.orders);
  const supply = sumItems(aisles, wave.aisles);
  const pieces = [...demand.values()].reduce((sum, quantity) => sum + quantity, 0);
  const isInStock = [...demand].every(([item, quantity]) => quantity <= (supply.get(item) ?? 0));
  return isInStock && pieces >= least && pieces <= most && wave.aisles.length > 0 ? pieces / wave.aisles.length : 0;
}

function listSubsets(count: number): number[][] {
  return Array.from({ length: 1 << count }, (_, set) => Array.from({ length: count }, (__, at) => at).filter((at) => (set >> at) & 1));
}

function choose(problem: WaveProblem, looks: number) {
  return chooseWave(problem, { budget: createStepBudget(looks), random: createRandom(1) });
}

describe("a wave", () => {
  test("from a small pool has the most pieces per aisle of all choices", () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const problem = drawProblem(seed);
      const aisleSets = listSubsets(problem.aisles.length);
      const orderSets = listSubsets(problem.orders.length);
      const best = Math.max(...orderSets.flatMap((orders) => aisleSets.map((aisles) => getPiecesPerAisle(problem, { orders, aisles }))));
      const wave = choose(problem, 200);
      expect({ seed, best: wave === null ? 0 : getPiecesPerAisle(problem, wave) }).toEqual({ seed, best });
    }
  });

  test("from a large pool is in stock, within the limits, and says its pieces", () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const problem = { ...drawProblem(seed, 400, 60), least: 10, most: 60 };
      const wave = choose(problem, 40);
      expect(wave).not.toBeNull();
      expect(getPiecesPerAisle(problem, wave ?? { orders: [], aisles: [] })).toBe((wave?.pieces ?? 0) / (wave?.aisles.length ?? 1));
    }
  });

  test("comes at once, and then only becomes better", () => {
    const problem = { ...drawProblem(4, 300, 60), least: 10, most: 60 };
    const found: number[] = [];
    chooseWave(problem, {
      budget: createStepBudget(200),
      random: createRandom(1),
      onImproved: (wave) => found.push(getPiecesPerAisle(problem, wave)),
    });
    expect(found.length).toBeGreaterThan(1);
    expect(found[0]).toBeGreaterThan(0);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  test("is the same for the same seed and number of looks", () => {
    const problem = { ...drawProblem(5, 300, 60), least: 10, most: 60 };
    expect(choose(problem, 60)).toEqual(choose(problem, 60));
  });

  test("is null if the stock does not suffice for the fewest pieces, or for any order", () => {
    expect(choose({ ...drawProblem(1), least: 1000, most: 2000 }, 40)).toBeNull();
    expect(
      choose({ itemCount: 1, orders: [[{ item: 0, quantity: 5 }]], aisles: [[{ item: 0, quantity: 4 }]], least: 1, most: 9 }, 4),
    ).toBeNull();
  });
});
