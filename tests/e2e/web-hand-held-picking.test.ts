import type { Page } from "puppeteer";
import { beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { acceptCancel, confirmOrders, requestCancel, submitOrders } from "#src/outbound/orders/order-batches.contract.ts";
import { createOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { getOrder } from "#src/outbound/orders/orders.contract.ts";
import { claimTask, listLeftPieces, listPickTasks, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { buildWaveOf, getWave, holdWave, releaseWave, resumeWave } from "#src/outbound/waves/waves.contract.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import { createProduct, listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { adjustStock, listBalances } from "#src/warehouse/stock/stock.contract.ts";
import { listStocktakeLines, listStocktakes } from "#src/warehouse/stock/stocktake.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { GivenType } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, chooseOf, fill, holds, press, pressAt, seesText, signInElsewhere } from "./web-acts.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useHandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { picking, navigation, orders, receiving, waves } = english;
const set = useWebStage();
const mug = { sku: "PICK-MUG", barcode: "6900000000038" };
const tea = { sku: "PICK-TEA", barcode: "6900000000045" };
const tray = { sku: "PICK-TRAY", barcode: "6900000000052" };
const cup = { sku: "PICK-CUP", barcode: "6900000000069" };
const shelves = { mug: "P9-01-01", tea: "P9-01-02", tray: "P9-01-03", cup: "P9-01-04" };

let provider: Elsewhere;
let retailer: Elsewhere;
/** of the operator, at a hand-held's width */
let hand: HandHeld;
let warehouseUuid: string;

async function makeLocation(barcode: string, type: GivenType, place: number): Promise<void> {
  const none = { shelf_uuid: null, x_mm: 0, y_mm: 0, level: 0, capacity_ml: null, capacity_grams: null };
  const where = { warehouse_uuid: warehouseUuid, barcode, type, pick_sequence: place, put_sequence: place };
  await provider.client.call(createLocation, { ...none, ...where });
}

/** Creates a warehouse with four SKUs of the retailer in four locations, and three totes. */
async function layOut(): Promise<void> {
  ({ warehouse_uuid: warehouseUuid } = await provider.client.call(createWarehouse, { name: "Pick nine", code: "P9" }));
  for (const [at, barcode] of Object.values(shelves).entries()) await makeLocation(barcode, "pick", at + 1);
  for (const barcode of ["P9-TOTE-1", "P9-TOTE-2", "P9-TOTE-3"]) await makeLocation(barcode, "tote", 0);
  for (const [goods, location, delta] of [
    [mug, shelves.mug, 10],
    [tea, shelves.tea, 10],
    [tray, shelves.tray, 2],
    [cup, shelves.cup, 1],
  ] as const) {
    await retailer.client.call(createProduct, { title: `Goods ${goods.sku}`, variants: [{ sku: goods.sku, barcodes: [goods.barcode] }] });
    const { result } = await provider.client.call(listVariants, { search: goods.sku });
    const variant_uuid = result[0]?.variant_uuid ?? "";
    await provider.client.call(adjustStock, { variant_uuid, location, delta, reason: "found" });
  }
}

/** An order of the retailer that is confirmed and has its stock. */
async function placeOrder(...goods: readonly (readonly [goods: { sku: string }, quantity: number])[]): Promise<string> {
  const lines = goods.map(([{ sku }, quantity]) => ({ sku, quantity }));
  const recipient = { consignee: "Karl Weber", address: "Invalidenstraße 1", city: "Berlin", zip: "10115" };
  const draft = { warehouse_uuid: warehouseUuid, country: "DE", recipient, lines };
  const { order_uuid } = await retailer.client.call(createOrder, draft);
  await retailer.client.call(submitOrders, { order_ids: [order_uuid] });
  await provider.client.call(confirmOrders, { order_ids: [order_uuid] });
  expect((await orderOf(order_uuid)).status).toBe("allocated");
  return order_uuid;
}
const orderOf = (order_uuid: string) => provider.client.call(getOrder, { order_uuid });
const statusesOf = async (uuids: readonly string[]) => (await Promise.all(uuids.map(orderOf))).map(({ status }) => status);

/** Builds a wave of some orders, waits until its job has planned it, and releases it. */
async function releaseOf(kind: WaveKind, order_ids: string[]): Promise<{ uuid: string; number: string }> {
  const { wave_uuid, wave_number, failed } = await provider.client.call(buildWaveOf, { order_ids, kind });
  expect(failed).toEqual([]);
  const wave = () => provider.client.call(getWave, { wave_uuid });
  await holds(hand.page, "a planned wave", async () => (await wave()).status === "planned");
  const { version } = await wave();
  expect((await provider.client.call(releaseWave, { wave_uuid, version })).status).toBe("released");
  return { uuid: wave_uuid, number: wave_number };
}

const step = (words: string) =>
  holds(hand.page, `the step "${words}"`, () => hand.page.$eval(".hand-held-step", (one, wanted) => one.textContent === wanted, words));
/** Waits until the frame shows the location to go to. */
const leadsTo = (location: string) =>
  holds(hand.page, `the way to ${location}`, () =>
    hand.page.$eval(".hand-held-now", (one, wanted) => (one as HTMLElement).innerText.includes(wanted), location),
  );
const take = ({ sku }: { sku: string }, count: number) =>
  step(picking.step.product.replace("{{count, number}}", String(count)).replace("{{sku}}", sku));
const key = (name: "F2" | "F3" | "F6" | "F7") => hand.page.keyboard.press(name);

/** Chooses the task of a wave from the list. @returns its words */
async function pressTask(wave: string): Promise<string> {
  const words = picking.taskOf.replace("{{wave}}", wave).replace("{{number, number}}", "1");
  await holds(hand.page, `the task "${words}"`, () =>
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
  return words;
}

/** Opens picking and chooses the task of a wave that nobody picks. */
async function openTask(wave: string): Promise<void> {
  await hand.open(`${set.stage.origin}/p/pick`, navigation.pick);
  await hand.says("done", await pressTask(wave));
  await step(picking.step.tote);
}

/** As the retailer, asks for the cancellation of an order on its page, and as the supplier accepts it on the same page. */
async function cancelOnScreen(shop: Page, desk: Page, order_uuid: string): Promise<void> {
  const { order_number } = await orderOf(order_uuid);
  await shop.goto(`${set.stage.origin}/ds/order?order=${order_uuid}`);
  await atHeading(shop, order_number);
  await chooseOf(shop, orders.page.more, orders.step.request_cancel);
  await fill(shop, orders.reason, "Bought elsewhere");
  await pressAt(shop, ".dialog button[type=submit]");
  await seesText(shop, orders.hold.cancel);
  await desk.goto(`${set.stage.origin}/p/p-one-piece-for-shipping?order=${order_uuid}`);
  await atHeading(desk, order_number);
  await press(desk, "button", orders.step.accept_cancel);
  await seesText(desk, orders.status.cancelled);
  // The retailer sees it without a reload.
  await seesText(shop, orders.status.cancelled);
}

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  await layOut();
  const page = await stage.page(await stage.visitor(), { width: 390 });
  await page.setViewport({ width: 390, height: 844 });
  hand = useHandHeld(page);
  await stage.signIn(page, "p", "operator01");
});

test("a wave is picked by scan, with a skipped line, a short pick, a lost network and an order that is cancelled meanwhile", async () => {
  const { stage } = set;
  const [plenty, other, short, cancelled] = [
    await placeOrder([mug, 2], [tea, 1]),
    await placeOrder([mug, 1], [tea, 1]),
    await placeOrder([mug, 1], [tray, 2]),
    await placeOrder([tea, 1], [cup, 1]),
  ] as const;
  const wave = await releaseOf("wall", [plenty, other, short, cancelled]);
  await openTask(wave.number);
  await hand.scans("P9-01-01", "refused", "tote");
  await hand.scans("p9-tote-1", "done", "P9-TOTE-1");

  // The four mugs of three orders are one stop: wrong codes are refused, and a number counts three at once.
  await leadsTo(shelves.mug);
  await hand.scans(shelves.tea, "refused", picking.wrong.location.replace("{{location}}", shelves.mug));
  await hand.scans(mug.barcode, "refused", picking.wrong.locationFirst.replace("{{location}}", shelves.mug));
  await hand.scans(shelves.mug, "done", shelves.mug);
  await hand.scans(tea.barcode, "refused", picking.wrong.product.replace("{{sku}}", mug.sku));
  await hand.scans(mug.barcode, "done", "1 of 4");
  await hand.undo();
  await hand.says("undone", "1 of 4");
  await hand.scans(mug.barcode, "done", "1 of 4");
  await key("F2");
  await hand.says("ask", picking.ask.quantity);
  await hand.scans("3", "ask", "3 pieces");
  await hand.page.setOfflineMode(true);
  await hand.scans(mug.barcode, "waiting", receiving.waits);
  // Work goes on without network, and a reload loses nothing.
  await leadsTo(shelves.tea);
  await hand.page.setOfflineMode(false);
  await hand.says("done", `${mug.sku}: 4 picked`);
  await hand.reload(navigation.pick);
  await leadsTo(shelves.tea);

  // The three teas come last, and of the two trays only one is there.
  await key("F6");
  await hand.says("done", tea.sku);
  await leadsTo(shelves.tray);
  await hand.scans(shelves.tray, "done", shelves.tray);
  await hand.scans(tray.sku, "done", "1 of 2");
  await key("F7");
  await hand.says("ask", picking.ask.found);
  await hand.scans("2", "refused", "0 to 1");
  await key("F3");
  await hand.says("ask", picking.ask.reason);
  await hand.scans("1", "done", "1 of 2 found");

  await leadsTo(shelves.cup);
  const [shop, desk] = await Promise.all([stage.page(await stage.visitor()), stage.page(await stage.visitor())]);
  await Promise.all([stage.signIn(shop, "ds", "retailer01"), stage.signIn(desk, "p", "provider01")]);
  await cancelOnScreen(shop, desk, cancelled);
  // The supervisor watches the wave.
  await desk.goto(`${stage.origin}/p/p-wave-order?wave=${wave.uuid}`);
  await atHeading(desk, wave.number);
  await seesText(desk, "P9-TOTE-1");
  await seesText(desk, waves.status.picking);
  // The picker is led on without a reload: the cup is needed no more, and one tea less.
  await leadsTo(shelves.tea);
  await hand.scans(shelves.tea, "done", shelves.tea);
  await take(tea, 2);
  await hand.scans(tea.barcode, "done", "1 of 2");
  await hand.scans(tea.barcode, "done", `${tea.sku}: 2 picked`);
  await step(picking.step.finished);
  await seesText(hand.page, picking.missing_one.replace("{{count, number}}", "1"));
  await seesText(desk, waves.status.picked);
  await key("F6");
  await seesText(hand.page, picking.key.return);

  expect(await statusesOf([plenty, other, short, cancelled])).toEqual(["picked", "picked", "short", "cancelled"]);
  expect((await provider.client.call(getWave, { wave_uuid: wave.uuid })).status).toBe("picked");
  const { result: counts } = await provider.client.call(listStocktakes, { warehouse_uuid: warehouseUuid });
  // The shelf of the trays is to be counted.
  expect(counts).toMatchObject([{ status: "draft", is_blind: true }]);
  const { result: toCount } = await provider.client.call(listStocktakeLines, { stocktake_uuid: counts[0]?.stocktake_uuid ?? "" });
  expect(toCount).toMatchObject([{ barcode: shelves.tray, sku: tray.sku }]);
  const inTote = await provider.client.call(listBalances, { location: "P9-TOTE-1" });
  expect(new Map(inTote.result.map(({ sku, quantity }) => [sku, quantity]))).toEqual(
    new Map([
      [mug.sku, 4],
      [tray.sku, 1],
      [tea.sku, 2],
    ]),
  );
  await shop.goto(`${stage.origin}/ds/order?order=${short}&part=events`);
  await seesText(shop, orders.event.pick_short);
  await seesText(shop, picking.reason.missing);
});

/** Scans all pieces of a stop on a cart, up to the question where they go, and returns their number. */
async function scanStop(goods: { barcode: string }): Promise<number> {
  const figure = await hand.page.$eval(".picking-figure", (one) => one.textContent);
  const pieces = Number(figure?.split(" ").at(-1));
  for (let count = 1; count <= pieces; count += 1) await hand.scans(goods.barcode, "done", `${count} of ${pieces}`);
  await step(picking.step.slot);
  return pieces;
}

/** Picks the pieces of a stop on a cart and returns the place they go to and their number. */
async function pickForCart(goods: { sku: string; barcode: string }, confirm: (place: string) => Promise<void>): Promise<[string, number]> {
  const pieces = await scanStop(goods);
  const place = (await hand.page.$eval(".picking-slot", (one) => one.textContent)) ?? "";
  await confirm(place);
  await hand.says("done", `${goods.sku}: ${pieces} picked`);
  return [place, pieces];
}

test("on a cart the goods go to the order's place, and what was picked for a cancelled order returns to a shelf", async () => {
  const [first, second] = [await placeOrder([mug, 1], [tea, 1]), await placeOrder([mug, 2], [tea, 2])];
  const wave = await releaseOf("cart", [first, second]);
  await openTask(wave.number);
  // The tote of the first wave still has its goods.
  await hand.scans("P9-TOTE-1", "refused", "not empty");
  await hand.scans("P9-TOTE-2", "done", "P9-TOTE-2");
  const byScan = async (place: string) => {
    await hand.scans(place === "1" ? "2" : "1", "refused", picking.wrong.slot.replace("{{slot, number}}", place));
    await hand.scan(place);
  };
  // A wave that is put on hold says so at once, and takes no picks.
  const { version } = await provider.client.call(getWave, { wave_uuid: wave.uuid });
  const held = await provider.client.call(holdWave, { wave_uuid: wave.uuid, version, reason: "The cart is broken" });
  await seesText(hand.page, picking.held);
  await hand.scans(shelves.mug, "done", shelves.mug);
  await scanStop(mug);
  await key("F3");
  await hand.says("refused", codes["picking.held"].en_us);
  await provider.client.call(resumeWave, { wave_uuid: wave.uuid, version: held.version });
  await holds(hand.page, "a wave that goes on", async () => (await hand.page.$(".picking-stop .status-tag")) === null);
  const places = new Map<string, number>();
  for (const [goods, location] of [
    [mug, shelves.mug],
    [tea, shelves.tea],
  ] as const) {
    await hand.scans(location, "done", location);
    // The pieces of both orders lie at the same location, each order with a place of its own.
    for (const confirm of [byScan, () => key("F3")]) {
      const [place, pieces] = await pickForCart(goods, confirm);
      places.set(place, (places.get(place) ?? 0) + pieces);
    }
  }
  await step(picking.step.finished);
  expect([...places.keys()].toSorted()).toEqual(["1", "2"]);
  expect([...places.values()].toSorted()).toEqual([2, 4]);
  expect(await statusesOf([first, second])).toEqual(["picked", "picked"]);

  await retailer.client.call(requestCancel, { order_ids: [second], reason: "Too late" });
  await provider.client.call(acceptCancel, { order_ids: [second] });
  await key("F6");
  await seesText(hand.page, picking.key.return);
  await key("F6");
  await atHeading(hand.page, picking.back.title);
  await seesText(hand.page, "P9-TOTE-2");
  await hand.scans("P9-TOTE-2", "done", "P9-TOTE-2");
  await hand.scans(tray.barcode, "refused", picking.back.notHere);
  for (const [goods, location] of [
    [mug, shelves.mug],
    [tea, shelves.tea],
  ] as const) {
    await hand.scans(goods.barcode, "done", "2 to a shelf");
    await leadsTo(location);
    await hand.scans(location, "done", "2 returned");
  }
  await step(picking.back.step.none);
  expect((await provider.client.call(listLeftPieces, { warehouse_uuid: warehouseUuid })).result).toEqual([]);
});

test("a task that somebody else picks is taken over after a question, and goes on where it stands", async () => {
  const order = await placeOrder([mug, 1], [tea, 1]);
  const wave = await releaseOf("wall", [order]);
  const findTask = async () => {
    const { result } = await provider.client.call(listPickTasks, { wave_uuid: wave.uuid });
    const [task] = result;
    if (task === undefined) throw new Error("the wave has no task");
    return task;
  };
  const { task_uuid } = await findTask();
  await provider.client.call(claimTask, { task_uuid });
  const { lines } = await provider.client.call(startPickTask, { task_uuid, tote: "P9-TOTE-3" });
  const [first] = lines;
  if (first === undefined) throw new Error("the task has no line");
  const picked = { task_uuid, line_numbers: [first.line_number], location_uuid: first.location_uuid };
  await provider.client.call(pickLines, picked);
  const { picker } = await findTask();

  await hand.open(`${set.stage.origin}/p/pick`, navigation.pick);
  await pressTask(wave.number);
  const question = picking.ask.takeOver.replace("{{picker}}", picker);
  await hand.says("ask", question);
  // It is left as it is.
  await hand.undo();
  await step(picking.step.task);
  expect((await findTask()).picker).toBe(picker);
  await pressTask(wave.number);
  await hand.says("ask", question);
  await key("F3");

  // The first line is in the tote already.
  await leadsTo(shelves.tea);
  expect((await findTask()).picker).not.toBe(picker);
  await hand.scans(shelves.tea, "done", shelves.tea);
  await hand.scans(tea.barcode, "done", `${tea.sku}: 1 picked`);
  await step(picking.step.finished);
  expect(await statusesOf([order])).toEqual(["picked"]);
});
