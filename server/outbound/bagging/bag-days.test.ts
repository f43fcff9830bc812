import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { makeManifest, getManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { openBag, unsealBag } from "#src/outbound/bagging/bagging.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import { BagScene } from "#tests/server/bag-scene.ts";
import type { SceneChannel } from "#tests/server/bag-scene.ts";
import { request } from "#tests/server/client.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";

let scene: BagScene;
let on: StockStage;
let channel: SceneChannel;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new BagScene(server, await makeWorld(server));
  on = await scene.stageGoods();
  channel = await scene.addChannel();
});
afterEach(() => scene.expectSound());
afterAll(() => scene.server.close());

const one = [[0, 1]] as const;
const setZone = (zone: string) =>
  scene.server.services.database.transaction(scene.staff(), (tx) =>
    sql`update warehouse set time_zone = ${zone} where warehouse_uuid = ${on.warehouseUuid}`.execute(tx),
  );
const todayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(scene.server.clock.now());
/** Leaves bags and their manifests as they are some days later. */
const letDaysPass = (days: number) =>
  scene.server.services.database.transaction(scene.staff(), async (tx) => {
    for (const table of ["bag", "manifest"])
      await sql`update ${sql.table(table)} set ship_date = ship_date - ${days}::integer where warehouse_uuid = ${on.warehouseUuid}`.execute(
        tx,
      );
  });
const make = (bag_uuid: string) => request(scene.server.app, makeManifest, { bag_uuids: [bag_uuid] }, scene.asProvider());

test("a bag is of today in its warehouse, wherever that is", async () => {
  // A day apart: UTC is never both.
  for (const zone of ["Pacific/Kiritimati", "Etc/GMT+12"]) {
    await setZone(zone);
    expect((await scene.openBag(on, channel)).ship_date).toBe(todayIn(zone));
  }
  const past = { warehouse_uuid: on.warehouseUuid, channel_uuid: channel.channelUuid, ship_date: todayIn("Pacific/Kiritimati") };
  await setZone("Etc/GMT+12");
  expect((await request(scene.server.app, openBag, past, scene.asProvider())).code).toBe(200);
  await setZone("Pacific/Kiritimati");
  const over = await request(scene.server.app, openBag, { ...past, ship_date: todayIn("Etc/GMT+12") }, scene.asProvider());
  expect(over.code).toBe(codes["bagging.dayPast"].code);
});

test("a bag of a past day takes no parcel, and is one of today once it is sealed", async () => {
  await setZone("UTC");
  const [first, second] = (await scene.readyOrders(on, channel, [one, one])).map(([parcel]) => parcel?.parcelUuid ?? "");
  const { bag_uuid, ship_date } = await scene.openBag(on, channel);
  expect((await scene.put(bag_uuid, [first ?? ""])).data.failed).toEqual([]);
  await letDaysPass(1);
  const late = await scene.put(bag_uuid, [second ?? ""]);
  expect(late.data.failed).toMatchObject([{ order_id: second, code: codes["bagging.bagPast"].code }]);
  expect((await scene.bag(bag_uuid)).ship_date).not.toBe(ship_date);
  expect((await scene.seal(bag_uuid)).ship_date).toBe(ship_date);
});

test("an empty bag of a past day becomes one of today with its first parcel", async () => {
  await setZone("UTC");
  const [first] = (await scene.readyOrders(on, channel, [one])).map(([parcel]) => parcel?.parcelUuid ?? "");
  const { bag_uuid, ship_date } = await scene.openBag(on, channel);
  await letDaysPass(2);
  expect((await scene.put(bag_uuid, [first ?? ""])).data.failed).toEqual([]);
  expect(await scene.bag(bag_uuid)).toMatchObject({ ship_date, parcel_count: 1 });
});

test("sealed bags leave on their day or in the night after it, and later only after they were sealed again", async () => {
  await setZone("UTC");
  const ready = await scene.readyOrders(on, channel, [one, one]);
  const [inTime, late] = [await scene.sealedBag(on, channel, ready[0] ?? []), await scene.sealedBag(on, channel, ready[1] ?? [])];
  await letDaysPass(1);
  const { manifest_uuid } = await scene.manifest([inTime]);
  expect((await scene.handOver(manifest_uuid)).code).toBe(200);

  await letDaysPass(1);
  expect((await make(late.bag_uuid)).code).toBe(codes["bagging.tooLate"].code);
  const unseal = () => request(scene.server.app, unsealBag, { bag_uuid: late.bag_uuid }, scene.asProvider());
  expect((await unseal()).code).toBe(200);
  await scene.seal(late.bag_uuid);
  const again = (await make(late.bag_uuid)).data;
  expect(again.ship_date).toBe(late.ship_date);
  await letDaysPass(2);
  expect((await scene.handOver(again.manifest_uuid)).code).toBe(codes["bagging.tooLate"].code);
  const waiting = await request(scene.server.app, getManifest, { manifest_uuid: again.manifest_uuid }, scene.asProvider());
  expect(waiting.data.status).not.toBe("handed_over");
});
