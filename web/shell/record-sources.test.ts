import { expect, test } from "vitest";
import type { Client } from "#src/kit/api/client.ts";
import type { Area, Permission, Role } from "#src/kit/api/roles-and-permissions.ts";
import { getAreaCaller } from "./area-caller.ts";
import { listSources } from "./record-sources.ts";

const newUuid = "01a2221d-e55f-7707-ab16-843c4210cd86";

function describePerson(role: Role, permissions: readonly Permission[] = []) {
  return { username: "somebody", role, displayName: "", permissions, providerUuid: newUuid, isReadOnly: false };
}

function idsFor(area: Area, role: Role, permissions: readonly Permission[] = []): string[] {
  const person = describePerson(role, permissions);
  return listSources(area, person, getAreaCaller(area, person)).map(({ id }) => id);
}

test("each kind of record is searched only for users who may read it and have a page that shows it", () => {
  expect(idsFor("p", "provider")).toEqual([
    "sku",
    "receipt",
    "order",
    "bag",
    "waybill",
    "wave",
    "return",
    "exception",
    "location",
    "retailer",
  ]);
  expect(idsFor("p", "operator", ["goods"])).toEqual(["sku", "location"]);
  expect(idsFor("p", "operator", ["receiving", "customers"])).toEqual(["receipt", "return", "retailer"]);
  expect(idsFor("p", "operator", ["orders"])).toEqual(["order"]);
  expect(idsFor("p", "operator", ["waves"])).toEqual(["wave"]);
  expect(idsFor("p", "operator", ["exceptions"])).toEqual(["exception"]);
  expect(idsFor("p", "operator", ["bagging"])).toEqual(["bag"]);
  expect(idsFor("p", "operator", ["packing"])).toEqual(["waybill"]);
  expect(idsFor("p", "operator")).toEqual([]);
  expect(idsFor("ds", "dropShipper")).toEqual(["sku", "receipt", "order"]);
});

// Spread fields are not checked by the compiler, and an unknown one refuses a search for good.
test.each([
  ["p", "provider"],
  ["ds", "dropShipper"],
] as const)("each kind of record in the area %s is searched by a request that its call accepts, whatever is typed", async (area, role) => {
  const person = describePerson(role);
  const caller = getAreaCaller(area, person);
  let sent: unknown;
  const client: Client = {
    ...caller.client,
    call: async (_call, input) => {
      sent = input;
      throw new Error("not sent");
    },
  };
  for (const { call, find } of listSources(area, person, { ...caller, client }))
    for (const typed of ["ab", "盘", "x".repeat(300)]) {
      await expect(find(typed, AbortSignal.timeout(1000))).rejects.toThrow("not sent");
      expect([call.name, call.input.safeParse(sent).error]).toEqual([call.name, undefined]);
    }
});
