import { expect, test } from "vitest";
import { changeByPercent, parsePercent } from "./percent.rules.ts";

test("a percentage is read as people write it, and what is none is none", () => {
  expect(["10", "12.5", "12,5 %", " 0.25% ", "１０％", "1000"].map(parsePercent)).toEqual([1000, 1250, 1250, 25, 1000, 100_000]);
  expect(["", "ten", "-5", "1.255", "1000.01", "1,000.5"].map(parsePercent)).toEqual([null, null, null, null, null, null]);
});

test("a price with so much less or more is rounded half up, once", () => {
  expect(changeByPercent(1999, -1000)).toBe(1799);
  expect(changeByPercent(1995, -1000)).toBe(1796);
  expect(changeByPercent(5, -1000)).toBe(5);
  expect(changeByPercent(5, 1000)).toBe(6);
  expect(changeByPercent(1000, 0)).toBe(1000);
});

test("a price is never below nothing, and exact at the largest", () => {
  expect(changeByPercent(1234, -10_000)).toBe(0);
  expect(changeByPercent(1, -100_000)).toBe(0);
  expect(changeByPercent(1_000_000_000, 100_000)).toBe(11_000_000_000);
});
