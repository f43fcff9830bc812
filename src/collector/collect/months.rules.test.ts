import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { monthBars } from "./months.rules.ts";

describe("reviews over time", () => {
  test("months without reviews are there as zero", () => {
    expect(monthBars({ "2025-12": 2, "2026-02": 3 }).bars).toEqual([
      { key: "2025-12", value: 2 },
      { key: "2026-01", value: 0 },
      { key: "2026-02", value: 3 },
    ]);
  });

  test("what has no month is counted apart", () => {
    expect(monthBars({ "": 4, "2026-13": 1, nonsense: 1 })).toEqual({ unit: "month", bars: [], undated: 6 });
  });

  test("many months become years", () => {
    const { unit, bars } = monthBars({ "2016-01": 1, "2016-12": 2, "2026-05": 3 });
    expect(unit).toBe("year");
    expect(bars).toHaveLength(11);
    expect(bars[0]).toEqual({ key: "2016", value: 3 });
  });

  test("loses no review, and never draws more bars than fit", () => {
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
