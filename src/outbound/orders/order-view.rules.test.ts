import { describe, expect, test } from "vitest";
import { getKindOfTab, listStatusesOf, parseOrderView, writeOrderView } from "./order-view.rules.ts";
import { addedTabs, kindTabs, listTabs } from "./orders-search.rules.ts";
import { orderStatuses } from "./orders.machine.ts";

const uuid = "019ac000-0000-7000-8000-000000000001";

describe("the view of a page of orders", () => {
  test("is read from its address, and is the list for anything else", () => {
    expect(parseOrderView({ order: uuid })).toEqual({ kind: "shown", uuid });
    expect(parseOrderView({ order: uuid, edit: "1" })).toEqual({ kind: "edited", uuid });
    expect(parseOrderView({ order: "new" })).toEqual({ kind: "new" });
    for (const search of [{}, { order: 12 }, { order: "O-1" }]) expect(parseOrderView(search)).toEqual({ kind: "list" });
  });

  test("keeps the filters of the list, and nothing of the order that was open before", () => {
    const old = { tab: "draft", search: "mug", order: uuid, edit: "1", part: "events" };
    expect(writeOrderView(old, { kind: "list" })).toEqual({ tab: "draft", search: "mug" });
    expect(writeOrderView(old, { kind: "shown", uuid })).toEqual({ tab: "draft", search: "mug", order: uuid });
    for (const view of [{ kind: "new" }, { kind: "shown", uuid }, { kind: "edited", uuid }] as const)
      expect(parseOrderView(writeOrderView(old, view))).toEqual(view);
  });
});

test("each status belongs to exactly one tab besides that of all orders", () => {
  const listed = listTabs.filter((tab) => tab !== "all").flatMap((tab) => listStatusesOf(tab));
  expect(listed.toSorted()).toEqual([...orderStatuses].toSorted());
  expect(listStatusesOf("all")).toEqual(orderStatuses);
});

test("only a tab of one kind of orders narrows a list to it", () => {
  expect(kindTabs.map(getKindOfTab)).toEqual(["shipping_notice"]);
  for (const tab of [...listTabs, ...addedTabs, undefined, "shipping_notice"]) expect(getKindOfTab(tab)).toBeNull();
});
