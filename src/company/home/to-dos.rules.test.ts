import { expect, test } from "vitest";
import { countByPath, getToDoRoute } from "./to-dos.rules.ts";

const provider = { area: "p", providerUuid: "0190a0a0-0000-7000-8000-000000000001" } as const;

test("a to-do links to its page with the filter set, and takes staff to the supplier's own goods", () => {
  expect(getToDoRoute("countStocktakes", provider)).toEqual({ href: "/p/stock", search: { tab: "stocktakes", to_do: "count" } });
  expect(getToDoRoute("confirmTopUps", provider)).toEqual({ href: "/p/customer", search: { tab: "top-ups", status: "requested" } });
  expect(getToDoRoute("restock", provider)).toEqual({ href: "/p/stock", search: { owner: provider.providerUuid, level: "below_limit" } });
  expect(getToDoRoute("restock", { ...provider, area: "ds" })).toEqual({ href: "/ds/warehousing", search: { level: "below_limit" } });
  expect(getToDoRoute("payWallet", provider)).toBeNull();
});

test("the menu counts the area's to-dos by page, without those that only show progress", () => {
  const plain = { progress: null, debt: null };
  const found = [
    { kind: "confirmReceipts", count: 2, ...plain },
    { kind: "receiveGoods", count: 3, ...plain },
    { kind: "putAway", count: 4, ...plain },
    { kind: "keyInformation", count: 1, progress: { done: 2, of: 9 }, debt: null },
  ] as const;
  expect([...countByPath(found, "p")]).toEqual([
    ["/p/addWarehouse", 5],
    ["/p/put-away", 4],
  ]);
});
