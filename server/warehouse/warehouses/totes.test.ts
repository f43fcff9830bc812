import { afterAll, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { listLocations, locationsMap, printLocationLabels } from "#src/warehouse/warehouses/locations.contract.ts";
import { createTotes } from "#src/warehouse/warehouses/totes.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

test("totes are numbered on the floor, all or none; they are not on the map, and their labels are printed", async () => {
  const { app } = server;
  const by = { token: world.operator.token };
  const { warehouse_uuid } = (await request(app, createWarehouse, { name: "Tote shed", code: "TS" }, { token: world.provider.token })).data;
  const add = (first_number: number, more: Partial<InputOf<typeof createTotes>> = {}) =>
    request(app, createTotes, { warehouse_uuid, prefix: "ts-", first_number, count: 3, ...more }, by);
  expect((await add(1)).data).toEqual({ location_count: 3, first: "TS-001", last: "TS-003" });
  expect((await add(3)).code).toBe(codes["warehouses.barcodeTaken"].code);
  expect((await add(9, { prefix: "a b" })).code).toBe(codes["warehouses.barcodeShape"].code);
  const { result: totes } = (await request(app, listLocations, { warehouse_uuid, type: "tote" }, by)).data;
  expect(totes.map(({ barcode, shelf_uuid }) => [barcode, shelf_uuid]).toSorted()).toEqual([
    ["TS-001", null],
    ["TS-002", null],
    ["TS-003", null],
  ]);
  const { data: map } = await request(app, locationsMap, { warehouse_uuid }, by);
  expect(map.floor.map(({ type }) => type).toSorted()).toEqual(["damaged", "packing", "receiving"]);
  const location_uuids = totes.map(({ location_uuid }) => location_uuid);
  const labels = await request(app, printLocationLabels, { location_uuids }, by);
  expect(labels.text.startsWith("%PDF-")).toBe(true);
});
