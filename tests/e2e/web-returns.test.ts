import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { getReturn, listReturns } from "#src/outbound/returns/returns.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { makePng } from "#tests/factories/images.ts";
import { until } from "./until.ts";
import { atHeading, fill, press, pressAt, seesText, signInElsewhere } from "./web-acts.ts";
import type { Elsewhere } from "./web-acts.ts";
import { openHandHeld } from "./web-floor-scene.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { navigation, returns } = english;
const set = useWebStage();
const folder = mkdtempSync(join(tmpdir(), "quayside-returns-"));
const photo = join(folder, "scratch.png");
writeFileSync(photo, makePng(640, 480));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let provider: Elsewhere;
let retailer: Elsewhere;
/** of the operator, at a hand-held's width */
let hand: HandHeld;
/** of the retailer */
let shop: Page;

/** The shipped order of the demo's shop that nothing was announced of. */
async function findShipped(): Promise<{ order_uuid: string; order_number: string }> {
  const { result: orders } = await retailer.client.call(listOrders, { status: ["shipped"], page_size: 50 });
  for (const order of orders) {
    const { result } = await retailer.client.call(listReturns, { order_uuid: order.order_uuid });
    if (result.length === 0) return order;
  }
  return assert.fail("the demo has no shipped order without a return");
}

const fitsWidth = async () => expect(await hand.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  hand = await openHandHeld(stage, "operator01");
  shop = await stage.page(await stage.visitor(), { width: 1440 });
  await stage.signIn(shop, "ds", "retailer01");
});

/** Types how many pieces of each product come back. */
async function typePieces(texts: readonly string[]): Promise<void> {
  for (const [at, field] of (await shop.$$(".return-pieces input:not([type=hidden])")).entries()) {
    await field.click({ count: 3 });
    await field.type(texts[at] ?? "");
    await shop.keyboard.press("Tab");
  }
}

test("a return is announced by its retailer, arrives and is inspected by scanner, is decided and put back to stock", async () => {
  const { origin } = set.stage;
  const order = await findShipped();
  await shop.goto(`${origin}/ds/order?order=${order.order_uuid}`);
  await atHeading(shop, order.order_number);
  await press(shop, "button", returns.step.announce);
  await seesText(shop, returns.asks.announce);
  await fill(shop, returns.column.tracking, "1Z-HOME-1");
  // Without any piece nothing is announced: no lines would mean all.
  const pieces = await shop.$$eval(".return-pieces input:not([type=hidden])", (all) => all.map(({ value }) => value));
  await typePieces(pieces.map(() => "0"));
  await pressAt(shop, ".dialog button[type=submit]");
  await seesText(shop, returns.piecesMissing);
  await typePieces(pieces);
  await pressAt(shop, ".dialog button[type=submit]");
  await seesText(shop, returns.status.expected);
  const { result } = await retailer.client.call(listReturns, { order_uuid: order.order_uuid });
  const [announced] = result;
  assert(announced !== undefined);
  const { return_uuid, return_number, warehouse_uuid, expected } = announced;
  const { lines } = await provider.client.call(getReturn, { return_uuid });
  const code = lines[0]?.codes[0] ?? "";
  const sku = lines[0]?.sku ?? "";

  const shelf = "RETURNED-01";
  const place = {
    shelf_uuid: null,
    x_mm: 0,
    y_mm: 0,
    level: 0,
    capacity_ml: null,
    capacity_grams: null,
    pick_sequence: 9,
    put_sequence: 9,
  };
  await provider.client.call(createLocation, { ...place, warehouse_uuid, barcode: shelf, type: "reserve" });

  await hand.open(`${origin}/p/p-returns?scan=on`, navigation.returns);
  await hand.scans("NOBODY-KNOWS-IT", "ask", "NOBODY-KNOWS-IT");
  await hand.undo();
  await hand.scans("1z-home-1", "done", return_number);
  await hand.scans("0000000000000", "refused", "No product has this code");
  await hand.scans(code, "done", sku);
  await hand.undo();
  await hand.says("undone", sku);
  for (let piece = 0; piece < expected; piece += 1) await hand.scans(code, "done", sku);
  await fitsWidth();
  // A photo by the same key as on the other hand-helds, without the return's page.
  const [camera] = await Promise.all([hand.page.waitForFileChooser(), hand.page.keyboard.press("F1")]);
  await camera.accept([photo]);
  const readPhotos = async () => (await provider.client.call(getReturn, { return_uuid })).photos;
  await until(async () => ((await readPhotos()).length === 1 ? true : null), "a photo of the return");
  await hand.page.keyboard.press("F3");
  await hand.says("done", return_number);

  await shop.goto(`${origin}/ds/order?return=${return_uuid}`);
  await atHeading(shop, return_number);
  await press(shop, "button", returns.step.decide);
  await seesText(shop, returns.asks.decide);
  await pressAt(shop, ".dialog button[type=submit]");
  await seesText(shop, returns.status.decided);

  await hand.scans(return_number, "done", returns.status.decided);
  await hand.scans(code, "done", sku);
  await hand.scans(shelf.toLowerCase(), "done", shelf);
  await seesText(hand.page, returns.status.restocked);
  expect(await provider.client.call(getReturn, { return_uuid })).toMatchObject({ status: "restocked", good: expected, damaged: 0 });
});

test("a parcel of nobody is recorded by scan, and its retailer sees it once it is assigned", async () => {
  const { origin } = set.stage;
  await hand.open(`${origin}/p/p-returns?scan=on`, navigation.returns);
  await hand.scans("LOST-4711", "ask", "LOST-4711");
  await hand.page.keyboard.press("F3");
  await hand.says("done", "RT-");
  await seesText(hand.page, returns.work.step.noOwner);
  const { result } = await provider.client.call(listReturns, { search: "LOST-4711" });
  const [{ return_uuid, return_number } = { return_uuid: "", return_number: "" }] = result;
  expect((await retailer.client.call(listReturns, { search: "LOST-4711" })).result).toEqual([]);

  const desk = hand.page;
  await desk.goto(`${origin}/p/p-returns?return=${return_uuid}`);
  await atHeading(desk, return_number);
  await seesText(desk, returns.waitsForOwner);
  const order = await retailer.client.call(listOrders, { status: ["shipped"], page_size: 1 });
  await press(desk, "button", returns.step.assign);
  await fill(desk, returns.field.orderNumber, order.result[0]?.order_number ?? "");
  await pressAt(desk, ".dialog button[type=submit]");
  await seesText(desk, returns.event.assign);
  expect((await retailer.client.call(listReturns, { search: "LOST-4711" })).result).toMatchObject([{ return_uuid }]);
});
