import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Keyed, Selection } from "./selection.rules.ts";
import { afterBatch, nothingSelected, refreshed, refusalOf, toggled, withRange } from "./selection.rules.ts";

const rowAt = (index: number): Keyed | undefined => (index < 100 ? [`k${index}`, { index }] : undefined);
const keysOf = (selection: Selection) => [...selection.keys()];
const chosen = (...indexes: number[]) => new Map(indexes.map((index) => [`k${index}`, { index }] as const));

describe("a selection", () => {
  test("takes a row and lets it go, and remembers what it was", () => {
    const one = toggled(nothingSelected, ["a", { name: "Ann" }]);
    expect([...one]).toEqual([["a", { name: "Ann" }]]);
    expect(toggled(one, ["a", {}]).size).toBe(0);
  });

  test("reaches over a range, and back again", () => {
    const reached = withRange(nothingSelected, rowAt, { from: 3, before: 3, to: 6 });
    expect(keysOf(reached)).toEqual(["k3", "k4", "k5", "k6"]);
    expect(keysOf(withRange(reached, rowAt, { from: 3, before: 6, to: 4 }))).toEqual(["k3", "k4"]);
    expect(keysOf(withRange(reached, rowAt, { from: 3, before: 6, to: 1 })).toSorted()).toEqual(["k1", "k2", "k3"]);
  });

  test("is the range from its start to where it was last reached, whatever the way there", () => {
    const index = fc.integer({ min: 0, max: 99 });
    fc.assert(
      fc.property(index, fc.array(index, { minLength: 1 }), (from, ways) => {
        let selection = withRange(nothingSelected, rowAt, { from, before: from, to: from });
        let before = from;
        for (const to of ways) {
          selection = withRange(selection, rowAt, { from, before, to });
          before = to;
        }
        const [first, last] = [Math.min(from, before), Math.max(from, before)];
        expect(new Set(keysOf(selection))).toEqual(new Set(Array.from({ length: last - first + 1 }, (_, place) => `k${first + place}`)));
      }),
    );
  });

  test("leaves out rows that have not come", () => {
    expect(keysOf(withRange(nothingSelected, rowAt, { from: 98, before: 98, to: 120 }))).toEqual(["k98", "k99"]);
  });

  test("has its rows as they were seen last", () => {
    const newer = refreshed(chosen(1, 2), [["k1", { index: 1, isNew: true }]]);
    expect(newer.get("k1")).toEqual({ index: 1, isNew: true });
    expect(newer.size).toBe(2);
  });

  test("keeps what failed in a batch, and what was not part of it", () => {
    expect(keysOf(afterBatch(chosen(1, 2, 3), ["k1", "k2"], [{ id: "k2" }]))).toEqual(["k2", "k3"]);
  });
});

describe("an action", () => {
  test("on some rows wants at least one", () => {
    expect([0, 1, 2].map((count) => refusalOf("some", count))).toEqual(["nothing", null, null]);
  });

  test("on one row wants one", () => {
    expect([0, 1, 2].map((count) => refusalOf("one", count))).toEqual(["nothing", null, "several"]);
  });

  test("of the list wants none", () => expect(refusalOf("none", 0)).toBeNull());
});
