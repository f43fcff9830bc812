import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getWavePool, listWaves } from "#src/outbound/waves/waves.contract.ts";
import { waveStrategy } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import type { WaveStrategy } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";
import { isTimeDue } from "./due-strategies.queries.ts";
import { buildWavesJob } from "./waves.job-kinds.ts";

let scene: WaveScene;
beforeAll(async () => {
  const server = await startTestApp({ withWorkers: true });
  scene = new WaveScene(server, await makeWorld(server));
});
afterAll(() => scene.server.close());

const strategy = (more: Partial<WaveStrategy>): WaveStrategy =>
  waveStrategy.parse({ name: "Morning", kind: "single_item", max_orders: 50, max_pieces: 500, ...more });

/** A warehouse with one strategy, in which two orders wait. */
async function open(more: Partial<WaveStrategy>): Promise<StockStage> {
  const on = await scene.stage([[0, 0, 50]]);
  await scene.server.services.database.transaction(scene.staff(), (tx) =>
    tx
      .updateTable("warehouse")
      .set({ settings: JSON.stringify({ wave_strategies: [strategy(more)] }) })
      .where("provider_uuid", "=", scene.world.providerA)
      .where("warehouse_uuid", "=", on.warehouseUuid)
      .execute(),
  );
  await scene.addOrder(on, [[0, 2]]);
  await scene.addOrder(on, [[0, 3]]);
  return on;
}

const look = () =>
  scene.server.services.database.transaction(platform, (tx) => scene.server.services.jobs.enqueue(tx, buildWavesJob, platform, {}));
const waves = async ({ warehouseUuid }: StockStage) =>
  (await request(scene.server.app, listWaves, { warehouse_uuid: warehouseUuid }, scene.asProvider())).data.result;
const waiting = async ({ warehouseUuid }: StockStage): Promise<number> =>
  (await request(scene.server.app, getWavePool, { warehouse_uuid: warehouseUuid }, scene.asProvider())).data.orders;

describe("a strategy", () => {
  test("builds a wave as soon as enough orders wait, and releases it at once if it says so", async () => {
    const on = await open({ build_from_orders: 2, releases_at_once: true });
    await look();
    await expect.poll(async () => (await waves(on)).map(({ status }) => status), { timeout: 60_000 }).toEqual(["released"]);
    expect(await waves(on)).toMatchObject([{ strategy: "Morning", order_count: 2, created_by: "", task_count: 1 }]);
    await scene.expectSound();
  });

  test("builds none while too few wait, and one at its time, which waits to be released", async () => {
    const [patient, timely] = [
      await open({ build_from_orders: 3 }),
      await open({ build_at: [scene.server.clock.now().toISOString().slice(11, 16)] }),
    ];
    await look();
    await expect.poll(async () => (await waves(timely)).map(({ status }) => status), { timeout: 60_000 }).toEqual(["planned"]);
    expect(await waves(patient)).toEqual([]);
    expect(await waiting(patient)).toBe(2);
  });
});

describe("a time of day", () => {
  const at = (clock: string, built: string[] = []) => isTimeDue(strategy({ build_at: ["08:00", "23:55"] }), { clock, built });

  test.each(["08:00", "08:09", "23:55", "00:04"])("is due at %s", (clock) => {
    expect(at(clock)).toBe(true);
  });
  test.each(["07:59", "08:10", "00:05", "12:00"])("is not due at %s", (clock) => {
    expect(at(clock)).toBe(false);
  });
  test("is not due again once the wave was built", () => {
    expect(at("08:03", ["Morning"])).toBe(false);
    expect(at("08:03", ["Evening"])).toBe(true);
  });
});
