import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { utils, write } from "xlsx";
import { templates } from "#src/kit/files/templates.contract.ts";
import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { addStorage, confirmReceipt, listReceipts, receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import { createStocktake, getStocktake, listStocktakeLines, startStocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { makePng } from "#tests/factories/images.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, atRest, chooseOf, hearToasts, heardToast, holds, press, seesText, signInElsewhere } from "./web-acts.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useHandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { receiving, receipts, imports, navigation, stock } = english;
const { counting } = stock;
const folder = mkdtempSync(join(tmpdir(), "quayside-receiving-"));
const set = useWebStage();
const mug = { sku: "DOCK-MUG", barcode: "6900000000014" };
const tea = { sku: "DOCK-TEA", barcode: "DOCK-4006" };

let provider: Elsewhere;
let retailer: Elsewhere;
/** of the operator, at a hand-held's width */
let hand: Page;
let handHeld: HandHeld;
let toasts: readonly string[];
let warehouseUuid: string;

async function makeLocation(barcode: string, place = 9): Promise<void> {
  const none = { shelf_uuid: null, x_mm: 0, y_mm: 0, level: 0, capacity_ml: null, capacity_grams: null };
  const where = { warehouse_uuid: warehouseUuid, barcode, type: "pick" as const, pick_sequence: place, put_sequence: place };
  await provider.client.call(createLocation, { ...none, ...where });
}

/** Creates a warehouse with two locations, and two products of the retailer, one of which tracks lots. */
async function layOut(): Promise<void> {
  ({ warehouse_uuid: warehouseUuid } = await provider.client.call(createWarehouse, { name: "Dock nine", code: "D9" }));
  for (const [place, barcode] of ["D9-01-01", "D9-01-02"].entries()) await makeLocation(barcode, place);
  const variants = [
    { ...mug, barcodes: [mug.barcode] },
    { ...tea, barcodes: [tea.barcode], keeps_lots: true },
  ];
  for (const { barcode: _barcode, ...variant } of variants)
    await retailer.client.call(createProduct, { title: `Product ${variant.sku}`, variants: [variant] });
}

/** Creates a confirmed receipt of the supplier and returns its number. */
async function announced(reference: string, lines: { sku: string; expected: number }[]): Promise<{ uuid: string; number: string }> {
  const made = await retailer.client.call(addStorage, { warehouse_uuid: warehouseUuid, reference, lines, submit: true });
  const { receipt_uuid, receipt_number, version } = made;
  await provider.client.call(confirmReceipt, { receipt_uuid, version });
  return { uuid: receipt_uuid, number: receipt_number };
}

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  await layOut();
  hand = await stage.page(await stage.visitor(), { width: 390 });
  handHeld = useHandHeld(hand);
  toasts = await hearToasts(hand);
  await stage.signIn(hand, "p", "operator01");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (path: "/p/receive" | "/p/put-away", title: string) => handHeld.open(`${set.stage.origin}${path}`, title);
const says: HandHeld["says"] = (...said) => handHeld.says(...said);
const scans: HandHeld["scans"] = (...scanned) => handHeld.scans(...scanned);
const undo = () => handHeld.undo();

/** Writes a workbook with the template's columns and these rows. */
function workbook(rows: readonly (string | number)[][]): string {
  const sheet = utils.aoa_to_sheet([(templates["receipts"]?.columns ?? []).map(({ header }) => header.en_us), ...rows]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Receipts");
  const path = join(folder, "receipts.xlsx");
  writeFileSync(path, write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
  return path;
}

/** As the retailer, imports a workbook, posts its rows, follows the link to the draft, and submits it. */
async function importReceipt(page: Page): Promise<{ uuid: string; number: string }> {
  await page.goto(`${set.stage.origin}/ds/addWarehouse`);
  await atHeading(page, navigation.storageIn);
  await chooseOf(page, english.list.action.more, receipts.action.import);
  const file = await page.waitForSelector(".dialog input[type=file]");
  if (file === null) throw new Error("the import dialog takes no file");
  await file.uploadFile(workbook([["PO-77", "Dock nine", "", 1, mug.sku, 4, "", ""]]));
  await press(page, "button", imports.post_one.replace("{{count, number}}", "1"));
  await seesText(page, imports.done_one.replace("{{count, number}}", "1"));
  const { result } = await retailer.client.call(listReceipts, { search: "PO-77" });
  const [made] = result;
  if (made === undefined) throw new Error("the import made no receipt");
  await press(page, "link", made.receipt_number);
  await atHeading(page, made.receipt_number);
  expect(new URL(page.url()).searchParams.get("receipt")).toBe(made.receipt_uuid);
  await press(page, "button", receipts.step.submit);
  await page.waitForFunction(
    (wanted: string) => document.querySelector("h1 + *")?.textContent?.includes(wanted),
    {},
    receipts.status.submitted,
  );
  return { uuid: made.receipt_uuid, number: made.receipt_number };
}

/** Reads a column of a SKU's row on the current page. */
async function figure(page: Page, sku: string, title: string): Promise<string | null> {
  return page.evaluate(
    (wanted: string, column: string) => {
      const titles = [...document.querySelectorAll("[role=columnheader]")].map((one) => one.textContent?.trim());
      const rows = [...document.querySelectorAll(".list-row[data-index]:not(.list-place)")];
      const row = rows.find((one) => one.textContent?.includes(wanted));
      return row?.children[titles.indexOf(column)]?.textContent?.trim() ?? null;
    },
    sku,
    title,
  );
}

describe("receiving by scan", () => {
  test("receives and puts away what a retailer imported from a workbook, and the retailer sees it without a reload", async () => {
    const owner = await set.stage.page(await set.stage.visitor());
    await set.stage.signIn(owner, "ds", "retailer01");
    const { uuid, number } = await importReceipt(owner);
    const { version } = await provider.client.call(receipt, { receipt_uuid: uuid });
    await provider.client.call(confirmReceipt, { receipt_uuid: uuid, version });
    await owner.goto(`${set.stage.origin}/ds/warehousing?search=${mug.sku}`);
    await holds(owner, "four pieces on their way", async () => (await figure(owner, mug.sku, stock.column.incoming)) === "4");

    await open("/p/receive", navigation.receive);
    await scans(number, "done", number);
    await scans(`${number}/1`, "done", "has arrived");
    await scans("NO-SUCH-CODE", "refused", "Nothing here has this code");
    await scans(mug.barcode, "done", "1 of 4");
    // Two more at once, by number.
    await hand.keyboard.press("F2");
    await says("ask", receiving.ask.quantity);
    await scans("2", "ask", "2 pieces");
    await scans(mug.barcode, "done", "3 of 4");
    // The last one is damaged.
    await hand.keyboard.press("F7");
    await says("ask", receiving.ask.reason);
    await scans("1", "ask", receiving.reason.damaged);
    await scans(mug.barcode, "done", "1 unqualified");
    await seesText(hand, receiving.step.finished);

    await open("/p/put-away", navigation.putAway);
    await scans(mug.barcode, "ask", "D9-01-01");
    await scans("D9-01-02", "ask", "D9-01-01 is suggested");
    await scans("D9-01-01", "done", "3 × DOCK-MUG put in D9-01-01");

    await holds(owner, "three pieces to sell", async () => (await figure(owner, mug.sku, stock.column.available)) === "3");
    const { result } = await retailer.client.call(listStock, { search: mug.sku });
    expect(result).toMatchObject([{ sku: mug.sku, on_hand: 4, available: 3, receiving: 0, quarantined: 1, incoming: 0 }]);
  });

  test("undoes each step with one key", async () => {
    const { uuid, number } = await announced("PO-UNDO", [
      { sku: mug.sku, expected: 2 },
      { sku: tea.sku, expected: 1 },
    ]);
    const sums = async () => {
      const { number: counted, unqualified_quantity: bad, put_away } = await provider.client.call(receipt, { receipt_uuid: uuid });
      return { counted, bad, put_away };
    };
    await open("/p/receive", navigation.receive);
    // The earlier receipt is open again: its label is scanned, and then one of its boxes.
    await scans(number, "done", number);
    await scans(`${number}/1`, "done", "has arrived");
    await scans(mug.barcode, "done", "1 of 2");
    await undo();
    await says("undone", "1 of 2");
    expect(await sums()).toEqual({ counted: 0, bad: 0, put_away: 0 });
    // A question is dismissed, and nothing is counted.
    await scans(tea.barcode, "ask", "lot");
    await scans(mug.barcode, "refused", receiving.noLot);
    await undo();
    await hand.waitForFunction((step: string) => document.querySelector(".hand-held-step")?.textContent === step, {}, receiving.step.item);
    await atRest(hand);
    await scans(tea.barcode, "ask", "lot");
    await scans("L-7", "done", "DOCK-TEA");
    await undo();
    await says("undone", "DOCK-TEA");
    await hand.keyboard.press("F7");
    await says("ask", receiving.ask.reason);
    await scans("wet", "ask", "wet");
    await scans(mug.barcode, "done", "1 unqualified");
    await undo();
    await says("undone", "1 unqualified");
    expect(await sums()).toEqual({ counted: 0, bad: 0, put_away: 0 });

    await scans(mug.barcode, "done", "1 of 2");
    await open("/p/put-away", navigation.putAway);
    await hand.waitForSelector("#put-away-walk");
    await atRest(hand);
    await hand.keyboard.press("F3");
    await says("ask", "D9-01-01");
    await scans("D9-01-01", "done", "1 × DOCK-MUG put in D9-01-01");
    expect(await sums()).toEqual({ counted: 1, bad: 0, put_away: 1 });
    await undo();
    await says("undone", "D9-01-01");
    expect(await sums()).toEqual({ counted: 1, bad: 0, put_away: 0 });
    // It is in hand again and laid down.
    await undo();
    await hand.waitForSelector("#put-away-walk");
  });

  test("keeps offline scans, shows them as waiting, and posts them once", async () => {
    const { uuid, number } = await announced("PO-OFFLINE", [{ sku: mug.sku, expected: 5 }]);
    await open("/p/receive", navigation.receive);
    // The earlier receipt is open again: its label is scanned, and then one of its boxes.
    await scans(number, "done", number);
    await scans(`${number}/1`, "done", "has arrived");
    await hand.setOfflineMode(true);
    await scans(mug.barcode, "waiting", receiving.waits);
    await seesText(hand, english.scanning.queue.waiting_one.replace("{{count, number}}", "1"));
    const camera = await hand.$(".hand-held input[type=file]");
    if (camera === null) throw new Error("the receiving screen takes no photo");
    const photo = join(folder, "damage.png");
    // Larger than a photo may be, like a camera's pictures.
    writeFileSync(photo, Buffer.concat([makePng(2400, 1200), Buffer.alloc(6 * 1024 * 1024)]));
    await camera.uploadFile(photo);
    await heardToast(toasts, receiving.photo.waits);
    await seesText(hand, english.scanning.queue.waiting_other.replace("{{count, number}}", "2"));
    expect((await provider.client.call(receipt, { receipt_uuid: uuid })).inspections).toHaveLength(0);
    await hand.setOfflineMode(false);
    await says("done", "1 of 5");
    await heardToast(toasts, receiving.photo.kept);
    await scans(mug.barcode, "done", "2 of 5");
    const { inspections, photos, number: counted } = await provider.client.call(receipt, { receipt_uuid: uuid });
    expect([inspections.length, photos.length, counted]).toEqual([2, 1, 2]);
  });

  test("counts unexpected goods and an empty location, online and offline", async () => {
    const [full, empty] = ["D9-07-01", "D9-07-02"];
    for (const barcode of [full, empty]) await makeLocation(barcode);
    const range = { warehouse_uuid: warehouseUuid, from_location: full, to_location: empty };
    const { stocktake_uuid, version } = await provider.client.call(createStocktake, range);
    await provider.client.call(startStocktake, { stocktake_uuid, version });
    await hand.goto(`${set.stage.origin}/p/stock?tab=stocktakes&stocktake=${stocktake_uuid}&count=1`);
    await atHeading(hand, counting.title);
    await hand.waitForFunction(() => document.activeElement?.classList.contains("scan-box-input") === true);
    await scans(full, "done", full);
    await scans(mug.sku, "done", "1 counted");
    await hand.keyboard.press("F3");
    await says("done", `${full} is finished`);
    await undo();
    await says("undone", `${full} is finished`);
    // Offline, a new code may be a location or a product: otherwise further scans would be counted at the wrong location.
    await hand.setOfflineMode(true);
    await scans(empty, "ask", counting.askWhat);
    await scans(mug.sku, "refused", empty);
    await scans("2", "done", `${empty} is open`);
    await hand.keyboard.press("F3");
    await says("waiting", counting.waits);
    await hand.setOfflineMode(false);
    await says("done", `${empty} is confirmed as empty`);
    const { result } = await provider.client.call(listStocktakeLines, { stocktake_uuid });
    expect(result).toMatchObject([{ barcode: full, sku: mug.sku, expected: 0, counted: 1 }]);
    const stands = await provider.client.call(getStocktake, { stocktake_uuid });
    expect(stands).toMatchObject({ finished_location_count: 1, empty_location_count: 1 });
    await hand.keyboard.press("F10");
    await seesText(hand, english.scanning.queue.none);
  });
});
