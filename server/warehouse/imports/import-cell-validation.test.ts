import { describe, expect, test } from "vitest";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { readChoice, readDay, readDecimal, readText, readWhole } from "./import-cell-validation.ts";

const counts = { min: 1, max: 1000 };

describe("a cell expected to contain", () => {
  test.each([
    ["12", ok(12)],
    ["+12.0", ok(12)],
    ["1.5", refuse("imports.notWhole")],
    ["1,000", refuse("imports.notWhole")],
    ["1e3", refuse("imports.notWhole")],
    ["", refuse("imports.notWhole")],
    ["0", refuse("imports.outOfRange")],
    ["1001", refuse("imports.outOfRange")],
  ])("a whole number parses %j", (text, read) => expect(readWhole(text, counts)).toEqual(read));

  test.each([
    ["8.5", ok("8.5")],
    ["+8.50", ok("8.50")],
    ["8,5", refuse("imports.notANumber")],
    ["$8", refuse("imports.notANumber")],
    ["8.505", refuse("imports.outOfRange")],
    ["8.500", ok("8.500")],
    ["-1", refuse("imports.outOfRange")],
  ])("a number with two decimal places parses %j", (text, read) =>
    expect(readDecimal(text, { min: 0, max: 1000, digits: 2 })).toEqual(read),
  );

  test.each([
    ["2026-06-30", ok("2026-06-30")],
    ["2026/6/3", ok("2026-06-03")],
    ["2026年6月3日", ok("2026-06-03")],
    ["2026-06-30T00:00:00", ok("2026-06-30")],
    ["2026-02-30", refuse("imports.notADate")],
    ["30.06.2026", refuse("imports.notADate")],
    ["46203", refuse("imports.notADate")],
  ])("a date parses %j", (text, read) => expect(readDay(text)).toEqual(read));

  test("a choice, or a text of limited length, accepts nothing else", () => {
    expect(readChoice("PICK", ["pick", "reserve"])).toEqual(ok("pick"));
    expect(readChoice("pick ", ["pick", "reserve"])).toEqual(refuse("imports.notAChoice"));
    expect(readText("abc", 3)).toEqual(ok("abc"));
    expect(readText("abcd", 3)).toEqual(refuse("imports.cellTooLong"));
  });
});
