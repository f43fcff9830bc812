import type { Page } from "puppeteer";
import { beforeAll, describe, expect, test } from "vitest";
import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { atHeading, fill, holds, press, signInElsewhere } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { goods, receipts } = english;
const set = useWebStage();
const sku = "TYPED-LANTERN-001";

let page: Page;
let product: { product_uuid: string };

beforeAll(async () => {
  const { stage } = set;
  const retailer = await signInElsewhere(stage.origin, "ds", "retailer01");
  product = await retailer.client.call(createProduct, { title: "Typed lantern", variants: [{ sku }] });
  page = await stage.page(await stage.visitor(), { width: 1440 });
  await stage.signIn(page, "ds", "retailer01");
});

const valueOf = (selector: string) => page.$eval(selector, (field) => (field as HTMLInputElement).value);

describe("unsaved input", () => {
  test("in a line of a new receipt is kept while matching products are searched letter by letter", async () => {
    await page.goto(`${set.stage.origin}/ds/addWarehouse?receipt=new`);
    await atHeading(page, receipts.draft.titleNew);
    const field = ".draft-line .draft-sku input";
    await holds(page, "the focus in the line", async () => {
      await page.focus(field);
      return page.$eval(field, (one) => one === document.activeElement);
    });
    for (const [at, letter] of Array.from(sku).entries()) {
      await page.keyboard.type(letter);
      // Answers arrive between the letters: matches for the prefix are offered by then.
      if (at % 4 === 3) await page.waitForSelector(`.draft-line datalist option[value="${sku}"]`);
      expect(await valueOf(field)).toBe(sku.slice(0, at + 1));
    }
    await holds(page, "the product of the SKU", () =>
      page.$$eval(".draft-line .field-hint", (all) => all.some(({ textContent }) => textContent?.includes("Typed lantern"))),
    );
    expect(await page.evaluate(() => document.activeElement?.closest(".draft-sku") !== null)).toBe(true);
  });

  test("in one tab of a product is kept after visiting other tabs", async () => {
    // The earlier receipt would ask before it is left.
    page = await set.stage.page(await set.stage.visitor(), { width: 1440 });
    await set.stage.signIn(page, "ds", "retailer01");
    await page.goto(`${set.stage.origin}/ds/product?product=${product.product_uuid}`);
    await atHeading(page, "Typed lantern");
    await fill(page, goods.field.brand, "Harbour Works");
    for (const tab of [goods.tab.customs, goods.tab.stock, goods.tab.data]) await press(page, "tab", tab);
    const typed = () =>
      page.evaluate((label: string) => {
        const field = [...document.querySelectorAll("label")].find(({ textContent }) => textContent?.includes(label))?.control;
        return field instanceof HTMLInputElement ? field.value : null;
      }, goods.field.brand);
    await expect.poll(typed).toBe("Harbour Works");
  });
});
