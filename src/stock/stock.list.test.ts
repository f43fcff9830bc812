import { expect, test } from "vitest";
import type { Permission } from "#src/api/actors.ts";
import type { Caller } from "#src/api/caller.tsx";
import { createClient } from "#src/api/client.ts";
import { isPermitted } from "#src/ui/action/action.ts";
import { stockList } from "./stock.list.tsx";

const doors = { show: () => undefined, askLow: () => undefined, announce: () => undefined, upload: () => undefined };

function makeCaller(role: "provider" | "operator" | "dropShipper", permissions: readonly Permission[] = []): Caller {
  const client = createClient({ origin: "", tokens: () => null });
  return { area: "p", client, scope: { username: "keeper", providerUuid: "" }, role, permissions, isReadOnly: false };
}

function mayUpload(role: "provider" | "operator", permissions: readonly Permission[]): boolean | undefined {
  const caller = makeCaller(role, permissions);
  const rule = stockList(caller, doors).actions?.find(({ id }) => id === "upload")?.rule;
  return rule === undefined ? undefined : isPermitted(rule, caller);
}

test("opening stock is offered to those who may put balances right, and not to an operator of goods alone", () => {
  expect(mayUpload("provider", [])).toBe(true);
  expect(mayUpload("operator", ["goods", "stockCounts"])).toBe(true);
  expect(mayUpload("operator", ["goods"])).toBe(false);
});

test.each(["provider", "dropShipper"] as const)(
  "what is on hand and not available is a column that a %s sees without choosing it",
  (role) => {
    const shown = stockList(makeCaller(role), doors).columns.filter(({ isHidden }) => isHidden !== true);
    expect(shown.map(({ id }) => id)).toEqual(expect.arrayContaining(["on_hand", "not_available", "available"]));
  },
);
