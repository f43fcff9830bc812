import { describe, expect, it } from "vitest";
import { parseCellDate, parseSerial } from "./dates.rules.ts";

describe("an ISO date", () => {
  it("is a whole number of days in Excel", () => {
    expect(parseCellDate("2026-05-03")).toEqual({ text: "2026-05-03", serial: 46_145, withTime: false });
    expect(parseCellDate("1900-03-01")?.serial).toBe(61);
  });

  it("with a time is converted to UTC and truncated to the second", () => {
    expect(parseCellDate("2026-05-03T10:20:30.987+02:00")).toMatchObject({ text: "2026-05-03 08:20:30", withTime: true });
    expect(parseCellDate("2026-05-03T12:00:00Z")?.serial).toBe(46_145.5);
  });

  it.each([
    "",
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "2026-05-03T10:20",
    "1899-12-31",
    "1900-02-28",
    "03/05/2026",
    "2026-05-03T25:00:00Z",
    "2026-05-03\n",
  ])("%j stays text", (iso) => expect(parseCellDate(iso)).toBeNull());

  it.each(["2026-05-03", "1900-03-01", "9999-12-31", "2026-11-21T13:26:43Z", "2026-11-21T23:59:59Z"])(
    "%s is read back from Excel's number",
    (iso) => {
      expect(parseSerial(parseCellDate(iso)?.serial ?? 0)).toBe(iso);
    },
  );

  it("is not read from a number outside Excel's calendar", () => {
    for (const serial of [0, 60, -1, 2_958_466, Number.NaN, Number.POSITIVE_INFINITY]) expect(parseSerial(serial)).toBeNull();
  });
});
