import { describe, expect, test } from "vitest";
import { createDistance, measureByBruteForce } from "#tests/factories/tour-by-brute-force.ts";
import { createBlockMeasure } from "./block-tour.ts";
import { createLayout } from "./layout.ts";
import type { Layout, Stop } from "./layout.ts";
import { createRandom } from "./random.ts";
import type { Random } from "./random.ts";
import { findRoute } from "./route.ts";
import { createStopGrid } from "./stop-grid.ts";
import type { StopGrid } from "./stop-grid.ts";
import { createSweepMeasure } from "./sweep.ts";

/** 300 tours of each kind that change daily; 10,000 in the full run. */
const count = process.env["QUAYSIDE_FULL"] === "1" ? 10_000 : 300;
const seed = Math.floor(Date.now() / 86_400_000);

interface Case {
  readonly layout: Layout;
  readonly stops: readonly Stop[];
  readonly grid: StopGrid;
  readonly mask: Int32Array;
}

/** Draws ascending numbers with random steps. */
function drawPositions(random: Random, length: number, most: number): number[] {
  let at = random.below(5);
  return Array.from({ length }, () => (at += 1 + random.below(most)));
}

/** Draws a small warehouse with a depot anywhere along any cross aisle, and up to eight stops: at random places, in the aisles' ends too. */
function drawCase(random: Random, blocks: number): Case {
  const aisles = drawPositions(random, 1 + random.below(5), 9);
  const crossAisles = drawPositions(random, blocks + 1, 14);
  const [first = 0, last = 0] = [aisles[0], aisles.at(-1)];
  const across = random.unit() < 0.6 ? (aisles[random.below(aisles.length)] ?? 0) : first - 3 + random.below(last - first + 7) + 0.5;
  const { layout, firstShifted } = createLayout({
    aisles,
    crossAisles,
    depot: { across, crossAisle: random.below(blocks + 1) },
    closed:
      blocks > 1 && aisles.length > 1 && random.unit() < 0.3 ? [{ aisle: random.below(aisles.length), block: random.below(blocks) }] : [],
  });
  const [front = 0, back = 0] = [crossAisles[0], crossAisles.at(-1)];
  const stops = Array.from({ length: 1 + random.below(8) }, () => {
    const aisle = random.below(aisles.length);
    return { aisle: aisle >= firstShifted ? aisle + 1 : aisle, along: front + random.below(back - front + 1) };
  }).filter(({ aisle, along }) => !isInClosed(layout, aisle, along));
  const grid = createStopGrid(layout, stops);
  const mask = grid.depotMask.slice();
  for (const stop of stops) grid.addStop(mask, 0, stop);
  return { layout, stops, grid, mask };
}

function isInClosed({ crossAisles, closed }: Layout, aisle: number, along: number): boolean {
  return crossAisles
    .slice(1)
    .some((back, block) => along >= (crossAisles[block] ?? 0) && along <= back && closed.has(aisle * (crossAisles.length - 1) + block));
}

function getDepot({ depot, crossAisles }: Layout): Stop {
  return { aisle: depot.aisle, along: crossAisles[depot.crossAisle] ?? 0 };
}

function measureWhole({ layout, stops }: Case): number {
  const distinct = new Map(stops.map((stop) => [`${stop.aisle} ${stop.along}`, stop]));
  return measureByBruteForce(createDistance(layout), getDepot(layout), [...distinct.values()]);
}

describe("a tour", () => {
  test("in one block is as short as the shortest of all orders of its stops", () => {
    const random = createRandom(seed);
    for (let at = 0; at < count; at += 1) {
      const drawn = drawCase(random, 1);
      expect({ at, seed, length: createBlockMeasure(drawn.grid)(drawn.mask) }).toEqual({ at, seed, length: measureWhole(drawn) });
    }
  });

  test("over two to four blocks is as short as the shortest of all orders of its stops", () => {
    const random = createRandom(seed + 1);
    for (let at = 0; at < count; at += 1) {
      const drawn = drawCase(random, 2 + random.below(3));
      expect({ at, seed, length: createSweepMeasure(drawn.grid)(drawn.mask) }).toEqual({ at, seed, length: measureWhole(drawn) });
    }
  });

  test("visits each of its stops, and walking from one to the next adds up to its length", () => {
    const random = createRandom(seed + 2);
    for (let at = 0; at < count; at += 1) {
      const drawn = drawCase(random, 1 + random.below(4));
      const { length, stops } = findRoute(drawn.grid, drawn.mask);
      const distance = createDistance(drawn.layout);
      let walked = 0;
      let last = getDepot(drawn.layout);
      for (const stop of [...stops, getDepot(drawn.layout)]) {
        walked += distance(last, stop);
        last = stop;
      }
      expect({ at, seed, walked }).toEqual({ at, seed, walked: length });
      const visited = new Set(stops.map(({ aisle, along }) => `${aisle} ${along}`));
      for (const { aisle, along } of drawn.stops) expect(visited).toContain(`${aisle} ${along}`);
      expect(stops.length).toBe(visited.size);
    }
  });

  test("in one block is measured alike by both dynamic programmes, with as many stops as a cart takes", () => {
    const random = createRandom(seed + 3);
    for (let at = 0; at < count; at += 1) {
      const aisles = Array.from({ length: 10 }, (_, aisle) => aisle * 5);
      const { layout } = createLayout({ aisles, crossAisles: [0, 47], depot: { across: random.below(50), crossAisle: random.below(2) } });
      const open = aisles.map((across) => layout.aisles.indexOf(across));
      const stops = Array.from({ length: 5 + random.below(70) }, () => ({
        aisle: open[random.below(10)] ?? 0,
        along: 1.5 + random.below(45),
      }));
      const grid = createStopGrid(layout, stops);
      const mask = grid.depotMask.slice();
      for (const stop of stops) grid.addStop(mask, 0, stop);
      expect(createBlockMeasure(grid)(mask)).toBeCloseTo(createSweepMeasure(grid)(mask), 6);
    }
  });
});
