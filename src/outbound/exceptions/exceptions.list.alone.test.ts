import { expect, test } from "vitest";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { createClient } from "#src/kit/api/client.ts";
import { exceptionsList } from "./exceptions.list.tsx";

const caller: Caller = {
  area: "p",
  client: createClient({ origin: "", tokens: () => null }),
  scope: { username: "keeper", providerUuid: "" },
  role: "provider",
  permissions: [],
  isReadOnly: false,
};
const inputOf = (owner: string, warehouse: string, toDo: "work" | null = "work") =>
  exceptionsList(caller, { name: "exceptions.list", title: "navigation.exception", toDo, owner, warehouse }, () => undefined).input;

test("the list of exceptions is limited to the chosen owner and warehouse, in each of its tabs", () => {
  expect(inputOf("", "")).toEqual({ to_do: "work", sort: "opened" });
  expect(inputOf("o", "w")).toEqual({ to_do: "work", sort: "opened", owner_uuid: "o", warehouse_uuid: "w" });
  expect(inputOf("", "w", null)).toEqual({ warehouse_uuid: "w" });
});
