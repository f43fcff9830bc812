import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { monthBars } from "./months.rules.ts";

describe("reviews over time", () => {
  test("include months without reviews as zero", () => {
    expect(monthBars({ "2025-12": 2, "2026-02": 3 }).bars).toEqual([
      { key: "2025-12", value: 2 },
      { key: "2026-01", value: 0 },
      { key: "2026-02", value: 3 },
    ]);
  });

  test("are counted separately when they have no valid month", () => {
    expect(monthBars({ "": 4, "2026-13": 1, nonsense: 1 })).toEqual({ unit: "month", bars: [], undated: 6 });
  });

  test("are grouped by year when there are many months", () => {
    const { unit, bars } = monthBars({ "2016-01": 1, "2016-12": 2, "2026-05": 3 });
    expect(unit).toBe("year");
    expect(bars).toHaveLength(11);
    expect(bars[0]).toEqual({ key: "2016", value: 3 });
  });

  test("lose no review, and never need more bars than fit", () => {
    const month = fc
      .tuple(fc.integer({ min: 1990, max: 2100 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, at]) => `${year}-${String(at).padStart(2, "0")}`);
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(month, fc.string({ maxLength: 7 })), fc.nat(1000)), (byMonth) => {
        const { bars, undated } = monthBars(byMonth);
        const all = Object.values(byMonth).reduce((sum, value) => sum + value, 0);
        expect(bars.reduce((sum, { value }) => sum + value, undated)).toBe(all);
        expect(bars.length).toBeLessThanOrEqual(111);
      }),
    );
  });
});
