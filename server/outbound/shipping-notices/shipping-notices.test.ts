import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { codes } from "#src/kit/api/codes.ts";
import { confirmOrders, receiveOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder, listOrders } from "#src/outbound/orders/orders.contract.ts";
import type { OrderKind } from "#src/outbound/orders/orders.rules.ts";
import { getPacking, packOrder, reopenPacking, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import type { Packing } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import {
  enterBoxNumbers,
  exportShipped,
  getBoxes,
  getLoadPlan,
  printBoxLabels,
  printLoadPlan,
  printPackingList,
} from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { startTestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { readPdf } from "#tests/server/printed-pdf.ts";
import { scanned } from "#tests/server/scanned-page.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { orderRecipient, WaveScene } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";
import { countShipped, listShipped } from "./shipped.queries.ts";

let scene: WaveScene;
beforeAll(async () => {
  const server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
});
afterAll(() => scene.server.close());

const provider = () => scene.asProvider();
const retailer = () => scene.asRetailer();
const call = (...[of, input, by = provider()]: [Parameters<typeof request>[1], object, ReturnType<typeof provider>?]) =>
  request(scene.server.app, of, input as never, by);

/** A reviewed order of mugs and pens. */
async function reviewNotice(on: StockStage, [mugs, pens]: readonly [number, number], kind: OrderKind = "shipping_notice"): Promise<string> {
  const { app } = scene.server;
  const lines = [
    { sku: on.variants[0]?.sku ?? "", quantity: mugs },
    { sku: on.variants[1]?.sku ?? "", quantity: pens },
  ];
  const draft = { kind, country: "US", recipient: orderRecipient, warehouse_uuid: on.warehouseUuid, lines };
  const { order_uuid } = (await request(app, createOrder, draft, retailer())).data;
  await request(app, submitOrders, { order_ids: [order_uuid] }, retailer());
  expect((await request(app, confirmOrders, { order_ids: [order_uuid] }, provider())).data.failed).toEqual([]);
  await scene.pickInto(on, await scene.buildOf([order_uuid], kind === "shipping_notice" ? "bulk" : "wall"));
  const { review_uuid, lines: toReview } = (await request(app, beginReview, { order_uuid }, provider())).data;
  for (const { line_number, quantity } of toReview) await request(app, reviewPieces, { review_uuid, line_number, quantity }, provider());
  expect((await request(app, finishReview, { review_uuid }, provider())).code).toBe(200);
  return order_uuid;
}

async function stageGoods(): Promise<StockStage> {
  const on = await scene.stage([
    [0, 0, 60],
    [1, 1, 60],
  ]);
  await scene.addLocation(on, "packing");
  await scene.server.services.database.transaction(scene.staff(), (tx) =>
    sql`update variant set weight_grams = 300 where provider_uuid = ${on.providerUuid} and variant_uuid = any (${on.variants.map(({ variantUuid }) => variantUuid)}::uuid[])`.execute(
      tx,
    ),
  );
  return on;
}

const packingOf = async (order_uuid: string) => (await request(scene.server.app, getPacking, { order_uuid }, provider())).data;

/** Boxes of two mugs each, and the pens in the last. */
async function listTwelve(order_uuid: string) {
  const { items } = await packingOf(order_uuid);
  const [mug, pen] = items.toSorted((a, b) => b.quantity - a.quantity);
  const size = { length_mm: 400, width_mm: 300, height_mm: 200 };
  return Array.from({ length: 12 }, (_, at) => ({
    box_uuid: null,
    box_mark: at === 11 ? "LAST" : "",
    size,
    items: [
      { variant_uuid: mug?.variant_uuid ?? "", lot: "", quantity: 2 },
      ...(at === 11 ? [{ variant_uuid: pen?.variant_uuid ?? "", lot: "", quantity: pen?.quantity ?? 0 }] : []),
    ],
  }));
}

async function packTwelve(on: StockStage): Promise<Packing> {
  const order_uuid = await reviewNotice(on, [24, 3]);
  const packed = await request(scene.server.app, packOrder, { order_uuid, parcels: await listTwelve(order_uuid) }, provider());
  expect(packed.code).toBe(200);
  return packed.data;
}

/** Bags and hand-over belong to other slices: sets what they leave behind, of the boxes from `first` on. */
async function handOver({ order_uuid, parcels }: Packing, count: number, first = 0, now = new Date()): Promise<void> {
  await scene.server.services.database.transaction(platform, async (tx) => {
    for (const { parcel_uuid } of parcels.slice(first, first + count))
      await sql`update parcel set status = 'handed_over', measured_grams = 700, weighed_at = ${now}, bagged_at = ${now}, handed_over_at = ${now}
        where parcel_uuid = ${parcel_uuid}`.execute(tx);
    if (first + count === parcels.length)
      await sql`update sales_order set status = 'shipped', shipped_at = ${now}, fulfilment_status = 'fulfilled' where order_uuid = ${order_uuid}`.execute(
        tx,
      );
  });
}

/** Waybills belong to another slice: an issued one with a number, of a channel of this order. */
async function addWaybill(
  { order_uuid, warehouse_uuid, parcels }: Packing,
  at: number,
  waybill_number: string,
  channel_uuid: string,
): Promise<void> {
  const { ownerUuid } = await scene.server.services.database.transaction(platform, async (tx) => {
    const { rows } = await sql<{
      ownerUuid: string;
    }>`select owner_uuid as "ownerUuid" from sales_order where order_uuid = ${order_uuid}`.execute(tx);
    return rows[0] ?? { ownerUuid: "" };
  });
  await scene.server.services.database.transaction(platform, (tx) =>
    sql`insert into waybill (provider_uuid, waybill_uuid, parcel_uuid, order_uuid, owner_uuid, warehouse_uuid, channel_uuid, reference, status, waybill_number,
        tracking_number, requested_at, issued_at)
      values (${scene.world.providerA}, ${newId()}, ${parcels[at]?.parcel_uuid ?? ""}, ${order_uuid}, ${ownerUuid}, ${warehouse_uuid}, ${channel_uuid}, ${newId()},
        'issued', ${waybill_number}, ${`T${waybill_number}`}, now(), now())`.execute(tx),
  );
}

async function addChannel(): Promise<string> {
  const channel_uuid = newId();
  await scene.server.services.database.transaction(scene.staff(), (tx) =>
    tx
      .insertInto("channel")
      .values({
        provider_uuid: scene.world.providerA,
        channel_uuid,
        name: `Line ${channel_uuid}`,
        is_enabled: false,
        created_at: new Date(),
      })
      .execute(),
  );
  return channel_uuid;
}

test("a notice is packed into boxes in one call, each with its mark and size, and is read with them", async () => {
  const on = await stageGoods();
  const packed = await packTwelve(on);
  expect(packed).toMatchObject({ kind: "shipping_notice", status: "packed" });
  expect(packed.parcels.map(({ box_mark }) => box_mark)).toEqual([...Array.from({ length: 11 }, (_, at) => `${at + 1}/12`), "LAST"]);
  const { boxes, order_number } = (await request(scene.server.app, getBoxes, { order_uuid: packed.order_uuid }, provider())).data;
  expect(boxes).toHaveLength(12);
  expect(boxes[11]).toMatchObject({ box_mark: "LAST", state: "open", length_mm: 400, piece_count: 5, expected_grams: 1500 });
  expect(boxes[11]?.items.map(({ quantity }) => quantity).toSorted()).toEqual([2, 3]);
  expect(order_number).toBe(packed.order_number);
  await scene.expectSound();
});

test("two boxes with the same mark are refused, and a mark is free again after unpacking", async () => {
  const on = await stageGoods();
  const order_uuid = await reviewNotice(on, [24, 3]);
  const parcels = await listTwelve(order_uuid);
  const twice = parcels.map((parcel, at) => (at === 3 ? { ...parcel, box_mark: "last" } : parcel));
  expect((await call(packOrder, { order_uuid, parcels: twice })).code).toBe(codes["packing.markTaken"].code);
  expect((await call(packOrder, { order_uuid, parcels })).code).toBe(200);
  expect((await call(reopenPacking, { order_uuid })).code).toBe(200);
  expect((await call(packOrder, { order_uuid, parcels })).code).toBe(200);
});

test("an order of one piece gets no marks, and is no notice", async () => {
  const on = await stageGoods();
  const order_uuid = await reviewNotice(on, [24, 3], "one_piece");
  const packed = await request(scene.server.app, packOrder, { order_uuid, parcels: await listTwelve(order_uuid) }, provider());
  expect(new Set(packed.data.parcels.map(({ box_mark }) => box_mark))).toEqual(new Set([""]));
  for (const of of [getBoxes, printPackingList, printBoxLabels]) expect((await call(of, { order_uuid })).code).toBe(codes.notFound.code);
});

test("the row and the page of a notice say how many of its boxes were handed over, to its retailer too", async () => {
  const on = await stageGoods();
  const packed = await packTwelve(on);
  await handOver(packed, 7);
  const figures = { box_count: 12, boxes_handed_over: 7 };
  for (const by of [provider(), retailer()]) {
    expect((await request(scene.server.app, getOrder, { order_uuid: packed.order_uuid }, by)).data).toMatchObject(figures);
    const listed = (await request(scene.server.app, listOrders, { search: packed.order_number }, by)).data.result;
    expect(listed).toMatchObject([figures]);
  }
});

test("a shipped notice is received by its retailer on a day, and nothing else is", async () => {
  const on = await stageGoods();
  const packed = await packTwelve(on);
  const { order_uuid } = packed;
  const refusalOf = async (input: object, by = retailer()) =>
    (await request(scene.server.app, receiveOrders, { order_ids: [order_uuid], ...input }, by)).data.failed.map(({ code }) => code);
  expect(await refusalOf({})).toEqual([codes["orders.wrongState"].code]);
  await handOver(packed, 12);
  expect(await refusalOf({ received_on: "2020-01-01" })).toEqual([codes["orders.receivedWrongDay"].code]);
  expect(await refusalOf({ received_on: "2100-01-01" })).toEqual([codes["orders.receivedWrongDay"].code]);
  const foreign = await request(scene.server.app, receiveOrders, { order_ids: [order_uuid] }, scene.asStranger());
  expect(foreign.code).toBe(codes.notFound.code);
  const day = scene.server.services.clock.now().toISOString().slice(0, 10);
  expect(await refusalOf({ received_on: day, reason: "One box is dented" })).toEqual([]);
  const order = (await request(scene.server.app, getOrder, { order_uuid }, provider())).data;
  expect(order.status).toBe("delivered");
  expect(order.delivered_at >= order.shipped_at).toBe(true);
  expect(order.events[0]).toMatchObject({ event: "receive", reason: "One box is dented", to_status: "delivered" });
  expect(await refusalOf({})).toEqual([codes["orders.wrongState"].code]);

  const single = await reviewNotice(on, [2, 1], "one_piece");
  const whole = (await packingOf(single)).items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity }));
  const one = await request(scene.server.app, packOrder, { order_uuid: single, parcels: [{ box_uuid: null, items: whole }] }, provider());
  await handOver(one.data, 1);
  const refused = await request(scene.server.app, receiveOrders, { order_ids: [single] }, provider());
  expect(refused.data.failed.map(({ code }) => code)).toEqual([codes["orders.notANotice"].code]);
});

test("the load plan counts boxes by where they are, with weight and volume", async () => {
  const on = await stageGoods();
  const packed = await packTwelve(on);
  const channel = await addChannel();
  for (const at of [0, 1, 2]) {
    const parcel_uuid = packed.parcels[at]?.parcel_uuid ?? "";
    expect((await call(weighParcel, { parcel_uuid, measured_grams: 600 })).code).toBe(200);
  }
  await addWaybill(packed, 0, "W1", channel);
  await addWaybill(packed, 1, "W2", channel);
  const planOf = async (input: object) =>
    (await request(scene.server.app, getLoadPlan, { warehouse_uuid: on.warehouseUuid, ...input }, provider())).data;
  const { result, channels } = await planOf({});
  // 12 boxes of two mugs of 300 g, three pens of 300 g in the last; 24 litres each.
  const figures = { boxes: 12, open: 10, ready: 2, loaded: 0, shipped: 0, grams: 8100, volume_cm3: 288_000 };
  expect(result).toMatchObject([{ order_uuid: packed.order_uuid, ...figures }]);
  expect(channels).toMatchObject([{ orders: 1, ...figures }]);
  expect((await planOf({ ship_day: "2020-01-01" })).result).toEqual([]);
  expect((await request(scene.server.app, getLoadPlan, {}, scene.asStranger())).data.result).toEqual([]);
});

test("a box has at most one live waybill, and no two live waybills of a channel have the same number", async () => {
  const on = await stageGoods();
  const packed = await packTwelve(on);
  const [one, other] = [await addChannel(), await addChannel()];
  await addWaybill(packed, 0, "SAME", one);
  await expect(addWaybill(packed, 1, "SAME", one)).rejects.toThrow("waybill_number_key");
  await addWaybill(packed, 1, "SAME", other);
  await expect(addWaybill(packed, 0, "ANOTHER", one)).rejects.toThrow("waybill_live_key");
  const [box] = packed.parcels;
  await scene.server.services.database.transaction(platform, (tx) =>
    sql`update waybill set status = 'voided', voided_at = now() where parcel_uuid = ${box?.parcel_uuid}`.execute(tx),
  );
  await addWaybill(packed, 0, "ANOTHER", one);
});

/** Sends a packed notice by a channel without an interface. */
async function sendByHand({ order_uuid }: Packing): Promise<void> {
  const channel = await addChannel();
  await scene.server.services.database.transaction(platform, (tx) =>
    sql`update sales_order set channel_uuid = ${channel} where order_uuid = ${order_uuid}`.execute(tx),
  );
}

test("waybill numbers of boxes are entered together, each number once, and what is refused is named by its box", async () => {
  const on = await stageGoods();
  const packed = await packTwelve(on);
  const { order_uuid } = packed;
  const boxesOf = async () => (await request(scene.server.app, getBoxes, { order_uuid }, provider())).data.boxes;
  const [first = "", second = "", third = ""] = packed.parcels.map(({ parcel_uuid }) => parcel_uuid);
  const enter = (rows: object[], by = provider()) => request(scene.server.app, enterBoxNumbers, { order_uuid, rows } as never, by);
  const row = (parcel_uuid: string, waybill_number: string) => ({ parcel_uuid, waybill_number });

  // Without a channel nobody can say who gives the number.
  expect((await boxesOf()).some(({ takes_number }) => takes_number)).toBe(false);
  expect((await enter([row(first, "N1")])).data).toMatchObject({ done: 0, failed: [{ order_id: first }] });
  await sendByHand(packed);
  expect((await boxesOf()).every(({ takes_number }) => takes_number)).toBe(true);

  const { data } = await enter([row(first, " N1 "), row(second, "N1"), row(third, "N3")]);
  expect(data.done).toBe(2);
  expect(data.failed.map(({ order_id, code }) => [order_id, code])).toEqual([[second, codes["waybills.numberTaken"].code]]);
  expect((await enter([row(first, "N9")])).data.failed.map(({ code }) => code)).toEqual([codes["waybills.wrongState"].code]);
  const boxes = await boxesOf();
  expect(boxes.slice(0, 3).map(({ waybill_number, takes_number }) => [waybill_number, takes_number])).toEqual([
    ["N1", false],
    ["", true],
    ["N3", false],
  ]);
  expect((await enter([row(newId(), "N5")])).code).toBe(codes.notFound.code);
  expect((await enter([row(second, "N5")], scene.asStranger())).code).toBe(codes.notFound.code);
});

test("two people enter one number for two shipments at once: one of them is refused", async () => {
  const on = await stageGoods();
  const notices = [await packTwelve(on), await packTwelve(on)];
  for (const packed of notices) await sendByHand(packed);
  const answers = await Promise.all(
    notices.map(({ order_uuid, parcels }) => {
      const rows = ["SAME-B", "SAME-A"].map((waybill_number, at) => ({ parcel_uuid: parcels[at]?.parcel_uuid ?? "", waybill_number }));
      return request(
        scene.server.app,
        enterBoxNumbers,
        { order_uuid, rows: parcels === notices[0]?.parcels ? rows : rows.toReversed() },
        provider(),
      );
    }),
  );
  expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  expect(answers.reduce((sum, { data }) => sum + data.done, 0)).toBe(2);
});

test("packing list, labels and load plan are printed in both languages, and a label's bars are the parcel's number", async () => {
  const on = await stageGoods();
  const packed = await packTwelve(on);
  const { order_uuid } = packed;
  const pdfOf = async (of: typeof printPackingList | typeof printBoxLabels | typeof printLoadPlan, input: object) => {
    const answer = await scene.server.app.inject({
      method: "GET",
      url: `${apiPrefix}${of.path}?${new URLSearchParams(input as Record<string, string>).toString()}`,
      headers: headersOf(provider()),
    });
    expect(answer.statusCode).toBe(200);
    return readPdf(answer.rawPayload);
  };
  const wordsOf = ({ pages }: ReturnType<typeof readPdf>) => pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join("|");
  const list = wordsOf(await pdfOf(printPackingList, { order_uuid, language: "en_us" }));
  for (const words of [`Packing list ${packed.order_number}`, "1/12", "LAST", "40 × 30 × 20", "8.100"]) expect(list).toContain(words);
  expect(wordsOf(await pdfOf(printPackingList, { order_uuid, language: "zh_cn" }))).toContain("装箱单");
  const labels = await pdfOf(printBoxLabels, { order_uuid, language: "en_us" });
  expect(labels.pages).toHaveLength(12);
  const { fills, ...paper } = labels.pages[2] ?? { fills: [], texts: [], width: 0, height: 0 };
  expect([paper.width, paper.height].map(Math.round)).toEqual([100, 150]);
  expect(scanned(paper, fills[0] ?? [], "bars")).toBe(packed.parcels[2]?.parcel_number);
  expect(wordsOf(labels)).toContain("Box 3 of 12");
  expect(wordsOf(labels)).toContain("Box 12 of 12 · LAST");
  expect(wordsOf(await pdfOf(printBoxLabels, { order_uuid, language: "zh_cn" }))).toContain("第 3 箱，共 12 箱");
  expect(wordsOf(await pdfOf(printLoadPlan, { warehouse_uuid: on.warehouseUuid, language: "zh_cn" }))).toContain("装车计划");
  const unpacked = await reviewNotice(on, [2, 1]);
  expect((await call(printPackingList, { order_uuid: unpacked })).code).toBe(codes["shippingNotices.noBoxes"].code);
});

test("what was shipped is listed by period and filters with boxes, weight and numbers, in batches", async () => {
  const on = await stageGoods();
  const [first, second] = [await packTwelve(on), await packTwelve(on)];
  const channel = await addChannel();
  await addWaybill(first, 0, "S1", channel);
  await addWaybill(first, 1, "S2", channel);
  await handOver(first, 12);
  await handOver(second, 12);
  const day = new Date().toISOString().slice(0, 10);
  const filter = { provider_uuid: scene.world.providerA, shipped_from: day, shipped_to: day, warehouse_uuid: on.warehouseUuid };
  await scene.server.services.database.transaction(scene.staff(), async (tx) => {
    expect(await countShipped(tx, filter, 10)).toBe(2);
    const [one] = await listShipped(tx, filter, null, 1);
    expect(one).toMatchObject({
      order_number: first.order_number,
      box_count: 12,
      piece_count: 27,
      grams: 8400,
      waybill_numbers: "S1, S2",
      tracking_numbers: "TS1, TS2",
    });
    const rest = await listShipped(tx, filter, one ?? null, 10);
    expect(rest.map(({ order_number }) => order_number)).toEqual([second.order_number]);
    expect(await countShipped(tx, { ...filter, kind: "one_piece" }, 10)).toBe(0);
    expect(await countShipped(tx, { ...filter, shipped_to: "2020-01-01" }, 10)).toBe(0);
  });
  const asked = await request(scene.server.app, exportShipped, { shipped_from: day, shipped_to: day, format: "pdf" }, provider());
  expect(asked.code).toBe(200);
});

test("of a shipment that left in parts each period has the boxes that left in it, also before the last has left", async () => {
  const on = await stageGoods();
  const [whole, parted] = [await packTwelve(on), await packTwelve(on)];
  await addWaybill(parted, 0, "P1", await addChannel());
  const [monday, tuesday] = ["2026-03-02", "2026-03-03"];
  await handOver(parted, 5, 0, new Date(`${monday}T10:00:00Z`));
  await handOver(whole, 12, 0, new Date(`${monday}T11:00:00Z`));
  await handOver(parted, 6, 5, new Date(`${tuesday}T00:00:00Z`));
  const listOf = (shipped_from: string, shipped_to = shipped_from) =>
    scene.server.services.database.transaction(scene.staff(), async (tx) => {
      const filter = { provider_uuid: scene.world.providerA, shipped_from, shipped_to, warehouse_uuid: on.warehouseUuid };
      const rows = await listShipped(tx, filter, null, 10);
      expect(await countShipped(tx, filter, 10)).toBe(rows.length);
      return rows.map((row) => [row.order_number, row.box_count, row.boxes_of_order, row.piece_count, row.waybill_numbers]);
    });
  expect(await listOf(monday)).toEqual([
    [parted.order_number, 5, 12, 10, "P1"],
    [whole.order_number, 12, 12, 27, ""],
  ]);
  expect(await listOf(tuesday)).toEqual([[parted.order_number, 6, 12, 12, ""]]);
  expect(await listOf(monday, tuesday)).toEqual([
    [whole.order_number, 12, 12, 27, ""],
    [parted.order_number, 11, 12, 22, "P1"],
  ]);
});
