import { describe, expect, test } from "vitest";
import { getLastDay, formatLocalTime, addMonths, getMonthAt, getMonthSpan } from "./months.rules.ts";

const hourMs = 3_600_000;
const span = (month: string, zone: string) => {
  const { from, to } = getMonthSpan(month, zone);
  return [from.toISOString(), to.toISOString()];
};

describe("a month in a time zone", () => {
  test("starts and ends at midnight in that time zone", () => {
    expect(span("2026-06", "UTC")).toEqual(["2026-06-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z"]);
    expect(span("2026-06", "Asia/Shanghai")).toEqual(["2026-05-31T16:00:00.000Z", "2026-06-30T16:00:00.000Z"]);
    expect(span("2026-06", "Asia/Kathmandu")).toEqual(["2026-05-31T18:15:00.000Z", "2026-06-30T18:15:00.000Z"]);
    expect(span("2026-06", "Pacific/Kiritimati")).toEqual(["2026-05-31T10:00:00.000Z", "2026-06-30T10:00:00.000Z"]);
    expect(span("2026-06", "Pacific/Niue")).toEqual(["2026-06-01T11:00:00.000Z", "2026-07-01T11:00:00.000Z"]);
  });

  test("is an hour shorter when clocks go forward in it, and an hour longer when they go back", () => {
    expect(span("2026-03", "Europe/Berlin")).toEqual(["2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"]);
    expect(span("2026-11", "America/New_York")).toEqual(["2026-11-01T04:00:00.000Z", "2026-12-01T05:00:00.000Z"]);
    const hours = (month: string, zone: string) => {
      const { from, to } = getMonthSpan(month, zone);
      return (to.getTime() - from.getTime()) / hourMs;
    };
    expect([hours("2026-03", "Europe/Berlin"), hours("2026-10", "Europe/Berlin")]).toEqual([31 * 24 - 1, 31 * 24 + 1]);
  });

  test("starts at the first existing time when a clock change skips midnight", () => {
    // Asunción set its clocks forward at midnight of 1 October 2017: the first second was 01:00:00.
    const { from } = getMonthSpan("2017-10", "America/Asuncion");
    expect(formatLocalTime(from, "America/Asuncion")).toBe("2017-10-01T01:00:00");
    expect(formatLocalTime(new Date(from.getTime() - 1000), "America/Asuncion")).toBe("2017-09-30T23:59:59");
  });

  test("is followed by the next without a gap, throughout the year and across its end", () => {
    for (const zone of ["UTC", "Europe/London", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Shanghai"])
      for (let month = "2025-11"; month < "2027-02"; month = addMonths(month)) {
        const { from, to } = getMonthSpan(month, zone);
        expect(getMonthSpan(addMonths(month), zone).from).toEqual(to);
        expect([getMonthAt(from, zone), getMonthAt(new Date(to.getTime() - 1), zone), getMonthAt(to, zone)]).toEqual([
          month,
          month,
          addMonths(month),
        ]);
      }
  });

  test("supports adding and subtracting months, and has a last day", () => {
    expect([addMonths("2026-12"), addMonths("2026-01", -1), addMonths("2026-06", 12)]).toEqual(["2027-01", "2025-12", "2027-06"]);
    expect(["2026-02", "2028-02", "2026-12"].map(getLastDay)).toEqual(["2026-02-28", "2028-02-29", "2026-12-31"]);
  });
});
