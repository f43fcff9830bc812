import { describe, expect, test } from "vitest";
import { columnIndex, isDateFormat, formatMoment, formatNumber } from "./excel-cell-values.ts";

describe("a number in a cell", () => {
  test.each([
    [6_901_234_567_890, "6901234567890"],
    [8.300_000_000_000_001, "8.3"],
    [0.1 + 0.2, "0.3"],
    [1e21, "1000000000000000000000"],
    [1.5e-7, "0.00000015"],
    [-12.5, "-12.5"],
    [0, "0"],
  ])("%d is %s", (value, text) => expect(formatNumber(value)).toBe(text));
});

describe("a date in a cell", () => {
  test.each([
    [1, false, "1900-01-01"],
    [59, false, "1900-02-28"],
    [61, false, "1900-03-01"],
    [46_203, false, "2026-06-30"],
    [46_203.999_999_9, false, "2026-07-01"],
    [46_203.5, false, "2026-06-30T12:00:00"],
    [0, true, "1904-01-01"],
    [-1, false, null],
    [3_000_000, false, null],
  ])("%d, from 1904: %s, is %s", (serial, is1904, text) => expect(formatMoment(serial, is1904)).toBe(text));

  test.each(["m/d/yyyy", "[$-409]d-mmm-yy;@", "yyyy年m月d日", "[h]:mm:ss", "[$-F800]dddd"])("has a format such as %s", (format) =>
    expect(isDateFormat(format)).toBe(true),
  );
  test.each(["General", "0.00", '0 "days"', "[Red]0", "@", "\\d0", "#,##0_d"])("does not have a format such as %s", (format) =>
    expect(isDateFormat(format)).toBe(false),
  );
});

test("converts column letters to an index", () => {
  expect(["A", "Z", "AA", "XFD", "a", "", "ABCD"].map(columnIndex)).toEqual([0, 25, 26, 16_383, null, null, null]);
});
