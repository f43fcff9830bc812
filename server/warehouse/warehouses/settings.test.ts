import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import {
  getWarehouseSettings,
  printLabelInfoList,
  queryWaveStrategies,
  saveWarehouseSettings,
} from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { readWarehouseSettings } from "./warehouses.queries.ts";

let test_: TestApp;
let world: World;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const code = (name: CodeName) => codes[name].code;
const by = ({ token }: Person) => ({ token });
const made = async () => (await request(test_.app, createWarehouse, { name: "Shed", code: "SHED" }, by(world.provider))).data;

describe("settings", () => {
  test("have defaults until they are saved, then keep the saved values", async () => {
    const { warehouse_uuid } = await made();
    const { data } = await request(test_.app, getWarehouseSettings, { warehouse_uuid }, by(world.operator));
    expect(data.settings).toMatchObject({
      over_receipt_percent: 0,
      weight_tolerance_percent: 5,
      label_sizes: { location: "70x50" },
      scanner: { prefixes: [], suffix: "enter", repeat_ms: 400, sound: true },
      wave_strategies: [],
    });
    expect(data.settings).not.toHaveProperty("cut_offs");
    const strategy = { name: "Small ones", kind: "single_piece" as const, max_orders: 40, max_pieces: 40 };
    const known = { ...strategy, build_at: [], build_from_orders: 0, releases_at_once: false };
    const save = (settings: InputOf<typeof saveWarehouseSettings>["settings"], version = 1) =>
      request(test_.app, saveWarehouseSettings, { warehouse_uuid, version, settings }, by(world.provider));
    expect((await save({ over_receipt_percent: 5, wave_strategies: [strategy] })).data).toMatchObject({ version: 2 });
    expect((await save({}, 1)).code).toBe(code("changedMeanwhile"));
    expect((await save({ wave_strategies: [strategy, { ...strategy, name: "SMALL ONES" }] }, 2)).code).toBe(
      code("warehouses.strategyTwice"),
    );
    expect((await request(test_.app, queryWaveStrategies, { warehouse_uuid }, by(world.provider))).data).toEqual({
      result: [{ ...known, warehouse_uuid }],
    });
    const { data: everywhere } = await request(test_.app, queryWaveStrategies, {}, by(world.provider));
    expect(everywhere.result).toContainEqual({ ...known, warehouse_uuid });
    expect((await request(test_.app, queryWaveStrategies, { warehouse_uuid: newId() }, by(world.provider))).code).toBe(code("notFound"));
    const kept = await test_.services.database.transaction(staffOf(world.providerA), (tx) =>
      readWarehouseSettings(tx, world.providerA, warehouse_uuid),
    );
    expect(kept.over_receipt_percent).toBe(5);
  });

  test("offer label sizes, each listed with its paper size", async () => {
    const { data } = await request(test_.app, printLabelInfoList, {}, by(world.operator));
    const onPaper = data.result.map((size) => [size.label_size, size.label_width_mm, size.paper_width_mm, size.labels_per_page]);
    expect(onPaper).toContainEqual(["70x50", 70, 70, 1]);
    expect(onPaper).toContainEqual(["a4_2x7", 99.1, 210, 14]);
  });
});
