import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { findToBag, printBaggedList, printBagTags } from "#src/outbound/bagging/bagging.contract.ts";
import { dissolveManifest, getManifest, handOverManifest, makeManifest, printManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { listExceptions, resolveException } from "#src/outbound/exceptions/exceptions.contract.ts";
import { acceptCancel, deleteShippingStatus, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { reopenPacking } from "#src/outbound/packing/packing.contract.ts";
import { kickOrders } from "#src/outbound/waves/waves.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import { BagScene } from "#tests/server/bag-scene.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { readPdf } from "#tests/server/printed-pdf.ts";
import { renderPdf } from "#tests/server/rendered-pdf.ts";
import { shipOrder } from "#tests/server/ship-order.ts";
import { makeWorld } from "#tests/server/world.ts";

let scene: BagScene;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new BagScene(server, await makeWorld(server));
});
afterEach(() => scene.expectSound());
afterAll(() => scene.server.close());

const provider = () => scene.asProvider();
const one = [[0, 1]] as const;

/** The pieces of a warehouse's SKUs that are there, and those that are reserved. */
async function readStock(warehouseUuid: string) {
  const rows = await scene.read(
    sql<{ there: number; reserved: number }>`select sum(quantity)::integer as there, sum(reserved)::integer as reserved from stock_balance
      where warehouse_uuid = ${warehouseUuid}`,
  );
  return rows[0];
}

test("with the hand-over an order is shipped: its goods leave the stock, and its waybills are followed", async () => {
  const before = scene.server.clock.now();
  const { orderUuid, parcels, stage } = await shipOrder(scene.server, scene.world);
  const order = await scene.order(orderUuid);
  expect(order).toMatchObject({ status: "shipped", fulfilment_status: "fulfilled" });
  expect(await scene.waveOf(orderUuid)).not.toBe("");
  expect(await readStock(stage.warehouseUuid)).toEqual({ there: 117, reserved: 0 });
  const waybills = await scene.read(
    sql<{ handed_over_at: Date; next_track_at: Date }>`select handed_over_at, next_track_at from waybill where order_uuid = ${orderUuid}`,
  );
  expect(waybills).toHaveLength(parcels.length);
  for (const { handed_over_at, next_track_at } of waybills) {
    expect(handed_over_at).toEqual(before);
    expect(next_track_at).toEqual(handed_over_at);
  }
  const moved = await scene.read(
    sql<{
      quantity: number;
      for_retailer: boolean;
    }>`select e.quantity, e.owner_uuid = ${scene.world.retailerA} as for_retailer from stock_entry e
      where e.source_type = 'shipment' and e.place = 'shipment' and e.warehouse_uuid = ${stage.warehouseUuid} order by 1`,
  );
  expect(moved).toEqual([
    { quantity: 1, for_retailer: true },
    { quantity: 2, for_retailer: true },
  ]);
});

test("an order in three parcels is partly fulfilled from the first one on, to a piece, and cannot be unpacked, kicked or cancelled then", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [[first, second, third] = []] = await scene.readyOrders(on, channel, [[[0, 3]]], true);
  if (first === undefined || second === undefined || third === undefined) throw new Error("three parcels were packed");
  const { orderUuid } = first;
  const { app } = scene.server;
  await scene.ship(on, channel, [first]);
  const partly = await scene.order(orderUuid);
  expect(partly).toMatchObject({ status: "weighed", fulfilment_status: "partially_fulfilled" });
  expect(await readStock(on.warehouseUuid)).toEqual({ there: 119, reserved: 2 });
  await scene.expectSound();

  const refused = codes["bagging.partlyShipped"].code;
  expect((await request(app, reopenPacking, { order_uuid: orderUuid }, provider())).code).toBe(refused);
  const ids = { order_ids: [orderUuid] };
  const kick = { wave_uuid: await scene.waveOf(orderUuid), ...ids, reason: "Later" };
  for (const answer of [
    await request(app, kickOrders, kick, provider()),
    await request(app, requestCancel, { ...ids, reason: "Late" }, scene.asRetailer()),
    await request(app, deleteShippingStatus, ids, provider()),
  ])
    expect(answer.data.failed.map(({ code }) => code)).toEqual([refused]);

  await scene.ship(on, channel, [second]);
  expect(await scene.order(orderUuid)).toMatchObject({ status: "weighed", fulfilment_status: "partially_fulfilled" });
  await scene.ship(on, channel, [third]);
  expect(await scene.order(orderUuid)).toMatchObject({ status: "shipped", fulfilment_status: "fulfilled" });
  expect(await readStock(on.warehouseUuid)).toEqual({ there: 117, reserved: 0 });
  const late = [
    await request(app, kickOrders, kick, provider()),
    await request(app, acceptCancel, ids, provider()),
    await request(app, deleteShippingStatus, ids, provider()),
  ];
  expect(late.map(({ data }) => data.failed[0]?.code)).toEqual([codes["orders.wrongState"].code, codes["orders.wrongState"].code, refused]);
});

test("a wave is done with the last of its orders, whether that is shipped or leaves the wave", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const ready = (await scene.readyOrders(on, channel, [one, one, one])).flat();
  const [first, second, third] = ready;
  if (first === undefined || second === undefined || third === undefined) throw new Error("three parcels were packed");
  const wave = await scene.waveOf(first.orderUuid);
  await scene.ship(on, channel, [first]);
  expect(await scene.wave(wave)).toMatchObject({ status: "picked", ended_at: "" });
  const [left, right] = [await scene.sealedBag(on, channel, [second]), await scene.sealedBag(on, channel, [third])];
  const manifests = [await scene.manifest([left]), await scene.manifest([right])];
  const handed = await Promise.all(manifests.map(({ manifest_uuid }) => scene.handOver(manifest_uuid)));
  expect(handed.map(({ code }) => code)).toEqual([200, 200]);
  const now = scene.server.clock.now().toISOString();
  expect(await scene.wave(wave)).toMatchObject({ status: "done", ended_at: now });

  const [gone, kept] = (await scene.readyOrders(on, channel, [one, one])).flat();
  if (gone === undefined || kept === undefined) throw new Error("two parcels were packed");
  await scene.ship(on, channel, [gone]);
  const other = await scene.waveOf(gone.orderUuid);
  const kick = { wave_uuid: other, order_ids: [kept.orderUuid], reason: "Box torn" };
  expect((await request(scene.server.app, kickOrders, kick, provider())).data.done).toBe(1);
  expect(await scene.wave(other)).toMatchObject({ status: "done", order_count: 1, ended_at: now });
});

test("a fulfilment status that was set wrongly is taken back while nothing has left", async () => {
  const on = await scene.stageGoods();
  const [order = ""] = await scene.reviewOrders(on, [one]);
  const takeBack = () => request(scene.server.app, deleteShippingStatus, { order_ids: [order] }, provider());
  expect((await takeBack()).data.failed.map(({ code }) => code)).toEqual([codes["orders.wrongState"].code]);
  await scene.read(sql`update sales_order set fulfilment_status = 'fulfilled' where order_uuid = ${order}`);
  expect((await takeBack()).data).toEqual({ done: 1, failed: [] });
  expect((await scene.order(order)).fulfilment_status).toBe("unfulfilled");
});

test("the refused void of a parcel that left by its waybill is over", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [[parcel] = []] = await scene.readyOrders(on, channel, [one]);
  if (parcel === undefined) throw new Error("a parcel was packed");
  await scene.read(sql`update waybill set void_reason = 'relabel', replace_channel_uuid = channel_uuid, problem_kind = 'refused', problem_text = 'No'
    where parcel_uuid = ${parcel.parcelUuid}`);
  await scene.ship(on, channel, [parcel]);
  const waybills = await scene.read(
    sql`select void_reason, replace_channel_uuid, problem_kind, problem_text from waybill where parcel_uuid = ${parcel.parcelUuid}`,
  );
  expect(waybills).toEqual([{ void_reason: "", replace_channel_uuid: null, problem_kind: "", problem_text: "" }]);
});

test("a parcel that no carrier's API follows is not due for tracking", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel(false);
  const [[parcel] = []] = await scene.readyOrders(on, channel, [one]);
  if (parcel === undefined) throw new Error("a parcel was packed");
  await scene.ship(on, channel, [parcel]);
  const waybills = await scene.read(
    sql`select handed_over_at is not null as is_gone, next_track_at from waybill where parcel_uuid = ${parcel.parcelUuid}`,
  );
  expect(waybills).toEqual([{ is_gone: true, next_track_at: null }]);
});

test("two hand-overs at once, and a repeated one, post once", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const ready = (await scene.readyOrders(on, channel, [one, one, one])).flat();
  const { manifest_uuid } = await scene.manifest([await scene.sealedBag(on, channel, ready)]);
  const key = { ...provider(), idempotencyKey: "hand-over-once-0001" };
  const input = { manifest_uuid, carrier_person: "Sam Carrier", signed_name: "S. Carrier" };
  const answers = await Promise.all([
    request(scene.server.app, handOverManifest, input, key),
    scene.handOver(manifest_uuid),
    scene.handOver(manifest_uuid, { token: scene.world.operator.token }),
  ]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, codes["bagging.manifestDone"].code, codes["bagging.manifestDone"].code]);
  expect(await readStock(on.warehouseUuid)).toEqual({ there: 117, reserved: 0 });
  const repeated = await request(scene.server.app, handOverManifest, input, key);
  expect(repeated.code).toBe(answers[0]?.code);
  expect(await readStock(on.warehouseUuid)).toEqual({ there: 117, reserved: 0 });
});

test("a cancellation and a hand-over at once: the order is shipped, or it stays", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [[parcel] = []] = await scene.readyOrders(on, channel, [one]);
  if (parcel === undefined) throw new Error("a parcel was packed");
  const { manifest_uuid } = await scene.manifest([await scene.sealedBag(on, channel, [parcel])]);
  const wish = { order_ids: [parcel.orderUuid], reason: "Not wanted" };
  const [handed, asked] = await Promise.all([
    scene.handOver(manifest_uuid),
    request(scene.server.app, requestCancel, wish, scene.asRetailer()),
  ]);
  const { status } = await scene.order(parcel.orderUuid);
  expect(status).toBe(handed.code === 200 ? "shipped" : "bagged");
  expect(asked.data.done).toBe(handed.code === 200 ? 0 : 1);
});

test("a manifest has sealed bags of one account, warehouse and day; those without an account, of one channel", async () => {
  const on = await scene.stageGoods();
  const [channel, other, byHand] = [await scene.addChannel(), await scene.addChannel(), await scene.addChannel(false)];
  const bags = [];
  for (const by of [channel, other, byHand, channel]) {
    const [[parcel] = []] = await scene.readyOrders(on, by, [one]);
    if (parcel !== undefined) bags.push(await scene.sealedBag(on, by, [parcel]));
  }
  const elsewhere = await scene.stageGoods();
  const [far = []] = await scene.readyOrders(elsewhere, channel, [one]);
  const [later = []] = await scene.readyOrders(on, channel, [one]);
  bags.push(await scene.sealedBag(elsewhere, channel, far), await scene.sealedBag(on, channel, later, { ship_date: "2100-01-01" }));
  const [first, mixed, manual, second, ofAnotherWarehouse, ofAnotherDay] = bags.map(({ bag_uuid }) => bag_uuid);
  const open = await scene.openBag(on, channel);
  const make = (bag_uuids: (string | undefined)[], by = provider()) =>
    request(scene.server.app, makeManifest, { bag_uuids: bag_uuids.map((uuid) => uuid ?? "") }, by);
  for (const unlike of [mixed, manual, ofAnotherWarehouse, ofAnotherDay])
    expect((await make([first, unlike])).code).toBe(codes["bagging.mixedBags"].code);
  expect((await make([first, open.bag_uuid])).code).toBe(codes["bagging.bagNotSealed"].code);
  expect((await make([first], scene.asStranger())).code).toBe(codes.notFound.code);
  const made = await make([first, second, first]);
  expect(made.data).toMatchObject({ status: "made", bag_count: 2, parcel_count: 2, weight_grams: 4000 });
  expect(made.data.manifest_number).toMatch(/^M-\d{6}-\d{4}$/);
  expect((await make([first])).code).toBe(codes["bagging.bagNotSealed"].code);
  expect((await make([manual])).data).toMatchObject({ carrier_account_uuid: null, carrier_name: byHand.name });
});

test("a hand-over waits until the exceptions of the orders on its manifest are resolved", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [parcels = []] = await scene.readyOrders(on, channel, [one]);
  const [parcel] = parcels;
  if (parcel === undefined) throw new Error("a parcel was packed");
  const { manifest_uuid } = await scene.manifest([await scene.sealedBag(on, channel, parcels)]);
  await scene.openException(parcel.orderUuid, "wrong_item");
  expect((await scene.handOver(manifest_uuid)).code).toBe(codes["bagging.parcelHeld"].code);
  const { blocked } = (await request(scene.server.app, getManifest, { manifest_uuid }, provider())).data;
  expect(blocked).toMatchObject([{ parcel_uuid: parcel.parcelUuid, blocked_by: "exception" }]);
  const cases = await request(scene.server.app, listExceptions, { order_uuid: parcel.orderUuid }, provider());
  const [{ exception_uuid, version } = { exception_uuid: "", version: 0 }] = cases.data.result;
  const resolved = { exception_uuid, version, resolution: "other", message: "It was right" } as const;
  expect((await request(scene.server.app, resolveException, resolved, provider())).code).toBe(200);
  expect((await scene.handOver(manifest_uuid)).data).toMatchObject({ status: "handed_over", blocked: [] });
});

test("a manifest is dissolved by the provider until it is handed over: its bags are sealed, and go on another one", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const bag = await scene.sealedBag(on, channel, (await scene.readyOrders(on, channel, [one])).flat());
  const { manifest_uuid } = await scene.manifest([bag]);
  const dissolve = (uuid: string, by = provider()) => request(scene.server.app, dissolveManifest, { manifest_uuid: uuid }, by);
  expect((await dissolve(manifest_uuid, scene.asStranger())).code).toBe(codes.notFound.code);
  expect((await dissolve(manifest_uuid, { token: scene.world.operator.token })).code).toBe(codes.forbidden.code);
  expect((await dissolve(manifest_uuid)).data).toMatchObject({ status: "cancelled", bags: [] });
  expect(await scene.bag(bag.bag_uuid)).toMatchObject({ status: "sealed", weight_grams: 2000, manifest_uuid: null });
  expect((await dissolve(manifest_uuid)).code).toBe(codes["bagging.nothingToHandOver"].code);
  const again = await scene.manifest([bag]);
  const answers = await Promise.all([scene.handOver(again.manifest_uuid), dissolve(again.manifest_uuid)]);
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect((await scene.bag(bag.bag_uuid)).status).toBe(answers[0].code === 200 ? "handed_over" : "sealed");
});

test("a hand-over is signed: a drawn signature is kept as an image, and shown with the manifest", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [[parcel] = []] = await scene.readyOrders(on, channel, [one]);
  if (parcel === undefined) throw new Error("a parcel was packed");
  const { manifest_uuid } = await scene.manifest([await scene.sealedBag(on, channel, [parcel])]);
  const { app } = scene.server;
  const ask = { manifest_uuid, carrier_person: "Sam Carrier" };
  expect((await request(app, handOverManifest, ask, provider())).code).toBe(codes["bagging.signatureMissing"].code);
  const upload = (token: string) =>
    request(app, uploadImages, {}, { token, files: [{ field: "images", name: "sign.png", bytes: tinyPng }] });
  const foreign = (await upload(scene.world.operator.token)).data.result[0]?.filename ?? "";
  const others = await request(app, handOverManifest, { ...ask, signature: foreign }, provider());
  expect(others.code).toBe(codes["bagging.signatureMissing"].code);
  const signature = (await upload(provider().token)).data.result[0]?.filename ?? "";
  const done = await request(app, handOverManifest, { ...ask, signature }, provider());
  expect(done.data).toMatchObject({ status: "handed_over", carrier_person: "Sam Carrier", signature });
  const read = await request(app, getManifest, { manifest_uuid }, { token: scene.world.operator.token });
  expect(read.data.signature).toBe(signature);
  // It is on the printed manifest, above the line that it belongs to, with who took the bags and when.
  const { rawPayload } = await app.inject({
    url: `${apiPrefix}${printManifest.path}?${new URLSearchParams({ manifest_uuid }).toString()}`,
    headers: headersOf(provider()),
  });
  const [page] = readPdf(rawPayload).pages;
  const texts = page?.texts.map(({ text }) => text) ?? [];
  for (const text of ["Sam Carrier", `${read.data.handed_over_at.slice(0, 16).replace("T", " ")} UTC`]) expect(texts).toContain(text);
  const label = page?.texts.find(({ text }) => text === "Signature");
  const images = page?.images ?? [];
  expect(images).toHaveLength(1);
  const [image] = images;
  expect(image?.x).toBeCloseTo(label?.x ?? 0, 0);
  expect((image?.y ?? 0) + (image?.height ?? 0)).toBeLessThan(label?.y ?? 0);
  const { data: pixels, info } = await sharp(image?.jpeg).raw().toBuffer({ resolveWithObject: true });
  // The one pixel of the uploaded picture was red.
  expect([info.width, info.height, (pixels[0] ?? 0) > 200, (pixels[1] ?? 255) < 60]).toEqual([1, 1, true, true]);
});

/** Prints, and returns the file. */
async function printFile(path: string, query: Record<string, string> | [string, string][]): Promise<Buffer> {
  const { rawPayload, statusCode } = await scene.server.app.inject({
    url: `${apiPrefix}${path}?${new URLSearchParams(query).toString()}`,
    headers: headersOf(provider()),
  });
  expect(statusCode).toBe(200);
  return rawPayload;
}

/** Prints, and returns the pages: their size and their words in one text, as long words are cut into lines. */
async function print(path: string, query: Parameters<typeof printFile>[1]) {
  return readPdf(await printFile(path, query)).pages.map(({ width, height, texts, fills }) => ({
    size: [Math.round(width), Math.round(height)],
    words: texts.map(({ text }) => text).join(" "),
    fills,
  }));
}

test("tags, lists and manifests are printed in both languages", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const ready = (await scene.readyOrders(on, channel, [one, one])).flat();
  const bag = await scene.sealedBag(on, channel, ready);
  const { manifest_uuid, manifest_number } = await scene.manifest([bag]);
  const words = { en_us: ["2 parcels", "Total", "Signature"], zh_cn: ["2 个包裹", "合计", "签名"] } as const;
  for (const language of ["en_us", "zh_cn"] as const) {
    const [count, sum, signature] = words[language];
    const bag_numbers = bag.bag_number.toLowerCase();
    const list = await print(printBaggedList.path, { bag_numbers, provider_uuid: scene.world.providerA, language });
    for (const text of [bag.bag_number, count, sum, ...ready.map(({ waybillNumber }) => waybillNumber)])
      expect(list[0]?.words).toContain(text);
    const [tag, ...others] = await print(printBagTags.path, { bag_uuids: bag.bag_uuid, language });
    expect(others).toEqual([]);
    expect(tag?.size).toEqual([100, 150]);
    for (const text of [bag.bag_number, count, "2.000 kg", bag.ship_date]) expect(tag?.words).toContain(text);
    const manifest = (await print(printManifest.path, { manifest_uuid, language })).map((page) => page.words).join(" ");
    for (const text of [manifest_number, bag.bag_number, signature, ...ready.map(({ parcelNumber }) => parcelNumber)])
      expect(manifest).toContain(text);
  }
  const unknown = { bag_numbers: [bag.bag_number, "B-000000-0001"] };
  expect((await request(scene.server.app, printBaggedList, unknown, provider())).code).toBe(codes.notFound.code);
});

test("a bag's tag has its number as bars that an independent decoder reads back", async () => {
  const on = await scene.stageGoods();
  const { bag_uuid, bag_number } = await scene.openBag(on, await scene.addChannel());
  const [page] = await renderPdf(await printFile(printBagTags.path, { bag_uuids: bag_uuid }));
  expect(page?.readBars({ x: 5, y: 42, width: 90, height: 32 })).toBe(`4 ${bag_number}`);
});

test("the lists of several bags, whose numbers are a repeated parameter, are one file with a page for each", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const ready = await scene.readyOrders(on, channel, [one, one]);
  const bags = [];
  for (const parcels of ready) bags.push(await scene.sealedBag(on, channel, parcels));
  const numbers = bags.map(({ bag_number }): [string, string] => ["bag_numbers", bag_number]);
  const pages = (await print(printBaggedList.path, numbers)).map(({ words }) => words);
  expect(pages).toHaveLength(2);
  for (const [at, parcels] of ready.entries())
    for (const text of [bags[at]?.bag_number ?? "-", ...parcels.map(({ waybillNumber }) => waybillNumber)])
      expect(pages.map((words) => words.includes(text))).toEqual([at === 0, at === 1]);
});

test("a manifest is found by its number, which its printed list has as bars, in its own warehouse", async () => {
  const on = await scene.stageGoods();
  const channel = await scene.addChannel();
  const [ready = []] = await scene.readyOrders(on, channel, [one]);
  const { manifest_uuid, manifest_number } = await scene.manifest([await scene.sealedBag(on, channel, ready)]);
  const [page] = await renderPdf(await printFile(printManifest.path, { manifest_uuid }));
  expect(page?.readBars({ x: 130, y: 10, width: 75, height: 20 })).toBe(`4 ${manifest_number}`);

  const find = async (warehouse_uuid: string) => {
    const input = { code: manifest_number.toLowerCase(), warehouse_uuid };
    return (await request(scene.server.app, findToBag, input, provider())).data;
  };
  expect(await find(on.warehouseUuid)).toEqual({
    kind: "manifest",
    bag: null,
    parcel: null,
    manifest: { manifest_uuid, manifest_number, status: "made" },
  });
  expect(await find((await scene.stageGoods()).warehouseUuid)).toMatchObject({ kind: "unknown" });
});
