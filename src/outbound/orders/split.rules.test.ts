import { expect, test } from "vitest";
import { findSplitProblems } from "./split.rules.ts";

/** Checks a split of an order of one piece of "a" and five of "b". */
const check = (a: number | null, b: number | null) =>
  findSplitProblems([
    { line_uuid: "a", quantity: 1, moved: a },
    { line_uuid: "b", quantity: 5, moved: b },
  ]);

test("a split marks the line with more pieces than there are, and the one that is no whole number", () => {
  expect(check(5, 1)).toEqual({ lines: { a: "tooMany" }, isAllOrNothing: false });
  expect(check(-1, 99_999_999_999)).toEqual({ lines: { a: "notWhole", b: "tooMany" }, isAllOrNothing: false });
  expect(check(null, 1.5)).toEqual({ lines: { b: "notWhole" }, isAllOrNothing: false });
});

test("a split moves at least one piece, and leaves at least one", () => {
  expect([check(null, null), check(0, 0), check(1, 5)]).toEqual(Array.from({ length: 3 }, () => ({ lines: {}, isAllOrNothing: true })));
  expect([check(1, null), check(1, 4), check(null, 5)]).toEqual([null, null, null]);
});
