import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import {
  findToBag,
  listBagChannels,
  openBag,
  queryBaggedElements,
  sealBag,
  takeOutOfBag,
  unsealBag,
} from "#src/outbound/bagging/bagging.contract.ts";
import { getManifest, listManifests } from "#src/outbound/bagging/manifests.contract.ts";
import { acceptCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { createBox } from "#src/outbound/packing/boxes.contract.ts";
import { reopenPacking } from "#src/outbound/packing/packing.contract.ts";
import { kickOrders } from "#src/outbound/waves/waves.contract.ts";
import { listWaybillsOfOrder } from "#src/outbound/waybills/waybills.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import { BagScene } from "#tests/server/bag-scene.ts";
import { request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";

let scene: BagScene;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new BagScene(server, await makeWorld(server));
});
afterEach(() => scene.expectSound());
afterAll(() => scene.server.close());

const provider = () => scene.asProvider();
const operator = () => ({ token: scene.world.operator.token });
const statusOf = async (order_uuid: string) => (await scene.order(order_uuid)).status;
const one = [[0, 1]] as const;

test("a parcel is found by its number, its waybill's and the tracking number, and with the last one its order is bagged", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [parcels = []] = await scene.readyOrders(on, channel, [[[0, 2]]], true);
  const [first, second] = parcels;
  if (first === undefined || second === undefined) throw new Error("two parcels were packed");
  const channels = await request(scene.server.app, listBagChannels, { warehouse_uuid: on.warehouseUuid }, operator());
  expect(channels.data.channels).toMatchObject([{ channel_uuid: channel.channelUuid, waiting_parcels: 2, open_bags: 0 }]);
  const bag = await scene.openBag(on, channel);
  expect(bag).toMatchObject({ status: "open", carrier_account_uuid: channel.accountUuid, parcel_count: 0 });
  expect(bag.bag_number).toMatch(/^B-\d{6}-\d{4}$/);
  for (const code of [first.parcelNumber.toLowerCase(), first.waybillNumber, first.trackingNumber]) {
    const found = (await request(scene.server.app, findToBag, { code }, provider())).data;
    expect(found).toMatchObject({ kind: "parcel", parcel: { parcel_uuid: first.parcelUuid, channel_name: channel.name, bag_uuid: null } });
  }
  expect((await scene.put(bag.bag_uuid, [first.parcelUuid], operator())).data).toEqual({ done: 1, failed: [] });
  expect(await statusOf(first.orderUuid)).toBe("weighed");
  expect((await scene.put(bag.bag_uuid, [second.parcelUuid])).data).toEqual({ done: 1, failed: [] });
  expect(await statusOf(first.orderUuid)).toBe("bagged");
  const scanned = (await request(scene.server.app, findToBag, { code: bag.bag_number }, provider())).data;
  expect(scanned).toMatchObject({ kind: "bag", bag: { bag_uuid: bag.bag_uuid, parcel_count: 2, parcel_grams: 1000 } });

  // An order's number stands for its parcel where it has one alone.
  const [[single] = []] = await scene.readyOrders(on, channel, [one], true);
  const numberOf = async (order_uuid = "") => (await request(scene.server.app, getOrder, { order_uuid }, provider())).data.order_number;
  const byOrder = (await request(scene.server.app, findToBag, { code: await numberOf(single?.orderUuid) }, provider())).data;
  expect(byOrder).toMatchObject({ kind: "parcel", parcel: { parcel_uuid: single?.parcelUuid } });
  const several = (await request(scene.server.app, findToBag, { code: await numberOf(first.orderUuid) }, provider())).data;
  expect(several.kind).toBe("unknown");

  const unknown = (await request(scene.server.app, findToBag, { code: "B-000000-0000" }, provider())).data;
  expect(unknown).toEqual({ kind: "unknown", bag: null, parcel: null, manifest: null });

  const out = await request(scene.server.app, takeOutOfBag, { bag_uuid: bag.bag_uuid, parcel_uuid: first.parcelUuid }, provider());
  expect(out.data.parcels.map(({ parcel_uuid }) => parcel_uuid)).toEqual([second.parcelUuid]);
  expect(await statusOf(first.orderUuid)).toBe("weighed");
  const again = await request(scene.server.app, takeOutOfBag, { bag_uuid: bag.bag_uuid, parcel_uuid: first.parcelUuid }, provider());
  expect(again.code).toBe(codes["bagging.notInBag"].code);
});

test("an order's page shows what its parcels weigh and measure, with their bag, manifest and why a weight differs for staff alone", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  await scene.server.services.database.transaction(scene.staff(), (tx) =>
    sql`update variant set weight_grams = 100 where variant_uuid = ${on.variants[0]?.variantUuid}`.execute(tx),
  );
  const sides = { length_mm: 300, width_mm: 200, height_mm: 150 };
  const box = { name: `Order page ${on.warehouseUuid}`, kind: "box", weight_grams: 50, ...sides } as const;
  const { box_uuid } = (await request(scene.server.app, createBox, box, provider())).data;
  const [orderUuid = ""] = await scene.reviewOrders(on, [one]);
  const [parcelUuid = ""] = await scene.pack(orderUuid, false, box_uuid);
  const ofOrder = async (by: { token: string }) =>
    (await request(scene.server.app, listWaybillsOfOrder, { order_uuid: orderUuid }, by)).data.waybills;
  await scene.addWaybill(parcelUuid, channel);
  const packed = { ...sides, box_name: box.name, variance_reason: "", bag_uuid: null, bag_number: "", manifest_number: "" };
  expect(await ofOrder(provider())).toMatchObject([{ ...packed, measured_grams: null }]);
  await scene.weigh(parcelUuid);
  const { bag_uuid, bag_number } = await scene.openBag(on, channel);
  await scene.put(bag_uuid, [parcelUuid]);
  const { manifest_number } = await scene.manifest([await scene.seal(bag_uuid)]);
  const leaving = { ...packed, measured_grams: 500 };
  expect(await ofOrder(provider())).toMatchObject([{ ...leaving, variance_reason: "Scene", bag_uuid, bag_number, manifest_number }]);
  expect(await ofOrder(scene.asRetailer())).toMatchObject([leaving]);
});

test("each parcel that does not belong into a bag is refused on its own, with the reason", async () => {
  const on = await scene.stageGoods();
  const elsewhere = await scene.stageGoods();
  const [channel, other, manual] = [await scene.addChannel(), await scene.addChannel(), await scene.addChannel(false)];
  const ready = (await scene.readyOrders(on, channel, [one, one, one, one, one])).flat();
  const [good, cancelled, twice, doubted, onHold] = ready;
  const [[wrong] = []] = await scene.readyOrders(on, other, [one]);
  const [[far] = []] = await scene.readyOrders(elsewhere, channel, [one]);
  const [unweighed = "", unlabelled = "", unpacked = ""] = await scene.reviewOrders(on, [one, one, one]);
  const [notWeighed = ""] = await scene.pack(unweighed);
  const [noWaybill = ""] = await scene.pack(unlabelled);
  await scene.weigh(noWaybill);
  const [voided = ""] = await scene.pack(unpacked);
  await request(scene.server.app, reopenPacking, { order_uuid: unpacked }, provider());
  const [otherAccount = ""] = await scene.pack(unpacked);
  await scene.weigh(otherAccount);
  await scene.addWaybill(otherAccount, { ...channel, accountUuid: other.accountUuid });
  await request(scene.server.app, requestCancel, { order_ids: [cancelled?.orderUuid ?? ""], reason: "Not wanted" }, scene.asRetailer());
  // The calls hold orders before the work on them only: this hold is written.
  await scene.read(sql`update sales_order set holds = '{operator}' where order_uuid = ${onHold?.orderUuid}`);
  await scene.openException(doubted?.orderUuid ?? "", "wrong_item");
  const bag = await scene.openBag(on, channel);
  const elder = await scene.openBag(on, channel);
  await scene.put(elder.bag_uuid, [twice?.parcelUuid ?? ""]);

  const asked = [
    [good?.parcelUuid, null],
    [good?.parcelUuid, `This parcel is in a bag already: ${bag.bag_number}`],
    [twice?.parcelUuid, `This parcel is in a bag already: ${elder.bag_number}`],
    [wrong?.parcelUuid, `This parcel goes by another channel: ${other.name}`],
    [far?.parcelUuid, codes["bagging.wrongWarehouse"].en_us],
    [notWeighed, codes["bagging.notWeighed"].en_us],
    [noWaybill, codes["bagging.noWaybill"].en_us],
    [voided, codes["bagging.voided"].en_us],
    [otherAccount, codes["bagging.wrongAccount"].en_us],
    [cancelled?.parcelUuid, codes["bagging.cancelRequested"].en_us],
    [doubted?.parcelUuid, codes["bagging.exceptionOpen"].en_us],
    [onHold?.parcelUuid, codes["bagging.held"].en_us],
  ] as const;
  const put = await scene.put(
    bag.bag_uuid,
    asked.map(([uuid]) => uuid ?? ""),
  );
  expect(put.data.done).toBe(1);
  expect(put.data.failed.map(({ order_id, message }) => [order_id, message.en_us])).toEqual(asked.filter(([, text]) => text !== null));
  expect(put.data.failed.map(({ message }) => message.zh_cn)[2]).toContain(other.name);

  // A channel without an account has bags too.
  const [[byHand] = []] = await scene.readyOrders(on, manual, [one]);
  const own = await scene.openBag(on, manual);
  expect(own.carrier_account_uuid).toBeNull();
  expect((await scene.put(own.bag_uuid, [byHand?.parcelUuid ?? ""])).data.failed).toEqual([]);
});

test("parcels of an account without an API are bagged, and so are those from before a channel got another account", async () => {
  const on = await scene.stageGoods();
  const [channel, other] = [await scene.addChannel(), await scene.addChannel()];
  const [[elder] = []] = await scene.readyOrders(on, channel, [one]);
  const change = (query: ReturnType<typeof sql>) => scene.server.services.database.transaction(scene.staff(), (tx) => query.execute(tx));
  await change(sql`update carrier_account set api_name = 'other' where carrier_account_uuid = ${channel.accountUuid}`);
  const [[byHand] = []] = await scene.readyOrders(on, { ...channel, accountUuid: null }, [one]);
  const bag = await scene.openBag(on, channel);
  expect(bag.carrier_account_uuid).toBeNull();
  expect((await scene.put(bag.bag_uuid, [byHand?.parcelUuid ?? ""])).data.failed).toEqual([]);
  const late = await scene.put(bag.bag_uuid, [elder?.parcelUuid ?? ""]);
  expect(late.data.failed.map(({ code }) => code)).toEqual([codes["bagging.wrongAccount"].code]);

  await change(sql`update channel set carrier_account_uuid = ${other.accountUuid} where channel_uuid = ${channel.channelUuid}`);
  const own = await scene.openBag(on, channel);
  expect(own.carrier_account_uuid).toBe(other.accountUuid);
  expect((await scene.put(own.bag_uuid, [elder?.parcelUuid ?? ""])).data.failed).toEqual([]);
  expect((await scene.bag(own.bag_uuid)).carrier_account_uuid).toBe(channel.accountUuid);
});

test("a sealed bag takes no parcels, is opened again by the provider alone, and not once it is on a manifest", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [[first] = [], [second] = []] = await scene.readyOrders(on, channel, [one, one]);
  const bag = await scene.openBag(on, channel);
  const { bag_uuid } = bag;
  const seal = () => request(scene.server.app, sealBag, { bag_uuid, weight_grams: 1200 }, operator());
  const unseal = (by = provider()) => request(scene.server.app, unsealBag, { bag_uuid }, by);
  expect((await seal()).code).toBe(codes["bagging.bagEmpty"].code);
  expect((await unseal()).code).toBe(codes["bagging.bagNotSealed"].code);
  await scene.put(bag_uuid, [first?.parcelUuid ?? ""]);
  expect((await seal()).data).toMatchObject({ status: "sealed", weight_grams: 1200, parcel_count: 1 });
  expect((await seal()).code).toBe(codes["bagging.bagNotOpen"].code);
  const late = await scene.put(bag_uuid, [second?.parcelUuid ?? ""]);
  expect(late.data.failed.map(({ code }) => code)).toEqual([codes["bagging.bagNotOpen"].code]);
  const out = await request(scene.server.app, takeOutOfBag, { bag_uuid, parcel_uuid: first?.parcelUuid ?? "" }, provider());
  expect(out.code).toBe(codes["bagging.bagNotOpen"].code);
  expect((await unseal(operator())).code).toBe(codes.forbidden.code);
  expect((await unseal()).data).toMatchObject({ status: "open", weight_grams: null });
  await seal();
  await scene.manifest([bag]);
  expect((await unseal()).code).toBe(codes["bagging.bagInManifest"].code);
});

test("a bag is of a warehouse and channel of the same company, and not of a day that is over", async () => {
  const on = await scene.stageGoods();
  const { channelUuid: channel_uuid } = await scene.addChannel();
  const ask = { warehouse_uuid: on.warehouseUuid, channel_uuid };
  const foreign = await request(scene.server.app, openBag, ask, scene.asStranger());
  expect(foreign.code).toBe(codes.notFound.code);
  const past = await request(scene.server.app, openBag, { ...ask, ship_date: "2020-01-01" }, provider());
  expect(past.code).toBe(codes["bagging.dayPast"].code);
  const ahead = await request(scene.server.app, openBag, { ...ask, ship_date: "2100-01-01" }, provider());
  expect(ahead.data.ship_date).toBe("2100-01-01");
  const { bag_uuid } = ahead.data;
  expect((await request(scene.server.app, unsealBag, { bag_uuid }, scene.asStranger())).code).toBe(codes.notFound.code);
  expect((await scene.put(bag_uuid, [bag_uuid])).code).toBe(codes.notFound.code);
});

test("bags are listed by pairs of field and value", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const bags = [await scene.openBag(on, channel), await scene.openBag(on, channel)];
  const list = async (field: ("bag_id" | "bag_number" | "status" | "channel_id" | "ship_date")[], value: string[]) =>
    request(scene.server.app, queryBaggedElements, { field, value }, provider());
  const both = await list(["channel_id", "status"], [channel.channelUuid, "open"]);
  expect(both.data.result.map(({ bag_uuid }) => bag_uuid)).toEqual(bags.map(({ bag_uuid }) => bag_uuid).toReversed());
  const [first] = bags;
  expect((await list(["bag_number"], [first?.bag_number.toLowerCase() ?? ""])).data.result).toHaveLength(1);
  expect((await list(["channel_id", "status"], [channel.channelUuid, "sealed"])).data.result).toEqual([]);
  for (const [field, value] of [
    ["bag_id", "none"],
    ["status", "lost"],
    ["ship_date", "today"],
  ] as const)
    expect((await list([field], [value])).data.result).toEqual([]);
  expect((await list(["status"], [])).code).toBe(codes.parameterError.code);
});

test("two people who put one parcel into two bags at once: one of them is refused", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const ready = await scene.readyOrders(on, channel, [one, one, one, one]);
  const [left, right] = [await scene.openBag(on, channel), await scene.openBag(on, channel)];
  const uuids = ready.flatMap((parcels) => parcels.map(({ parcelUuid }) => parcelUuid));
  const answers = await Promise.all(
    uuids.flatMap((uuid) => [scene.put(left.bag_uuid, [uuid]), scene.put(right.bag_uuid, [uuid], operator())]),
  );
  expect(answers.every(({ code }) => code === 200)).toBe(true);
  expect(answers.reduce((sum, { data }) => sum + data.done, 0)).toBe(uuids.length);
  const refused = answers.flatMap(({ data }) => data.failed.map(({ code }) => code));
  expect(refused).toEqual(uuids.map(() => codes["bagging.inBag"].code));
  expect((await scene.bag(left.bag_uuid)).parcel_count + (await scene.bag(right.bag_uuid)).parcel_count).toBe(uuids.length);
});

test("an order that is cancelled, kicked or unpacked while it is bagged leaves its bag, which is open again and off its manifest", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [[cancelled] = [], [kicked] = [], [unpacked] = [], [stays] = []] = await scene.readyOrders(on, channel, [one, one, one, one]);
  if (cancelled === undefined || kicked === undefined || unpacked === undefined || stays === undefined) throw new Error("four orders");
  const { app } = scene.server;
  const bag = await scene.sealedBag(on, channel, [cancelled, kicked, stays]);
  const manifest = await scene.manifest([bag]);
  await request(app, requestCancel, { order_ids: [cancelled.orderUuid], reason: "Not wanted" }, scene.asRetailer());
  expect((await scene.handOver(manifest.manifest_uuid)).code).toBe(codes["bagging.parcelHeld"].code);
  const { blocked } = (await request(app, getManifest, { manifest_uuid: manifest.manifest_uuid }, provider())).data;
  expect(blocked).toMatchObject([{ parcel_uuid: cancelled.parcelUuid, bag_number: bag.bag_number, blocked_by: "cancel" }]);
  expect((await scene.bag(bag.bag_uuid)).parcels.map(({ blocked_by }) => blocked_by).toSorted()).toEqual(["", "", "cancel"]);
  expect((await request(app, acceptCancel, { order_ids: [cancelled.orderUuid] }, provider())).data.failed).toEqual([]);
  expect(await statusOf(cancelled.orderUuid)).toBe("cancelled");
  expect(await scene.bag(bag.bag_uuid)).toMatchObject({ status: "open", weight_grams: null, manifest_uuid: null, parcel_count: 2 });
  expect((await request(app, getManifest, { manifest_uuid: manifest.manifest_uuid }, provider())).data).toMatchObject({
    status: "cancelled",
    bags: [],
  });
  expect((await scene.handOver(manifest.manifest_uuid)).code).toBe(codes["bagging.nothingToHandOver"].code);
  const wave_uuid = await scene.waveOf(kicked.orderUuid);
  const kick = await request(app, kickOrders, { wave_uuid, order_ids: [kicked.orderUuid], reason: "Later" }, provider());
  expect(kick.data.failed).toEqual([]);
  expect((await scene.bag(bag.bag_uuid)).parcels.map(({ parcel_uuid }) => parcel_uuid)).toEqual([stays.parcelUuid]);
  await scene.put(bag.bag_uuid, [unpacked.parcelUuid]);
  expect((await request(app, reopenPacking, { order_uuid: unpacked.orderUuid }, provider())).data.status).toBe("reviewed");
  expect((await scene.bag(bag.bag_uuid)).parcels.map(({ parcel_uuid }) => parcel_uuid)).toEqual([stays.parcelUuid]);
  const made = await request(app, listManifests, { status: "cancelled" }, provider());
  expect(made.data.result.map(({ manifest_uuid }) => manifest_uuid)).toContain(manifest.manifest_uuid);
});
