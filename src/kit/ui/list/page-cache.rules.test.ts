import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getFirstRow, getLengthAfter, getPageNumber, listPagesInSight, pagesCached, listPagesToForget } from "./page-cache.rules.ts";

const rowsOf = (count: number) => Array.from({ length: count }, () => ({}));
const full = { result: rowsOf(100), next_cursor: "more" };
const estimate = (total: number) => ({ ...full, total, total_is_exact: false });

describe("pages", () => {
  test("have 100 rows and are numbered from 1", () => {
    expect([0, 99, 100, 1_000_000].map(getPageNumber)).toEqual([1, 1, 2, 10_001]);
    expect([1, 2, 10_001].map(getFirstRow)).toEqual([0, 100, 1_000_000]);
  });

  test("are requested when visible, plus one ahead in the direction of scrolling", () => {
    expect(listPagesInSight(0, 40, 1000, 1)).toEqual([1, 2]);
    expect(listPagesInSight(290, 330, 1000, 1)).toEqual([3, 4, 5]);
    expect(listPagesInSight(290, 330, 1000, -1)).toEqual([2, 3, 4]);
    expect(listPagesInSight(0, 40, 1000, -1)).toEqual([1]);
    expect(listPagesInSight(950, 999, 1000, 1)).toEqual([10]);
  });

  test("are cached up to a limit, keeping those nearest to the visible rows", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { maxLength: 80 }),
        fc.integer({ min: 1, max: 9999 }),
        (kept, page) => {
          const wanted = [page, page + 1];
          const gone = new Set(listPagesToForget(kept, wanted));
          const left = kept.filter((one) => !gone.has(one));
          expect(left.length).toBeLessThanOrEqual(pagesCached);
          expect(wanted.some((one) => gone.has(one))).toBe(false);
          const farthestLeft = Math.max(0, ...left.filter((one) => !wanted.includes(one)).map((one) => Math.abs(one - page - 0.5)));
          for (const one of gone) expect(Math.abs(one - page - 0.5)).toBeGreaterThanOrEqual(farthestLeft);
        },
      ),
    );
  });
});

describe("the length of a list", () => {
  test("is the total when the total is exact", () => {
    expect(getLengthAfter(null, 1, { ...full, total: 4321, total_is_exact: true }, true)).toEqual({ rows: 4321, isExact: true });
  });

  test("keeps its first estimate, whatever the later ones", () => {
    const first = getLengthAfter(null, 1, estimate(1_000_000), true);
    expect(getLengthAfter(first, 500, estimate(1_012_345), true)).toEqual({ rows: 1_000_000, isExact: false });
  });

  test("is corrected when the end comes earlier", () => {
    const found = getLengthAfter(
      { rows: 1_000_000, isExact: false },
      9900,
      { ...estimate(1_000_000), result: rowsOf(17), next_cursor: null },
      false,
    );
    expect(found).toEqual({ rows: 989_917, isExact: false });
  });

  test("grows when there are rows past the estimate", () => {
    expect(getLengthAfter({ rows: 20_000, isExact: false }, 200, estimate(20_000), false)).toEqual({ rows: 20_001, isExact: false });
  });

  test("does not grow for a page number past its end", () => {
    const last = { ...estimate(20_080), next_cursor: null };
    expect(getLengthAfter(null, 10_040, last, true)).toEqual({ rows: 20_080, isExact: false });
    expect(getLengthAfter(null, 21, { result: [], total: 2000, total_is_exact: true, next_cursor: null }, true)).toEqual({
      rows: 2000,
      isExact: true,
    });
  });

  test("is zero for an empty list", () => {
    expect(getLengthAfter(null, 1, { result: [], total: 0, total_is_exact: true, next_cursor: null }, true)).toEqual({
      rows: 0,
      isExact: true,
    });
  });
});
