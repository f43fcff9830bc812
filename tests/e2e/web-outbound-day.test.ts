import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { beforeAll, expect, test } from "vitest";
import { utils, write } from "xlsx";
import { templates } from "#src/kit/files/templates.contract.ts";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { getPickTask, listPickTasks } from "#src/outbound/picking/picking.contract.ts";
import { getWave, listWaves } from "#src/outbound/waves/waves.contract.ts";
import { createProduct, listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { adjustStock } from "#src/warehouse/stock/stock.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { getWarehouseSettings, saveWarehouseSettings } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { GivenType } from "#src/warehouse/warehouses/warehouses.rules.ts";
import { texts as english } from "#web/texts/en_us.ts";
import type { Elsewhere } from "./web-acts.ts";
import {
  atHeading,
  chooseOf,
  fill,
  hearToasts,
  heardToast,
  holds,
  press,
  pressAt,
  pressText,
  seesText,
  signInElsewhere,
} from "./web-acts.ts";
import { pickTask } from "./web-floor-acts.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useHandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { exceptions, imports, list, navigation, orders, picking, waves } = english;
const set = useWebStage();

/** The SKUs, where each lies, and how many pieces there are: two of the boxes that are sold are missing. */
const goods = [
  { sku: "DAY-ROPE", barcode: "6900000000106", location: "D1-01-01", pieces: 200 },
  { sku: "DAY-BELL", barcode: "6900000000113", location: "D1-01-02", pieces: 250 },
  { sku: "DAY-FLAG", barcode: "6900000000120", location: "D1-02-01", pieces: 200 },
  { sku: "DAY-BOX", barcode: "6900000000137", location: "D1-02-02", pieces: 8 },
] as const;
const [rope, bell, flag, box] = goods;
type Line = readonly [goods: { sku: string }, quantity: number];

/** 300 orders to a country that no order of the demo goes to: single pieces, several of one SKU, and two SKUs. */
const country = "JP";
const kinds: readonly { readonly count: number; readonly lines: readonly Line[] }[] = [
  { count: 60, lines: [[rope, 1]] },
  { count: 60, lines: [[bell, 1]] },
  { count: 60, lines: [[flag, 1]] },
  { count: 10, lines: [[box, 1]] },
  { count: 50, lines: [[flag, 2]] },
  {
    count: 60,
    lines: [
      [rope, 1],
      [bell, 2],
    ],
  },
];
const all = kinds.flatMap(({ count, lines }) => Array.from({ length: count }, () => lines));

let provider: Elsewhere;
let retailer: Elsewhere;
/** of the supplier, and of the retailer */
let desk: Page;
let shop: Page;
let deskToasts: readonly string[];
/** of the operator, at a hand-held's width */
let hand: HandHeld;
let warehouseUuid: string;

async function makeLocation(barcode: string, type: GivenType, place: number): Promise<void> {
  const none = { shelf_uuid: null, x_mm: 0, y_mm: 0, level: 0, capacity_ml: null, capacity_grams: null };
  const where = { warehouse_uuid: warehouseUuid, barcode, type, pick_sequence: place, put_sequence: place };
  await provider.client.call(createLocation, { ...none, ...where });
}

/** Creates a warehouse with the SKUs in their locations, six totes, and a strategy for single pieces. */
async function layOut(): Promise<void> {
  ({ warehouse_uuid: warehouseUuid } = await provider.client.call(createWarehouse, { name: "Day one", code: "D1" }));
  for (let tote = 1; tote <= 6; tote += 1) await makeLocation(`D1-TOTE-${tote}`, "tote", 0);
  for (const [at, { sku, barcode, location, pieces }] of goods.entries()) {
    await makeLocation(location, "pick", at + 1);
    await retailer.client.call(createProduct, { title: `Goods ${sku}`, variants: [{ sku, barcodes: [barcode] }] });
    const { result } = await provider.client.call(listVariants, { search: sku });
    await provider.client.call(adjustStock, { variant_uuid: result[0]?.variant_uuid ?? "", location, delta: pieces, reason: "found" });
  }
  const { version, settings } = await provider.client.call(getWarehouseSettings, { warehouse_uuid: warehouseUuid });
  const strategy = { name: "Single pieces", kind: "single_piece", max_orders: 300, max_pieces: 300 } as const;
  await provider.client.call(saveWarehouseSettings, {
    warehouse_uuid: warehouseUuid,
    version,
    settings: { ...settings, wave_strategies: [strategy] },
  });
}

/** Writes a workbook of orders: a row for each line. Two rows more cannot be imported: an unknown SKU, and a missing quantity. */
function writeOrders(): string {
  const columns = templates["orders"]?.columns ?? [];
  const toRow = (number: string, sku: string, quantity: number | string) => {
    const cells: Readonly<Record<string, string | number>> = {
      order_number: number,
      consignee: "Alex Example",
      address: "1 Example Street",
      city: "Tokyo",
      state: "Tokyo",
      country,
      zip: "100-0001",
      sku,
      quantity,
    };
    return columns.map(({ field }) => cells[field] ?? "");
  };
  const rows = all.flatMap((lines, at) => lines.map(([{ sku }, quantity]) => toRow(`DAY-${at + 1}`, sku, quantity)));
  const bad = [toRow("DAY-BAD-1", "DAY-NOTHING", 1), toRow("DAY-BAD-2", rope.sku, "")];
  const sheet = utils.aoa_to_sheet([columns.map(({ header }) => header.en_us), ...rows, ...bad]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Orders");
  const path = join(mkdtempSync(join(tmpdir(), "quayside-orders-")), "orders.xlsx");
  writeFileSync(path, write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
  return path;
}

/** How many of the day's orders have a status. */
const count = async (...status: OrderStatus[]) => (await provider.client.call(listOrders, { country, status, page_size: 1 })).total;

/** Takes a step with all orders of a list, as many at a time as it has loaded, until none is left in a status. */
async function takeWithAll(page: Page, step: string, left: () => Promise<number>): Promise<void> {
  for (let before = await left(); before > 0; before = await left()) {
    const most = before;
    await holds(page, "rows", async () => (await page.$$(".list-row[data-index]:not(.list-place)")).length > 0);
    await press(page, "checkbox", list.selection.loaded);
    await press(page, "button", step);
    await pressAt(page, ".dialog .dialog-actions > button:last-of-type");
    await holds(page, "fewer orders", async () => (await left()) < most);
  }
}

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  await layOut();
  const narrow = await stage.page(await stage.visitor(), { width: 390 });
  await narrow.setViewport({ width: 390, height: 844 });
  hand = useHandHeld(narrow);
  [desk, shop] = await Promise.all([stage.page(await stage.visitor()), stage.page(await stage.visitor())]);
  deskToasts = await hearToasts(desk);
  await Promise.all([
    stage.signIn(narrow, "p", "operator01"),
    stage.signIn(desk, "p", "provider01"),
    stage.signIn(shop, "ds", "retailer01"),
  ]);
});

test("a retailer imports 300 orders, rows that belong together as one, and sees what cannot be imported", async () => {
  await shop.goto(`${set.stage.origin}/ds/order`);
  await atHeading(shop, navigation.order);
  await chooseOf(shop, list.action.more, orders.step.import);
  const file = await shop.waitForSelector(".dialog input[type=file]");
  await file?.uploadFile(writeOrders());
  await seesText(shop, imports.bad_other.replace("{{count, number}}", "2"));
  await seesText(shop, "DAY-NOTHING");
  await press(shop, "button", imports.skip_other.replace("{{count, number}}", "360"));
  await holds(shop, "300 drafts", async () => (await count("draft")) === 300);
  await press(shop, "button", imports.close);
  expect(await count("draft")).toBe(300);
});

test("they are submitted, some are returned with a reason, the others are confirmed and get their stock", async () => {
  await shop.goto(`${set.stage.origin}/ds/order?tab=draft&country=${country}`);
  await takeWithAll(shop, orders.step.submit, () => count("draft"));
  expect(await count("submitted")).toBe(300);

  await desk.goto(`${set.stage.origin}/p/p-one-piece-for-shipping?tab=submitted&country=${country}`);
  await atHeading(desk, navigation.onePieceForShipping);
  for (const index of [0, 1, 2, 3, 4]) await pressAt(desk, `.list-row[data-index="${index}"]:not(.list-place) input`);
  await press(desk, "button", orders.step.return);
  await fill(desk, orders.reason, "The street has no number");
  await pressAt(desk, ".dialog button[type=submit]");
  await holds(desk, "five drafts", async () => (await count("draft")) === 5);
  await takeWithAll(desk, orders.step.confirm, () => count("submitted"));
  // Of ten boxes that were ordered eight are there. The newest orders were returned: they need none.
  expect([await count("allocated"), await count("short"), await count("draft")]).toEqual([293, 2, 5]);
});

/** The wave that is not released yet, planned. */
async function findPlanned() {
  const found = async () => (await provider.client.call(listWaves, { warehouse_uuid: warehouseUuid, status: ["planned"] })).result[0];
  await holds(desk, "a planned wave", async () => (await found()) !== undefined);
  const wave = await found();
  if (wave === undefined) throw new Error("no wave is planned");
  return wave;
}

async function releaseOnPage(number: string, uuid: string): Promise<void> {
  await desk.goto(`${set.stage.origin}/p/p-wave-order?wave=${uuid}`);
  await atHeading(desk, number);
  await press(desk, "button", waves.step.release);
  await heardToast(deskToasts, waves.did.release.replace("{{number}}", number));
}

test("a wave is built by a strategy and another by hand, and both are released", async () => {
  await desk.goto(`${set.stage.origin}/p/p-wave-order?warehouse=${warehouseUuid}`);
  await atHeading(desk, navigation.waveOrder);
  await pressText(desk, waves.build, ".wave-strategies");
  await pressAt(desk, ".dialog button[type=submit]");
  const single = await findPlanned();
  expect(single).toMatchObject({ kind: "single_piece", strategy: "Single pieces", order_count: 188 });
  await releaseOnPage(single.wave_number, single.wave_uuid);

  await desk.goto(`${set.stage.origin}/p/p-one-piece-for-shipping?tab=allocated&country=${country}`);
  await atHeading(desk, navigation.onePieceForShipping);
  await holds(desk, "rows", async () => (await desk.$$(".list-row[data-index]:not(.list-place)")).length > 10);
  for (let index = 0; index < 10; index += 1) await pressAt(desk, `.list-row[data-index="${index}"]:not(.list-place) input`);
  await press(desk, "button", waves.add);
  await pressText(desk, waves.add, ".dialog .dialog-actions");
  const cart = await findPlanned();
  expect(cart).toMatchObject({ kind: "cart", strategy: "", order_count: 10 });
  await releaseOnPage(cart.wave_number, cart.wave_uuid);
});

/** Picks a task of a wave on the hand-held. */
const pick = (
  { wave_number }: { readonly wave_number: string },
  task: { readonly task_uuid: string; readonly task_number: number },
  tote: string,
  at?: (sku: string, quantity: number) => Promise<boolean>,
) => pickTask(hand, provider, { origin: set.stage.origin, wave_number, task, tote, goods, ...(at === undefined ? {} : { at }) });

const findWave = async (kind: string) => {
  const { result } = await provider.client.call(listWaves, { warehouse_uuid: warehouseUuid });
  const wave = result.find((one) => one.kind === kind);
  if (wave === undefined) throw new Error(`no wave is ${kind}`);
  return wave;
};
const tasksOf = async (waveUuid: string) => (await provider.client.call(listPickTasks, { wave_uuid: waveUuid, is_open: true })).result;

test("the wave of single pieces is picked by scan, and one box is not there: the order becomes an exception, which is resolved", async () => {
  const wave = await findWave("single_piece");
  const totes = ["D1-TOTE-1", "D1-TOTE-2", "D1-TOTE-3", "D1-TOTE-4", "D1-TOTE-5"];
  let isShort = false;
  for (const task of (await tasksOf(wave.wave_uuid)).toSorted((one, other) => one.task_number - other.task_number))
    await pick(wave, task, totes.shift() ?? "", async (sku, quantity) => {
      if (sku !== box.sku || isShort || quantity < 2) return false;
      isShort = true;
      await hand.page.keyboard.press("F7");
      await hand.says("ask", picking.ask.found);
      await hand.scans(String(quantity - 1), "ask", picking.ask.reason);
      await hand.scans("1", "done", `${quantity - 1} of ${quantity} found`);
      return true;
    });
  expect(isShort).toBe(true);
  await holds(desk, "a picked wave", async () => (await provider.client.call(getWave, { wave_uuid: wave.wave_uuid })).status === "picked");
  expect([await count("picked"), await count("short")]).toEqual([187, 3]);

  const { result } = await provider.client.call(listExceptions, { warehouse_uuid: warehouseUuid, type: ["short"] });
  expect(result).toMatchObject([{ status: "open", reason: "missing" }]);
  await desk.goto(`${set.stage.origin}/p/home`);
  await press(desk, "link", english.home.todo.workExceptionsGo);
  await atHeading(desk, navigation.exception);
  await pressText(desk, result[0]?.exception_number ?? "", ".list-row");
  await atHeading(desk, result[0]?.exception_number ?? "");
  await seesText(desk, picking.reason.missing);
  await seesText(desk, box.location);
  await press(desk, "button", exceptions.step.resolve);
  await pressText(desk, exceptions.choose.order_cancelled, ".dialog");
  await pressText(desk, exceptions.step.resolve, ".dialog .dialog-actions");
  // Somebody else reads it: it needs words.
  await seesText(desk, "Please write why");
  await fill(desk, exceptions.message, "Sold out for good");
  await pressText(desk, exceptions.step.resolve, ".dialog .dialog-actions");
  await seesText(desk, exceptions.resolution.order_cancelled);
  expect([await count("cancelled"), await count("short")]).toEqual([1, 2]);
});

test("an order on the cart is cancelled: its retailer asks on its page, and the supplier grants it as an exception", async () => {
  const wave = await findWave("cart");
  const [task] = await tasksOf(wave.wave_uuid);
  if (task === undefined) throw new Error("the wave has no task");
  const { lines } = await provider.client.call(getPickTask, { task_uuid: task.task_uuid });
  const [first] = lines;
  await shop.goto(`${set.stage.origin}/ds/order?order=${first?.order_uuid}`);
  await atHeading(shop, first?.order_number ?? "");
  await chooseOf(shop, orders.page.more, orders.step.request_cancel);
  await fill(shop, orders.reason, "Bought elsewhere");
  await pressAt(shop, ".dialog button[type=submit]");
  await seesText(shop, orders.hold.cancel);

  // The order's own page says what stops it and which wave it is in, to its retailer and to the supplier, who goes on from there.
  const { result } = await provider.client.call(listExceptions, { order_uuid: first?.order_uuid ?? "" });
  const number = result[0]?.exception_number ?? "";
  await seesText(shop, exceptions.stopped);
  await seesText(shop, number);
  await desk.goto(`${set.stage.origin}/p/order?order=${first?.order_uuid}`);
  await atHeading(desk, first?.order_number ?? "");
  await seesText(desk, wave.wave_number);
  await pressText(desk, number, ".notice a");
  await atHeading(desk, number);
  await press(desk, "button", exceptions.step.resolve);
  await pressText(desk, exceptions.step.resolve, ".dialog .dialog-actions");
  await seesText(desk, exceptions.resolution.order_cancelled);
  await seesText(shop, orders.status.cancelled);
  await pick(wave, task, "D1-TOTE-6");
  await holds(desk, "a picked wave", async () => (await provider.client.call(getWave, { wave_uuid: wave.wave_uuid })).status === "picked");
  expect([await count("picked"), await count("cancelled"), await count("allocated")]).toEqual([196, 2, 95]);
});

test("an address is doubted: the retailer is asked, answers with the right one in a tab of its orders, and the order goes on", async () => {
  const { result } = await provider.client.call(listOrders, { country, status: ["allocated"], page_size: 1 });
  const [doubted] = result;
  await desk.goto(`${set.stage.origin}/p/p-one-piece-for-shipping?order=${doubted?.order_uuid}`);
  await atHeading(desk, doubted?.order_number ?? "");
  await press(desk, "button", orders.step.hold);
  await pressText(desk, orders.hold.address, ".dialog");
  await fill(desk, orders.reason, "No such street in Tokyo");
  await pressAt(desk, ".dialog button[type=submit]");
  const find = async () => (await provider.client.call(listExceptions, { warehouse_uuid: warehouseUuid, type: ["address"] })).result[0];
  await holds(desk, "an exception", async () => (await find()) !== undefined);
  const number = (await find())?.exception_number ?? "";
  await desk.goto(`${set.stage.origin}/p/p-exception?exception=${(await find())?.exception_uuid}`);
  await atHeading(desk, number);
  await press(desk, "button", exceptions.step.ask);
  await fill(desk, exceptions.message, "Which street is it?");
  await pressText(desk, exceptions.step.ask, ".dialog .dialog-actions");
  await seesText(desk, exceptions.waitsForRetailer);

  await shop.goto(`${set.stage.origin}/ds/order`);
  await press(shop, "tab", exceptions.own);
  await pressText(shop, number, ".list-row");
  await atHeading(shop, number);
  await seesText(shop, "Which street is it?");
  await press(shop, "button", exceptions.step.answer);
  await fill(shop, orders.recipient.address, "2 Example Street");
  await pressText(shop, exceptions.step.answer, ".dialog .dialog-actions");
  // The supplier sees the answer without a reload.
  await seesText(desk, "2 Example Street");
  await press(desk, "button", exceptions.step.resolve);
  await pressText(desk, exceptions.choose.address_confirmed, ".dialog");
  await pressText(desk, exceptions.step.resolve, ".dialog .dialog-actions");
  await seesText(desk, exceptions.resolution.address_confirmed);
  await seesText(shop, exceptions.resolution.address_confirmed);
  expect((await find())?.status).toBe("resolved");
});
