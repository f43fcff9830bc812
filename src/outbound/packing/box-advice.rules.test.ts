import { describe, expect, test } from "vitest";
import { adviseBoxes, mostAdvised } from "./box-advice.rules.ts";
import type { AdvisedBox, AdvisedPiece, BoxAdvice } from "./box-advice.rules.ts";
import type { Placement, Size } from "./fit-in-box.rules.ts";

const size = (length_mm: number, width_mm: number, height_mm: number): Size => ({ length_mm, width_mm, height_mm });
const box = (box_uuid: string, inside: Size, max_weight_grams: number | null = null): AdvisedBox => ({
  box_uuid,
  max_weight_grams,
  ...inside,
});
const piece = (of: Size | null, weight_grams: number | null = 100): AdvisedPiece => ({ size: of, weight_grams });
const times = (count: number, of: Size, weight?: number): AdvisedPiece[] => Array.from({ length: count }, () => piece(of, weight));
const small = box("small", size(100, 100, 100));
const large = box("large", size(300, 200, 200));

const sides = (of: Size): string => [of.length_mm, of.width_mm, of.height_mm].toSorted((a, b) => a - b).join(" ");
const isApart = (a: Placement, b: Placement): boolean =>
  a.x_mm + a.length_mm <= b.x_mm ||
  b.x_mm + b.length_mm <= a.x_mm ||
  a.y_mm + a.width_mm <= b.y_mm ||
  b.y_mm + b.width_mm <= a.y_mm ||
  a.z_mm + a.height_mm <= b.z_mm ||
  b.z_mm + b.height_mm <= a.z_mm;

/** Lists what is wrong with an advice, by a check of its own: every piece once, of its own size, inside its box, apart from all others, none too heavy. */
function listFaults(advice: BoxAdvice, pieces: readonly AdvisedPiece[], boxes: readonly AdvisedBox[]): string[] {
  const faults: string[] = [];
  const placed = advice.boxes.flatMap(({ placements }) => placements.map((one) => one.piece)).toSorted((a, b) => a - b);
  if (placed.join(",") !== [...pieces.keys()].join(",")) faults.push(`not every piece once: ${placed.join(",")}`);
  for (const { box_uuid, placements } of advice.boxes) {
    const inside = boxes.find((one) => one.box_uuid === box_uuid);
    if (inside === undefined) return [`no such box: ${box_uuid}`];
    const grams = placements.reduce((sum, one) => sum + (pieces[one.piece]?.weight_grams ?? Infinity), 0);
    if (inside.max_weight_grams !== null && grams > inside.max_weight_grams) faults.push(`${box_uuid} is too heavy`);
    for (const [at, one] of placements.entries()) {
      const own = pieces[one.piece]?.size ?? null;
      if (own === null || sides(own) !== sides(one)) faults.push(`piece ${one.piece} has another size`);
      if (Math.min(one.x_mm, one.y_mm, one.z_mm) < 0) faults.push(`piece ${one.piece} is outside`);
      if (
        one.x_mm + one.length_mm > inside.length_mm ||
        one.y_mm + one.width_mm > inside.width_mm ||
        one.z_mm + one.height_mm > inside.height_mm
      )
        faults.push(`piece ${one.piece} is outside`);
      for (const other of placements.slice(at + 1)) if (!isApart(one, other)) faults.push(`pieces ${one.piece} and ${other.piece} overlap`);
    }
  }
  return faults;
}

/** Random whole numbers that repeat themselves for a seed (Lehmer, 48271 modulo 2^31 - 1). */
function createDice(seed: number): (from: number, to: number) => number {
  let state = seed;
  return (from, to) => {
    state = (state * 48_271) % 2_147_483_647;
    return from + (state % (to - from + 1));
  };
}

describe("the advised box", () => {
  test("is the smallest in which all pieces have a place, in any turn", () => {
    const boxes = [large, small, box("flat", size(400, 300, 20))];
    const pieces = times(8, size(50, 50, 50));
    const advice = adviseBoxes(pieces, boxes);
    expect(advice.boxes.map(({ box_uuid }) => box_uuid)).toEqual(["small"]);
    expect(listFaults(advice, pieces, boxes)).toEqual([]);
    // Longer than the large box is: it lies in the flat one.
    const rods = [piece(size(10, 20, 350))];
    const turned = adviseBoxes(rods, boxes);
    expect(turned.boxes.map(({ box_uuid }) => box_uuid)).toEqual(["flat"]);
    expect(listFaults(turned, rods, boxes)).toEqual([]);
  });

  test("is not one whose volume would do while its sides do not", () => {
    const pieces = times(2, size(60, 60, 60));
    expect(adviseBoxes(pieces, [small, large]).boxes.map(({ box_uuid }) => box_uuid)).toEqual(["large"]);
  });

  test("carries the goods: a heavier order gets a stronger box, or several", () => {
    const weak = box("weak", size(100, 100, 100), 500);
    const strong = box("strong", size(110, 100, 100), 900);
    const pieces = times(4, size(50, 50, 50), 200);
    expect(adviseBoxes(pieces, [weak, strong]).boxes.map(({ box_uuid }) => box_uuid)).toEqual(["strong"]);
    const split = adviseBoxes(pieces, [weak]);
    expect(split.boxes.map(({ placements }) => placements.length)).toEqual([2, 2]);
    expect(listFaults(split, pieces, [weak])).toEqual([]);
    expect(adviseBoxes([piece(size(1, 1, 1), null)], [weak]).reason).toBe("noneFits");
  });

  test("is several boxes if no single one holds the order", () => {
    const pieces = times(20, size(50, 50, 50));
    const advice = adviseBoxes(pieces, [small]);
    expect(advice.boxes.map(({ placements }) => placements.length)).toEqual([8, 8, 4]);
    expect(listFaults(advice, pieces, [small])).toEqual([]);
  });

  test("is not given without boxes or sizes, for a piece that fits none, or for too many pieces", () => {
    expect(adviseBoxes([piece(size(1, 1, 1))], []).reason).toBe("noBoxes");
    expect(adviseBoxes([piece(size(1, 1, 1)), piece(null)], [small]).reason).toBe("noSizes");
    expect(adviseBoxes([piece(size(101, 1, 1))], [small]).reason).toBe("noneFits");
    expect(adviseBoxes(times(mostAdvised + 1, size(1, 1, 1)), [small]).reason).toBe("tooMany");
  });

  test("holds what was cut out of it and has 3 mm of air, in most of 200 random boxes, and every advice is a true packing", () => {
    let single = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const dice = createDice(seed);
      const outer = size(dice(100, 400), dice(100, 400), dice(100, 400));
      const pieces = cut(outer, dice).map((of) => piece(withAir(of)));
      const boxes = [box("own", outer), box("double", size(outer.length_mm * 2, outer.width_mm, outer.height_mm))];
      const advice = adviseBoxes(pieces, boxes);
      expect([seed, advice.reason, listFaults(advice, pieces, boxes)]).toEqual([seed, null, []]);
      if (advice.boxes.length === 1 && advice.boxes[0]?.box_uuid === "own") single += 1;
    }
    expect(single).toBeGreaterThan(130);
  });

  test("of the most pieces takes little time even where nothing fits", () => {
    const dice = createDice(7);
    const pieces = Array.from({ length: mostAdvised }, () => piece(size(dice(30, 120), dice(30, 120), dice(30, 120))));
    const boxes = Array.from({ length: 40 }, (_, at) => box(`box-${at}`, size(120 + at * 6, 120 + at * 6, 120 + at * 6)));
    const begun = performance.now();
    const advice = adviseBoxes(pieces, boxes);
    expect(performance.now() - begun).toBeLessThan(2000);
    if (advice.reason === null) expect(listFaults(advice, pieces, boxes)).toEqual([]);
  });
});

const withAir = ({ length_mm, width_mm, height_mm }: Size): Size =>
  size(Math.max(1, length_mm - 3), Math.max(1, width_mm - 3), Math.max(1, height_mm - 3));

/** Cuts a box into a few pieces without waste. */
function cut(outer: Size, dice: (from: number, to: number) => number): Size[] {
  let pieces = [outer];
  for (let round = 0; round < 5; round += 1) {
    const [first, ...rest] = pieces.toSorted((a, b) => b.length_mm * b.width_mm * b.height_mm - a.length_mm * a.width_mm * a.height_mm);
    if (first === undefined) return pieces;
    const side = (["length_mm", "width_mm", "height_mm"] as const)[dice(0, 2)] ?? "length_mm";
    if (first[side] < 4) continue;
    const at = dice(1, first[side] - 1);
    pieces = [...rest, { ...first, [side]: at }, { ...first, [side]: first[side] - at }];
  }
  return pieces;
}
