import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getCharge, listCharges, reverseCharge } from "#src/billing/wallet/charges.contract.ts";
import { recordTopUp } from "#src/billing/wallet/wallet.contract.ts";
import { createOrder, estimateOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { createBox } from "#src/outbound/packing/boxes.contract.ts";
import { getPacking, packOrder, reopenPacking, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { acceptCancel, requestCancel } from "#src/outbound/orders/order-batches.contract.ts";
import { kickOrders } from "#src/outbound/waves/waves.contract.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { shipReservations } from "#server/warehouse/stock/reservations.commands.ts";
import {
  recordBagging,
  recordLabels,
  recordReturnInspection,
  recordRestocking,
  recordWeighing,
  recordWork,
  takeBackWork,
} from "#server/warehouse/work/work.commands.ts";
import type { ParcelOfWork, WorkScope } from "#server/warehouse/work/work.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import { addCard, agreeOn, charge, runCharging } from "#tests/server/charging-books.ts";
import type { Books } from "#tests/server/charging-books.ts";
import { insertPricedChannel } from "#tests/server/priced-channel.ts";
import { request } from "#tests/server/client.ts";
import { addItem } from "#tests/server/rows-catalogue.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { WaveScene, orderRecipient } from "#tests/server/wave-scene.ts";
import { makeWorld } from "#tests/server/world.ts";
import { readCredit } from "./credit.commands.ts";
import { recordShipping } from "./order-work.commands.ts";
import { getSystemScope } from "./order-scope.ts";

let scene: WaveScene;
let on: StockStage;
let books: Books;
let box: string;
const dayMs = 86_400_000;

/** Prices that do not come out in whole cents. */
const prices = {
  picking_order: [[0, 333_333]],
  picking_piece: [[0, 123_456]],
  packing_parcel: [[0, 298_765]],
  box_piece: [[0, 456_789]],
  consumable_piece: [[0, 54_321]],
  label_parcel: [[0, 51_111]],
  weighing_parcel: [[0, 33_333]],
  bagging_parcel: [[0, 27_777]],
  shipped_piece: [[0, 77_777]],
  customer_return_piece: [[0, 600_001]],
  restocking_piece: [[0, 149_999]],
} as const;

beforeAll(async () => {
  const server = await startTestApp();
  scene = new WaveScene(server, await makeWorld(server));
  const { providerA: providerUuid, retailerA } = scene.world;
  books = { providerUuid, retailers: [retailerA], as: (work) => server.services.database.transaction(scene.staff(), work) };
  const now = server.clock.now();
  const card = await addCard(books, now, { [now.toISOString().slice(0, 10)]: prices });
  await charge(books, now, card, now.toISOString().slice(0, 10));
  await addChannel();
  const sides = { length_mm: 200, width_mm: 160, height_mm: 120 };
  box = (await request(server.app, createBox, { name: "Box", kind: "box", weight_grams: 50, ...sides }, scene.asProvider())).data.box_uuid;
  const paid = { amount_cents: 100_000, method: "bank", reference: newId(), received_on: "2026-01-02" } as const;
  await request(server.app, recordTopUp, { retailer_uuid: retailerA, ...paid }, scene.asProvider());
});
afterAll(() => scene.server.close());

// Charging closes the days of all warehouses there are: each test has its own.
beforeEach(() => stageGoods());
async function stageGoods(): Promise<void> {
  on = await scene.stage([
    [0, 0, 90],
    [1, 1, 90],
  ]);
  await scene.addLocation(on, "packing");
  await books.as((tx) =>
    sql`update variant set weight_grams = 300, length_mm = 100, width_mm = 80, height_mm = 60
      where provider_uuid = ${books.providerUuid} and variant_uuid = any (${on.variants.map(({ variantUuid }) => variantUuid)}::uuid[])`.execute(
      tx,
    ),
  );
}

/** A channel that costs 3.219, and 1.777 for each started 500 g above 500 g. */
async function addChannel(): Promise<void> {
  const step = { step_from_grams: 500, step_grams: 500, step_micros: 1_777_000 };
  const price = { up_to_grams: 30_000, base_micros: 3_219_000, ...step };
  await books.as((tx) => insertPricedChannel(tx, scene.world.providerA, { name: "Post", prices: [price] }));
}

type Lines = readonly (readonly [number, number])[];
const trio: Lines = [
  [0, 2],
  [1, 1],
];
const asScope = <T>(work: (scope: WorkScope & { tx: Tx }) => Promise<T>, laterMs = 0): Promise<T> =>
  books.as((tx) =>
    work({ tx, providerUuid: books.providerUuid, userUuid: null, now: new Date(scene.server.clock.now().getTime() + laterMs) }),
  );
const orderOf = (uuid: string) => scene.order(uuid);
const asProvider = () => scene.asProvider();

/** Picks and reviews allocated orders. */
async function pickAndReview(orders: readonly string[]): Promise<void> {
  const { app } = scene.server;
  await scene.pickInto(on, await scene.buildOf(orders, "wall"));
  for (const order_uuid of orders) {
    const { review_uuid, lines } = (await request(app, beginReview, { order_uuid }, scene.asProvider())).data;
    for (const { line_number, quantity } of lines)
      await request(app, reviewPieces, { review_uuid, line_number, quantity }, scene.asProvider());
    expect((await request(app, finishReview, { review_uuid }, scene.asProvider())).code).toBe(200);
  }
}

/** Packs an order into one box and weighs it. Returns its parcel. */
async function packAndWeigh(order_uuid: string): Promise<ParcelOfWork> {
  const { app } = scene.server;
  const { items } = (await request(app, getPacking, { order_uuid }, scene.asProvider())).data;
  const parcels = [{ box_uuid: box, items: items.map(({ variant_uuid, lot, quantity }) => ({ variant_uuid, lot, quantity })) }];
  const packed = await request(app, packOrder, { order_uuid, parcels }, scene.asProvider());
  const parcel_uuid = packed.data.parcels.find(({ status }) => status === "closed")?.parcel_uuid ?? "";
  expect((await request(app, weighParcel, { parcel_uuid, measured_grams: 955, reason: "" }, scene.asProvider())).code).toBe(200);
  return { order_uuid, parcel_uuid, owner_uuid: scene.world.retailerA, warehouse_uuid: on.warehouseUuid };
}

async function kick(order_uuid: string): Promise<void> {
  const wave_uuid = (await orderOf(order_uuid)).wave?.wave_uuid ?? "";
  const kicked = await request(scene.server.app, kickOrders, { wave_uuid, order_ids: [order_uuid], reason: "wrong tote" }, asProvider());
  expect(kicked.data).toEqual({ done: 1, failed: [] });
}

/** Labels, bags and hands over a parcel, as whoever does so calls it. */
function handOver(parcel: ParcelOfWork, laterMs = 0): Promise<void> {
  return asScope(async (scope) => {
    await recordLabels(scope, [{ ...parcel, waybill_uuid: newId() }]);
    await recordBagging(scope, [parcel]);
    const source = { type: "order", uuid: parcel.order_uuid };
    expect((await shipReservations(scope.tx, scope, source, parcel.owner_uuid)).ok).toBe(true);
    await recordShipping(scope, [parcel.parcel_uuid]);
    await recordShipping(scope, [parcel.parcel_uuid]);
  }, laterMs);
}

/** Charges all days that end in so much time. */
const chargeDays = (days: number) =>
  runCharging(
    scene.server,
    books,
    new AbortController().signal,
    createMovableClock(new Date(scene.server.clock.now().getTime() + days * dayMs)),
  );

/** What is charged for an order, by event. */
async function chargedFor(orderUuid: string): Promise<Record<string, number>> {
  const rows = await scene.read(
    sql<{
      event: string;
      cents: number;
    }>`select event, sum(amount_cents)::integer as cents from charge where order_uuid = ${orderUuid}::uuid group by event`,
  );
  return Object.fromEntries(rows.map(({ event, cents }) => [event, cents]));
}
const sum = (amounts: Record<string, number>) => Object.values(amounts).reduce((total, cents) => total + cents, 0);
const readLeft = () =>
  scene.server.services.database.transaction(platform, async (tx) =>
    (await readCredit(getSystemScope(tx, books.providerUuid, scene.server.services), [scene.world.retailerA])).get(scene.world.retailerA),
  );
async function countWork(orderUuid: string): Promise<Record<string, number>> {
  const rows = await scene.read(
    sql<{
      kind: string;
      milli: number;
    }>`select kind, sum(quantity_milli)::integer as milli from work_entry where order_uuid = ${orderUuid}::uuid
      group by kind having sum(quantity_milli) <> 0`,
  );
  return Object.fromEntries(rows.map(({ kind, milli }) => [kind, milli / 1000]));
}

describe("an order", () => {
  test("is charged, from picking to the hand-over, exactly what was estimated before it was submitted; also if it was kicked, picked again and unpacked", async () => {
    const { app } = scene.server;
    const draft = {
      country: "US",
      recipient: orderRecipient,
      warehouse_uuid: on.warehouseUuid,
      lines: trio.map(([variant, quantity]) => ({ sku: on.variants[variant]?.sku ?? "", quantity })),
    };
    const { order_uuid: asDraft } = (await request(app, createOrder, draft, scene.asRetailer())).data;
    const { estimate } = (await request(app, estimateOrder, { order_uuid: asDraft }, scene.asRetailer())).data;
    expect(estimate?.missing).toEqual([]);
    const [straight, detour] = [await scene.addOrder(on, trio), await scene.addOrder(on, trio)];
    expect((await orderOf(straight)).estimate_cents).toBe(estimate?.total_cents);

    await pickAndReview([straight, detour]);
    await kick(detour);
    expect(await countWork(detour)).toEqual({});
    await pickAndReview([detour]);
    await packAndWeigh(detour);
    expect(await countWork(detour)).toEqual({ picking_order: 1, picking_piece: 3, packing_parcel: 1, box_piece: 1, weighing_parcel: 1 });
    expect((await request(app, reopenPacking, { order_uuid: detour }, scene.asProvider())).code).toBe(200);
    expect(await countWork(detour)).toEqual({ picking_order: 1, picking_piece: 3 });

    for (const order of [straight, detour]) await handOver(await packAndWeigh(order));
    await chargeDays(2);
    const expected = Object.fromEntries(estimate?.parts.map(({ event, amount_cents }) => [event, amount_cents]) ?? []);
    for (const order of [straight, detour]) {
      const charged = await chargedFor(order);
      expect(charged).toEqual(expected);
      expect(sum(charged)).toBe(estimate?.total_cents);
    }
    // 3.219 and one step of 1.777, rounded once.
    expect(expected).toMatchObject({ shipping_parcel: 500, picking_order: 33, picking_piece: 37, box_piece: 46 });

    const byRetailer = await request(app, listCharges, { event: "shipping_parcel" }, scene.asRetailer());
    const found = byRetailer.data.result.find(({ order_uuid }) => order_uuid === straight);
    const detail = await request(app, getCharge, { charge_uuid: found?.charge_uuid ?? "" }, scene.asRetailer());
    const [parcel] = await scene.read(sql<{ number: string }>`select parcel_number as number from parcel where order_uuid = ${straight}`);
    expect(detail.data).toMatchObject({
      kind: "shipping",
      source_type: "parcel",
      source_text: parcel?.number,
      parts: [{ from: 0, quantity_milli: 1000, price_micros: 5_000_000 }],
      rate_card_uuid: null,
    });
  });

  test("in a box of another size or weight is shipped at what that costs; without a price for its country it is recorded, and not charged", async () => {
    const [heavy, abroad] = [await scene.addOrder(on, trio), await scene.addOrder(on, trio)];
    await pickAndReview([heavy, abroad]);
    for (const order of [heavy, abroad]) {
      const parcel = await packAndWeigh(order);
      await books.as((tx) => sql`update parcel set measured_grams = 1600 where parcel_uuid = ${parcel.parcel_uuid}`.execute(tx));
      await books.as((tx) => sql`update channel set exclude_countries = ${order === abroad ? ["US"] : []}::text[]`.execute(tx));
      await handOver(parcel);
    }
    await books.as((tx) => sql`update channel set exclude_countries = '{}'`.execute(tx));
    expect(await countWork(abroad)).toMatchObject({ shipping_parcel: 1, bagging_parcel: 1 });
    const agreed = (order: string) =>
      scene.read(sql<{ amount_cents: number | null; currency: string | null }>`select amount_cents, currency from work_entry
        where order_uuid = ${order}::uuid and kind = 'shipping_parcel'`);
    expect(await agreed(heavy)).toEqual([{ amount_cents: 855, currency: "USD" }]);
    expect(await agreed(abroad)).toEqual([{ amount_cents: null, currency: null }]);
  });

  test("that its retailer cancels is charged for what was done", async () => {
    const order = await scene.addOrder(on, trio);
    await pickAndReview([order]);
    await packAndWeigh(order);
    const { app } = scene.server;
    await request(app, requestCancel, { order_ids: [order], reason: "sold twice" }, scene.asRetailer());
    const cancelled = await request(app, acceptCancel, { order_ids: [order] }, asProvider());
    expect(cancelled.data, cancelled.text).toEqual({ done: 1, failed: [] });
    expect(await countWork(order)).toEqual({ picking_order: 1, picking_piece: 3, packing_parcel: 1, box_piece: 1, weighing_parcel: 1 });
  });

  test("with claimed goods is charged for them once, at the price that was fixed at submit", async () => {
    const order = await scene.addOrder(on, trio);
    await pickAndReview([order]);
    const parcel = await packAndWeigh(order);
    const { itemUuid } = await books.as((tx) => addItem(tx, { providerUuid: books.providerUuid, title: "Lamp", status: "listed" }));
    await scene.server.services.database.transaction(
      { kind: "dropShipper", providerUuid: books.providerUuid, retailerUuid: scene.world.retailerA },
      (tx) =>
        sql`insert into claim (provider_uuid, claim_uuid, retailer_uuid, item_uuid, title, description, created_at, updated_at)
          values (${books.providerUuid}, ${itemUuid}, ${scene.world.retailerA}, ${itemUuid}, 'Lamp', '', now(), now())`.execute(tx),
    );
    await books.as((tx) =>
      sql`update order_line set claim_uuid = ${itemUuid}, stock_owner_uuid = provider_uuid, agreed_price_cents = 499, agreed_currency = 'USD'
        where order_uuid = ${order} and line_number = 1`.execute(tx),
    );
    await handOver(parcel);
    expect(await countWork(order)).toMatchObject({ goods_piece: 2, shipping_parcel: 1 });
    expect(
      await scene.read(
        sql`select amount_cents, currency, source_line from work_entry where order_uuid = ${order}::uuid and kind = 'goods_piece'`,
      ),
    ).toEqual([{ amount_cents: 998, currency: "USD", source_line: 1 }]);
  });

  test("that is partly charged counts towards the credit limit only with what is still to come", async () => {
    // What the other tests left is charged before.
    await chargeDays(2);
    await stageGoods();
    const order = await scene.addOrder(on, trio);
    await pickAndReview([order]);
    const other = await scene.addOrder(on, trio);
    const left = await readLeft();
    await asScope((scope) =>
      recordBagging(scope, [
        { order_uuid: other, parcel_uuid: newId(), owner_uuid: scene.world.retailerA, warehouse_uuid: on.warehouseUuid },
      ]),
    );
    await chargeDays(2);
    expect(await chargedFor(order)).toEqual({ picking_order: 33, picking_piece: 37 });
    expect(await chargedFor(other)).toEqual({ bagging_parcel: 3 });
    expect(await readLeft()).toBe(left);
    // A charge that is reversed is given back, and not charged again.
    const charges = await request(scene.server.app, listCharges, { event: "bagging_parcel" }, asProvider());
    const charge_uuid = charges.data.result.find(({ order_uuid }) => order_uuid === other)?.charge_uuid ?? "";
    await request(scene.server.app, reverseCharge, { charge_uuid, reason: "Agreed otherwise" }, asProvider());
    expect(await readLeft()).toBe((left ?? 0) + 3);
  });
});

test("work that is taken back on a later day is a credit of that day, at the price at which it was charged", async () => {
  const order = await scene.addOrder(on, [[0, 1]]);
  const parcel = { order_uuid: order, parcel_uuid: newId(), owner_uuid: scene.world.retailerA, warehouse_uuid: on.warehouseUuid };
  await asScope((scope) => recordWeighing(scope, [parcel]));
  await chargeDays(2);
  expect(await chargedFor(order)).toEqual({ weighing_parcel: 3 });
  await asScope((scope) => takeBackWork(scope, [order], [parcel.parcel_uuid]), 2 * dayMs);
  await chargeDays(4);
  await chargeDays(4);
  const rows = await scene.read(
    sql`select quantity_milli::integer as milli, amount_cents::integer as cents from charge where order_uuid = ${order}::uuid order by day`,
  );
  expect(rows).toEqual([
    { milli: 1000, cents: 3 },
    { milli: -1000, cents: -3 },
  ]);
});

test("freight is charged to a retailer whose card has no prices, and left out in another currency than its wallet's", async () => {
  const { retailerA2 } = scene.world;
  const order = await scene.addOrder(on, [[0, 1]]);
  await agreeOn(books, scene.server.clock.now(), retailerA2, await addCard(books, scene.server.clock.now(), {}));
  const parcel = { order_uuid: order, owner_uuid: retailerA2, warehouse_uuid: on.warehouseUuid };
  await asScope(async (scope) => {
    await recordBagging(scope, [{ ...parcel, parcel_uuid: newId() }]);
    for (const [currency, amountCents] of [
      ["USD", 321],
      ["EUR", 654],
    ] as const) {
      const parcel_uuid = newId();
      const source = { type: "parcel", uuid: parcel_uuid, line: 1 };
      await recordWork(scope, [
        { ...parcel, parcel_uuid, kind: "shipping_parcel", quantity: 1, agreed: { amountCents, currency }, source },
      ]);
    }
  });
  await chargeDays(2);
  expect(await chargedFor(order)).toEqual({ shipping_parcel: 321 });
  const runs = await scene.read(
    sql<{ left_out: unknown[] }>`select left_out from charge_run where warehouse_uuid = ${on.warehouseUuid}::uuid order by day limit 1`,
  );
  expect(runs[0]?.left_out).toEqual([
    { why: "noPrices", retailer_uuid: retailerA2 },
    { why: "otherCurrency", retailer_uuid: retailerA2 },
  ]);
});

test("returns are charged to their retailer by inspected and by restocked piece, and the trace names the order if one is known", async () => {
  const order = await scene.addOrder(on, [[0, 1]]);
  const of = { owner_uuid: scene.world.retailerA, warehouse_uuid: on.warehouseUuid };
  const [known, unknown] = [newId(), newId()];
  await asScope(async (scope) => {
    const pieces = [
      { ...of, return_uuid: known, order_uuid: order, quantity: 3, source: { uuid: known, line: 1 } },
      { ...of, return_uuid: unknown, order_uuid: null, quantity: 1, source: { uuid: unknown, line: 1 } },
    ];
    await recordReturnInspection(scope, pieces);
    await recordReturnInspection(scope, pieces);
    await recordRestocking(scope, [{ ...of, return_uuid: known, order_uuid: order, quantity: 2, source: { uuid: known, line: 1 } }]);
  });
  await chargeDays(4);
  const rows = await scene.read(
    sql`select event, source_type, source_uuid, order_uuid, quantity_milli::integer as milli, amount_cents::integer as cents from charge
      where source_type = 'return' and source_uuid in (${known}::uuid, ${unknown}::uuid) order by event, amount_cents desc`,
  );
  expect(rows).toEqual([
    { event: "customer_return_piece", source_type: "return", source_uuid: known, order_uuid: order, milli: 3000, cents: 180 },
    { event: "customer_return_piece", source_type: "return", source_uuid: unknown, order_uuid: null, milli: 1000, cents: 60 },
    { event: "restocking_piece", source_type: "return", source_uuid: known, order_uuid: order, milli: 2000, cents: 30 },
  ]);
});
