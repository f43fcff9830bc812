import type { Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChargeEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { listCharges, runCharges } from "#src/billing/wallet/charges.contract.ts";
import { findToBag } from "#src/outbound/bagging/bagging.contract.ts";
import { listLeftPieces, listPickTasks } from "#src/outbound/picking/picking.contract.ts";
import { getReturn, listReturns } from "#src/outbound/returns/returns.contract.ts";
import { getWall } from "#src/outbound/sortation/sortation.contract.ts";
import { listWaves } from "#src/outbound/waves/waves.contract.ts";
import { listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { listBalances } from "#src/warehouse/stock/stock.contract.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { until } from "./until.ts";
import { atHeading, chooseOf, fill, holds, press, pressAt, pressText, seesText, signInElsewhere } from "./web-acts.ts";
import { chooseByNumber, openNext, pickTask, readResult, scanAnother } from "./web-floor-acts.ts";
import { openHandHeld } from "./web-floor-scene.ts";
import {
  HandOverScene,
  backShelf,
  bowl,
  channels,
  getBarcode,
  goods,
  mug,
  ofKind,
  pen,
  shelf,
  table,
  tea,
  totes,
  wallCode,
} from "./web-hand-over-scene.ts";
import type { DayOrder } from "./web-hand-over-scene.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { bagging, navigation, orders: orderTexts, packing, picking, returns, review, sortation, waybills } = english;
let carriers: SandboxCarriers;
// Before the stage, whose server is told where the carriers are.
beforeAll(async () => {
  carriers = await startSandboxCarriers();
});
afterAll(() => carriers.stop());
const set = useWebStage([], () => carriers.bases);

/** all orders of the day */
const whole = 5 * ofKind;

let scene: HandOverScene;
/** of the operator, at a hand-held's width */
let hand: HandHeld;
/** of the supplier: the station that prints labels, and a desk; of the retailer */
let station: Page;
let desk: Page;
let shop: Page;
/** the number on the label of the parcel whose order is cancelled */
let voided: string;

const key = (name: "F2" | "F3" | "F6" | "F7") => hand.page.keyboard.press(name);
const at = (path: string, title: string) => hand.open(`${set.stage.origin}${path}`, title);

beforeAll(async () => {
  const { stage } = set;
  scene = await HandOverScene.create(stage);
  hand = await openHandHeld(stage, "operator01");
  const open = async () => stage.page(await stage.visitor());
  [station, desk, shop] = [await open(), await open(), await open()];
  await Promise.all([
    stage.signIn(station, "p", "provider01"),
    stage.signIn(desk, "p", "provider01"),
    stage.signIn(shop, "ds", "retailer01"),
  ]);
  await station.goto(`${stage.origin}/p/p-print-waybill?warehouse=${scene.floor.warehouseUuid}`);
  await atHeading(station, navigation.printWaybill);
  await pressText(station, waybills.station, ".switch");
  // It prints what arrives after its first answer, of 50 labels.
  await holds(station, "a station that prints", () =>
    station.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => /list-waybills.*page_size=50\b/.test(name))),
  );
});

test("orders of four kinds are picked in their waves", async () => {
  expect(scene.day.length).toBe(whole);
  const { provider, warehouseUuid: warehouse_uuid } = scene.floor;
  const { client } = provider;
  const { result: waves } = await client.call(listWaves, { warehouse_uuid });
  for (const { wave_uuid, wave_number, kind } of waves.toReversed()) {
    const { result: tasks } = await client.call(listPickTasks, { wave_uuid, is_open: true });
    const [task, ...others] = tasks;
    if (task === undefined || others.length > 0) throw new Error(`the wave ${wave_number} has ${tasks.length} tasks`);
    const tote = Object.entries(totes).find(([name]) => name === kind)?.[1] ?? "";
    await pickTask(hand, provider, { origin: set.stage.origin, wave_number, task, tote, goods });
  }
  expect(await scene.count("picked")).toBe(whole);
});

test("a tote goes to the wall, whose slots turn green, and a wrong piece blocks until it is put aside", async () => {
  await at("/p/p-distribution", navigation.distribution);
  await hand.scans(totes.wall, "done", totes.wall);
  await hand.scans(wallCode, "done", "Wall six");
  await at("/p/p-secondary-sortation", navigation.secondarySortation);
  await hand.scans(totes.wall, "done", "Wall six");
  await hand.scans(bowl.barcode, "refused", "put it aside");
  await hand.scans(tea.barcode, "refused", bowl.barcode);
  await key("F3");
  await hand.says("done", bowl.barcode);
  for (let piece = 1; piece <= ofKind; piece += 1) await scanAnother(hand, tea.barcode, "into slot");
  for (let piece = 1; piece <= ofKind; piece += 1) await scanAnother(hand, pen.barcode, "is complete");
  await holds(hand.page, "a green wall", async () => (await hand.page.$$(".wall-slot-complete")).length === ofKind);
  await seesText(hand.page, sortation.step.done);
  const { slots } = await scene.floor.provider.client.call(getWall, { wall_uuid: scene.wallUuid });
  expect(slots.filter(({ state }) => state === "complete").length).toBe(ofKind);
});

/** Scans every piece of the open order: several of one SKU at once. */
async function reviewPieces({ goods: pieces, number }: DayOrder): Promise<void> {
  for (const [item, quantity] of pieces) {
    if (quantity > 1) {
      await key("F2");
      await hand.says("ask", review.ask.quantity);
      await hand.scans(String(quantity), "ask", `${quantity} pieces`);
    }
    await hand.scan(getBarcode(item));
  }
  await hand.says("done", `${number} is reviewed`);
}

test("every piece is reviewed: single ones name their order and are packed, others are opened by tote, cart and slot", async () => {
  await at("/p/p-single-order-review", navigation.singleOrderReview);
  await hand.scans(table, "done", table);
  for (const { goods: pieces, kind } of scene.day) {
    const [[item] = [mug]] = pieces;
    if (kind !== "single_piece") continue;
    const packed = await scanAnother(hand, getBarcode(item), "is packed");
    scene.find(packed).parcel = /label of (\S+) on it/.exec(packed)?.[1] ?? "";
  }
  await at("/p/p-to-review", navigation.toReview);
  await hand.scans(table, "done", table);
  for (const tote of [totes.single_item, totes.cart])
    for (let left = ofKind; left > 0; left -= 1)
      await reviewPieces(scene.find(await openNext(hand, tote, left, review.ask.which, "scan every piece")));
  const { slots } = await scene.floor.provider.client.call(getWall, { wall_uuid: scene.wallUuid });
  for (const { barcode, state } of slots)
    if (state === "complete") await reviewPieces(scene.find(await openNext(hand, barcode, 1, review.ask.which, "scan every piece")));
  expect([await scene.count("packed"), await scene.count("reviewed")]).toEqual([2 * ofKind, 3 * ofKind]);
});

test("the other orders are packed, each into a parcel with a number", async () => {
  await at("/p/p-package", navigation.package);
  for (let left = 3 * ofKind; left > 0; left -= 1) {
    const order = scene.find(await openNext(hand, table, left, packing.ask.which, "choose the box"));
    await key("F3");
    await hand.says("done", `${order.number} is packed`);
    order.parcel = (await readResult(hand)).split(": ").at(-1) ?? "";
  }
  expect(await scene.count("packed")).toBe(whole);
});

test("parcels are weighed, their labels print as they arrive; one weighs too much, and labels wait while the carrier fails", async () => {
  const { stage } = set;
  // The waybills of single pieces were requested at the review already.
  const byCarrier = scene.day.filter(({ isByHand }) => !isByHand);
  const [heavy, failing] = [byCarrier.at(0), byCarrier.find(({ kind }) => kind !== "single_piece")];
  if (heavy === undefined || failing === undefined) throw new Error("the day has no orders of the carrier");
  await at("/p/p-express-weighing", navigation.expressWeighing);
  await hand.scans(heavy.parcel, "done", heavy.parcel);
  await hand.scans("5 kg", "ask", packing.ask.reason);
  await seesText(hand.page, "check the contents");
  expect((await scene.floor.getOrder(heavy.uuid)).status).toBe("packed");
  await hand.scans("a brick was added", "done", "5000 g saved");

  await carriers.control.fail({ times: 1000, carrier: "4px", status: 503 });
  await hand.scans(failing.parcel, "done", failing.parcel);
  await hand.scans(String(await scene.readExpectedWeight(failing)), "done", "saved");
  await desk.goto(`${stage.origin}/p/p-print-waybill?tab=waiting&number=${failing.parcel}`);
  const { problem } = await scene.untilWaybill(failing.parcel, (waybill) => waybill.problem !== null, "a problem with the carrier");
  await seesText(desk, waybills.problem[problem?.kind ?? "unreachable"]);
  await carriers.control.mend();
  await scene.untilWaybill(failing.parcel, ({ label_type }) => label_type !== "", "a label once the carrier is back");

  const others = byCarrier.filter((order) => order !== heavy && order !== failing);
  const [express, batch] = [others.slice(0, 2 * ofKind), [...others.slice(2 * ofKind), ...scene.day.filter(({ isByHand }) => isByHand)]];
  for (const order of express) {
    await hand.scans(order.parcel, "done", order.parcel);
    const grams = (await scene.readExpectedWeight(order)) + 4;
    await hand.scans(String(grams), "done", `${order.parcel}: ${grams} g saved`);
  }
  await at("/p/p-batch-weighing", navigation.batchWeighing);
  for (const order of batch) {
    await hand.scans(order.parcel, "done", order.parcel);
    const grams = (await scene.readExpectedWeight(order)) - 3;
    await hand.scans(String(grams), "done", `${order.parcel}: ${grams} g`);
  }
  await key("F3");
  await hand.says("done", `${batch.length} weights saved`);
  expect(await scene.count("weighed")).toBe(whole);
});

test("own numbers are scanned from their labels, every label is printed once, and one again with a reason", async () => {
  const { stage } = set;
  for (const [index, { parcel }] of scene.day.filter(({ isByHand }) => isByHand).entries()) {
    await desk.goto(`${stage.origin}/p/p-print-waybill?tab=waiting&number=${parcel}`);
    await seesText(desk, parcel);
    await pressAt(desk, `.list-row[data-index="0"]:not(.list-place) input`);
    await press(desk, "button", waybills.step.enter);
    // The field has the focus: the number is scanned.
    await holds(desk, "a field for the number", () => desk.evaluate(() => document.activeElement?.matches(".dialog input") === true));
    await desk.keyboard.type(`HD6000001${index}CN`);
    await desk.keyboard.press("Enter");
    await scene.untilWaybill(parcel, ({ status }) => status === "issued", "a number");
  }
  for (const { parcel } of scene.day) await scene.untilWaybill(parcel, ({ print_count }) => print_count === 1, `the label of ${parcel}`);

  const [torn] = scene.day;
  await desk.goto(`${stage.origin}/p/p-print-waybill?tab=printed&number=${torn?.parcel}`);
  await seesText(desk, torn?.parcel ?? "");
  await pressAt(desk, `.list-row[data-index="0"]:not(.list-place) input`);
  await press(desk, "button", waybills.step.print);
  await fill(desk, waybills.reason, "The label was torn");
  await desk.keyboard.press("Enter");
  expect((await scene.untilWaybill(torn?.parcel ?? "", ({ print_count }) => print_count > 1, "a second print")).print_count).toBe(2);
});

test("an order is cancelled after packing: its parcel is void, and its pieces return to the shelf", async () => {
  const { stage } = set;
  const cancelled = scene.day.at(-1);
  if (cancelled === undefined) throw new Error("the day has no orders");
  ({ waybill_number: voided } = await scene.untilWaybill(cancelled.parcel, ({ status }) => status === "issued", "a waybill"));
  await shop.goto(`${stage.origin}/ds/order?order=${cancelled.uuid}`);
  await atHeading(shop, cancelled.number);
  await chooseOf(shop, orderTexts.page.more, orderTexts.step.request_cancel);
  await fill(shop, orderTexts.reason, "Bought elsewhere");
  await pressAt(shop, ".dialog button[type=submit]");
  await seesText(shop, orderTexts.hold.cancel);
  await desk.goto(`${stage.origin}/p/p-one-piece-for-shipping?order=${cancelled.uuid}`);
  await atHeading(desk, cancelled.number);
  await press(desk, "button", orderTexts.step.accept_cancel);
  await seesText(shop, orderTexts.status.cancelled);
  await scene.untilWaybill(cancelled.parcel, ({ status }) => status === "voided", "a void waybill");
  await at("/p/pick", navigation.pick);
  await key("F6");
  await atHeading(hand.page, picking.back.title);
  await seesText(hand.page, table);
  await hand.scans(table, "done", table);
  for (const [item] of cancelled.goods) {
    await hand.scans(getBarcode(item), "done", item.sku);
    await hand.scans(shelf, "done", "returned");
  }
  await seesText(hand.page, picking.back.step.none);
  const { provider, warehouseUuid: warehouse_uuid } = scene.floor;
  expect((await provider.client.call(listLeftPieces, { warehouse_uuid })).result).toEqual([]);
});

/** Fills a bag of a channel with parcels by their labels, seals it and returns its number. */
async function fillBag(channel: string, parcels: readonly string[]): Promise<string> {
  await chooseByNumber(hand, bagging.newBag.replace("{{channel}}", channel));
  await hand.says("done", "is open");
  const bag = /B-[\w-]+/.exec(await readResult(hand))?.[0] ?? "";
  for (const parcel of parcels) {
    const { waybill_number } = await scene.untilWaybill(parcel, ({ status }) => status === "issued", "a waybill");
    await hand.scans(waybill_number, "done", `${parcel} is in ${bag}`);
  }
  await hand.scans(voided, "refused", "");
  await key("F3");
  // With the bag's own weight: one that the parcels cannot have would be asked about.
  const { bag: full } = await scene.floor.provider.client.call(findToBag, { code: bag });
  await hand.scans(String((full?.parcel_grams ?? 0) + 400), "done", `${bag} is sealed`);
  return bag;
}

/** Makes a manifest of a bag, opens it by its code, and signs. */
async function handOver(bag: string): Promise<void> {
  await hand.scans(bag, "done", bag);
  await key("F3");
  await hand.says("done", "is created");
  const manifest = /M-[\w-]+/.exec(await readResult(hand))?.[0] ?? "";
  await hand.scans(manifest, "done", manifest);
  await holds(hand.page, "a field for the name", () => hand.page.evaluate(() => document.activeElement?.matches(".dialog input") === true));
  await hand.page.keyboard.type("Sam Carrier");
  const box = await (await hand.page.waitForSelector(".signature-pad"))?.boundingBox();
  if (box === undefined || box === null) throw new Error("there is nothing to sign on");
  await hand.page.mouse.move(box.x + 20, box.y + 20);
  await hand.page.mouse.down();
  await hand.page.mouse.move(box.x + 120, box.y + 60, { steps: 5 });
  await hand.page.mouse.up();
  await pressAt(hand.page, "[role=dialog] button[type=submit]");
  await holds(hand.page, "the scan box again", () => hand.page.evaluate(() => document.activeElement?.className === "scan-box-input"));
}

test("parcels are bagged by channel, sealed, put on manifests and handed over: all orders but one are shipped", async () => {
  await at("/p/p-bagging", navigation.bagging);
  const parcelsOf = (isByHand: boolean) => scene.day.slice(0, -1).flatMap((order) => (order.isByHand === isByHand ? [order.parcel] : []));
  const registered = await fillBag(channels.carrier, parcelsOf(false));
  const own = await fillBag(channels.byHand, parcelsOf(true));
  await hand.scans(registered, "done", registered);
  await hand.scans(own, "refused", "another manifest");
  await key("F6");
  await handOver(registered);
  await handOver(own);
  expect([await scene.count("shipped"), await scene.count("cancelled")]).toEqual([whole - 1, 1]);
});

test("a parcel comes back: it is received and inspected, its retailer decides, and it is stock again", async () => {
  const { stage } = set;
  const order = scene.day.find(({ goods: pieces }) => pieces[0]?.[0].sku === bowl.sku);
  if (order === undefined) throw new Error("no order has bowls");
  await shop.goto(`${stage.origin}/ds/order?order=${order.uuid}`);
  await atHeading(shop, order.number);
  await press(shop, "button", returns.step.announce);
  await seesText(shop, returns.asks.announce);
  await fill(shop, returns.column.tracking, "1Z-H6-1");
  await pressAt(shop, ".dialog button[type=submit]");
  await seesText(shop, returns.status.expected);
  const { result } = await scene.floor.retailer.client.call(listReturns, { order_uuid: order.uuid });
  const { return_uuid = "", return_number = "" } = result[0] ?? {};

  await at("/p/p-returns?scan=on", navigation.returns);
  await hand.scans("1z-h6-1", "done", return_number);
  // Whatever is in the parcel is counted; a piece of another parcel is taken back.
  await hand.scans(mug.barcode, "done", mug.sku);
  await hand.undo();
  await hand.says("undone", mug.sku);
  for (let piece = 0; piece < 2; piece += 1) await hand.scans(bowl.barcode, "done", bowl.sku);
  await key("F3");
  await hand.says("done", return_number);
  await shop.goto(`${stage.origin}/ds/order?return=${return_uuid}`);
  await atHeading(shop, return_number);
  await press(shop, "button", returns.step.decide);
  await seesText(shop, returns.asks.decide);
  await pressAt(shop, ".dialog button[type=submit]");
  await seesText(shop, returns.status.decided);
  await hand.scans(return_number, "done", returns.status.decided);
  await hand.scans(bowl.barcode, "done", bowl.sku);
  await hand.scans(backShelf, "done", backShelf);
  await seesText(hand.page, returns.status.restocked);
  expect(await scene.floor.provider.client.call(getReturn, { return_uuid })).toMatchObject({ status: "restocked", good: 2, damaged: 0 });
});

test("at the end each parcel has one live waybill, which the carrier made once, and no piece is lost", async () => {
  const { client } = scene.floor.provider;
  const live: string[] = [];
  for (const { number, parcel, isByHand } of scene.day.slice(0, -1)) {
    const { result } = await client.call(listWaybills, { number });
    const issued = result.filter(({ status }) => status !== "voided");
    expect(issued).toMatchObject([{ status: "issued", parcel_number: parcel, is_by_hand: isByHand }]);
    if (!isByHand) live.push(issued[0]?.waybill_number ?? "");
  }
  const ofDay = ({ reference }: { reference: string }) => scene.day.some(({ parcel }) => reference.startsWith(`${parcel}-`));
  const shipments = (await carriers.control.shipments()).filter((one) => ofDay(one) && one.state !== "cancelled");
  expect(shipments.map(({ waybillNumber }) => waybillNumber).toSorted()).toEqual(live.toSorted());

  const { result } = await client.call(listBalances, { warehouse_uuid: scene.floor.warehouseUuid, page_size: 200 });
  const there = result.filter(({ quantity }) => quantity !== 0).toSorted((one, other) => one.barcode.localeCompare(other.barcode));
  const shipped = scene.day.slice(0, -1).flatMap((order) => order.goods);
  for (const { sku } of goods) {
    const out = shipped.reduce((sum, [item, quantity]) => sum + (item.sku === sku ? quantity : 0), 0);
    const back = sku === bowl.sku ? 2 : 0;
    const left = { barcode: shelf, quantity: 30 - out, reserved: 0 };
    expect(there.filter((row) => row.sku === sku)).toMatchObject(back === 0 ? [left] : [left, { barcode: backShelf, quantity: back }]);
  }
});

test("the next day the work for each order is charged to its retailer, each once, and the return too", async () => {
  const { stage } = set;
  await stage.server.stop();
  await stage.restart({ ...carriers.bases, NODE_OPTIONS: `--import ${new URL("../factories/clock-ahead.ts", import.meta.url).href}` });
  const { client } = await signInElsewhere(stage.origin, "p", "provider01");
  const ofDay = new Set(scene.day.map(({ uuid }) => uuid));
  const listCharged = async (event: ChargeEvent) => {
    const { result } = await client.call(listCharges, { event, page_size: 200 });
    return result.flatMap(({ order_uuid }) => (order_uuid !== null && ofDay.has(order_uuid) ? [order_uuid] : [])).toSorted();
  };
  await client.call(runCharges, {});
  await until(async () => ((await listCharged("bagging_parcel")).length > 0 ? true : null), "charges of the day");
  const all = scene.day.map(({ uuid }) => uuid);
  const shipped = all.slice(0, -1).toSorted();
  // What was done for the order that was cancelled afterwards is charged too.
  for (const event of ["picking_order", "packing_parcel", "weighing_parcel"] as const)
    expect([event, await listCharged(event)]).toEqual([event, all.toSorted()]);
  expect(await listCharged("bagging_parcel")).toEqual(shipped);
  expect((await listCharged("customer_return_piece")).length).toBe(1);
});
