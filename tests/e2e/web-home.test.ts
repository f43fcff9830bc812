import type { BrowserContext, Page } from "puppeteer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getCustomers } from "#src/billing/customers/customers.contract.ts";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { queryBaggedElements } from "#src/outbound/bagging/bagging.contract.ts";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { listReturns } from "#src/outbound/returns/returns.contract.ts";
import { listWaves } from "#src/outbound/waves/waves.contract.ts";
import { listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { listLocations } from "#src/warehouse/warehouses/locations.contract.ts";
import { holdAnswers, shiftFaults, shiftsOf, watchShifts } from "./layout-shift.ts";
import { atHeading, holds, named, press, seesText, signInElsewhere } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";
import { stands } from "./web-walker.ts";

const set = useWebStage();
let visitor: BrowserContext;
let page: Page;

const words = english.navigation.shell.palette;

beforeEach(async () => {
  visitor = await set.stage.visitor();
  page = await set.stage.page(visitor);
});
afterEach(async () => visitor.close());

const getSearch = () => new URL(page.url()).searchParams;

async function openPalette(): Promise<void> {
  await press(page, "button", words.open);
  await named(page, "combobox", words.input);
}

/** Lists the palette's entries with their kinds. */
async function shown(): Promise<string[]> {
  return page.$$eval(".palette-option", (all) => all.map((one) => one.textContent ?? ""));
}

/** Types a code and Enter as fast as a scanner. */
async function scan(code: string): Promise<void> {
  await openPalette();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

describe("the palette", () => {
  test("finds a supplier's SKUs, receipts, locations and retailers, and opens a scanned one", async () => {
    const { client } = await signInElsewhere(set.stage.origin, "p", "provider01");
    const { result: variants } = await client.call(listVariants, { page_size: 100 });
    const variant = variants.find(({ barcodes }) => barcodes.length > 0);
    const [receipt] = (await client.call(listReceipts, {})).result;
    const [location] = (await client.call(listLocations, { type: "pick" })).result;
    const [retailer] = (await client.call(getCustomers, {})).result;
    if (variant === undefined || receipt === undefined || location === undefined || retailer === undefined)
      throw new Error("the demo has no barcode, receipt, location or retailer");

    await set.stage.signIn(page, "p", "provider01");
    await scan(variant.barcodes[0]?.barcode ?? "");
    await holds(page, "the SKU's page", async () => getSearch().get("variant") === variant.variant_uuid);
    await atHeading(page, variant.product_title);

    await scan(receipt.receipt_number);
    await holds(page, "the receipt's page", async () => getSearch().get("receipt") === receipt.receipt_uuid);

    await scan(location.barcode.toLowerCase());
    await holds(page, "the location's row", async () => getSearch().get("barcode") === location.barcode);
    const rows = () => page.$$eval(".list-row[id]", (all) => all.map((row) => row.textContent ?? ""));
    await holds(page, "one row", async () => (await rows()).length === 1 && (await rows())[0]?.includes(location.barcode) === true);

    await openPalette();
    await page.keyboard.type(retailer.name.slice(0, 4));
    await expect.poll(shown).toContain(retailer.name + words.records.retailer);
  });

  test("finds a bag and a waybill by their numbers in any case, and opens them", async () => {
    const { client } = await signInElsewhere(set.stage.origin, "p", "provider01");
    const [bag] = (await client.call(queryBaggedElements, {})).result;
    const waybill = (await client.call(listWaybills, { page_size: 100 })).result.find(({ waybill_number }) => waybill_number !== "");
    if (bag === undefined || waybill === undefined) throw new Error("the demo has no bag or no waybill");
    await set.stage.signIn(page, "p", "provider01");

    await openPalette();
    await page.keyboard.type(waybill.waybill_number.toLowerCase());
    await expect.poll(async () => (await shown()).some((text) => text.includes(waybill.waybill_number))).toBe(true);
    await page.keyboard.press("Enter");
    await holds(page, "the waybill's row", async () => getSearch().get("number") === waybill.reference);
    await atHeading(page, english.navigation.printWaybill);
    await seesText(page, waybill.parcel_number);

    await scan(bag.bag_number.toLowerCase());
    await holds(page, "the bag's page", async () => getSearch().get("bag") === bag.bag_uuid);
    await atHeading(page, english.navigation.bagging);
    await seesText(page, bag.bag_number);
  });

  test("finds a wave, a return and an exception by their numbers, and opens them", async () => {
    const { client } = await signInElsewhere(set.stage.origin, "p", "provider01");
    const [wave] = (await client.call(listWaves, {})).result;
    const [back] = (await client.call(listReturns, {})).result;
    const [problem] = (await client.call(listExceptions, {})).result;
    if (wave === undefined || back === undefined || problem === undefined) throw new Error("the demo has no wave, return or exception");
    await set.stage.signIn(page, "p", "provider01");
    await scan(wave.wave_number);
    await expect.poll(() => getSearch().get("wave")).toBe(wave.wave_uuid);
    await seesText(page, wave.wave_number);
    await scan(back.return_number);
    await expect.poll(() => getSearch().get("return")).toBe(back.return_uuid);
    await seesText(page, back.return_number);
    await scan(problem.exception_number);
    await expect.poll(() => getSearch().get("exception")).toBe(problem.exception_uuid);
    await seesText(page, problem.exception_number);
  });

  test("opens a retailer's own SKU in the retailers' area", async () => {
    const { client } = await signInElsewhere(set.stage.origin, "ds", "retailer01");
    const [own] = (await client.call(listVariants, {})).result;
    if (own === undefined) throw new Error("the demo's retailer has no goods");
    await set.stage.signIn(page, "ds", "retailer01");
    await scan(own.sku);
    await expect.poll(() => getSearch().get("variant")).toBe(own.variant_uuid);
    expect(page.url()).toContain("/ds/product?");
  });

  test("names the kinds that could not be searched, and shows the others", async () => {
    await set.stage.signIn(page, "p", "provider01");
    await page.setRequestInterception(true);
    page.on("request", (request) =>
      new URL(request.url()).pathname.endsWith("/list-receipts")
        ? void request.respond({ status: 503, contentType: "application/json", body: "{}" })
        : void request.continue(),
    );
    await openPalette();
    await page.keyboard.type("rec");
    await holds(page, "the kind that failed", () =>
      page.$eval(
        ".palette-failed",
        (note, wanted) => note.textContent === wanted,
        words.failed.replace("{{kinds}}", words.records.receipt),
      ),
    );
    expect((await shown()).some((text) => text.startsWith(english.navigation.receive))).toBe(true);
    expect(await page.$$eval(".toast", (all) => all.length)).toBe(0);
  });
});

describe("home", () => {
  test("has no layout shifts while loading, on a wide screen and on a hand-held", async () => {
    await watchShifts(page);
    await holdAnswers(page);
    const login = await set.stage.page(visitor);
    await set.stage.signIn(login, "p", "provider01");
    await login.close();
    await page.bringToFront();
    for (const [width, isMobile] of [
      [1440, false],
      [390, true],
    ] as const) {
      await page.setViewport({ width, height: 844, isMobile, hasTouch: isMobile });
      await page.goto(`${set.stage.origin}/p/home`);
      await seesText(page, english.home.todo.title);
      await stands(page);
      expect([width, ...shiftFaults(await shiftsOf(page))]).toEqual([width]);
    }
  });

  test("fills a wide screen, with the links beside the work", async () => {
    await page.setViewport({ width: 1920, height: 1080 });
    await set.stage.signIn(page, "p", "provider01");
    await seesText(page, english.home.todo.title);
    const { main, home, work, links } = await page.evaluate(() => {
      const getBox = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON() as DOMRect;
      return { main: getBox("main"), home: getBox(".home"), work: getBox(".home-work"), links: getBox(".home-columns > nav") };
    });
    expect(home.width).toBeGreaterThan(main.width - 64);
    expect(links.left).toBeGreaterThan(work.right);
    expect(links.right).toBeCloseTo(home.right, 0);
    expect(links.top).toBeCloseTo(work.top, 0);
  });

  test("shows the first steps until they are done or hidden", async () => {
    await set.stage.signIn(page, "p", "provider01");
    await seesText(page, english.home.guide.title);
    const next = await page.$eval("[aria-current=step]", (step) => step.textContent ?? "");
    expect(next).toContain(english.home.guide.receive);
    expect(await page.$$eval(".home-tick-done", (all) => all.length)).toBe(5);
    await press(page, "button", english.home.guide.hide);
    await page.waitForSelector("#home-guide-title", { hidden: true });
    await page.reload();
    await seesText(page, english.home.todo.title);
    expect(await page.$("#home-guide-title")).toBeNull();
  });
});
