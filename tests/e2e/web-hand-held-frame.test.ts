import type { Page } from "puppeteer";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { addStorage, confirmReceipt, receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { arriveReceipt, inspect } from "#src/warehouse/receipts/receiving.contract.ts";
import { createStocktake, startStocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { axeFindings, sidewaysPx } from "./page-checks.ts";
import type { Elsewhere } from "./web-acts.ts";
import { holds, press, seesText, signInElsewhere } from "./web-acts.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useHandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { receiving, navigation, scanning, scan, stock } = english;
const set = useWebStage();
/** two variants with one barcode */
const [large, small, shared] = ["FRAME-TRAY-L", "FRAME-TRAY-S", "6900000000038"];
const shelves = ["F1-01-01", "F1-01-02"] as const;

let provider: Elsewhere;
let hand: HandHeld;
let page: Page;
let made: { uuid: string; number: string };
let stocktake: string;

async function layOut(retailer: Elsewhere): Promise<void> {
  const { warehouse_uuid } = await provider.client.call(createWarehouse, { name: "Frame one", code: "F1" });
  for (const [at, barcode] of shelves.entries()) {
    const none = { shelf_uuid: null, x_mm: 0, y_mm: 0, level: 0, capacity_ml: null, capacity_grams: null };
    const where = { warehouse_uuid, barcode, type: "pick" as const, pick_sequence: at, put_sequence: at };
    await provider.client.call(createLocation, { ...none, ...where });
  }
  const variants = [
    { sku: large, title: "Large", barcodes: [shared] },
    { sku: small, title: "Small", barcodes: [shared] },
  ];
  await retailer.client.call(createProduct, { title: "Ash tray", variants });
  const lines = [
    { sku: large, expected: 9 },
    { sku: small, expected: 9 },
  ];
  const { receipt_uuid, receipt_number, version } = await retailer.client.call(addStorage, { warehouse_uuid, lines, submit: true });
  made = { uuid: receipt_uuid, number: receipt_number };
  await provider.client.call(confirmReceipt, { receipt_uuid, version });
  await provider.client.call(arriveReceipt, { receipt_uuid });
  await provider.client.call(inspect, { receipt_uuid, code: large, qualified_quantity: 3 });
  const [from_location, to_location] = shelves;
  const planned = await provider.client.call(createStocktake, { warehouse_uuid, from_location, to_location });
  await provider.client.call(startStocktake, { stocktake_uuid: planned.stocktake_uuid, version: planned.version });
  stocktake = planned.stocktake_uuid;
}

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  await layOut(await signInElsewhere(stage.origin, "ds", "retailer01"));
  page = await stage.page(await stage.visitor(), { width: 390 });
  await page.setViewport({ width: 390, height: 844 });
  hand = useHandHeld(page);
  await stage.signIn(page, "p", "operator01");
});
beforeEach(() => page.setOfflineMode(false));

const screens = {
  receive: { path: () => "/p/receive", title: navigation.receive, begin: () => hand.scans(made.number, "done", made.number) },
  "put away": { path: () => "/p/put-away", title: navigation.putAway, begin: () => hand.scans(large, "ask", shelves[0]) },
  count: {
    path: () => `/p/stock?tab=stocktakes&stocktake=${stocktake}&count=1`,
    title: stock.counting.title,
    begin: async () => {
      await hand.scans(shelves[1], "done", shelves[1]);
      await hand.scans(small, "done", "counted");
    },
  },
} as const;
type ScreenName = keyof typeof screens;
const names = Object.keys(screens) as ScreenName[];
const open = (name: ScreenName) => hand.open(`${set.stage.origin}${screens[name].path()}`, screens[name].title);

/** Finds controls smaller than 44 px. */
const smallTargets = () =>
  page.$$eval("button, a, input:not([type=file])", (all) =>
    all
      .map((one) => ({ name: one.getAttribute("aria-label") ?? one.textContent ?? "", box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && box.bottom > 0 && (box.width < 44 || box.height < 44))
      .map(({ name, box }) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`),
  );
const instructionTop = () => page.$eval(".hand-held-step", (step) => step.getBoundingClientRect().top + scrollY);
/** Counts how often a text appears above the list of recent scans. */
const timesAsked = (words: string) =>
  page.$eval(".hand-held-work", (work, wanted) => (work as HTMLElement).innerText.split(wanted).length - 1, words);
const actionKeys = () =>
  page.$$eval(".hand-held-actions [aria-keyshortcuts]", (all) =>
    Object.fromEntries(all.map((one) => [one.textContent?.replace(/(F\d+|Esc)$/, "") ?? "", one.getAttribute("aria-keyshortcuts")])),
  );

describe.each(names)("the hand-held screen '%s' at 390 px", (name) => {
  test("shows its instruction within the top 100 px, has touch targets of 44 px, and has no axe findings", async () => {
    await open(name);
    const check = async () => {
      expect(await instructionTop()).toBeLessThanOrEqual(100);
      expect(await smallTargets()).toEqual([]);
      expect(await sidewaysPx(page)).toBe(0);
    };
    await check();
    await screens[name].begin();
    await check();
    expect(await axeFindings(page)).toEqual([]);
    // A question for a number, with its keypad.
    await page.keyboard.press("F2");
    await hand.says("ask", "");
    await check();
    expect(await axeFindings(page)).toEqual([]);
    await hand.undo();
  });

  test("asks once for a quantity on F2, with a keypad and the device's numeric keyboard", async () => {
    await open(name);
    await screens[name].begin();
    expect((await actionKeys())[scanning.key.quantity]).toBe("F2");
    await page.keyboard.press("F2");
    await hand.says("ask", "How many");
    expect(await timesAsked("How many")).toBe(1);
    for (const label of ["2", "2", scan.keypad.delete]) await page.click(`.keypad ::-p-aria([name="${label}"][role="button"])`);
    expect(await page.$eval(".scan-box-input", (box) => (box as HTMLInputElement).value)).toBe("2");
    await page.keyboard.press("F4");
    await holds(page, "the numeric keyboard", () =>
      page.$eval(".scan-box-input", (box) => (box as HTMLInputElement).inputMode === "numeric"),
    );
    await page.click(`.keypad ::-p-aria([name="${scan.keypad.enter}"][role="button"])`);
    await hand.says(name === "count" ? "done" : "ask", name === "count" ? "2 counted" : "2");
    await holds(page, "no keypad", async () => (await page.$(".keypad")) === null);
    await hand.undo();
  });
});

test("a question is shown once, and F3 always confirms it", async () => {
  await open("receive");
  await hand.scans(made.number, "done", made.number);
  await hand.scans(shared, "ask", receiving.asks.product);
  expect(await timesAsked(receiving.asks.product)).toBe(1);
  await hand.undo();
  await page.keyboard.press("F2");
  await hand.scans("8", "ask", "8 pieces");
  await hand.scans(large, "refused", "you entered 8");
  await open("put away");
  await hand.scans(large, "ask", shelves[0]);
  await hand.scans(shelves[1], "ask", shelves[0]);
  const yes = receiving.put.yes.replace("{{location}}", shelves[1]);
  expect(await actionKeys()).toEqual({ [yes]: "F3", [scanning.undo]: "Escape" });
  expect(await timesAsked("?")).toBe(1);
  expect(await page.$eval(".hand-held-code", (code) => code.textContent)).toBe(shelves[1]);
  await hand.undo();
});

test("a reload keeps the goods in hand and the location being counted", async () => {
  await open("put away");
  await hand.scans(large, "ask", shelves[0]);
  await page.keyboard.press("F2");
  await hand.says("ask", receiving.ask.quantity);
  await hand.scans("2", "ask", "2 ×");
  await hand.reload(navigation.putAway);
  await hand.says("ask", `2 × ${large}`);
  expect(await page.$eval(".hand-held-code", (code) => code.textContent)).toBe(shelves[0]);
  await hand.undo();
  await open("count");
  await hand.scans(shelves[0], "done", shelves[0]);
  await hand.reload(stock.counting.title);
  await hand.says("done", shelves[0]);
  expect(await page.$eval(".hand-held-code", (code) => code.textContent)).toBe(shelves[0]);
});

test("an open dialog receives the keys, and returns the focus to the scan box when it closes", async () => {
  await open("receive");
  await hand.scans(made.number, "done", made.number);
  const isInBox = () => page.evaluate(() => document.activeElement?.classList.contains("scan-box-input") === true);
  await page.keyboard.press("F10");
  await seesText(page, scanning.queue.none);
  await page.keyboard.press("F2");
  await page.keyboard.press("Escape");
  await holds(page, "the focus in the scan box", isInBox);
  expect(await page.$(".hand-held-now-ask")).toBeNull();
  // Also by pointer: the pressed button does not keep the focus.
  await press(page, "button", scanning.hands.open);
  await seesText(page, scanning.hands.scanBadge);
  await holds(page, "the focus in the dialog's own scan box", async () =>
    page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null && document.activeElement?.tagName === "INPUT"),
  );
  await page.keyboard.press("Escape");
  await holds(page, "the focus in the scan box", isInBox);
  await hand.scans(small, "done", "counted");
  await hand.undo();
  await hand.says("undone", "counted");
});

test("the number of unsent scans is shown beside its key and above the scan box", async () => {
  await open("receive");
  await hand.scans(made.number, "done", made.number);
  await page.setOfflineMode(true);
  await hand.scans(small, "waiting", receiving.waits);
  await hand.scans(small.toLowerCase(), "waiting", receiving.waits);
  await seesText(page, scanning.queue.waiting_other.replace("{{count, number}}", "2"));
  await holds(page, "the count at the key", () => page.$eval(".hand-held-key-count", (count) => count.textContent === "2"));
  expect(await instructionTop()).toBeLessThanOrEqual(100);
  await page.setOfflineMode(false);
  const counted = async () => (await provider.client.call(receipt, { receipt_uuid: made.uuid })).number;
  await holds(page, "both scans at the server", async () => (await counted()) === 5);
  await holds(page, "nothing that waits", async () => (await page.$(".hand-held-key-count")) === null);
});
