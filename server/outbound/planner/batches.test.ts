import { describe, expect, test } from "vitest";
import { checkBatches } from "#tests/bench/check-batches.ts";
import { sharedFile } from "#tests/factories/shared-file.ts";
import { parseBatchingFile } from "#scripts/plan/batching-file.ts";
import { measureBatch, measureBatches, prepareBatches } from "./batch-problem.ts";
import type { BatchProblem } from "./batch-problem.ts";
import { createStepBudget } from "./budget.ts";
import { createLayout } from "./layout.ts";
import { planBatches } from "./plan-batches.ts";
import { createRandom } from "./random.ts";

/** Draws orders in a small warehouse, with two limits: orders of 1 to 5 pieces, and a number of orders. */
function drawProblem(seed: number, orderCount: number, blocks = 1): BatchProblem {
  const random = createRandom(seed);
  const aisles = Array.from({ length: 6 }, (_, aisle) => aisle * 4);
  const crossAisles = Array.from({ length: blocks + 1 }, (_, row) => row * 12);
  const orders = Array.from({ length: orderCount }, () => {
    const stops = Array.from({ length: 1 + random.below(5) }, () => ({ aisle: random.below(6), along: random.below(12 * blocks + 1) }));
    return { stops, loads: [stops.length, 1] };
  });
  return { layout: createLayout({ aisles, crossAisles, depot: { across: 8, crossAisle: 0 } }).layout, orders, limits: [9, 4] };
}

function plan(problem: BatchProblem, looks: number, seed = 1) {
  return planBatches(problem, { budget: createStepBudget(looks), random: createRandom(seed) });
}

/** Returns the least total of all ways to group the orders. */
function measureByTrial(problem: BatchProblem): number {
  const ground = prepareBatches(problem);
  const fits = (orders: readonly number[]) =>
    problem.limits.every((limit, at) => orders.reduce((sum, order) => sum + (problem.orders[order]?.loads[at] ?? 0), 0) <= limit);
  const tryOrder = (order: number, batches: number[][]): number => {
    if (order === problem.orders.length) return measureBatches(ground, batches);
    let best = tryOrder(order + 1, [...batches, [order]]);
    for (const [at, batch] of batches.entries()) {
      const grown = [...batch, order];
      if (fits(grown)) best = Math.min(best, tryOrder(order + 1, batches.with(at, grown)));
    }
    return best;
  };
  return tryOrder(0, []);
}

describe("batches", () => {
  test.each([1, 2, 3, 4, 5, 6])("of seven orders are the best of all ways to group them (%i)", (seed) => {
    const problem = drawProblem(seed, 7, 1 + (seed % 2));
    expect(plan(problem, 1000).total).toBeCloseTo(measureByTrial(problem), 9);
  });

  test("have each order once, and stay within every limit", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const problem = drawProblem(seed, 40);
      const { batches, total } = plan(problem, 10);
      expect(batches.flat().toSorted((a, b) => a - b)).toEqual([...problem.orders.keys()]);
      for (const orders of batches) {
        expect(orders.length).toBeLessThanOrEqual(4);
        expect(orders.reduce((sum, order) => sum + (problem.orders[order]?.loads[0] ?? 0), 0)).toBeLessThanOrEqual(9);
      }
      const ground = prepareBatches(problem);
      expect(total).toBeCloseTo(
        batches.reduce((sum, orders) => sum + measureBatch(ground, orders), 0),
        9,
      );
    }
  });

  test("of an order that exceeds a limit by itself are a tour for it alone", () => {
    const problem = drawProblem(3, 12);
    const [first, ...others] = problem.orders;
    const large = { stops: first?.stops ?? [], loads: [25, 1] };
    const { batches } = plan({ ...problem, orders: [large, ...others] }, 50);
    expect(batches.filter((orders) => orders.includes(0))).toEqual([[0]]);
  });

  test("are the same for the same seed and number of looks", () => {
    const problem = drawProblem(7, 60);
    expect(plan(problem, 40, 5)).toEqual(plan(problem, 40, 5));
  });

  test("come at once, and then only become better", () => {
    const totals: number[] = [];
    const onImproved = (_: unknown, total: number) => void totals.push(total);
    const problem = drawProblem(11, 80);
    const { total } = planBatches(problem, { budget: createStepBudget(200), random: createRandom(1), onImproved });
    expect(totals.length).toBeGreaterThan(1);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    expect(total).toBeLessThanOrEqual(totals.at(-1) ?? 0);
    expect(planBatches(problem, { budget: createStepBudget(0), random: createRandom(1) }).total).toBe(totals[0]);
  });

  test("refuse a limit that nothing fits into", () => {
    expect(() => plan({ ...drawProblem(1, 3), limits: [0, 4] }, 1)).toThrow("planner: a tour's limits are positive");
  });
});

/** Published instances whose best known tours are proved to be the best: name and length. */
const proved = (sharedFile("bench/batching/bounds.csv") ?? "")
  .trim()
  .split("\n")
  .map((row) => row.split(","))
  .filter(([, , , isProved]) => isProved === "True");

test.skipIf(proved.length === 0)(
  "a published instance is solved to its proved optimum, and the checker agrees (skipped if ../shared/bench is absent)",
  () => {
    // The smallest: it takes a second.
    const files = proved.map(([name, best]) => ({ text: sharedFile(`bench/batching/${name}.txt`) ?? "", best: Number(best) }));
    const [{ text, best } = { text: "", best: Number.NaN }] = files.toSorted((one, other) => one.text.length - other.text.length);
    const { batches, total } = plan(parseBatchingFile(text), 4000);
    expect(total).toBe(best);
    expect(checkBatches(text, batches.map((orders) => orders.join(" ")).join("\n"))).toBe(total);
  },
);
