import { describe, expect, test } from "vitest";
import {
  formatInstantBriefly,
  formatBytes,
  formatClock,
  formatDay,
  formatDuration,
  formatInstant,
  listText,
  formatMonth,
  formatNumber,
} from "./formats.ts";

describe("sizes", () => {
  test("use the unit that fits the size", () => {
    expect(formatBytes(0, "en-US")).toBe("0 bytes");
    expect(formatBytes(999, "en-US")).toBe("999 bytes");
    expect(formatBytes(3_400_000, "en-US")).toBe("3.4 MB");
    expect(formatBytes(7e12, "en-US")).toBe("7,000 GB");
  });
});

describe("estimated durations", () => {
  test.each([
    [0, "1 second"],
    [4200, "5 seconds"],
    [89_000, "89 seconds"],
    [90_000, "2 minutes"],
    [12.2 * 60_000, "13 minutes"],
    [90 * 60_000, "1.5 hours"],
  ])("%d ms is %s", (ms, text) => {
    expect(formatDuration(ms, "en-US")).toBe(text);
  });

  test("are written in Chinese for zh-CN", () => {
    expect(formatDuration(12 * 60_000, "zh-CN")).toBe("12分钟");
  });
});

describe("dates", () => {
  test("a clock shows seconds, in the locale's format", () => {
    const at = new Date(2026, 10, 21, 14, 32, 10).getTime();
    expect(formatClock(at, "en-US")).toMatch(/^2:32:10\sPM$/);
    expect(formatClock(at, "zh-CN")).toBe("14:32:10");
  });

  test("the brief format omits the year for an instant of this year, and the time for one of another year", () => {
    const now = new Date(2026, 10, 23);
    const at = (year: number) => new Date(year, 10, 21, 14, 5).toISOString();
    expect(formatInstantBriefly(at(2026), "en-US", now)).toMatch(/^11\/21, 2:05\sPM$/);
    expect(formatInstantBriefly(at(2026), "zh-CN", now)).toBe("11/21 14:05");
    expect(formatInstantBriefly(at(2025), "en-US", now)).toBe("Nov 21, 2025");
    expect(formatInstantBriefly(at(2025), "zh-CN", now)).toBe("2025年11月21日");
    expect(formatInstantBriefly("soon", "en-US", now)).toBe("soon");
  });

  test("a day does not shift with the time zone", () => {
    expect(formatDay("2026-03-01", "en-US")).toBe("Mar 1, 2026");
    expect(formatDay("2026-03-01", "zh-CN")).toBe("2026年3月1日");
  });

  test("text that is not a date is returned unchanged", () => {
    expect(formatDay("", "en-US")).toBe("");
    expect(formatDay("last week", "en-US")).toBe("last week");
    expect(formatInstant("soon", "en-US")).toBe("soon");
    expect(formatMonth("2026-13", "en-US")).toBe("2026-13");
  });

  test("a month is formatted with its year", () => {
    expect(formatMonth("2026-05", "en-US")).toBe("May 2026");
    expect(formatMonth("2026-05", "zh-CN")).toBe("2026年5月");
  });
});

test("numbers and lists are formatted for the locale", () => {
  expect(formatNumber(1240, "en-US")).toBe("1,240");
  expect(listText(["4", "5"], "en-US")).toBe("4, 5");
  expect(listText(["4", "5"], "zh-CN")).toBe("4、5");
});
