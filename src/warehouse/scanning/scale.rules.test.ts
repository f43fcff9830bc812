import { expect, test } from "vitest";
import { parseScaleLine, parseTypedWeight, splitLines } from "./scale.rules.ts";

test.each([
  ["ST,GS,+  1.250kg", 1250],
  ["ST,NT,  520.4 g", 520],
  ["S S     520.5 g", 521],
  ["+00000.520 kg", 520],
  ["  0,52 kg  ", 520],
  ["ST,GS,+  2.00lb", 907],
  ["US,GS,+  1.250kg", null],
  ["S D     520.5 g", null],
  ["ST,GS,-  0.010kg", null],
  ["ST,GS,+  0.000kg", null],
  ["OL", null],
  ["T,  100.0 g", null],
  ["Ready", null],
])("the scale's line %j is %s grams", (line, grams) => {
  expect(parseScaleLine(line)).toBe(grams);
});

test.each([
  ["950", 950],
  ["0.95 kg", 950],
  ["950g", 950],
  ["0", null],
  ["P-261127-0001", null],
  ["12345678", null],
])("typing %j means %s grams", (text, grams) => {
  expect(parseTypedWeight(text)).toBe(grams);
});

test("lines arrive in any pieces", () => {
  expect(splitLines("ST,GS,+ 1.2kg\r\nST,G")).toEqual({ lines: ["ST,GS,+ 1.2kg"], rest: "ST,G" });
  expect(splitLines("a\rb\n\n")).toEqual({ lines: ["a", "b"], rest: "" });
});
