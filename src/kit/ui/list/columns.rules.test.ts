import { describe, expect, test } from "vitest";
import { columnState, moved } from "./columns.rules.ts";
import { findRowAfterKey } from "./use-row-keys.ts";

const declared = [{ id: "name" }, { id: "email" }, { id: "city", isHidden: true as const }];
const shown = (chosen: readonly string[] | null) => {
  const { columnOrder, columnVisibility } = columnState(declared, chosen);
  return columnOrder.filter((id) => columnVisibility[id]);
};

describe("the columns shown", () => {
  test("are the declared ones until a user chooses others", () => {
    expect(shown(null)).toEqual(["name", "email"]);
    expect(shown(["city", "name"])).toEqual(["city", "name"]);
  });

  test("are never empty, and leave out columns that the list no longer has", () => {
    expect(shown(["gone"])).toEqual(["name", "email"]);
    expect(shown(["gone", "city"])).toEqual(["city"]);
  });

  test("are chosen from all columns, the shown ones first", () => {
    expect(columnState(declared, ["city"])).toEqual({
      columnOrder: ["city", "name", "email"],
      columnVisibility: { city: true, name: false, email: false },
    });
  });

  test("move by one place, and stop at either end", () => {
    expect(moved(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b", "c"], "x", 1)).toEqual(["a", "b", "c"]);
  });
});

describe("the focused row", () => {
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
  ])("%s moves it from %i to %s", (key, from, to) => expect(findRowAfterKey(key, from, around)).toBe(to));

  test("is null in an empty list", () => expect(findRowAfterKey("End", -1, { rows: 0, perPage: 20 })).toBeNull());
});
