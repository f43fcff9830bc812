import { describe, expect, test } from "vitest";
import { moved, orderedColumns, shownColumns } from "./columns.rules.ts";
import { rowAfterKey } from "./list-keys.rules.ts";

const declared = [{ id: "name" }, { id: "email" }, { id: "city", isHidden: true as const }];
const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id);

describe("the columns shown", () => {
  test("are the declaration's own until a person chooses", () => {
    expect(ids(shownColumns(declared, null))).toEqual(["name", "email"]);
    expect(ids(shownColumns(declared, ["city", "name"]))).toEqual(["city", "name"]);
  });

  test("are never none, and leave out what the list no longer has", () => {
    expect(ids(shownColumns(declared, ["gone"]))).toEqual(["name", "email"]);
    expect(ids(shownColumns(declared, ["gone", "city"]))).toEqual(["city"]);
  });

  test("are chosen from all, those shown first", () => {
    expect(orderedColumns(declared, ["city"]).map(({ column, isShown }) => [column.id, isShown])).toEqual([
      ["city", true],
      ["name", false],
      ["email", false],
    ]);
  });

  test("move by one place, and stay at either end", () => {
    expect(moved(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b", "c"], "x", 1)).toEqual(["a", "b", "c"]);
  });
});

describe("the row in focus", () => {
  const around = { rows: 1000, perPage: 20 };
  test.each([
    ["ArrowDown", 5, 6],
    ["ArrowUp", 5, 4],
    ["ArrowUp", 0, 0],
    ["ArrowDown", 999, 999],
    ["PageDown", 5, 24],
    ["PageUp", 5, 0],
    ["Home", 500, 0],
    ["End", 500, 999],
    ["ArrowDown", -1, 0],
    ["x", 5, null],
  ])("%s moves it from %i to %s", (key, from, to) => expect(rowAfterKey(key, from, around)).toBe(to));

  test("is nowhere in an empty list", () => expect(rowAfterKey("End", -1, { rows: 0, perPage: 20 })).toBeNull());
});
