import { expect, test } from "vitest";
import { movedTo } from "./old-combobox.rules.ts";

test("arrows go round, from nothing to the first or the last", () => {
  expect([movedTo("ArrowDown", -1, 3), movedTo("ArrowDown", 2, 3), movedTo("ArrowUp", -1, 3), movedTo("ArrowUp", 0, 3)]).toEqual([
    0, 0, 2, 2,
  ]);
});

test("pages stay inside", () => {
  expect([movedTo("PageDown", -1, 20), movedTo("PageDown", 15, 20), movedTo("PageUp", 5, 20), movedTo("PageUp", 19, 20)]).toEqual([
    8, 19, 0, 11,
  ]);
});

test("other keys, and a list with nothing in it, move nothing", () => {
  expect([movedTo("a", 1, 3), movedTo("Home", 1, 3), movedTo("ArrowDown", -1, 0)]).toEqual([null, null, null]);
});
