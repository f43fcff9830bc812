import { describe, expect, test } from "vitest";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { rightGroups, toRights, getShare, withRights } from "./rights.rules.ts";

describe("the rights of an operator", () => {
  test("each belong to exactly one group", () => {
    expect(rightGroups.flatMap(({ rights }) => [...rights]).toSorted()).toEqual([...permissions].toSorted());
  });

  test("are granted and revoked a group at a time, and keep their own order", () => {
    const given = withRights(["reports", "goods"], ["waves", "orders"], true);
    expect(given).toEqual(["goods", "orders", "waves", "reports"]);
    expect(withRights(given, ["goods", "reports"], false)).toEqual(["orders", "waves"]);
    expect(withRights([], permissions, true)).toEqual([...permissions]);
  });

  test("of a group are granted in full, in part or not at all", () => {
    const group = ["orders", "waves"] as const;
    expect([["waves", "orders"], ["waves", "goods"], ["goods"], []].map((now) => getShare(toRights(now), group))).toEqual([
      "all",
      "some",
      "none",
      "none",
    ]);
  });

  test("are read from a draft that may contain anything", () => {
    expect(toRights(["waves", "flying", "goods", "waves", 7])).toEqual(["goods", "waves"]);
    expect([toRights(undefined), toRights("goods"), toRights({ goods: true })]).toEqual([[], [], []]);
  });
});
