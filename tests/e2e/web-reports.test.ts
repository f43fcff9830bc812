import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, HTTPRequest, Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { read, utils } from "xlsx";
import { codes } from "#src/kit/api/codes.ts";
import { createProduct, listOwners } from "#src/warehouse/goods/goods.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { addStorage, confirmReceipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { arriveReceipt } from "#src/warehouse/receipts/receiving.contract.ts";
import { reportLocations, reportMovements, reportReceipts, reportStockByAge } from "#src/billing/reports/reports.contract.ts";
import { getPresetDays } from "#src/billing/reports/reports.rules.ts";
import { adjustStock, listBalances } from "#src/warehouse/stock/stock.contract.ts";
import { ageBuckets } from "#src/warehouse/stock/stock.rules.ts";
import { queryStorage } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { axeFindings, sidewaysPx } from "./page-checks.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, choose, chooseOf, holds, press, pressAt, seesText, signInElsewhere, unmoved } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { reports, navigation } = english;
const folder = mkdtempSync(join(tmpdir(), "quayside-reports-"));
const set = useWebStage();

let provider: Elsewhere;
let page: Page;
let visitor: BrowserContext;
let retailer: { uuid: string; name: string };
let receipt: { uuid: string; number: string };

/** Creates goods whose SKU would run as a formula, and a receipt of them that has arrived. */
async function layOut(): Promise<void> {
  const { client } = provider;
  const { result: owners } = await client.call(listOwners, {});
  const owner = owners.find(({ is_own }) => !is_own);
  const [warehouse] = (await client.call(queryStorage, {})).result;
  const [balance] = (await client.call(listBalances, {})).result;
  if (owner === undefined || warehouse === undefined || balance === undefined) throw new Error("the demo has no goods");
  retailer = { uuid: owner.owner_uuid, name: owner.owner_name };
  const sku = "=1+1";
  const { variants } = await client.call(createProduct, {
    title: "Formula",
    owner_uuid: owner.owner_uuid,
    variants: [{ sku, declared_value_cents: 250, currency: "EUR" }],
  });
  const variant_uuid = variants[0]?.variant_uuid ?? "";
  await client.call(adjustStock, { variant_uuid, delta: 1234, location: balance.location_uuid, reason: "found" });
  await client.call(adjustStock, { variant_uuid, delta: -34, location: balance.location_uuid, reason: "lost" });
  const lines = [{ sku, expected: 3 }];
  const made = await client.call(addStorage, {
    owner_uuid: owner.owner_uuid,
    warehouse_uuid: warehouse.warehouse_uuid,
    lines,
    submit: true,
  });
  await client.call(confirmReceipt, { receipt_uuid: made.receipt_uuid, version: made.version });
  await client.call(arriveReceipt, { receipt_uuid: made.receipt_uuid });
  receipt = { uuid: made.receipt_uuid, number: made.receipt_number };
}

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  await layOut();
  visitor = await stage.visitor();
  page = await stage.page(visitor);
  // The demo's warehouse counts days in UTC: with another clock, what is done now may not count as today.
  await page.emulateTimezone("UTC");
  await stage.signIn(page, "p", "provider01");
  const cdp = await page.createCDPSession();
  const context = visitor.id === undefined ? {} : { browserContextId: visitor.id };
  await cdp.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, ...context });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(query: string): Promise<void> {
  await page.goto(`${set.stage.origin}/p/reports${query}`);
  await atHeading(page, navigation.reports);
  await page.waitForSelector(".reports-table tbody tr");
}

/** Reads the report's table: titles, rows and totals. */
const table = () =>
  page.$eval(".reports-table", (all) =>
    [...all.querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
  );
/** Returns today's date on the page's clock. */
const today = () => page.evaluate(() => new Intl.DateTimeFormat("en-CA").format());
const plain = (value: number) => value.toLocaleString("en-US");

/** Saves the table and reads it with a third-party program. */
async function saved(format: "XLSX" | "CSV"): Promise<(string | number)[][]> {
  await chooseOf(page, reports.export.title, reports.export.as.replace("{{format}}", format));
  const ending = `.${format.toLowerCase()}`;
  const found = () => readdirSync(folder).find((name) => name.endsWith(ending));
  await holds(page, `the saved ${format}`, async () => found() !== undefined);
  const book = read(readFileSync(join(folder, found() ?? "")), { type: "buffer", raw: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ""];
  if (sheet === undefined) throw new Error("the file has no sheet");
  expect(Object.values(sheet).filter((cell: { f?: string }) => cell.f !== undefined)).toEqual([]);
  return utils.sheet_to_json<(string | number)[]>(sheet, { header: 1, defval: "" });
}

test("shows the figures of the call, and exports the same figures", async () => {
  await open("?by=sku");
  const { result, total } = await provider.client.call(reportStockByAge, { by: "sku" });
  const [titles = [], ...rows] = await table();
  expect(titles.slice(0, 4)).toEqual([reports.column.sku, reports.column.owner, reports.column.pieces, english.stock.ages.bucket["0-30"]]);
  const figures = ({ quantity, by_age }: { quantity: number; by_age: number[] }) => [quantity, ...by_age].map(plain);
  expect(rows.slice(0, -1).map((row) => [row[0], ...row.slice(2, 8)])).toEqual(result.map((row) => [row.name, ...figures(row)]));
  expect(rows.at(-1)?.slice(2, 8)).toEqual(figures(total));
  const value = titles.indexOf(reports.column.value.replace("{{currency}}", "EUR"));
  expect(rows.find(([sku]) => sku === "=1+1")?.[value]).toBe("3,000.00");

  // Numbers are plain in a workbook and grouped on the page, but equal.
  const numbers = (cells: readonly (string | number)[]) =>
    cells.map((cell) => {
      const bare = String(cell).replaceAll(",", "");
      return bare === "" || Number.isNaN(Number(bare)) ? bare : Number(bare);
    });
  const onPage = [titles, ...rows].map(numbers);
  const asWorkbook = await saved("XLSX");
  expect(asWorkbook[1]?.[2]).toBe(result[0]?.quantity);
  expect(asWorkbook.map(numbers)).toEqual(onPage);
  // What would run as a formula is escaped.
  const asText = await saved("CSV");
  expect(asText.map(([sku]) => sku)).toContain("'=1+1");
  expect(asText).toHaveLength(onPage.length);

  await pressAt(page, ".reports-table tbody a[href*='customer']");
  await atHeading(page, retailer.name);
});

test("keeps tab, dates and grouping in the address, and explains invalid dates", async () => {
  await open("?tab=movements");
  await choose(page, reports.by.label, "", reports.by.kind);
  await choose(page, reports.days.label, "", reports.days.thisMonth);
  await holds(page, "the choices in the address", async () => {
    const { searchParams } = new URL(page.url());
    return searchParams.get("days") === "thisMonth" && searchParams.get("by") === "kind";
  });
  await page.reload();
  await page.waitForSelector(".reports-table tbody tr");
  const answer = await provider.client.call(reportMovements, { ...getPresetDays("thisMonth", await today()), by: "kind" });
  const rows = (await table()).slice(1);
  const figures = (of: (typeof answer)["total"]) => [of.movement_count, of.pieces_in, of.pieces_out, of.pieces_moved].map(plain);
  expect(rows.slice(0, -1).map(([, ...cells]) => cells)).toEqual(answer.result.map(figures));
  expect(rows.at(-1)?.slice(1)).toEqual(figures(answer.total));
  expect(rows.map(([name]) => name)).toContain(english.stock.source.adjustment);
  await page.goto(`${set.stage.origin}/p/reports?tab=movements&from=2026-03-02&until=2026-03-01`);
  await seesText(page, codes["reports.daysTurned"].en_us);
  await page.goto(`${set.stage.origin}/p/reports?tab=movements&from=2020-03-01&until=2020-03-02`);
  await seesText(page, reports.empty.movements);
});

test("a chart announces its values by keyboard, shows them in a table, and follows the theme", async () => {
  await open("?tab=ages&by=sku");
  const { result } = await provider.client.call(reportStockByAge, { by: "sku" });
  await page.waitForSelector(".chart [data-bar]");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  await page.focus(".chart summary");
  await page.keyboard.down("Shift");
  await page.keyboard.press("Tab");
  await page.keyboard.up("Shift");
  const nameOf = ({ name, by_age }: (typeof result)[number]) =>
    `${name}: ${ageBuckets.map((bucket, at) => `${english.stock.ages.bucket[bucket]} ${plain(by_age[at] ?? 0)}`).join(", ")}`;
  expect(await focused()).toBe(result.slice(0, 1).map(nameOf).join(""));
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(result.slice(1, 2).map(nameOf).join(""));
  expect(await page.$eval(".chart-tip", (tip) => tip.textContent)).toContain(result[1]?.name);
  expect(await axeFindings(page)).toEqual([]);
  await pressAt(page, ".chart summary");
  const asTable = await page.$$eval(".chart-table tbody tr", (rows) =>
    rows.map((row) => [...row.children].map(({ textContent }) => textContent)),
  );
  expect(asTable).toEqual(result.slice(0, 12).map(({ name, by_age }) => [name, ...by_age.map(plain)]));

  const colours = () =>
    page.$$eval(".chart .chart-part-primary, .chart .chart-tick, .chart .chart-grid", (all) =>
      [...new Set(all.map((one) => (one.matches("line") ? getComputedStyle(one).stroke : getComputedStyle(one).fill)))].toSorted(),
    );
  const light = await colours();
  expect(light).toHaveLength(3);
  await press(page, "button", english.appearance.toDark);
  await holds(page, "every colour of the chart changed", async () => (await colours()).every((one) => !light.includes(one)));
  await press(page, "button", english.appearance.toLight);
});

test("links a waiting receipt to its page, and works by keyboard", async () => {
  await open("?tab=ages");
  await page.focus("[role=tab][aria-selected=true]");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await holds(page, "the tab in the address", async () => new URL(page.url()).searchParams.get("tab") === "receipts");
  await seesText(page, receipt.number);
  await page.waitForSelector(".reports-table tbody tr");
  const { total } = await provider.client.call(reportReceipts, getPresetDays("last90", await today()));
  expect((await table()).find(([name]) => name === reports.total)?.slice(1, 5)).toEqual(
    [total.receipt_count, total.pieces, total.expected_count, total.on_time_count].map(plain),
  );
  await press(page, "link", receipt.number);
  await holds(page, "the receipt's page", async () => new URL(page.url()).searchParams.get("receipt") === receipt.uuid);
  await seesText(page, receipt.number);
});

test("shows that a report is being calculated, and lets it be stopped, restarted, and retried after a failure", async () => {
  const { wait } = reports;
  let answer: "hold" | "fail" | "let through" = "hold";
  const decide = (request: HTTPRequest) => {
    const isReport = new URL(request.url()).pathname.endsWith(reportLocations.path);
    const isHeld = isReport && answer === "hold";
    const fails = isReport && answer === "fail";
    const done = fails ? request.respond({ status: 500, contentType: "application/json", body: "{}" }) : isHeld ? null : request.continue();
    // The page may be closed by now.
    done?.catch(() => undefined);
  };
  await page.setRequestInterception(true);
  page.on("request", decide);
  try {
    await page.goto(`${set.stage.origin}/p/reports?tab=locations`);
    await seesText(page, wait.adding);
    await unmoved(page);
    expect(await axeFindings(page)).toEqual([]);
    await press(page, "button", wait.stop);
    await seesText(page, wait.stopped);
    answer = "fail";
    await press(page, "button", wait.start);
    await page.waitForSelector(".notice-bad[role=alert]");
    answer = "let through";
    await press(page, "button", english.ui.retry);
    await page.waitForSelector(".reports-table tbody tr");
  } finally {
    page.off("request", decide);
    await page.setRequestInterception(false);
  }
});

test("fits a hand-held and has no axe findings", async () => {
  await page.setViewport({ width: 390, height: 844, hasTouch: true });
  for (const tab of ["ages", "movements", "receipts", "locations"]) {
    await open(`?tab=${tab}`);
    await unmoved(page);
    expect([tab, await sidewaysPx(page)]).toEqual([tab, 0]);
    expect([tab, await axeFindings(page)]).toEqual([tab, []]);
  }
});
