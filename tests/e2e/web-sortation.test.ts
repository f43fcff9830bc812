import { beforeAll, expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { claimTask, getPickTask, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { createWall, getWall } from "#src/outbound/sortation/sortation.contract.ts";
import { buildWaveOf, getWave, releaseWave } from "#src/outbound/waves/waves.contract.ts";
import { createProduct, listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { adjustStock } from "#src/warehouse/stock/stock.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { GivenType } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { Elsewhere } from "./web-acts.ts";
import { holds, seesText, signInElsewhere } from "./web-acts.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useHandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { navigation, sortation } = english;
const set = useWebStage();
const mug = { sku: "SORT-MUG", barcode: "6900000000237" };
const tea = { sku: "SORT-TEA", barcode: "6900000000244" };
const pen = { sku: "SORT-PEN", barcode: "6900000000251" };

let provider: Elsewhere;
let retailer: Elsewhere;
/** of the operator, at a hand-held's width */
let hand: HandHeld;
let warehouseUuid: string;
let wallUuid: string;

async function makeLocation(barcode: string, type: GivenType): Promise<void> {
  const none = { shelf_uuid: null, x_mm: 0, y_mm: 0, level: 0, capacity_ml: null, capacity_grams: null, pick_sequence: 9, put_sequence: 9 };
  await provider.client.call(createLocation, { ...none, warehouse_uuid: warehouseUuid, barcode, type });
}

/** Two orders of the retailer, picked into a tote to be sorted. */
async function pickInto(tote: string): Promise<void> {
  await makeLocation(tote, "tote");
  const order_ids: string[] = [];
  const recipient = { consignee: "Karl Weber", address: "Invalidenstraße 1", city: "Berlin", zip: "10115" };
  for (const skus of [
    [mug, tea],
    [mug, pen],
  ]) {
    const lines = skus.map(({ sku }) => ({ sku, quantity: 1 }));
    order_ids.push(
      (await retailer.client.call(createOrder, { warehouse_uuid: warehouseUuid, country: "DE", recipient, lines })).order_uuid,
    );
  }
  await retailer.client.call(submitOrders, { order_ids });
  await provider.client.call(confirmOrders, { order_ids });
  const { wave_uuid } = await provider.client.call(buildWaveOf, { order_ids, kind: "wall" });
  const wave = () => provider.client.call(getWave, { wave_uuid });
  await holds(hand.page, "a planned wave", async () => (await wave()).status === "planned");
  const { tasks } = await provider.client.call(releaseWave, { wave_uuid, version: (await wave()).version });
  for (const { task_uuid } of tasks) {
    await provider.client.call(claimTask, { task_uuid });
    await provider.client.call(startPickTask, { task_uuid, tote });
    const { lines } = await provider.client.call(getPickTask, { task_uuid });
    for (const { line_number, location_uuid } of lines)
      await provider.client.call(pickLines, { task_uuid, line_numbers: [line_number], location_uuid });
  }
}

const slotNumber = (wanted: string) =>
  holds(hand.page, `the slot ${wanted}`, () => hand.page.$eval(".sort-slot-number", (one, slot) => one.textContent === slot, wanted));
const countCells = (state: string) => hand.page.$$eval(`.wall-slot-${state}`, (all) => all.length);

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  ({ warehouse_uuid: warehouseUuid } = await provider.client.call(createWarehouse, { name: "Sort ten", code: "S10" }));
  await makeLocation("S10-01-01", "pick");
  for (const goods of [mug, tea, pen]) {
    await retailer.client.call(createProduct, { title: `Goods ${goods.sku}`, variants: [{ sku: goods.sku, barcodes: [goods.barcode] }] });
    const { result } = await provider.client.call(listVariants, { search: goods.sku });
    const variant_uuid = result[0]?.variant_uuid ?? "";
    await provider.client.call(adjustStock, { variant_uuid, location: "S10-01-01", delta: 20, reason: "found" });
  }
  const wall = { warehouse_uuid: warehouseUuid, name: "North wall", code: "S10-WALL", row_count: 2, column_count: 3 };
  ({ wall_uuid: wallUuid } = await provider.client.call(createWall, wall));
  const page = await stage.page(await stage.visitor(), { width: 390 });
  await page.setViewport({ width: 390, height: 844 });
  hand = useHandHeld(page);
  await stage.signIn(page, "p", "operator01");
});

test("by scanner alone: a tote goes to its wall, each piece to its slot, a wrong piece blocks, and the wall fills to green", async () => {
  const { stage } = set;
  await pickInto("S10-TOTE-1");
  await hand.open(`${stage.origin}/p/p-distribution`, navigation.distribution);
  await seesText(hand.page, sortation.goes.wall);
  await hand.scans("s10-wall", "refused", sortation.toteFirst);
  await hand.scans("s10-tote-1", "done", "S10-TOTE-1");
  await hand.scans("s10-wall", "done", "North wall");
  await seesText(hand.page, "North wall");

  await hand.open(`${stage.origin}/p/p-secondary-sortation`, navigation.secondarySortation);
  await hand.scans("S10-NOWHERE", "refused", "S10-NOWHERE");
  // The tote names its wall.
  await hand.scans("S10-TOTE-1", "done", "North wall");
  await hand.scans(tea.barcode, "done", tea.sku);
  await slotNumber("1");
  const height = await hand.page.$eval(".sort-slot-number", (one) => one.getBoundingClientRect().height);
  expect(height).toBeGreaterThan(100);
  await hand.undo();
  await hand.says("undone", tea.sku);
  await hand.scans(pen.barcode, "done", pen.sku);
  await slotNumber("1");

  // A piece that no order needs blocks until it is put aside.
  await hand.scans(pen.barcode, "refused", "put it aside");
  await hand.scans(mug.barcode, "refused", pen.barcode);
  await hand.page.keyboard.press("F3");
  await hand.says("done", pen.barcode);

  await hand.page.setOfflineMode(true);
  await hand.scans(mug.barcode, "waiting", sortation.waits);
  await hand.page.setOfflineMode(false);
  await hand.says("done", "is complete");
  await slotNumber("1");
  await holds(hand.page, "one green slot", async () => (await countCells("complete")) === 1);
  await hand.reload(navigation.secondarySortation);
  await seesText(hand.page, "North wall");
  await hand.scans(mug.barcode, "done", mug.sku);
  await slotNumber("2");
  await hand.scans(tea.barcode, "done", "is complete");
  await holds(hand.page, "two green slots", async () => (await countCells("complete")) === 2);
  await seesText(hand.page, sortation.step.done);
  const { slots, totes } = await provider.client.call(getWall, { wall_uuid: wallUuid });
  expect(slots.map(({ state }) => state)).toEqual(["complete", "complete", "free", "free", "free", "free"]);
  expect(totes).toEqual([]);
  const isTooWide = await hand.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isTooWide).toBe(false);
});
