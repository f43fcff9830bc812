import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { read, utils } from "xlsx";
import { createChannel } from "#src/carriers/channels/channels.contract.ts";
import { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { getFileIndependently } from "#src/kit/files/files.contract.ts";
import { openBag, putIntoBag, sealBag } from "#src/outbound/bagging/bagging.contract.ts";
import { handOverManifest, makeManifest } from "#src/outbound/bagging/manifests.contract.ts";
import { changeChannel } from "#src/outbound/orders/order-batches.contract.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { weighParcel } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, finishReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { exportShipped, getBoxes } from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import { readPdf } from "#tests/server/printed-pdf.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { until } from "./until.ts";
import { atHeading, atRest, fill, fillDay, named, press, pressAt, seesText } from "./web-acts.ts";
import { FloorScene } from "./web-floor-scene.ts";
import { faultsInSight } from "./web-in-sight.ts";
import { useWebStage } from "./web-stage.ts";

const { packing, shippingNotices: words, orders: orderTexts } = english;
const set = useWebStage();
const folder = mkdtempSync(join(tmpdir(), "quayside-notices-"));
const mug = { sku: "NOTICE-MUG", barcode: "6900000000212", weight_grams: 300 };
const pen = { sku: "NOTICE-PEN", barcode: "6900000000229", weight_grams: 100 };

let scene: FloorScene;
let page: Page;
let order_uuid: string;
let channel_uuid: string;

beforeAll(async () => {
  scene = await FloorScene.create(set.stage, "N4", [mug, pen]);
  const { client } = scene.provider;
  await scene.addLocation("N4-TABLE", "packing");
  ({ channel_uuid } = await client.call(createChannel, { name: "N4 truck", carrier_account_uuid: null }));
  const wanted = [[[mug, 12] as const, [pen, 3] as const]];
  [order_uuid = ""] = await scene.pickInto("N4-TOTE", "bulk", wanted, "shipping_notice");
  assert.deepEqual((await client.call(changeChannel, { order_ids: [order_uuid], channel_id: channel_uuid })).failed, []);
  const { review_uuid, lines } = await client.call(beginReview, { order_uuid });
  for (const { line_number, quantity } of lines) await client.call(reviewPieces, { review_uuid, line_number, quantity });
  await client.call(finishReview, { review_uuid });
  const visitor = await set.stage.visitor();
  page = await set.stage.page(visitor);
  await set.stage.signIn(page, "p", "provider01");
  const cdp = await page.createCDPSession();
  const context = visitor.id === undefined ? {} : { browserContextId: visitor.id };
  await cdp.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, ...context });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const boxesOf = async () => (await scene.provider.client.call(getBoxes, { order_uuid })).boxes;

async function openBoxes(): Promise<void> {
  await page.goto(`${set.stage.origin}/p/p-shipping-notice?order=${order_uuid}&part=boxes`);
  await atHeading(page, (await scene.getOrder(order_uuid)).order_number);
}

/** Pastes text into a field as the clipboard has it. */
async function paste(field: ElementHandle, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Looks at the page on a desk and on a hand-held. */
async function expectSound(name: string): Promise<void> {
  const onDesk = await faultsInSight(page, "en_us", `notices-${name}-1440`);
  await page.setViewport({ width: 390, height: 844 });
  // The page renders anew what it measures itself.
  await atRest(page);
  const onHand = await faultsInSight(page, "en_us", `notices-${name}-390`);
  await page.setViewport({ width: 1440, height: 900 });
  expect([...onDesk, ...onHand]).toEqual([]);
}

const numberField = (mark: string) => named(page, "textbox", words.numbers.of.replace("{{box}}", mark));
const valueOf = async (mark: string) => (await numberField(mark)).evaluate((input) => (input as HTMLInputElement).value);

/** Presses a button and returns the words and the number of pages of the PDF that is saved then. */
async function savedPdf(button: string): Promise<{ text: string; pages: number }> {
  const before = new Set(readdirSync(folder));
  await press(page, "button", button);
  const name = await until(
    async () => readdirSync(folder).find((one) => one.endsWith(".pdf") && !before.has(one)) ?? null,
    `the PDF of ${button}`,
  );
  const { pages } = readPdf(readFileSync(join(folder, name)));
  return { text: pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join("|"), pages: pages.length };
}

/** Loads boxes into a truck, which leaves. */
async function handOver(parcel_ids: string[]): Promise<void> {
  const { client } = scene.provider;
  const { bag_uuid } = await client.call(openBag, { warehouse_uuid: scene.warehouseUuid, channel_uuid });
  await client.call(putIntoBag, { bag_uuid, parcel_ids });
  await client.call(sealBag, { bag_uuid, weight_grams: 3000 });
  const { manifest_uuid } = await client.call(makeManifest, { bag_uuids: [bag_uuid] });
  await client.call(handOverManifest, { manifest_uuid, carrier_person: "Sam Driver", signed_name: "Sam Driver" });
}

test("a notice is packed into boxes in the table, and its packing list and box labels are saved", async () => {
  await openBoxes();
  await fill(page, packing.builder.each, "4");
  await press(page, "button", "Add 3 boxes");
  const pens = await named(page, "textbox", `${pen.sku} in box 3/3`);
  await pens.focus();
  await page.keyboard.press("=");
  await expectSound("builder");
  await pens.focus();
  await page.keyboard.down("Control");
  await page.keyboard.press("Enter");
  await page.keyboard.up("Control");
  await seesText(page, "is packed: 3 boxes");
  expect((await boxesOf()).map(({ box_mark, piece_count }) => [box_mark, piece_count])).toEqual([
    ["1/3", 4],
    ["2/3", 4],
    ["3/3", 7],
  ]);
  await expectSound("boxes");
  const { order_number } = await scene.getOrder(order_uuid);
  const list = await savedPdf(words.packingList);
  for (const text of [order_number, "3/3", mug.sku, pen.sku]) expect(list.text).toContain(text);
  const labels = await savedPdf(words.boxLabels);
  expect(labels.pages).toBe(3);
  expect(labels.text).toContain("Box 2 of 3");
});

test("each box gets one waybill number: pasted, read from a file, typed and undone, with what is wrong at its box", async () => {
  for (const { parcel_uuid, expected_grams } of await boxesOf())
    await scene.provider.client.call(weighParcel, { parcel_uuid, measured_grams: expected_grams ?? 1 });
  await openBoxes();
  await press(page, "button", words.numbers.title);
  await paste(await numberField("1/3"), "N4-0001\r\nN4-0001\r\n1.23457E+15\r\n");
  await seesText(page, words.numbers.fault.twice);
  await seesText(page, words.numbers.fault.rounded);
  await seesText(page, "Correct 3 numbers first");
  await expectSound("numbers");
  await (await numberField("1/3")).focus();
  await page.keyboard.down("Control");
  await page.keyboard.press("z");
  await page.keyboard.up("Control");
  await until(async () => ((await valueOf("3/3")) === "" ? true : null), "the fields as they were before");

  // A file goes by the names of the boxes; what fits no box is listed.
  const path = join(folder, "numbers.csv");
  writeFileSync(path, "Box,Waybill\n2/3,N4-0002\n1/3,N4-0001\n9/3,N4-0009\n");
  const chooser = await page.waitForSelector("main input[type=file]");
  await (chooser as ElementHandle<HTMLInputElement>).uploadFile(path);
  await seesText(page, "Row 4: there is no box 9/3");
  expect([await valueOf("1/3"), await valueOf("2/3"), await valueOf("3/3")]).toEqual(["N4-0001", "N4-0002", ""]);

  // The demo has numbered its own waybills: the server knows that this one is taken.
  await (await numberField("2/3")).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("HD700000108");
  await press(page, "button", "Save 3 numbers");
  await seesText(page, "2 waybill numbers are saved");
  await seesText(page, "Another waybill has this number");
  const left = await numberField("3/3");
  await left.focus();
  await left.evaluate((input) => (input as HTMLInputElement).select());
  await page.keyboard.type("N4-0003");
  await page.keyboard.down("Control");
  await page.keyboard.press("Enter");
  await page.keyboard.up("Control");
  await seesText(page, "1 waybill number is saved");
  expect((await boxesOf()).map(({ box_mark, waybill_number, state }) => [box_mark, waybill_number, state])).toEqual([
    ["1/3", "N4-0001", "ready"],
    ["2/3", "N4-0002", "ready"],
    ["3/3", "N4-0003", "ready"],
  ]);
});

test("boxes leave in parts: the load plan and the order say how many, and the whole shipment is received", async () => {
  const boxes = await boxesOf();
  const uuids = boxes.map(({ parcel_uuid }) => parcel_uuid);
  await handOver(uuids.slice(0, 2));
  const { order_number } = await scene.getOrder(order_uuid);
  await page.goto(`${set.stage.origin}/p/p-shipping-notice?tab=loadPlan`);
  await seesText(page, order_number);
  await seesText(page, "N4 truck");
  await expectSound("plan");
  const plan = await savedPdf(words.printPlan);
  expect(plan.text).toContain(order_number);
  await openBoxes();
  await seesText(page, "2 of 3 boxes handed over");
  expect((await scene.getOrder(order_uuid)).status).not.toBe("shipped");
  // Its retailer finds it in a tab of its own, among no other orders.
  const shop = await set.stage.page(await set.stage.visitor());
  await set.stage.signIn(shop, "ds", "retailer01");
  await shop.goto(`${set.stage.origin}/ds/order?tab=shippingNotices`);
  await seesText(shop, order_number);
  expect(await shop.$eval("[role=tab][aria-selected=true]", ({ textContent }) => textContent)).toContain(orderTexts.tab.shippingNotices);
  const numbers = await shop.$$eval(".list-row[id]", (rows) => rows.map(({ textContent }) => textContent ?? ""));
  const notices = (await scene.provider.client.call(listOrders, { kind: "shipping_notice", page_size: 200 })).result;
  for (const text of numbers)
    expect(
      notices.some((notice) => text.includes(notice.order_number)),
      text,
    ).toBe(true);
  await handOver(uuids.slice(2));
  expect((await scene.getOrder(order_uuid)).status).toBe("shipped");
  await openBoxes();
  await press(page, "button", orderTexts.step.receive);
  await pressAt(page, "[role=dialog] button[type=submit]");
  await until(async () => ((await scene.getOrder(order_uuid)).status === "delivered" ? true : null), "a shipment that was received");
});

/** Waits for the newest file of the downloads and returns its bytes. */
async function readDownload(ending: string): Promise<Buffer> {
  const { client } = scene.provider;
  const { filename } = await until(async () => {
    const { result } = await client.call(listDownloads, { status: "ready" });
    return result.find((one) => one.name.endsWith(ending)) ?? null;
  }, `a download that ends with ${ending}`);
  const { blob } = await client.file(getFileIndependently, { roleType: "provider", filename });
  return Buffer.from(await blob.arrayBuffer());
}

test("what shipped is exported: a workbook with figures as numbers, and a PDF with Chinese text", async () => {
  const { client } = scene.provider;
  const { order_number } = await scene.getOrder(order_uuid);
  await page.goto(`${set.stage.origin}/p/p-list-of-shipping-orders`);
  await press(page, "button", words.export.title);
  const now = new Date();
  await fillDay(page, words.export.from, `${now.getUTCFullYear() + 1}-03-02`);
  await pressAt(page, "[role=dialog] button[type=submit]");
  await seesText(page, "The end date is before the start date");
  await fillDay(page, words.export.from, `${now.getUTCFullYear() - 1}-03-02`);
  await pressAt(page, "[role=dialog] button[type=submit]");
  await seesText(page, words.export.started);
  const book = read(await readDownload(".xlsx"), { type: "buffer" });
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ""] ?? {});
  expect(rows.find((row) => row["Order"] === order_number)).toMatchObject({
    Boxes: 3,
    "Boxes of the order": 3,
    Pieces: 15,
    kg: 3.9,
    Channel: "N4 truck",
    "Waybill numbers": "N4-0001, N4-0002, N4-0003",
  });
  const day = new Date().toISOString().slice(0, 10);
  const period = { shipped_from: day, shipped_to: day, warehouse_uuid: scene.warehouseUuid };
  await client.call(exportShipped, { ...period, format: "pdf", language: "zh_cn" });
  const { pages } = readPdf(await readDownload(".pdf"));
  const text = pages.flatMap(({ texts }) => texts.map((one) => one.text)).join("");
  for (const part of ["已发货订单", "面单号", order_number, "N4-0003"]) expect(text).toContain(part);
});
