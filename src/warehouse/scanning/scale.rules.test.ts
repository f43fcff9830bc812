import { expect, test } from "vitest";
import { emptyScale, isLikeWeight, parseScaleLine, parseTypedWeight, splitLines, withReading, withSettled } from "./scale.rules.ts";

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
])("the scale's line %j is %s grams", (line, grams) => {
  expect(parseScaleLine(line)).toBe(grams);
});

test.each(["T,  100.0 g", "PT,  100.0 g", "S I", "Ready"])("the scale's line %j says nothing about what stands on it", (line) => {
  expect(parseScaleLine(line)).toBeUndefined();
});

test("a weight counts once: it is settled until the scale is empty, unstable, or shows another weight", () => {
  const first = withReading(emptyScale, 750);
  expect(first).toEqual({ grams: 750, isSettled: false });
  const settled = withSettled(first);
  // The scale repeats its weight, and its last digit flickers.
  expect(withReading(withReading(settled, 750), 755)).toEqual(settled);
  expect(withReading(withReading(settled, null), 750)).toEqual({ grams: 750, isSettled: false });
  expect(withReading(settled, 820)).toEqual({ grams: 820, isSettled: false });
});

test("the same weight after a silence of 1.5 s is another parcel: a scale that sends only stable weights says nothing between them", () => {
  const settled = withSettled(withReading(emptyScale, 750));
  expect(withReading(settled, 750, 1499)).toEqual(settled);
  expect(withReading(settled, 750, 1500)).toEqual({ grams: 750, isSettled: false });
});

test("a slow drift is not another weight only if it stays near the settled one", () => {
  const settled = withSettled(withReading(emptyScale, 750));
  expect(withReading(withReading(settled, 758), 766)).toEqual({ grams: 766, isSettled: false });
});

test("an empty scale has nothing to settle: the next weight counts", () => {
  expect(withReading(withSettled(emptyScale), 750)).toEqual({ grams: 750, isSettled: false });
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

test("a number that is no weight was meant as one, a code was not", () => {
  expect(["-5", "0", "12.5", "+7", "0,5", "1e20"].filter((text) => !isLikeWeight(text))).toEqual([]);
  expect(["P-261127-0001", "2000000000015", "12345678", "A-01-02", "12.5.1", ""].filter(isLikeWeight)).toEqual([]);
});

test("lines arrive in any pieces", () => {
  expect(splitLines("ST,GS,+ 1.2kg\r\nST,G")).toEqual({ lines: ["ST,GS,+ 1.2kg"], rest: "ST,G" });
  expect(splitLines("a\rb\n\n")).toEqual({ lines: ["a", "b"], rest: "" });
});
