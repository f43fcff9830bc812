import { expect, test } from "vitest";
import { toWaits } from "./waiting-time.tsx";

test("accepts waits of 4 s or more, whole or fractional", () => {
  expect(toWaits(4, 8)).toEqual({ waitFromSeconds: 4, waitToSeconds: 8 });
  expect(toWaits(5.5, 5.5)).toEqual({ waitFromSeconds: 5.5, waitToSeconds: 5.5 });
});

test("rejects waits under 4 s, over the maximum, in reverse order, or without a number", () => {
  for (const [from, to] of [
    [3.9, 8],
    [4, 3],
    [9, 8],
    [61, 90],
    [4, 121],
    [null, 8],
    [4, null],
    [-5, 8],
    [Infinity, Infinity],
  ] as const) {
    expect(toWaits(from, to), `${from} to ${to}`).toBeNull();
  }
});
