import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { acceptCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { createBox, listBoxes, printBoxLabels, updateBox } from "#src/outbound/packing/boxes.contract.ts";
import {
  findToPack,
  getPacking,
  listToPack,
  listToWeigh,
  packOrder,
  printParcelLabels,
  reopenPacking,
  weighParcel,
  weighParcels,
} from "#src/outbound/packing/packing.contract.ts";
import type { Packing } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { enterWaybill, listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { kickOrders } from "#src/outbound/waves/waves.contract.ts";
import { startTestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { makeChannel, makeWeighedParcels, stageParcels } from "#tests/server/parcel-scene.ts";
import { readPdf } from "#tests/server/printed-pdf.ts";
import { scanned } from "#tests/server/scanned-page.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";

let scene: WaveScene;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
});
afterEach(() => scene.expectSound());
afterAll(() => scene.server.close());

type Lines = readonly (readonly [number, number])[];
const provider = () => scene.asProvider();
const operator = () => ({ token: scene.world.operator.token });

/** A warehouse with goods of 100 x 80 x 60 mm and 300 g, and a place to pack at. */
async function stageGoods(isMeasured = true): Promise<{ on: StockStage; place: string }> {
  const on = await scene.stage([
    [0, 0, 40],
    [1, 1, 40],
  ]);
  if (isMeasured)
    await scene.server.services.database.transaction(scene.staff(), (tx) =>
      sql`update variant set weight_grams = 300, length_mm = 100, width_mm = 80, height_mm = 60
        where provider_uuid = ${on.providerUuid} and variant_uuid = any (${on.variants.map(({ variantUuid }) => variantUuid)}::uuid[])`.execute(
        tx,
      ),
    );
  return { on, place: await scene.addLocation(on, "packing") };
}

/** Orders that were picked and reviewed. */
async function reviewOrders(on: StockStage, wanted: readonly Lines[]): Promise<{ orders: string[]; wave: string }> {
  const { app } = scene.server;
  const orders: string[] = [];
  for (const lines of wanted) orders.push(await scene.addOrder(on, lines));
  const wave = await scene.buildOf(orders, "wall");
  await scene.pickInto(on, wave);
  for (const order_uuid of orders) {
    const { review_uuid, lines } = (await request(app, beginReview, { order_uuid }, provider())).data;
    for (const { line_number, quantity } of lines) await request(app, reviewPieces, { review_uuid, line_number, quantity }, provider());
    expect((await request(app, finishReview, { review_uuid }, provider())).code).toBe(200);
  }
  return { orders, wave };
}

let boxes = 0;
async function addBox(fields: Partial<InputOf<typeof createBox>> = {}): Promise<string> {
  boxes += 1;
  const sides = fields.kind === "consumable" ? {} : { length_mm: 200, width_mm: 160, height_mm: 120 };
  const made = await request(
    scene.server.app,
    createBox,
    { name: `Box ${boxes}`, kind: "box", weight_grams: 50, ...sides, ...fields },
    provider(),
  );
  expect(made.code).toBe(200);
  return made.data.box_uuid;
}

const packingOf = async (order_uuid: string): Promise<Packing> =>
  (await request(scene.server.app, getPacking, { order_uuid }, provider())).data;
type NewParcels = InputOf<typeof packOrder>["parcels"];
const pack = (order_uuid: string, parcels: NewParcels, by = provider()) =>
  request(scene.server.app, packOrder, { order_uuid, parcels }, by);
/** All of an order in one parcel. */
async function packWhole(order_uuid: string, box_uuid: string | null = null) {
  const { items } = await packingOf(order_uuid);
  const packed = await pack(order_uuid, [
    { box_uuid, items: items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity })) },
  ]);
  expect(packed.code).toBe(200);
  return packed.data;
}
const weigh = (parcel_uuid: string, measured_grams: number, reason = "", by = provider()) =>
  request(scene.server.app, weighParcel, { parcel_uuid, measured_grams, reason }, by);
const statusOf = async (order_uuid: string) => (await scene.order(order_uuid)).status;
const pair: Lines = [
  [0, 2],
  [1, 1],
];

test("an order is found by its location and number, packed into the advised box, weighed, and is weighed then", async () => {
  const { on, place } = await stageGoods();
  const { orders } = await reviewOrders(on, [pair]);
  const [order = ""] = orders;
  const { order_number } = await scene.order(order);
  const boxUuid = await addBox();
  await addBox({ length_mm: 50, width_mm: 50, height_mm: 50 });
  const queue = await request(scene.server.app, listToPack, { warehouse_uuid: on.warehouseUuid }, provider());
  expect(queue.data.result).toMatchObject([{ order_uuid: order, locations: [place], piece_count: 3 }]);
  for (const code of [place.toLowerCase(), order_number]) {
    const found = (await request(scene.server.app, findToPack, { code }, provider())).data;
    expect(found.orders.map(({ order_uuid }) => order_uuid)).toEqual([order]);
  }
  const { advice, items } = await packingOf(order);
  expect(advice.reason).toBeNull();
  expect(advice.boxes).toMatchObject([{ box_uuid: boxUuid }]);
  expect(advice.boxes[0]?.placements).toHaveLength(3);
  expect(advice.boxes[0]?.items.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(3);
  expect(items).toMatchObject([{ weight_grams: 300 }, { weight_grams: 300 }]);

  const packed = await packWhole(order, boxUuid);
  expect(packed).toMatchObject({
    status: "packed",
    parcels: [{ status: "closed", expected_grams: 950, allowed_grams: 47, piece_count: 3 }],
  });
  const [parcel] = packed.parcels;
  const waiting = await request(scene.server.app, listToWeigh, { warehouse_uuid: on.warehouseUuid }, provider());
  expect(waiting.data.result.map(({ parcel_number }) => parcel_number)).toEqual([parcel?.parcel_number]);
  const named = (await request(scene.server.app, findToPack, { code: parcel?.parcel_number.toLowerCase() ?? "" }, provider())).data;
  expect(named).toMatchObject({ kind: "parcel", parcels: [{ parcel_uuid: parcel?.parcel_uuid }] });
  expect((await weigh(parcel?.parcel_uuid ?? "", 960)).data).toMatchObject({ status: "weighed", measured_grams: 960, variance_reason: "" });
  expect(await statusOf(order)).toBe("weighed");
  expect((await weigh(parcel?.parcel_uuid ?? "", 960)).code).toBe(codes["packing.weighedAlready"].code);
});

test("an order is split into parcels with consumables, and is weighed with the last of them", async () => {
  const { on } = await stageGoods();
  const [order = ""] = (await reviewOrders(on, [pair])).orders;
  const [boxUuid, tape] = [await addBox(), await addBox({ kind: "consumable", weight_grams: 7 })];
  const { items } = await packingOf(order);
  const two = items.find(({ quantity }) => quantity === 2)?.variant_uuid ?? "";
  const one = items.find(({ quantity }) => quantity === 1)?.variant_uuid ?? "";
  const item = (variant_uuid: string, quantity: number) => ({ variant_uuid, lot: "", quantity });
  const refusedSplits: NewParcels[] = [
    [{ box_uuid: boxUuid, items: [item(two, 2)] }],
    [{ box_uuid: boxUuid, items: [item(two, 3), item(one, 1)] }],
    [
      { box_uuid: boxUuid, items: [item(two, 2), item(one, 1)] },
      { box_uuid: boxUuid, items: [item(one, 1)] },
    ],
  ];
  for (const parcels of refusedSplits) expect((await pack(order, parcels)).code).toBe(codes["packing.notAllPieces"].code);
  const asBox = await pack(order, [{ box_uuid: tape, items: [item(two, 2), item(one, 1)] }]);
  expect(asBox.code).toBe(codes["packing.noBox"].code);
  const { data } = await pack(order, [
    {
      box_uuid: boxUuid,
      items: [item(two, 1), item(one, 1)],
      consumables: [
        { box_uuid: tape, quantity: 2 },
        { box_uuid: tape, quantity: 1 },
      ],
    },
    { box_uuid: null, items: [item(two, 1)] },
  ]);
  expect(data.parcels.map(({ expected_grams }) => expected_grams)).toEqual([671, 300]);
  const [first, second] = data.parcels;
  await weigh(first?.parcel_uuid ?? "", 671);
  expect(await statusOf(order)).toBe("packed");
  await weigh(second?.parcel_uuid ?? "", 300);
  expect(await statusOf(order)).toBe("weighed");
});

test("a weight outside the tolerance needs a reason, and any is accepted where the expected one is not known", async () => {
  const { on } = await stageGoods();
  const [order = ""] = (await reviewOrders(on, [pair])).orders;
  const { parcels } = await packWhole(order);
  const uuid = parcels[0]?.parcel_uuid ?? "";
  expect((await weigh(uuid, 946)).code).toBe(codes["packing.weightOff"].code);
  expect((await weigh(uuid, 854)).code).toBe(codes["packing.weightOff"].code);
  expect(await statusOf(order)).toBe("packed");
  expect((await weigh(uuid, 1200, "wrapped twice")).data).toMatchObject({ status: "weighed", variance_reason: "wrapped twice" });

  const unknown = await stageGoods(false);
  const [other = ""] = (await reviewOrders(unknown.on, [pair])).orders;
  expect((await packingOf(other)).advice.reason).not.toBeNull();
  const packed = await packWhole(other);
  expect(packed.parcels).toMatchObject([{ expected_grams: null, allowed_grams: null }]);
  expect((await weigh(packed.parcels[0]?.parcel_uuid ?? "", 12_345)).code).toBe(200);
});

test("two people pack an order at once: one does, and a repeated scan is answered as before", async () => {
  const { on } = await stageGoods();
  const [order = ""] = (await reviewOrders(on, [pair])).orders;
  const { items } = await packingOf(order);
  const parcels = [{ box_uuid: null, items: items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity })) }];
  const both = await Promise.all([pack(order, parcels), pack(order, parcels, operator())]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codes["packing.packedAlready"].code]);
  const uuid = (await packingOf(order)).parcels[0]?.parcel_uuid ?? "";
  const once = { ...provider(), headers: { "idempotency-key": `weigh-${uuid}` } };
  const [first, again] = [await weigh(uuid, 900, "", once), await weigh(uuid, 900, "", once)];
  expect([first.code, again.code]).toEqual([200, 200]);
  expect(again.data).toEqual(first.data);
});

test("two people weigh the two parcels of an order at once, and it is weighed", async () => {
  const { on } = await stageGoods();
  const [order = ""] = (await reviewOrders(on, [pair])).orders;
  const { items } = await packingOf(order);
  const { data } = await pack(
    order,
    items.map(({ variant_uuid, lot, quantity }) => ({ box_uuid: null, items: [{ variant_uuid, lot, quantity }] })),
  );
  const weights = data.parcels.map(({ parcel_uuid, expected_grams }) => [parcel_uuid, expected_grams ?? 0] as const);
  const answers = await Promise.all(weights.map(([uuid, grams], at) => weigh(uuid, grams, "", at === 0 ? provider() : operator())));
  expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  expect(await statusOf(order)).toBe("weighed");
});

test("an order that is unpacked has no parcels, and is packed again", async () => {
  const { on } = await stageGoods();
  const [order = ""] = (await reviewOrders(on, [pair])).orders;
  const reopen = () => request(scene.server.app, reopenPacking, { order_uuid: order }, provider());
  expect((await reopen()).code).toBe(codes["packing.notPacked"].code);
  const before = (await packWhole(order)).parcels[0];
  await weigh(before?.parcel_uuid ?? "", 900);
  expect((await reopen()).data).toMatchObject({ status: "reviewed", parcels: [] });
  expect((await weigh(before?.parcel_uuid ?? "", 900)).code).toBe(codes["packing.voided"].code);
  const found = (await request(scene.server.app, findToPack, { code: before?.parcel_number ?? "" }, provider())).data;
  expect(found).toMatchObject({ kind: "parcel", orders: [], parcels: [{ status: "voided" }] });
  const after = (await packWhole(order)).parcels[0];
  expect(after?.parcel_number).not.toBe(before?.parcel_number);
});

test("a packed order that is cancelled or kicked loses its parcels; on hold, it is neither packed nor weighed", async () => {
  const { on } = await stageGoods();
  const { orders, wave } = await reviewOrders(on, [pair, pair, pair]);
  const [cancelled = "", kicked = "", held = ""] = orders;
  const parcelOf = async (order: string) => (await packWhole(order)).parcels[0]?.parcel_uuid ?? "";
  const [first, second] = [await parcelOf(cancelled), await parcelOf(kicked)];
  await request(scene.server.app, requestCancel, { order_ids: [cancelled, held], reason: "too late" }, scene.asRetailer());
  expect((await weigh(first, 900)).code).toBe(codes["packing.held"].code);
  const { items } = await packingOf(held);
  const whole = [{ box_uuid: null, items: items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity })) }];
  expect((await pack(held, whole)).code).toBe(codes["packing.held"].code);
  await request(scene.server.app, acceptCancel, { order_ids: [cancelled, held] }, provider());
  expect((await pack(held, whole)).code).toBe(codes["packing.orderLeft"].code);
  await request(scene.server.app, kickOrders, { wave_uuid: wave, order_ids: [kicked], reason: "again" }, provider());
  expect(await statusOf(kicked)).toBe("allocated");
  for (const uuid of [first, second]) expect((await weigh(uuid, 900)).code).toBe(codes["packing.voided"].code);
});

test("a batch of weights saves the good rows, and says of each other why not", async () => {
  const { on } = await stageGoods();
  const { orders } = await reviewOrders(on, [pair, pair, pair, pair]);
  const uuids: string[] = [];
  for (const order of orders) uuids.push((await packWhole(order)).parcels[0]?.parcel_uuid ?? "");
  const [good = "", off = "", reasoned = "", voided = ""] = uuids;
  await request(scene.server.app, reopenPacking, { order_uuid: orders[3] ?? "" }, provider());
  const parcels = [
    { parcel_uuid: good, measured_grams: 910 },
    { parcel_uuid: off, measured_grams: 2000 },
    { parcel_uuid: reasoned, measured_grams: 2000, reason: "a brochure is inside" },
    { parcel_uuid: voided, measured_grams: 900 },
    { parcel_uuid: good, measured_grams: 900 },
  ];
  const headers = { "idempotency-key": `batch-${good}` };
  const posted = await request(scene.server.app, weighParcels, { parcels }, { ...provider(), headers });
  expect(posted.data.done).toBe(2);
  expect(posted.data.failed.map(({ order_id, code }) => [order_id, code])).toEqual([
    [off, codes["packing.weightOff"].code],
    [voided, codes["packing.voided"].code],
    [good, codes["packing.weighedAlready"].code],
  ]);
  expect(await Promise.all(orders.map(statusOf))).toEqual(["weighed", "packed", "weighed", "reviewed"]);
  expect((await request(scene.server.app, weighParcels, { parcels }, { ...provider(), headers })).data).toEqual(posted.data);
});

test("boxes are edited by whoever has the last version, named once, and no longer offered when they are not active", async () => {
  const { on } = await stageGoods();
  const [order = ""] = (await reviewOrders(on, [pair])).orders;
  const uuid = await addBox({ name: "Tray" });
  const same = { name: "tray", kind: "box" as const, weight_grams: 1, length_mm: 1, width_mm: 1, height_mm: 1 };
  expect((await request(scene.server.app, createBox, same, provider())).code).toBe(codes["packing.boxNameTaken"].code);
  const flat = { name: "Flat", kind: "box" as const, weight_grams: 1, length_mm: 1 };
  expect((await request(scene.server.app, createBox, flat, provider())).code).toBe(codes["packing.boxIncomplete"].code);
  const change = { ...same, name: "Tray", box_uuid: uuid, version: 1, is_active: false };
  expect((await request(scene.server.app, updateBox, change, provider())).data).toMatchObject({ is_active: false, version: 2 });
  expect((await request(scene.server.app, updateBox, change, operator())).code).toBe(codes.changedMeanwhile.code);
  expect((await packingOf(order)).boxes.map(({ box_uuid }) => box_uuid)).not.toContain(uuid);
  const { items } = await packingOf(order);
  const whole = items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity }));
  expect((await pack(order, [{ box_uuid: uuid, items: whole }])).code).toBe(codes["packing.noBox"].code);
  const off = (await request(scene.server.app, listBoxes, { is_active: false }, provider())).data.result;
  expect(off.map(({ box_uuid }) => box_uuid)).toContain(uuid);
});

test("another provider finds nothing and changes nothing", async () => {
  const { on } = await stageGoods();
  const [order = ""] = (await reviewOrders(on, [pair])).orders;
  const boxUuid = await addBox();
  const { parcels } = await packWhole(order, boxUuid);
  const [parcel] = parcels;
  const stranger = scene.asStranger();
  const found = await request(scene.server.app, findToPack, { code: parcel?.parcel_number ?? "" }, stranger);
  expect(found.data.kind).toBe("unknown");
  for (const { code } of [
    await request(scene.server.app, getPacking, { order_uuid: order }, stranger),
    await request(scene.server.app, reopenPacking, { order_uuid: order }, stranger),
    await weigh(parcel?.parcel_uuid ?? "", 900, "", stranger),
    await request(scene.server.app, weighParcels, { parcels: [{ parcel_uuid: parcel?.parcel_uuid ?? "", measured_grams: 900 }] }, stranger),
    await pack(order, [{ box_uuid: boxUuid, items: [{ variant_uuid: boxUuid, lot: "", quantity: 1 }] }], stranger),
  ])
    expect(code).toBe(codes.notFound.code);
  expect((await request(scene.server.app, listBoxes, {}, stranger)).data.result.map(({ box_uuid }) => box_uuid)).not.toContain(boxUuid);
});

test("a parcel's label has its number in bars, in each size and language", async () => {
  const { on } = await stageGoods();
  const { orders } = await reviewOrders(on, [pair]);
  const [order = ""] = orders;
  const [parcel] = (await packWhole(order)).parcels;
  if (parcel === undefined) throw new Error("nothing was packed");
  const { parcel_uuid, parcel_number, order_number } = parcel;
  const print = async (size: string, language: string) => {
    const url = `${apiPrefix}${printParcelLabels.path}?parcel_uuids=${parcel_uuid}&size=${size}&language=${language}`;
    const { rawPayload } = await scene.server.app.inject({ method: "GET", url, headers: headersOf(operator()) });
    return readPdf(rawPayload).pages;
  };
  for (const [size, width, language, pieces] of [
    ["70x50", 70, "zh_cn", "3 件"],
    ["50x30", 50, "zh_cn", "3 件"],
    ["100x150", 100, "zh_cn", "3 件"],
    ["70x50", 70, "en_us", "3 pieces"],
    ["100x150", 100, "en_us", "3 pieces"],
  ] as const) {
    const [page, ...others] = await print(size, language);
    expect(others).toEqual([]);
    expect(page?.width).toBeCloseTo(width);
    expect(page?.texts.map(({ text }) => text).join(" ")).toContain(`${order_number} · ${pieces}`);
    expect(scanned(page ?? { width: 0 }, page?.fills[0] ?? [], "bars")).toBe(parcel_number);
  }
  const foreign = await request(scene.server.app, printParcelLabels, { parcel_uuids: [parcel_uuid] }, scene.asStranger());
  expect(foreign.code).toBe(codes.notFound.code);
});

test("labels of boxes and consumables have their names in bars, which a scan at the packing station reads", async () => {
  const box = await addBox({ name: "LABEL-BOX-1" });
  const tape = await addBox({ name: "LABEL-TAPE", kind: "consumable" });
  const url = `${apiPrefix}${printBoxLabels.path}?box_uuids=${tape}&box_uuids=${box}&size=50x30&language=zh_cn`;
  const { rawPayload } = await scene.server.app.inject({ method: "GET", url, headers: headersOf(operator()) });
  const { pages } = readPdf(rawPayload);
  expect(pages.map((page) => scanned(page, page.fills[0] ?? [], "bars"))).toEqual(["LABEL-TAPE", "LABEL-BOX-1"]);
  expect(pages[1]?.texts.map(({ text }) => text).join(" ")).toContain("20 × 16 × 12 cm");
  const foreign = await request(scene.server.app, printBoxLabels, { box_uuids: [box] }, scene.asStranger());
  expect(foreign.code).toBe(codes.notFound.code);
});

test("a parcel is found by its number, its order's, its waybill's and its tracking number", async () => {
  const on = await stageParcels(scene);
  const { channelUuid } = await makeChannel(scene);
  const [parcel] = await makeWeighedParcels(scene, on, 1, channelUuid);
  if (parcel === undefined) throw new Error("nothing was packed");
  const { parcelUuid, parcelNumber } = parcel;
  const [waybill] = (await request(scene.server.app, listWaybills, { number: parcelNumber, tab: "all" }, provider())).data.result;
  const numbers = { waybill_number: `WB-${parcelNumber}`, tracking_number: `TR${parcelNumber}` };
  const entered = await request(scene.server.app, enterWaybill, { waybill_uuid: waybill?.waybill_uuid ?? "", ...numbers }, provider());
  expect(entered.code).toBe(200);
  const { order_number } = await scene.order(parcel.orderUuid);
  for (const code of [parcelNumber.toLowerCase(), order_number, `wb-${parcelNumber}`, `TR${parcelNumber}`]) {
    const found = (await request(scene.server.app, findToPack, { code }, operator())).data;
    expect(found.parcels.map(({ parcel_uuid }) => parcel_uuid)).toEqual([parcelUuid]);
  }
});
