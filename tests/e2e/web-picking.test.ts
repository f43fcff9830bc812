import type { Page } from "puppeteer";
import { beforeAll, expect, test } from "vitest";
import { confirmOrders, requestCancel, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { getWave, listWaveOrders, listWaves } from "#src/outbound/waves/waves.contract.ts";
import type { WaveDetail } from "#src/outbound/waves/waves.contract.ts";
import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import { adjustStock, listBalances, listStock } from "#src/warehouse/stock/stock.contract.ts";
import { listStocktakes } from "#src/warehouse/stock/stocktake.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, atRest, hearToasts, heardToast, holds, press, pressAt, pressText, seesText, signInElsewhere } from "./web-acts.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useHandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { navigation, orders, picking, waves } = english;
const set = useWebStage();
const [rope, bell] = ["PICK-ROPE", "PICK-BELL"];
const [shelf, otherShelf, tote] = ["P4-01-01", "P4-02-01", "P4-TOTE-1"];

let provider: Elsewhere;
let retailer: Elsewhere;
/** of the supplier, and of the operator at a hand-held's width */
let desk: Page;
let hand: Page;
let handHeld: HandHeld;
let deskToasts: readonly string[];
let warehouseUuid: string;
/** the four orders, by their place on the cart once the wave is released: two ropes and a bell each */
let placed: { uuid: string; number: string }[] = [];

async function makeLocation(barcode: string, type: "pick" | "tote", place: number): Promise<void> {
  const none = { shelf_uuid: null, x_mm: 0, y_mm: 0, level: 0, capacity_ml: null, capacity_grams: null };
  await provider.client.call(createLocation, {
    ...none,
    warehouse_uuid: warehouseUuid,
    barcode,
    type,
    pick_sequence: place,
    put_sequence: place,
  });
}

/** Creates a warehouse with two shelves, a tote and ten pieces of each SKU of the retailer. */
async function layOut(): Promise<void> {
  ({ warehouse_uuid: warehouseUuid } = await provider.client.call(createWarehouse, { name: "Pier four", code: "P4" }));
  await makeLocation(shelf, "pick", 1);
  await makeLocation(otherShelf, "pick", 2);
  await makeLocation(tote, "tote", 99);
  for (const [sku, location] of [
    [rope, shelf],
    [bell, otherShelf],
  ] as const) {
    await retailer.client.call(createProduct, { title: `Product ${sku}`, variants: [{ sku }] });
    const { result } = await provider.client.call(listStock, { search: sku });
    await provider.client.call(adjustStock, { variant_uuid: result[0]?.variant_uuid ?? "", location, delta: 10, reason: "found" });
  }
}

async function place(): Promise<void> {
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

/** Presses the button of the choice with these words. */
async function chooseTask(words: string): Promise<void> {
  await holds(hand, `a task "${words}"`, () =>
    hand.$$eval(".scan-choice", (all, wanted) => all.some(({ textContent }) => textContent?.includes(wanted)), words),
  );
  const at = await hand.$$eval(".scan-choice", (all, wanted) => all.findIndex(({ textContent }) => textContent?.includes(wanted)), words);
  await hand.keyboard.type(String(at + 1));
  await hand.keyboard.press("Enter");
  await atRest(hand);
}

/** Waits for the instruction of the hand-held. */
const instructs = (words: string) =>
  holds(hand, `the instruction "${words}"`, async () =>
    (await hand.$eval(".hand-held-now", (box) => (box as HTMLElement).innerText)).includes(words),
  ).then(() => atRest(hand));

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  await layOut();
  for (let at = 0; at < 4; at += 1) await place();
  desk = await stage.page(await stage.visitor());
  hand = await stage.page(await stage.visitor(), { width: 390 });
  handHeld = useHandHeld(hand);
  deskToasts = await hearToasts(desk);
  await Promise.all([stage.signIn(desk, "p", "provider01"), stage.signIn(hand, "p", "operator01")]);
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
  await press(desk, "button", waves.step.release);
  await heardToast(deskToasts, waves.did.release.replace("{{number}}", wave_number));
  expect(await readWave()).toMatchObject({ status: "released", task_count: 1 });
  const { result } = await provider.client.call(listWaveOrders, { wave_uuid });
  expect(result.map(({ slot }) => slot)).toEqual([1, 2, 3, 4]);
  placed = result.map(({ order_uuid, order_number }) => ({ uuid: order_uuid, number: order_number }));
});

test("the wave is picked by scanner: wrong scans are refused, a line is skipped, an order leaves at its owner's wish, and one is short", async () => {
  const { wave_number, wave_uuid } = await readWave();
  await desk.goto(`${set.stage.origin}/p/p-wave-order?wave=${wave_uuid}&part=orders`);
  await handHeld.open(`${set.stage.origin}/p/pick`, navigation.pick);
  await chooseTask(wave_number);
  await instructs(picking.step.tote);
  await handHeld.scans(shelf, "refused", "tote");
  await handHeld.scans(tote, "done", tote);

  // The first place: a wrong shelf, a wrong product and a wrong place on the cart do not count.
  await instructs(shelf);
  await handHeld.scans(otherShelf, "refused", shelf);
  await handHeld.scans(shelf, "done", shelf);
  await handHeld.scans(bell, "refused", rope);
  await handHeld.scans(rope, "done", "1 of 2");
  await handHeld.scans(rope, "done", "2 of 2");
  await handHeld.scans("2", "refused", "place 1");
  await handHeld.scans("1", "done", rope);

  // The second order's owner changes its mind, and the supplier agrees: its lines are no longer to be picked.
  const [, second] = placed;
  if (second === undefined) throw new Error("four orders were placed");
  await retailer.client.call(requestCancel, { order_ids: [second.uuid], reason: "Ordered twice" });
  await seesText(desk, orders.hold.cancel);
  await desk.goto(`${set.stage.origin}/p/order?order=${second.uuid}`);
  await atHeading(desk, second.number);
  await press(desk, "button", orders.step.accept_cancel);
  await holds(desk, "a cancelled order", async () => (await statusOf(1)) === "cancelled");
  await holds(hand, "the third place", async () => (await hand.$eval("main", (box) => box.innerText)).includes("Goes to place 3"));

  // A reload loses nothing. Two pieces at once, by number.
  await handHeld.reload(navigation.pick);
  await handHeld.scans(shelf, "done", shelf);
  await hand.keyboard.press("F2");
  await handHeld.says("ask", picking.ask.quantity);
  await handHeld.scans("2", "ask", "2");
  await handHeld.scans(rope, "done", "2 of 2");
  await handHeld.scans("3", "done", rope);
  await handHeld.scans(rope, "done", "1 of 2");
  await handHeld.scans(rope, "done", "2 of 2");
  await hand.keyboard.press("F3");
  await handHeld.says("done", rope);

  // The first bell is skipped, and comes last.
  await instructs(otherShelf);
  await hand.keyboard.press("F6");
  await handHeld.says("done", bell);
  await handHeld.scans(otherShelf, "done", otherShelf);
  await handHeld.scans(bell, "done", "1 of 1");
  await handHeld.scans("3", "done", bell);
  await holds(hand, "the third order picked", async () => (await statusOf(2)) === "picked");

  // The next bell is not there.
  await hand.keyboard.press("F7");
  await handHeld.says("ask", picking.ask.found);
  await handHeld.scans("0", "ask", picking.ask.reason);
  await handHeld.scans("1", "done", bell);
  await holds(hand, "the fourth order short, and tried again", async () => ["short", "allocated"].includes(await statusOf(3)));

  await handHeld.scans(otherShelf, "done", otherShelf);
  await handHeld.scans(bell, "done", "1 of 1");
  await hand.keyboard.press("F3");
  await instructs(picking.step.finished);
  await holds(hand, "the first order picked", async () => (await statusOf(0)) === "picked");
  expect(await readWave()).toMatchObject({ status: "picked", order_count: 2, picked_pieces: 8, short_pieces: 1, tasks_done: 1 });
});

test("the supervisor sees how the wave went, and what was short is to be counted", async () => {
  const { wave_uuid, wave_number } = await readWave();
  await desk.goto(`${set.stage.origin}/p/p-wave-order?wave=${wave_uuid}`);
  await atHeading(desk, wave_number);
  await seesText(desk, waves.task.done);
  const counts = await provider.client.call(listStocktakes, { warehouse_uuid: warehouseUuid });
  expect(counts.result).toHaveLength(1);
  const { result } = await provider.client.call(listBalances, { warehouse_uuid: warehouseUuid });
  const pieces = result.filter(({ sku }) => sku === bell).map(({ condition, barcode, quantity }) => `${quantity} ${condition} ${barcode}`);
  expect(pieces).toContain(`1 quarantined ${otherShelf}`);
});
