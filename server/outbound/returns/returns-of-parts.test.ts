import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import {
  arriveReturn,
  assignReturn,
  findReturn,
  finishInspection,
  inspectReturned,
  receiveParcel,
} from "#src/outbound/returns/returns-work.contract.ts";
import { announceReturn, getReturnable } from "#src/outbound/returns/returns.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import { BagScene } from "#tests/server/bag-scene.ts";
import type { SceneChannel, SceneParcel } from "#tests/server/bag-scene.ts";
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

/** An order of two pieces of a SKU and one of another, each in a parcel of its own, of which the first two have left. */
async function shipPart(): Promise<{ orderUuid: string; left: SceneParcel }> {
  const lines = [
    [0, 2],
    [1, 1],
  ] as const;
  const [parcels = []] = await scene.readyOrders(on, channel, [lines], true);
  const [first, second, left] = parcels;
  if (first === undefined || second === undefined || left === undefined) throw new Error("three parcels were packed");
  await scene.ship(on, channel, [first, second]);
  expect(await scene.order(left.orderUuid)).toMatchObject({ fulfilment_status: "partially_fulfilled" });
  return { orderUuid: left.orderUuid, left };
}
const readable = async (order_uuid: string) =>
  (await request(scene.server.app, getReturnable, { order_uuid }, scene.asRetailer())).data.lines.map((line) => [line.shipped, line.left]);

test("of an order that is shipped in part, the parcels that left can come back, and no more; the others once they have left too", async () => {
  const { app } = scene.server;
  const { orderUuid, left } = await shipPart();
  expect(await readable(orderUuid)).toEqual([[2, 2]]);
  const announced = await request(app, announceReturn, { order_uuid: orderUuid }, scene.asRetailer());
  expect(announced.data).toMatchObject({ status: "expected", expected: 2 });
  const again = await request(app, announceReturn, { order_uuid: orderUuid }, scene.asRetailer());
  expect(again.code).toBe(codes["returns.nothingLeft"].code);

  const { return_uuid } = announced.data;
  await request(app, arriveReturn, { return_uuid }, scene.asProvider());
  const scanned = await request(app, inspectReturned, { return_uuid, code: on.variants[0]?.sku ?? "", quantity: 2 }, scene.asProvider());
  const finished = await request(app, finishInspection, { return_uuid, version: scanned.data.return.version }, scene.asProvider());
  expect(finished.data.status).toBe("inspected");

  await scene.ship(on, channel, [left]);
  expect((await scene.order(orderUuid)).status).toBe("shipped");
  expect(await readable(orderUuid)).toEqual([
    [2, 0],
    [1, 1],
  ]);
});

test("a parcel that comes back of an order shipped in part is found, received and assigned; of one of which nothing left it is not", async () => {
  const { app } = scene.server;
  const by = scene.asProvider();
  const { orderUuid } = await shipPart();
  const { order_number } = await scene.order(orderUuid);
  const found = await request(app, findReturn, { code: order_number }, by);
  expect(found.data.orders).toMatchObject([{ order_uuid: orderUuid }]);
  const received = await request(app, receiveParcel, { warehouse_uuid: on.warehouseUuid, order_uuid: orderUuid }, by);
  expect(received.data).toMatchObject({ status: "arrived", order_uuid: orderUuid });
  const unknown = (await request(app, receiveParcel, { warehouse_uuid: on.warehouseUuid }, by)).data;
  const assign = (order: string) =>
    request(app, assignReturn, { return_uuid: unknown.return_uuid, version: unknown.version, order_number: order }, by);
  const [waiting] = await scene.reviewOrders(on, [[[0, 1]]]);
  const { order_number: waitingNumber } = await scene.order(waiting ?? "");
  expect((await assign(waitingNumber)).code).toBe(codes["returns.notShipped"].code);
  expect((await assign(order_number)).data).toMatchObject({ order_uuid: orderUuid });
});
