import { describe, expect, it } from "vitest";
import { printCursor, readCursor } from "./cursor.ts";

const now = new Date("2026-03-01T12:00:00.900Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describe("a cursor", () => {
  it("is read back as printed, and never as more recent", () => {
    const read = readCursor(printCursor({ position: 12_345, asOf: now }), now);
    expect(read).toEqual({ position: 12_345, asOf: new Date("2026-03-01T12:00:00.000Z") });
    expect(readCursor(printCursor({ position: 0, asOf: hoursAgo(22) }), now)?.position).toBe(0);
  });

  it("is null if later events may have expired, or if it lies in the future", () => {
    expect(readCursor(printCursor({ position: 1, asOf: hoursAgo(23.1) }), now)).toBeNull();
    expect(readCursor(printCursor({ position: 1, asOf: hoursAgo(-0.2) }), now)).toBeNull();
    expect(readCursor(printCursor({ position: 1, asOf: hoursAgo(-0.01) }), now)).not.toBeNull();
  });

  it.each([
    "",
    "1",
    "1.",
    ".1",
    "-1.1772366400",
    "1.5.1772366400",
    "1e3.1772366400",
    "1.1772366400 ",
    "9".repeat(30),
    "1.99999999999999",
    "NaN.NaN",
  ])("is null for %j", (text) => expect(readCursor(text, now)).toBeNull());
});
