import type { Page } from "puppeteer";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { createProduct, getProduct, listVariants, setImages } from "#src/warehouse/goods/goods.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { addStorage, confirmReceipt, receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { arriveReceipt, inspect } from "#src/warehouse/receipts/receiving.contract.ts";
import { countStock, createStocktake, recountStocktake, getStocktake, startStocktake } from "#src/warehouse/stock/stocktake.contract.ts";
import { createLocation } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { makePng } from "#tests/factories/images.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, atRest, fill, holds, press, pressText, seesText, signInElsewhere, pressAt } from "./web-acts.ts";
import type { HandHeld } from "./web-scanning.ts";
import { useHandHeld } from "./web-scanning.ts";
import { useWebStage } from "./web-stage.ts";

const { receiving, navigation, stock, scanning } = english;
const { counting, stocktake } = stock;
const set = useWebStage();
/** two variants of one product, with one barcode */
const [large, small] = ["HAND-TRAY-L", "HAND-TRAY-S"];
const shared = "6900000000021";
const mug = "HAND-MUG";
const shelves = ["H1-01-01", "H1-01-02", "H1-01-03", "H1-01-04", "H1-01-05", "H1-01-06"];

let provider: Elsewhere;
let retailer: Elsewhere;
let hand: HandHeld;
let warehouseUuid: string;

/** Creates a receipt of trays that has arrived. */
async function arrived(lines: { sku: string; expected: number }[]): Promise<{ uuid: string; number: string }> {
  const made = await retailer.client.call(addStorage, { warehouse_uuid: warehouseUuid, reference: "", lines, submit: true });
  const { receipt_uuid, receipt_number, version } = made;
  await provider.client.call(confirmReceipt, { receipt_uuid, version });
  await provider.client.call(arriveReceipt, { receipt_uuid });
  return { uuid: receipt_uuid, number: receipt_number };
}

async function layOut(): Promise<void> {
  ({ warehouse_uuid: warehouseUuid } = await provider.client.call(createWarehouse, { name: "Hand one", code: "H1" }));
  for (const [at, barcode] of shelves.entries()) {
    const none = { shelf_uuid: null, x_mm: 0, y_mm: 0, level: 0, capacity_ml: null, capacity_grams: null };
    const where = { warehouse_uuid: warehouseUuid, barcode, type: "pick" as const, pick_sequence: at, put_sequence: at };
    await provider.client.call(createLocation, { ...none, ...where });
  }
  const variants = [
    { sku: large, title: "Large", barcodes: [shared] },
    { sku: small, title: "Small", barcodes: [shared] },
  ];
  const { product_uuid, version } = await retailer.client.call(createProduct, { title: "Oak tray", variants });
  const files = [{ field: "images", file: new Blob([new Uint8Array(makePng(64, 64))], { type: "image/png" }), name: "tray.png" }];
  const { result } = await retailer.client.call(uploadImages, {}, { files });
  await retailer.client.call(setImages, { product_uuid, version, images: result.map(({ filename }) => filename) });
  await retailer.client.call(createProduct, { title: "Blue mug", variants: [{ sku: mug }] });
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
beforeEach(async () => {
  await hand.page.setOfflineMode(false);
});

const receive = () => hand.open(`${set.stage.origin}/p/receive`, navigation.receive);
const putAway = () => hand.open(`${set.stage.origin}/p/put-away`, navigation.putAway);
const step = (words: string) =>
  holds(hand.page, `the step "${words}"`, () => hand.page.$eval(".hand-held-step", (one, wanted) => one.textContent === wanted, words));
const key = async (name: string, state: Parameters<HandHeld["says"]>[0], words: string) => {
  await hand.page.keyboard.press(name as "F2");
  await hand.says(state, words);
};
/** Returns the rows of goods: their texts, and whether each picture has loaded. */
const listRows = (page: Page, within: string) =>
  page.$$eval(within, (all) => all.map((one) => ({ text: one.textContent ?? "", hasPicture: one.querySelector("img") !== null })));
/** Waits until a selector's element shows the large variant with a picture. */
const seesFace = (within: string) =>
  holds(hand.page, `the large tray's name and picture in ${within}`, async () =>
    (await listRows(hand.page, within)).some(({ text, hasPicture }) => text.includes("Oak tray, Large") && hasPicture),
  );
const target = () => hand.page.$eval(".hand-held-now", (one) => one.textContent ?? "");

describe("a barcode of another SKU", () => {
  test("is assigned to a second SKU only after a warning that names the first", async () => {
    const desk = await set.stage.page(await set.stage.visitor());
    await set.stage.signIn(desk, "ds", "retailer01");
    const { product_uuid } = await retailer.client.call(createProduct, { title: "Pine tray", variants: [{ sku: "HAND-PINE" }] });
    await desk.goto(`${set.stage.origin}/ds/product?product=${product_uuid}&tab=variants`);
    const { barcodes } = english.goods;
    await press(desk, "button", barcodes.addTo.replace("{{sku}}", "HAND-PINE"));
    await fill(desk, barcodes.barcode, shared);
    await desk.keyboard.press("Enter");
    await seesText(desk, barcodes.shared.replace("{{barcode}}", shared));
    await seesText(desk, `${large} · Oak tray · Large`);
    const owned = async () => (await retailer.client.call(getProduct, { product_uuid })).variants[0]?.barcodes ?? [];
    expect(await owned()).toEqual([]);
    await press(desk, "button", barcodes.addShared);
    await holds(desk, "the barcode at both", async () => (await owned()).length === 1);
  });

  test("is assigned to a new product only after the same warning", async () => {
    const desk = await set.stage.page(await set.stage.visitor());
    await set.stage.signIn(desk, "ds", "retailer01");
    await desk.goto(`${set.stage.origin}/ds/product`);
    const { action, create, field, barcodes } = english.goods;
    await press(desk, "button", action.create);
    await fill(desk, field.title, "Birch tray");
    await fill(desk, field.sku, "HAND-BIRCH");
    await fill(desk, field.barcodes, `BIRCH-1, ${shared}`);
    await pressAt(desk, ".dialog button[type=submit]");
    await seesText(desk, barcodes.shared.replace("{{barcode}}", shared));
    await seesText(desk, `${large} · Oak tray · Large`);
    const made = async () => (await retailer.client.call(listVariants, { search: "HAND-BIRCH" })).result;
    expect(await made()).toEqual([]);
    await press(desk, "button", create.anyway);
    await holds(desk, "the new product", async () => (await made()).length === 1);
    expect((await made())[0]?.barcodes.map(({ barcode }) => barcode).toSorted()).toEqual(["BIRCH-1", shared].toSorted());
  });
});

describe("on a hand-held", () => {
  test("variants of one product are shown by name and picture, and a barcode they share asks which one is meant", async () => {
    const { number } = await arrived([
      { sku: large, expected: 2 },
      { sku: small, expected: 2 },
    ]);
    await receive();
    await hand.scans(number, "done", number);
    await hand.scans(shared, "ask", receiving.several);
    await holds(hand.page, "both variants with their pictures", async () => {
      const rows = await listRows(hand.page, ".scan-choice");
      const said = rows.map(({ text }) => text).join(" ");
      return (
        rows.length === 2 &&
        rows.every(({ hasPicture }) => hasPicture) &&
        said.includes("Oak tray, Large") &&
        said.includes("Oak tray, Small")
      );
    });
    await hand.scans("2", "done", `${small}: 1 counted`);
    await hand.scans(large, "done", `${large}: 1 counted`);
    const lines = await listRows(hand.page, ".receiving-line");
    expect(lines.every(({ text, hasPicture }) => /Oak tray, (Large|Small)/.test(text) && hasPicture)).toBe(true);
    await putAway();
    await hand.page.waitForSelector("#put-away-walk");
    await holds(hand.page, "both variants in the walk, each with a place of its own", async () => {
      const walk = (await listRows(hand.page, ".receiving-line")).filter(({ text }) => text.includes("Oak tray"));
      const where = walk.map(({ text }) => shelves.find((barcode) => text.includes(barcode)));
      return walk.length === 2 && walk.every(({ hasPicture }) => hasPicture) && new Set(where).size === 2;
    });
    await hand.scans(shared, "ask", receiving.put.several);
    const choices = await listRows(hand.page, ".scan-choice");
    expect(choices.map(({ text }) => /Oak tray, (?:Large|Small)/.exec(text)?.[0]).toSorted()).toEqual([
      "Oak tray, Large",
      "Oak tray, Small",
    ]);
  });

  test("a quantity that is too large is refused with the expected one, and does not apply to the next scan", async () => {
    const { uuid, number } = await arrived([
      { sku: mug, expected: 12 },
      { sku: large, expected: 60 },
    ]);
    await receive();
    await hand.scans(number, "done", number);
    await key("F2", "ask", receiving.ask.quantity);
    // No product of the receipt can take so many.
    const [refused = ""] = receiving.tooManyPieces_other.split("{{count, number}}");
    await hand.scans("500", "refused", refused);
    await hand.scans("50", "ask", "50 pieces");
    await hand.scans(mug, "refused", `${mug}: 12 expected, you entered 50`);
    await step(receiving.step.item);
    // Undo is visible without scrolling.
    const undo = await hand.page.evaluate((words: string) => {
      const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(words));
      const { top = -1, bottom = -1 } = button?.getBoundingClientRect() ?? {};
      return top >= 0 && bottom <= innerHeight;
    }, scanning.undo);
    expect(undo).toBe(true);
    await hand.scans(mug.toLowerCase(), "done", `${mug}: 1 counted`);
    expect((await provider.client.call(receipt, { receipt_uuid: uuid })).number).toBe(1);
  });

  test("a reload keeps the open receipt, and a key leads to putaway once everything is counted", async () => {
    const { number } = await arrived([{ sku: mug, expected: 2 }]);
    await receive();
    await hand.scans(number, "done", number);
    await hand.scans(`${number}/1`, "done", number);
    await hand.scans(mug, "done", "1 of 2");
    await hand.reload(navigation.receive);
    await seesText(hand.page, number);
    await seesText(hand.page, receiving.boxInHand.replace("{{box, number}}", "1"));
    await hand.scans(mug, "done", "2 of 2");
    await step(receiving.step.finished);
    await press(hand.page, "button", receiving.key.putAway);
    await atHeading(hand.page, navigation.putAway);
    expect(new URL(hand.page.url()).pathname).toBe("/p/put-away");
  });

  test("unsent scans count towards the progress and are marked", async () => {
    const { uuid, number } = await arrived([{ sku: mug, expected: 3 }]);
    await receive();
    await hand.scans(number, "done", number);
    await hand.scans(mug, "done", "1 of 3");
    await hand.page.setOfflineMode(true);
    // In different letter case each time: the same code in quick succession would be one scan.
    await hand.scans(mug.toLowerCase(), "waiting", receiving.waits);
    await seesText(hand.page, receiving.pending_one.replace("{{count, number}}", "1"));
    await hand.scans(mug, "waiting", receiving.waits);
    await seesText(hand.page, receiving.of.replace("{{number, number}}", "3").replace("{{expected, number}}", "3"));
    await seesText(hand.page, receiving.pending_other.replace("{{count, number}}", "2"));
    await seesText(hand.page, receiving.hint.unsent);
    await hand.page.setOfflineMode(false);
    await holds(
      hand.page,
      "nothing that is not sent",
      async () => !(await hand.page.$eval("body", (body) => body.innerText)).includes("not sent yet"),
    );
    const sent = async () => (await provider.client.call(receipt, { receipt_uuid: uuid })).number;
    await holds(hand.page, "three pieces at the server", async () => (await sent()) === 3);
    expect(await sent()).toBe(3);
  });

  test("putaway names the scanned location, and switches to another product when that is scanned", async () => {
    // The same goods also wait from another receipt, so the code is ambiguous.
    const earlier = await arrived([
      { sku: mug, expected: 1 },
      { sku: large, expected: 1 },
    ]);
    for (const code of [mug, large]) await provider.client.call(inspect, { receipt_uuid: earlier.uuid, code });
    const { number } = await arrived([
      { sku: mug, expected: 6 },
      { sku: large, expected: 1 },
    ]);
    await receive();
    await hand.scans(number, "done", number);
    await key("F2", "ask", receiving.ask.quantity);
    await hand.scans("6", "ask", "6 pieces");
    await hand.scans(mug, "done", "6 of 6");
    await hand.scans(large, "done", "1 of 1");
    await putAway();
    await hand.page.waitForSelector("#put-away-walk");
    await hand.scans(number, "ask", "");
    for (const sku of [large, mug]) {
      await hand.scan(sku);
      await hand.says("ask", receiving.put.several);
      await hand.page.$$eval(
        ".scan-choice",
        (all, wanted) => (all.find(({ textContent }) => textContent?.includes(wanted)) as HTMLButtonElement).click(),
        number,
      );
      await hand.says("ask", `× ${sku}`);
      if (sku === large) await seesFace(".put-away-goods");
    }
    const other = "H1-01-06";
    await hand.scans(other, "ask", other);
    expect(await target()).toContain(other);
    const yes = receiving.put.yes.replace("{{location}}", other);
    await seesText(hand.page, yes);
    await hand.undo();
    await key("F2", "ask", receiving.ask.quantity);
    await hand.scans("1", "ask", "1 ×");
    await hand.scans(other, "ask", other);
    await press(hand.page, "button", yes);
    await hand.says("done", `1 × ${mug}`);
    // The location is no longer empty, and comes first.
    expect(await target()).toContain(other);
    expect(await target()).toContain(receiving.why.same_item_and_lot);
    expect(await target()).not.toContain(receiving.why.empty);
  });

  test("counting asks before opening an unplanned location, and a blind recount hides the first count", async () => {
    const range = { warehouse_uuid: warehouseUuid, from_location: "H1-01-01", to_location: "H1-01-02" };
    const planned = await provider.client.call(createStocktake, range);
    const { stocktake_uuid, version } = await provider.client.call(startStocktake, {
      stocktake_uuid: planned.stocktake_uuid,
      version: planned.version,
    });
    const count = () => hand.open(`${set.stage.origin}/p/stock?tab=stocktakes&stocktake=${stocktake_uuid}&count=1`, counting.title);
    await count();
    const outside = "H1-01-05";
    await hand.scans(outside, "ask", `${outside} is not part of this stocktake`);
    await hand.scans(mug, "refused", `count ${outside}`);
    await hand.scans("H1-01-02", "done", "H1-01-02 is open");
    expect(await hand.page.$eval(".hand-held-code", (code) => code.textContent)).toBe("H1-01-02");
    await hand.scans(outside, "ask", outside);
    await key("F3", "done", `${outside} is open`);
    await hand.scans(large, "done", `${large}: 1 counted`);
    await seesFace(".short-table td");
    await hand.page.setOfflineMode(true);
    await hand.scans(large, "waiting", counting.waits);
    await seesText(hand.page, counting.unsent_one.replace("{{count, number}}", "1"));
    await hand.page.setOfflineMode(false);
    await holds(hand.page, "both pieces at the server", () =>
      hand.page.$eval(
        ".short-table",
        (table, wanted) => {
          const row = [...table.querySelectorAll("tr")].find(({ textContent }) => textContent?.includes(wanted));
          return row?.lastElementChild?.textContent === "2";
        },
        large,
      ),
    );
    await hand.scans(mug, "done", "1 counted");
    await key("F2", "ask", mug);
    await hand.scans("77", "done", "77 counted");
    await hand.page.waitForFunction(() => document.querySelector(".short-table")?.textContent?.includes("77"));

    const due = await provider.client.call(getStocktake, { stocktake_uuid });
    expect(due).toMatchObject({ version, recount_count: 2 });
    await provider.client.call(recountStocktake, { stocktake_uuid, version });
    await count();
    await hand.scans(outside, "done", `${outside} is open`);
    await seesText(hand.page, mug);
    await atRest(hand.page);
    expect(await hand.page.$eval("main", (main) => main.innerText)).not.toContain("77");
    await hand.scans(mug, "done", "1 counted");
    expect(await hand.page.$eval("main", (main) => main.innerText)).not.toContain("77");
  });

  test("a stocktake cannot be approved while a recount is due, and its approval posts what it announces", async () => {
    const desk = await set.stage.page(await set.stage.visitor());
    await set.stage.signIn(desk, "p", "provider01");
    const range = { warehouse_uuid: warehouseUuid, from_location: "H1-01-03", to_location: "H1-01-04" };
    const planned = await provider.client.call(createStocktake, range);
    const { stocktake_uuid, version } = planned;
    await provider.client.call(startStocktake, { stocktake_uuid, version });
    const found = { stocktake_uuid, location: "H1-01-03", code: mug, how: "set" as const, quantity: 4 };
    await provider.client.call(countStock, found);
    await desk.goto(`${set.stage.origin}/p/stock?tab=stocktakes&stocktake=${stocktake_uuid}`);
    await atHeading(desk, planned.stocktake_number);
    const offered = () => desk.$$eval(".panel .row button", (all) => all.map(({ textContent }) => textContent));
    const { action } = stocktake;
    expect(await offered()).toEqual([action.count, action.recount, action.cancel]);
    await press(desk, "button", action.recount);
    await seesText(desk, stocktake.page.due_one.replace("{{count, number}}", "1"));
    expect(await offered()).toEqual([action.count, action.cancel]);
    await provider.client.call(countStock, found);
    await desk.reload();
    await holds(desk, "the approval", async () => (await offered()).includes(action.approve));
    await press(desk, "button", action.approve);
    await seesText(desk, stocktake.confirm.approve_one.replace("{{count, number}}", "1"));
    await pressText(desk, action.approve, ".dialog");
    await seesText(desk, stocktake.status.approved);
  });
});
