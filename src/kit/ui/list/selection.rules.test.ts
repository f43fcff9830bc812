import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countNotShown, deselectDone, getRefusal, withRange } from "./selection.rules.ts";

const keyAt = (index: number) => (index < 100 ? `k${index}` : undefined);
const chosen = (...indexes: number[]) => Object.fromEntries(indexes.map((index) => [`k${index}`, true as const]));

describe("a selection", () => {
  test("extends over a range and shrinks again", () => {
    const { selection } = withRange({}, keyAt, { from: 3, before: 3, to: 6 });
    expect(selection).toEqual(chosen(3, 4, 5, 6));
    expect(withRange(selection, keyAt, { from: 3, before: 6, to: 4 }).selection).toEqual(chosen(3, 4));
    expect(withRange(selection, keyAt, { from: 3, before: 6, to: 1 }).selection).toEqual(chosen(1, 2, 3));
  });

  test("is the range from its start to the last row reached, whatever happened in between", () => {
    const index = fc.integer({ min: 0, max: 99 });
    fc.assert(
      fc.property(index, fc.array(index, { minLength: 1 }), (from, ways) => {
        let { selection } = withRange({}, keyAt, { from, before: from, to: from });
        let before = from;
        for (const to of ways) {
          ({ selection } = withRange(selection, keyAt, { from, before, to }));
          before = to;
        }
        const [first, last] = [Math.min(from, before), Math.max(from, before)];
        expect(selection).toEqual(chosen(...Array.from({ length: last - first + 1 }, (_, place) => first + place)));
      }),
    );
  });

  test("leaves out rows that are not loaded, and says so", () => {
    expect(withRange({}, keyAt, { from: 98, before: 98, to: 120 })).toEqual({ selection: chosen(98, 99), isWhole: false });
    expect(withRange({}, keyAt, { from: 98, before: 98, to: 99 }).isWhole).toBe(true);
  });

  test("keeps the rows that failed in a batch, and those that were not part of it", () => {
    expect(deselectDone(chosen(1, 2, 3), ["k1", "k2"], [{ id: "k2" }])).toEqual(chosen(2, 3));
  });
});

describe("selected rows that the list does not show", () => {
  const isLoaded = (key: string) => key === "k1";
  const seen = new Set(["k1", "k2"]);

  test("are those that were not loaded with these filters; scrolled away, a row is still in the list", () => {
    expect(countNotShown(["k1", "k2", "k3"], { isLoaded, seen, isWhole: false })).toBe(1);
  });

  test("are all that are not loaded where the whole list is", () => {
    expect(countNotShown(["k1", "k2", "k3"], { isLoaded, seen, isWhole: true })).toBe(2);
    expect(countNotShown(["k1"], { isLoaded, seen, isWhole: true })).toBe(0);
  });
});

describe("an action", () => {
  test("on some rows needs at least one", () => {
    expect([0, 1, 2].map((count) => getRefusal("some", count))).toEqual(["nothing", null, null]);
  });

  test("on one row needs exactly one", () => {
    expect([0, 1, 2].map((count) => getRefusal("one", count))).toEqual(["nothing", null, "several"]);
  });

  test("on the list needs none", () => expect(getRefusal("none", 0)).toBeNull());
});
