import { describe, expect, test } from "vitest";
import { getDaysRefusal, listDays, listWeeks, toHours, getMonday, toPercent, getPresetDays } from "./reports.rules.ts";

describe("the days of a report", () => {
  test("start on the first of a month or ninety days ago, in the user's own time zone", () => {
    expect(getPresetDays("thisMonth", "2026-03-20")).toEqual({ from: "2026-03-01", until: "2026-03-20" });
    expect(getPresetDays("thisMonth", "2026-03-01")).toEqual({ from: "2026-03-01", until: "2026-03-01" });
    expect(getPresetDays("lastMonth", "2026-03-31")).toEqual({ from: "2026-02-01", until: "2026-02-28" });
    expect(getPresetDays("lastMonth", "2024-03-05")).toEqual({ from: "2024-02-01", until: "2024-02-29" });
    expect(getPresetDays("lastMonth", "2026-01-15")).toEqual({ from: "2025-12-01", until: "2025-12-31" });
    const ninety = getPresetDays("last90", "2026-03-20");
    expect(ninety).toEqual({ from: "2025-12-21", until: "2026-03-20" });
    expect(listDays(ninety)).toHaveLength(90);
  });

  test("are refused when they are reversed or more than 366", () => {
    expect(getDaysRefusal({ from: "2026-03-20", until: "2026-03-20" })).toBeNull();
    expect(getDaysRefusal({ from: "2024-01-01", until: "2024-12-31" })).toBeNull();
    expect(getDaysRefusal({ from: "2024-01-01", until: "2025-01-01" })).toBe("reports.tooLong");
    expect(getDaysRefusal({ from: "2026-03-20", until: "2026-03-19" })).toBe("reports.daysTurned");
  });

  test("are listed one by one for a chart, across the end of a month, and are never more than 366", () => {
    expect(listDays({ from: "2026-02-27", until: "2026-03-02" })).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
    expect(listDays({ from: "2026-03-02", until: "2026-03-01" })).toEqual([]);
    expect(listDays({ from: "1990-01-01", until: "2026-03-01" })).toHaveLength(366);
  });

  test("are grouped into weeks that start on Monday", () => {
    expect(getMonday("2026-03-09")).toBe("2026-03-09");
    expect(getMonday("2026-03-15")).toBe("2026-03-09");
    expect(getMonday("2026-01-01")).toBe("2025-12-29");
    expect(listWeeks({ from: "2026-03-08", until: "2026-03-16" })).toEqual(["2026-03-02", "2026-03-09", "2026-03-16"]);
  });
});

test("a share has one decimal, and a share of zero is null", () => {
  expect([toPercent(2, 3), toPercent(3, 3), toPercent(0, 7), toPercent(0, 0)]).toEqual([66.7, 100, 0, null]);
});

test("minutes are converted to hours", () => {
  expect([toHours(240), toHours(528), toHours(0), toHours(null)]).toEqual([4, 8.8, 0, null]);
});
