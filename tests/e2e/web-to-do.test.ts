import type { Page } from "puppeteer";
import { beforeAll, describe, expect, test } from "vitest";
import { getProduct, listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { listReceipts, receipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { arriveReceipt, inspect, listPutaway, putAway } from "#src/warehouse/receipts/receiving.contract.ts";
import { setLowStock } from "#src/warehouse/stock/low-stock.contract.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import { listLocations } from "#src/warehouse/warehouses/locations.contract.ts";
import { createWarehouse, queryStorageDefinition } from "#src/warehouse/warehouses/warehouses.contract.ts";
import type { Elsewhere } from "./web-acts.ts";
import {
  atHeading,
  chooseOf,
  fill,
  fillNamed,
  hearToasts,
  heardToast,
  holds,
  named,
  press,
  pressAt,
  seesText,
  signInElsewhere,
} from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { home, navigation, receipts, goods, form, warehouses } = english;
const set = useWebStage();
let provider: Elsewhere;
let retailer: Elsewhere;

beforeAll(async () => {
  const { origin } = set.stage;
  provider = await signInElsewhere(origin, "p", "provider01");
  retailer = await signInElsewhere(origin, "ds", "retailer01");
});

const said = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, (_, key: string) => values[key] ?? "");

/** Lists the to-dos on home. */
async function listToDos(page: Page): Promise<string[]> {
  await page.waitForSelector("#home-todo-title");
  await holds(page, "what there is to do", () => page.$eval("[aria-labelledby=home-todo-title]", (section) => section.ariaBusy !== "true"));
  return page.$$eval(".home-task strong", (all) => all.map(({ textContent }) => textContent ?? ""));
}

/** Returns the badge of a menu entry; empty if none. */
const getBadge = (page: Page, href: string) =>
  page.$eval(`.side-menu a[href="${href}"]`, (link) => link.querySelector(".side-count")?.textContent ?? "");

describe("a receipt with two pieces awaiting their owner's decision", () => {
  beforeAll(async () => {
    const { client } = provider;
    const [open] = (await client.call(listReceipts, { search: "SPRING-1" })).result;
    const receipt_uuid = open?.receipt_uuid ?? "";
    await client.call(arriveReceipt, { receipt_uuid });
    await client.call(inspect, { receipt_uuid, code: "MUG-BLUE", qualified_quantity: 22, unqualified_quantity: 2, reason: "chipped" });
    await client.call(inspect, { receipt_uuid, code: "BOARD-L", qualified_quantity: 10 });
    const { lines, warehouse_uuid } = await client.call(receipt, { receipt_uuid });
    const [pick] = (await client.call(listLocations, { warehouse_uuid, type: "pick", page_size: 1 })).result;
    for (const { line_uuid } of lines)
      await client.call(putAway, { receipt_uuid, line_uuid, location: pick?.barcode ?? "", confirm: true });
  });

  test("is a to-do of the retailer that leads to the decision; the supplier has no putaway to-do for it", async () => {
    const { stage } = set;
    expect((await provider.client.call(listPutaway, {})).total).toBe(0);
    const staff = await stage.page(await stage.visitor());
    await stage.signIn(staff, "p", "provider01");
    const ofStaff = await listToDos(staff);
    expect(ofStaff).toContain(home.todo.confirmReceipts_one);
    expect(ofStaff.filter((title) => /put away|unqualified/.test(title))).toEqual([]);
    expect(await getBadge(staff, "/p/put-away")).toBe("");

    const page = await stage.page(await stage.visitor());
    const toasts = await hearToasts(page);
    await stage.signIn(page, "ds", "retailer01");
    expect(await listToDos(page)).toContain(home.todo.decideUnqualified_one);
    expect(await getBadge(page, "/ds/addWarehouse")).toBe("1");
    await press(page, "link", home.todo.decideUnqualifiedGo);
    await atHeading(page, navigation.storageIn);
    await holds(page, "the one receipt alone", async () => (await page.$$(".list-row-opens")).length === 1);
    await pressAt(page, ".list-row-opens");
    await named(page, "tab", receipts.tab.unqualified);
    await holds(page, "the decisions", () =>
      page.$eval("[role=tab][aria-selected=true]", (tab) => tab.textContent?.replace(/\s/g, "") === "Unqualified2"),
    );
    await press(page, "button", receipts.decide.submit);
    await pressAt(page, ".dialog .dialog-actions > button:last-of-type");
    await heardToast(toasts, receipts.decide.done);
    await holds(page, "no badge any more", async () => (await getBadge(page, "/ds/addWarehouse")) === "");
  });
});

test("a SKU to restock can be announced from the page that its to-do leads to", async () => {
  const { stage } = set;
  const { client } = retailer;
  const [mug] = (await client.call(listStock, { search: "MUG-BLUE" })).result;
  await client.call(setLowStock, {
    variant_uuid: mug?.variant_uuid ?? "",
    low_stock_quantity: 5_000,
    seen: mug?.low_stock_quantity ?? null,
  });
  const page = await stage.page(await stage.visitor());
  await stage.signIn(page, "ds", "retailer01");
  await press(page, "link", home.todo.restockGo);
  await atHeading(page, navigation.warehousing);
  await chooseOf(page, said(english.list.row.more, { name: "MUG-BLUE" }), english.stock.action.announce);
  await atHeading(page, receipts.draft.titleNew);
  const line = (field: string) => `.draft-line:first-child .draft-${field} input`;
  expect(await page.$eval(line("sku"), (input) => (input as HTMLInputElement).value)).toBe("MUG-BLUE");
  await pressAt(page, line("expected"));
  await page.keyboard.type("40");
  await press(page, "button", receipts.step.submit);
  await seesText(page, receipts.status.submitted);
  const receipt_uuid = new URL(page.url()).searchParams.get("receipt") ?? "";
  expect((await client.call(receipt, { receipt_uuid })).lines).toMatchObject([{ sku: "MUG-BLUE", expected: 40 }]);
});

test("an added variant is confirmed and shown, a barcode goes to the SKU of its row, and leaving with unsaved changes asks first", async () => {
  const { stage } = set;
  const { client } = retailer;
  const [mug] = (await client.call(listVariants, { search: "MUG-BLUE" })).result;
  const product_uuid = mug?.product_uuid ?? "";
  const page = await stage.page(await stage.visitor());
  const toasts = await hearToasts(page);
  await stage.signIn(page, "ds", "retailer01");
  await page.goto(`${stage.origin}/ds/product?product=${product_uuid}&tab=variants`);
  await press(page, "button", goods.action.addVariant);
  // The page behind the dialog has a field of the same name.
  await pressAt(page, ".dialog form input");
  await page.keyboard.type("MUG-GREEN");
  await pressAt(page, ".dialog button[type=submit]");
  await heardToast(toasts, said(goods.variants.added, { sku: "MUG-GREEN" }));
  await seesText(page, said(goods.variants.title, { sku: "MUG-GREEN" }));
  await press(page, "button", said(goods.barcodes.addTo, { sku: "MUG-GREEN" }));
  await fill(page, goods.barcodes.barcode, "2000000000077");
  await page.keyboard.press("Enter");
  await heardToast(toasts, said(goods.barcodes.added, { barcode: "2000000000077", sku: "MUG-GREEN" }));
  await fillNamed(page, said(goods.variants.weightOf, { sku: "MUG-GREEN" }), "315");
  await page.keyboard.press("Enter");
  await heardToast(toasts, said(goods.variants.weightSaved, { sku: "MUG-GREEN" }));
  const { variants } = await client.call(getProduct, { product_uuid });
  const green = variants.find(({ sku }) => sku === "MUG-GREEN");
  expect(green).toMatchObject({ weight_grams: 315, barcodes: [{ barcode: "2000000000077" }] });
  expect(variants.filter(({ barcodes }) => barcodes.some(({ barcode }) => barcode === "2000000000077"))).toHaveLength(1);

  await press(page, "tab", goods.tab.data);
  await fill(page, goods.field.title, "Enamel mug, changed");
  await press(page, "button", goods.page.back);
  await seesText(page, form.leave.title);
  await press(page, "button", form.leave.stay);
  await press(page, "link", navigation.home);
  await seesText(page, form.leave.title);
  await press(page, "button", form.leave.discard);
  await listToDos(page);
});

describe.each([1440, 390])("locations generated at %i px", (width) => {
  test("follow a pattern that adapts to the input, and the submit button is always visible", async () => {
    const { stage } = set;
    const { client } = provider;
    const code = `N${width}`;
    const warehouse = {
      name: `North ${width}`,
      code,
      country_code: "US",
      time_zone: "America/New_York",
      width_mm: 30_000,
      depth_mm: 20_000,
    };
    const { warehouse_uuid } = await client.call(createWarehouse, warehouse);
    const page = await stage.page(await stage.visitor(), { width });
    const toasts = await hearToasts(page);
    await stage.signIn(page, "p", "provider01");
    await page.goto(`${stage.origin}/p/warehousing-definition?warehouse=${warehouse_uuid}`);
    await press(page, "button", warehouses.place.generate);
    const getValue = (label: string) => page.$eval(`labelled/${label}`, (input) => (input as HTMLInputElement).value);
    await page.waitForSelector(".dialog form");
    expect(await getValue(warehouses.generate.pattern)).toBe("{W}-{P}-{S}-{B}");
    await fill(page, warehouses.generate.levels, "3");
    await holds(page, "the level in the pattern", async () => (await getValue(warehouses.generate.pattern)) === "{W}-{P}-{S}-{B}-{L}");
    for (const at of ["start", "end"] as const) {
      await page.$eval(".dialog-body", (body, edge) => body.scrollTo(0, edge === "start" ? 0 : body.scrollHeight), at);
      const box = await page.$eval(".dialog button[type=submit]", (button) => {
        const { top, bottom, left, right } = button.getBoundingClientRect();
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return { isInside: top >= 0 && bottom <= innerHeight && right <= innerWidth, isOnTop: seen !== null && button.contains(seen) };
      });
      expect(box, at).toEqual({ isInside: true, isOnTop: true });
    }
    await seesText(page, "All barcodes are available. New partitions: 1, new shelves: 4.");
    await pressAt(page, ".dialog button[type=submit]");
    await heardToast(toasts, said(warehouses.generate.done_other, { count: "72" }));
    const made = (await client.call(queryStorageDefinition, { warehouse_uuid })).result[0];
    expect(made?.partitions.flatMap(({ shelves }) => shelves)).toHaveLength(4);
  });
});
