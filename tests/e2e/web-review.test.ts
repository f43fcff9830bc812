import { beforeAll, expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { confirmOrders, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { claimTask, getPickTask, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { buildWaveOf, getWave, releaseWave } from "#src/outbound/waves/waves.contract.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { createProduct, listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { adjustStock, listBalances } from "#src/warehouse/stock/stock.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { GivenType } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { Elsewhere } from "./web-acts.ts";
import { holds, seesText, signInElsewhere } from "./web-acts.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useHandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { review, navigation, orders, receiving } = english;
const set = useWebStage();
const mug = { sku: "REVIEW-MUG", barcode: "6900000000137" };
const tea = { sku: "REVIEW-TEA", barcode: "6900000000144" };
const pen = { sku: "REVIEW-PEN", barcode: "6900000000151" };
const table = "R9-TABLE-2";

let provider: Elsewhere;
let retailer: Elsewhere;
/** of the operator, at a hand-held's width */
let hand: HandHeld;
let warehouseUuid: string;

async function makeLocation(barcode: string, type: GivenType): Promise<void> {
  const none = { shelf_uuid: null, x_mm: 0, y_mm: 0, level: 0, capacity_ml: null, capacity_grams: null, pick_sequence: 9, put_sequence: 9 };
  await provider.client.call(createLocation, { ...none, warehouse_uuid: warehouseUuid, barcode, type });
}

/** Orders of the retailer, picked into a tote. */
async function pickInto(
  tote: string,
  kind: WaveKind,
  wanted: readonly (readonly (readonly [{ sku: string }, number])[])[],
): Promise<string[]> {
  await makeLocation(tote, "tote");
  const order_ids: string[] = [];
  for (const goods of wanted) {
    const lines = goods.map(([{ sku }, quantity]) => ({ sku, quantity }));
    const recipient = { consignee: "Karl Weber", address: "Invalidenstraße 1", city: "Berlin", zip: "10115" };
    const made = await retailer.client.call(createOrder, { warehouse_uuid: warehouseUuid, country: "DE", recipient, lines });
    order_ids.push(made.order_uuid);
  }
  await retailer.client.call(submitOrders, { order_ids });
  await provider.client.call(confirmOrders, { order_ids });
  const { wave_uuid, failed } = await provider.client.call(buildWaveOf, { order_ids, kind });
  expect(failed).toEqual([]);
  const wave = () => provider.client.call(getWave, { wave_uuid });
  await holds(hand.page, "a planned wave", async () => (await wave()).status === "planned");
  const { tasks } = await provider.client.call(releaseWave, { wave_uuid, version: (await wave()).version });
  for (const { task_uuid } of tasks) {
    await provider.client.call(claimTask, { task_uuid });
    await provider.client.call(startPickTask, { task_uuid, tote });
    const { lines } = await provider.client.call(getPickTask, { task_uuid });
    for (const { line_number, location_uuid } of lines) {
      await provider.client.call(pickLines, { task_uuid, line_numbers: [line_number], location_uuid });
    }
  }
  return order_ids;
}
const orderOf = (order_uuid: string) => provider.client.call(getOrder, { order_uuid });

const step = (words: string) =>
  holds(hand.page, `the step "${words}"`, () => hand.page.$eval(".hand-held-step", (one, wanted) => one.textContent === wanted, words));
const key = (name: "F2" | "F3" | "F6" | "F7") => hand.page.keyboard.press(name);
const counted = (sku: string, count: number, of: number) => `${sku}: ${count} of ${of}`;

/** Chooses an option of the list that has these words. */
const choose = (words: string) =>
  holds(hand.page, `the option "${words}"`, () =>
    hand.page.$$eval(
      ".hand-held button",
      (all, wanted) => {
        const one = all.find(({ textContent }) => textContent?.includes(wanted));
        one?.click();
        return one !== undefined;
      },
      words,
    ),
  );

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  ({ warehouse_uuid: warehouseUuid } = await provider.client.call(createWarehouse, { name: "Review nine", code: "R9" }));
  await makeLocation("R9-01-01", "pick");
  await makeLocation(table, "packing");
  for (const goods of [mug, tea, pen]) {
    await retailer.client.call(createProduct, { title: `Goods ${goods.sku}`, variants: [{ sku: goods.sku, barcodes: [goods.barcode] }] });
    const { result } = await provider.client.call(listVariants, { search: goods.sku });
    await provider.client.call(adjustStock, {
      variant_uuid: result[0]?.variant_uuid ?? "",
      location: "R9-01-01",
      delta: 20,
      reason: "found",
    });
  }
  const page = await stage.page(await stage.visitor(), { width: 390 });
  await page.setViewport({ width: 390, height: 844 });
  hand = useHandHeld(page);
  await stage.signIn(page, "p", "operator01");
});

test("every piece of an order is scanned: a wrong one is reported by one key, a scan is undone, and no scan is lost without network", async () => {
  const { stage } = set;
  const [first = "", second = ""] = await pickInto("R9-TOTE-1", "wall", [
    [
      [mug, 2],
      [tea, 1],
    ],
    [
      [tea, 1],
      [pen, 1],
    ],
  ]);
  const [one, other] = [await orderOf(first), await orderOf(second)];
  await hand.open(`${stage.origin}/p/p-to-review`, navigation.toReview);
  await hand.scans("R9-NOWHERE", "refused", "R9-NOWHERE");
  await hand.scans(table.toLowerCase(), "done", table);
  // The tote has two orders: one of them is chosen by its number.
  await hand.scans("r9-tote-1", "ask", review.ask.which);
  await seesText(hand.page, other.order_number);
  await hand.scans(one.order_number, "done", one.order_number);
  await step(review.step.product);

  await hand.scans(mug.barcode, "done", counted(mug.sku, 1, 2));
  await hand.undo();
  await hand.says("undone", counted(mug.sku, 1, 2));
  await hand.scans(mug.barcode, "done", counted(mug.sku, 1, 2));
  await hand.scans(pen.barcode, "refused", review.wrong.product);
  await key("F7");
  await hand.says("done", pen.barcode);
  await key("F2");
  await hand.says("ask", review.ask.quantity);
  await hand.scans("2", "ask", "2 pieces");
  await hand.scans(mug.barcode, "refused", "only 1 more piece");
  await hand.page.setOfflineMode(true);
  await hand.scans(mug.barcode, "waiting", receiving.waits);
  await hand.page.setOfflineMode(false);
  await hand.says("done", counted(mug.sku, 2, 2));
  await hand.reload(navigation.toReview);
  await seesText(hand.page, one.order_number);
  await hand.scans(tea.sku, "done", table);
  expect((await orderOf(first)).status).toBe("reviewed");
  await seesText(hand.page, review.lastTo.replace("{{location}}", table));

  const { result: cases } = await provider.client.call(listExceptions, { order_uuid: first });
  expect(cases).toMatchObject([{ type: "wrong_item", reason: pen.barcode }]);
  const { result: onTable } = await provider.client.call(listBalances, { location: table });
  expect(new Map(onTable.map(({ sku, quantity }) => [sku, quantity]))).toEqual(
    new Map([
      [mug.sku, 2],
      [tea.sku, 1],
    ]),
  );

  // The other order is found by its tote alone, and its pen is not there.
  await hand.scans("R9-TOTE-1", "done", other.order_number);
  await hand.scans(tea.barcode, "done", counted(tea.sku, 1, 1));
  await key("F7");
  await step(review.ask.problem);
  await choose(review.reason.missing);
  await step(review.ask.pieces.replace("{{sku}}", pen.sku));
  await key("F3");
  await hand.says("done", other.order_number);
  // The shelf has another pen: the order gets it, and waits for a wave again.
  await holds(hand.page, "another pen for the order", async () => (await orderOf(second)).status === "allocated");
  const desk = await stage.page(await stage.visitor());
  await stage.signIn(desk, "p", "provider01");
  await desk.goto(`${stage.origin}/p/p-one-piece-for-shipping?order=${first}&part=events`);
  await seesText(desk, orders.event.finish_review);
});

test("an order that somebody else reviews is taken over after a question, and given up", async () => {
  const { stage } = set;
  const [uuid = ""] = await pickInto("R9-TOTE-2", "wall", [
    [
      [mug, 1],
      [tea, 1],
    ],
  ]);
  const { order_number } = await orderOf(uuid);
  const otherPage = await stage.page(await stage.visitor(), { width: 390 });
  const otherHand = useHandHeld(otherPage);
  await stage.signIn(otherPage, "p", "provider01");
  await otherHand.open(`${stage.origin}/p/p-to-review`, navigation.toReview);
  await otherHand.scans("R9-TOTE-2", "done", order_number);
  await otherHand.scans(mug.barcode, "done", counted(mug.sku, 1, 1));
  await hand.open(`${stage.origin}/p/p-to-review`, navigation.toReview);
  await hand.scans(order_number, "ask", "provider01");
  await key("F3");
  await hand.says("done", order_number);
  // What the other had scanned is there.
  await seesText(hand.page, "1 of 2");
  await key("F6");
  await hand.says("done", review.givenUp.replace("{{order}}", order_number));
  expect((await orderOf(uuid)).status).toBe("picked");
});

test("each scan of a single piece is an order", async () => {
  const { stage } = set;
  const uuids = await pickInto("R9-TOTE-3", "single_piece", [[[mug, 1]], [[mug, 1]]]);
  await hand.open(`${stage.origin}/p/p-single-order-review`, navigation.singleOrderReview);
  for (const uuid of uuids) {
    const { order_number } = await orderOf(uuid);
    await hand.scans(mug.barcode, "done", order_number);
    await seesText(hand.page, order_number);
    expect((await orderOf(uuid)).status).toBe("reviewed");
  }
  await hand.scans(pen.barcode, "refused", "single piece");
});
