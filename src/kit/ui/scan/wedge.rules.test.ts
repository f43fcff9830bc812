import { expect, test } from "vitest";
import type { Burst, WedgeKey } from "./wedge.rules.ts";
import { burstGapMs, pressKey } from "./wedge.rules.ts";

const keysOf = (text: string): string[] => Array.from(text);

/** The codes read from keys that follow each other at intervals of `gapMs`. */
function codesOf(keys: readonly (string | Partial<WedgeKey>)[], gapMs: number): string[] {
  let burst: Burst | null = null;
  const codes: string[] = [];
  for (const [place, given] of keys.entries()) {
    const key = { key: "", isCommand: false, at: place * gapMs, ...(typeof given === "string" ? { key: given } : given) };
    const next = pressKey(burst, key);
    burst = next.burst;
    if (next.code !== null) codes.push(next.code);
  }
  return codes;
}

test("keys at the speed of a scanner that end with Enter or Tab are a scan", () => {
  expect(codesOf([...keysOf("A-01"), "Enter", ...keysOf("B-02"), "Tab"], 5)).toEqual(["A-01", "B-02"]);
  expect(codesOf([...keysOf("A-01"), "Enter"], burstGapMs)).toEqual(["A-01"]);
});

test("typing by a person is not a scan", () => {
  expect(codesOf([...keysOf("hello"), "Enter"], burstGapMs + 1)).toEqual([]);
  expect(codesOf(["4", "2", "Enter"], 5)).toEqual([]);
  expect(codesOf(["Enter"], 5)).toEqual([]);
});

test("a pause starts a new scan", () => {
  const slow = ["x", "y"].map((key, place) => ({ key, at: place * 200 }));
  const quick = [...keysOf("A-01"), "Enter"].map((key, place) => ({ key, at: 1000 + place * 5 }));
  expect(codesOf([...slow, ...quick], 0)).toEqual(["A-01"]);
});

test("Shift between the characters does not interrupt a scan, and a command key does", () => {
  expect(codesOf(["Shift", "A", "-", "Shift", "B", "Enter"], 5)).toEqual(["A-B"]);
  expect(codesOf(["A", "B", { key: "c", isCommand: true }, "D", "Enter"], 5)).toEqual([]);
});

test("Ctrl and a bracket is read as the separator", () => {
  expect(codesOf(["1", "0", "L", { key: "]", isCommand: true }, "3", "7", "5", "Enter"], 5)).toEqual(["10L\u001D375"]);
});
