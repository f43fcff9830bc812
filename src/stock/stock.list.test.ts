import { expect, test } from "vitest";
import type { Permission } from "#src/api/actors.ts";
import type { Caller } from "#src/api/caller.tsx";
import { createClient } from "#src/api/client.ts";
import { isPermitted } from "#src/ui/action/action.ts";
import { stockList } from "./stock.list.tsx";

function mayUpload(role: "provider" | "operator", permissions: readonly Permission[]): boolean | undefined {
  const client = createClient({ origin: "", tokens: () => null });
  const caller: Caller = { area: "p", client, scope: { username: "keeper", providerUuid: "" }, role, permissions, isReadOnly: false };
  const doors = { show: () => undefined, askLow: () => undefined, announce: () => undefined, upload: () => undefined };
  const rule = stockList(caller, doors).actions?.find(({ id }) => id === "upload")?.rule;
  return rule === undefined ? undefined : isPermitted(rule, caller);
}

test("opening stock is offered to those who may put balances right, and not to an operator of goods alone", () => {
  expect(mayUpload("provider", [])).toBe(true);
  expect(mayUpload("operator", ["goods", "stockCounts"])).toBe(true);
  expect(mayUpload("operator", ["goods"])).toBe(false);
});
