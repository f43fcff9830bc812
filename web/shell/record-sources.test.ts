import { expect, test } from "vitest";
import type { Area, Permission, Role } from "#src/kit/api/roles-and-permissions.ts";
import { getAreaCaller } from "./area-caller.ts";
import { listSources } from "./record-sources.ts";

function idsFor(area: Area, role: Role, permissions: readonly Permission[] = []): string[] {
  const person = { username: "somebody", role, displayName: "", permissions, providerUuid: "", isReadOnly: false };
  return listSources(area, person, getAreaCaller(area, person)).map(({ id }) => id);
}

test("each kind of record is searched only for users who may read it and have a page that shows it", () => {
  expect(idsFor("p", "provider")).toEqual(["sku", "receipt", "order", "bag", "waybill", "location", "retailer"]);
  expect(idsFor("p", "operator", ["goods"])).toEqual(["sku", "location"]);
  expect(idsFor("p", "operator", ["receiving", "customers"])).toEqual(["receipt", "retailer"]);
  expect(idsFor("p", "operator", ["orders"])).toEqual(["order"]);
  expect(idsFor("p", "operator", ["bagging"])).toEqual(["bag"]);
  expect(idsFor("p", "operator", ["packing"])).toEqual(["waybill"]);
  expect(idsFor("p", "operator")).toEqual([]);
  expect(idsFor("ds", "dropShipper")).toEqual(["sku", "receipt", "order"]);
});
