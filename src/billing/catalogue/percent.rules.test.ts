import { expect, test } from "vitest";
import { changeByPercent, parsePercent } from "./percent.rules.ts";

test("parses a percentage as people write it, and returns null for anything else", () => {
  expect(["10", "12.5", "12,5 %", " 0.25% ", "１０％", "1000"].map(parsePercent)).toEqual([1000, 1250, 1250, 25, 1000, 100_000]);
  expect(["", "ten", "-5", "1.255", "1000.01", "1,000.5"].map(parsePercent)).toEqual([null, null, null, null, null, null]);
});

test("rounds a price changed by a percentage half up, once", () => {
  expect(changeByPercent(1999, -1000)).toBe(1799);
  expect(changeByPercent(1995, -1000)).toBe(1796);
  expect(changeByPercent(5, -1000)).toBe(5);
  expect(changeByPercent(5, 1000)).toBe(6);
  expect(changeByPercent(1000, 0)).toBe(1000);
});

test("never lowers a price below zero, and is exact for the largest price", () => {
  expect(changeByPercent(1234, -10_000)).toBe(0);
  expect(changeByPercent(1, -100_000)).toBe(0);
  expect(changeByPercent(1_000_000_000, 100_000)).toBe(11_000_000_000);
});
