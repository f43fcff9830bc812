import type { Page } from "puppeteer";
import { beforeAll, expect, test } from "vitest";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { getWave, listWaveOrders, listWaves } from "#src/outbound/waves/waves.contract.ts";
import type { WaveDetail } from "#src/outbound/waves/waves.contract.ts";
import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import { adjustStock, listStock } from "#src/warehouse/stock/stock.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, fill, hearToasts, heardToast, holds, press, pressAt, pressText, seesText, signInElsewhere } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { navigation, waves } = english;
const set = useWebStage();
const [rope, bell] = ["PICK-ROPE", "PICK-BELL"];
const [shelf, otherShelf] = ["P4-01-01", "P4-02-01"];

let provider: Elsewhere;
let retailer: Elsewhere;
/** of the supplier */
let desk: Page;
let deskToasts: readonly string[];
let warehouseUuid: string;
/** the four orders, by their place on the cart once the wave is released: two ropes and a bell each */
let placed: { uuid: string; number: string }[] = [];

async function makeLocation(barcode: string, place: number): Promise<void> {
  const none = { shelf_uuid: null, x_mm: 0, y_mm: 0, level: 0, capacity_ml: null, capacity_grams: null };
  await provider.client.call(createLocation, {
    ...none,
    warehouse_uuid: warehouseUuid,
    barcode,
    type: "pick",
    pick_sequence: place,
    put_sequence: place,
  });
}

/** Creates a warehouse with two locations and ten pieces of each SKU of the retailer. */
async function layOut(): Promise<void> {
  ({ warehouse_uuid: warehouseUuid } = await provider.client.call(createWarehouse, { name: "Pier four", code: "P4" }));
  await makeLocation(shelf, 1);
  await makeLocation(otherShelf, 2);
  for (const [sku, location] of [
    [rope, shelf],
    [bell, otherShelf],
  ] as const) {
    await retailer.client.call(createProduct, { title: `Product ${sku}`, variants: [{ sku }] });
    const { result } = await provider.client.call(listStock, { search: sku });
    await provider.client.call(adjustStock, { variant_uuid: result[0]?.variant_uuid ?? "", location, delta: 10, reason: "found" });
  }
}

async function placeOrder(): Promise<void> {
  const { order_uuid, order_number } = await retailer.client.call(createOrder, {
    country: "DE",
    warehouse_uuid: warehouseUuid,
    recipient: { consignee: "Karl Weber", address: "1 Example Street", city: "Berlin", zip: "10115" },
    lines: [
      { sku: rope, quantity: 2 },
      { sku: bell, quantity: 1 },
    ],
  });
  await retailer.client.call(submitOrders, { order_ids: [order_uuid] });
  await provider.client.call(confirmOrders, { order_ids: [order_uuid] });
  placed.push({ uuid: order_uuid, number: order_number });
}

const statusOf = async (at: number): Promise<string> =>
  (await provider.client.call(getOrder, { order_uuid: placed[at]?.uuid ?? "" })).status;
const readWave = async (): Promise<WaveDetail> => {
  const { result } = await provider.client.call(listWaves, { warehouse_uuid: warehouseUuid });
  return provider.client.call(getWave, { wave_uuid: result[0]?.wave_uuid ?? "" });
};

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  await layOut();
  for (let at = 0; at < 4; at += 1) await placeOrder();
  desk = await stage.page(await stage.visitor());
  deskToasts = await hearToasts(desk);
  await stage.signIn(desk, "p", "provider01");
});

test("orders of a list are gathered in a wave, which is planned, and released from its page", async () => {
  await desk.goto(`${set.stage.origin}/p/p-one-piece-for-shipping?tab=allocated&warehouse=${warehouseUuid}`);
  await atHeading(desk, navigation.onePieceForShipping);
  await holds(desk, "four orders", () => desk.$$eval(".list-row[data-index]:not(.list-place)", (rows) => rows.length === 4));
  for (const index of [0, 1, 2, 3]) await pressAt(desk, `.list-row[data-index="${index}"]:not(.list-place) input`);
  await press(desk, "button", waves.add);
  await seesText(desk, waves.kind.cart);
  await pressText(desk, waves.add, ".dialog .dialog-actions");
  await holds(desk, "a wave of four orders", async () =>
    (await provider.client.call(listWaves, { warehouse_uuid: warehouseUuid })).result.some(({ order_count }) => order_count === 4),
  );
  const { wave_number, wave_uuid } = await readWave();
  await heardToast(deskToasts, waves.didAdd.replace("{{number}}", wave_number));

  await desk.goto(`${set.stage.origin}/p/p-wave-order?wave=${wave_uuid}`);
  await atHeading(desk, wave_number);
  await seesText(desk, waves.figure.walking);
  const { figures } = await readWave();
  expect(figures).toMatchObject({ orders: 4, pieces: 12, tours: 1, stops: 2, shortages: 0 });
  // A search for shorter tours says what came of it.
  await press(desk, "button", waves.step.optimize);
  await pressText(desk, waves.secondsOf["5"], ".dialog");
  await pressAt(desk, ".dialog button[type=submit]");
  await heardToast(deskToasts, waves.noneShorter);
  await press(desk, "button", waves.step.release);
  await heardToast(deskToasts, waves.did.release.replace("{{number}}", wave_number));
  expect(await readWave()).toMatchObject({ status: "released", task_count: 1 });
  const { result } = await provider.client.call(listWaveOrders, { wave_uuid });
  expect(result.map(({ slot }) => slot)).toEqual([1, 2, 3, 4]);
  placed = result.map(({ order_uuid, order_number }) => ({ uuid: order_uuid, number: order_number }));
});

test("an order is kicked out of the wave with a reason, and waits for the next; the wave is held and resumed", async () => {
  const { wave_uuid, wave_number } = await readWave();
  await desk.goto(`${set.stage.origin}/p/p-wave-order?wave=${wave_uuid}&part=orders`);
  await atHeading(desk, wave_number);
  await pressAt(desk, '.list-row[data-index="3"]:not(.list-place) input');
  await press(desk, "button", waves.step.kick);
  await fill(desk, waves.reason, "A gift note is missing");
  await pressText(desk, waves.step.kick, ".dialog .dialog-actions");
  await holds(desk, "an order less", async () => (await readWave()).order_count === 3);
  expect(await statusOf(3)).toBe("allocated");
  await seesText(desk, "A gift note is missing");

  await press(desk, "button", waves.step.hold);
  await fill(desk, waves.reason, "Aisle 4 is closed");
  await pressText(desk, waves.step.hold, ".dialog .dialog-actions");
  await holds(desk, "a held wave", async () => (await readWave()).status === "held");
  await seesText(desk, "Aisle 4 is closed");
  await press(desk, "button", waves.step.resume);
  await heardToast(deskToasts, waves.did.resume.replace("{{number}}", wave_number));
  expect(await readWave()).toMatchObject({ status: "released", task_count: 1, piece_count: 9 });
});

test("the wave stands in the list of prints until it is printed", async () => {
  const { wave_number } = await readWave();
  await desk.goto(`${set.stage.origin}/p/p-print-orders?is_printed=false&warehouse=${warehouseUuid}`);
  await atHeading(desk, navigation.printOrders);
  await seesText(desk, wave_number);
  await pressAt(desk, '.list-row[data-index="0"]:not(.list-place) input');
  await press(desk, "button", waves.print.pickLists);
  await holds(desk, "a printed wave", async () => (await readWave()).printed_at !== "");
  await holds(desk, "no wave to print", () => desk.$$eval(".list-row[data-index]:not(.list-place)", (rows) => rows.length === 0));
  expect((await readWave()).status).toBe("released");
});
