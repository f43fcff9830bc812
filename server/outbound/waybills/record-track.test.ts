import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { listWaybills, listWaybillsOfOrder, recordTracks } from "#src/outbound/waybills/waybills.contract.ts";
import { postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import { BagScene } from "#tests/server/bag-scene.ts";
import type { SceneChannel, SceneParcel } from "#tests/server/bag-scene.ts";
import { request } from "#tests/server/client.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";

let scene: BagScene;
let on: StockStage;
let byHand: SceneChannel;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new BagScene(server, await makeWorld(server));
  on = await scene.stageGoods();
  byHand = await scene.addChannel(false);
});
afterEach(() => scene.expectSound());
afterAll(() => scene.server.close());

const code = (name: RefusalName) => codes[name].code;
function ask<C extends Call>(call: C, input: InputOf<C>, by = scene.asProvider()) {
  return request(scene.server.app, call, input, by);
}
const find = async ({ parcelNumber }: SceneParcel) => (await ask(listWaybills, { number: parcelNumber })).data.result[0];
const uuidsOf = async (parcels: readonly SceneParcel[]) =>
  Promise.all(parcels.map(async (parcel) => (await find(parcel))?.waybill_uuid ?? ""));

/** An order in one parcel for each piece, shipped by a channel. */
async function ship(channel = byHand): Promise<readonly SceneParcel[]> {
  const [parcels = []] = await scene.readyOrders(on, channel, [[[0, 2]]], true);
  await scene.ship(on, channel, parcels);
  return parcels;
}
const orderOf = (parcels: readonly SceneParcel[]) => scene.order(parcels[0]?.orderUuid ?? "");
const today = () => scene.server.services.clock.now().toISOString().slice(0, 10);

/** Uploads tracks as CSV, and returns the import. */
async function upload(...rows: readonly string[]) {
  const files = [{ field: "workbook", name: "tracks.csv", bytes: Buffer.from(["Waybill number,Status,Day,Remark", ...rows].join("\n")) }];
  const { data, text } = await request(scene.server.app, uploadImport, { kind: "tracks" }, { ...scene.asProvider(), files });
  if (data.job === null) throw new Error(text);
  return data;
}

test("an order by a channel without an interface is delivered when its last parcel is recorded as delivered, and its retailer sees it", async () => {
  const parcels = await ship();
  const [first = "", second = ""] = await uuidsOf(parcels);
  expect((await ask(recordTracks, { waybill_uuids: [first], status: "delivered" })).data).toMatchObject({ done: 1, failed: [] });
  expect(await orderOf(parcels)).toMatchObject({ status: "shipped" });
  await ask(recordTracks, { waybill_uuids: [second], status: "delivered", on: today(), note: "Left with a neighbour" });
  expect(await orderOf(parcels)).toMatchObject({ status: "delivered" });
  const seen = await ask(listWaybillsOfOrder, { order_uuid: parcels[0]?.orderUuid ?? "" }, scene.asRetailer());
  expect(seen.data.waybills.map(({ tracking_status }) => tracking_status)).toEqual(["delivered", "delivered"]);
  expect(seen.data.waybills[1]?.track).toMatchObject([{ recorded: "delivered", text: "Left with a neighbour" }]);
  expect(seen.data.waybills[0]?.track).toMatchObject([{ recorded: "delivered", text: "" }]);
});

test("an order was delivered when the last of its parcels arrived, in whatever order that is recorded", async () => {
  const parcels = await ship();
  const [first = "", second = ""] = await uuidsOf(parcels);
  await ask(recordTracks, { waybill_uuids: [first], status: "delivered" });
  const arrived = new Date(scene.server.clock.now().getTime() + 3_600_000).toISOString();
  await scene.read(sql`update waybill set delivered_at = ${arrived} where waybill_uuid = ${first}`);
  await ask(recordTracks, { waybill_uuids: [second], status: "delivered" });
  expect(await orderOf(parcels)).toMatchObject({ status: "delivered", delivered_at: arrived });
});

test("an order is sent back with the first parcel that is recorded as returned, also after it was delivered", async () => {
  const parcels = await ship();
  const waybill_uuids = await uuidsOf(parcels);
  await ask(recordTracks, { waybill_uuids, status: "delivered" });
  await ask(recordTracks, { waybill_uuids: waybill_uuids.slice(0, 1), status: "returned" });
  expect(await orderOf(parcels)).toMatchObject({ status: "sent_back" });
});

test("nothing is recorded twice, before the hand-over, of a tracked parcel, or on a day before it left", async () => {
  const shipped = await ship();
  const [waiting = []] = await scene.readyOrders(on, byHand, [[[0, 1]]]);
  const tracked = await ship(await scene.addChannel());
  const record = async (parcels: readonly SceneParcel[], more: object = {}) => {
    const { data } = await ask(recordTracks, { waybill_uuids: (await uuidsOf(parcels)).slice(0, 1), status: "delivered", ...more });
    return data.failed.map((row) => row.code);
  };
  expect(await record(waiting)).toEqual([code("waybills.notHandedOver")]);
  expect(await record(tracked)).toEqual([code("waybills.trackedByCarrier")]);
  expect(await record(shipped, { on: "2020-01-01" })).toEqual([code("orders.receivedWrongDay")]);
  expect(await record(shipped)).toEqual([]);
  expect(await record(shipped)).toEqual([code("waybills.wrongState")]);
});

test("a file of tracks names what is wrong with each row, and records the others with the same effects", async () => {
  const parcels = await ship();
  const tracked = await ship(await scene.addChannel());
  const numbers = parcels.map(({ waybillNumber }) => waybillNumber);
  const { job, problems } = await upload(
    `${numbers[0]},delivered,${today()},`,
    `${numbers[1]},Delivered,,At the gate`,
    `${numbers[1]},returned,,`,
    "NO-SUCH-NUMBER,delivered,,",
    `${tracked[0]?.waybillNumber},delivered,,`,
    `${numbers[0]},lost,,`,
  );
  expect(job).toMatchObject({ ready_count: 2, bad_row_count: 4 });
  expect(problems.map(({ row_number, code: problem }) => [row_number, problem])).toEqual([
    [4, code("imports.duplicateRow")],
    [5, code("waybills.numberUnknown")],
    [6, code("waybills.trackedByCarrier")],
    [7, code("imports.duplicateRow")],
    [7, code("imports.notAChoice")],
  ]);
  const posted = await ask(postImport, { import_uuid: job?.import_uuid ?? "", skip_bad_rows: true });
  expect(posted.data).toMatchObject({ status: "POSTED", result: { parcels: 2 } });
  expect(await orderOf(parcels)).toMatchObject({ status: "delivered" });
  expect(await orderOf(tracked)).toMatchObject({ status: "shipped" });
});

test("a file that another person's recording overtook is refused as a whole", async () => {
  const parcels = await ship();
  const { job } = await upload(...parcels.map(({ waybillNumber }) => `${waybillNumber},delivered,,`));
  await ask(recordTracks, { waybill_uuids: (await uuidsOf(parcels)).slice(0, 1), status: "delivered" });
  expect((await ask(postImport, { import_uuid: job?.import_uuid ?? "" })).code).toBe(code("waybills.wrongState"));
  expect(await orderOf(parcels)).toMatchObject({ status: "shipped" });
});
