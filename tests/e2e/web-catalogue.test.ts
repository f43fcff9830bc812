import type { Page } from "puppeteer";
import { beforeAll, describe, expect, test } from "vitest";
import { savePriceTier } from "#src/billing/catalogue/catalogue.contract.ts";
import { listClaims } from "#src/billing/catalogue/claims.contract.ts";
import { getCustomers } from "#src/billing/customers/customers.contract.ts";
import { createProduct } from "#src/warehouse/goods/goods.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { getTerms, setTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, fillNamed, holds, press, pressText, seesText, signInElsewhere } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { catalogue, form, navigation } = english;
const set = useWebStage();
const title = "Rope-handled enamel mug";
const sku = "OWN-MUG";

let provider: Elsewhere;
let retailer: Elsewhere;
let staff: Page;
let shop: Page;

/** Adds a product of the provider's own, and a tier with all retailers. */
async function layOut(): Promise<void> {
  await provider.client.call(createProduct, { title, variants: [{ sku }] });
  const { price_tier_uuid } = await provider.client.call(savePriceTier, { name: "Harbour" });
  const { result } = await provider.client.call(getCustomers, { page_size: 200 });
  for (const { retailer_uuid } of result) {
    const { rate_card_uuid, credit_limit_cents, version } = await provider.client.call(getTerms, { retailer_uuid });
    await provider.client.call(setTerms, { retailer_uuid, rate_card_uuid, credit_limit_cents, version, price_tier_uuid });
  }
}

async function signedIn(area: "p" | "ds", username: string): Promise<Page> {
  const page = await set.stage.page(await set.stage.visitor());
  await set.stage.signIn(page, area, username);
  return page;
}

beforeAll(async () => {
  provider = await signInElsewhere(set.stage.origin, "p", "provider01");
  retailer = await signInElsewhere(set.stage.origin, "ds", "retailer01");
  await layOut();
  [staff, shop] = await Promise.all([signedIn("p", "provider01"), signedIn("ds", "retailer01")]);
});

const fillIn = (text: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replace(`{{${name}}}`, value), text);
const cell = (column: string) => fillIn(catalogue.prices.cell, { sku, column, currency: "USD" });

async function savePrices(): Promise<void> {
  await press(staff, "button", catalogue.prices.save);
  await holds(
    staff,
    "prices that are saved",
    async () => !(await staff.$eval("main", (main) => main.textContent ?? "")).includes(catalogue.prices.unsaved),
  );
}

describe("the catalogue", () => {
  test("shows a provider's offer to a retailer, who claims it, sets a price, and agrees to a new one, without a reload", async () => {
    const { origin } = set.stage;
    await shop.goto(`${origin}/ds/catalogue`);
    await atHeading(shop, navigation.catalogue);

    await staff.goto(`${origin}/p/catalogue`);
    await press(staff, "button", catalogue.action.add);
    // Items that are already included are marked and cannot be ticked.
    await staff.waitForSelector(".catalogue-found input:disabled");
    await seesText(staff, catalogue.add.taken);
    await pressText(staff, title, ".catalogue-found");
    await press(staff, "button", catalogue.add.submit_one.replace("{{count, number}}", "1"));
    await atHeading(staff, title);
    await seesText(staff, catalogue.page.noPrice_one);
    await fillNamed(staff, cell(catalogue.prices.list), "12");
    await fillNamed(staff, cell("Harbour"), "9");
    // Leaving with unsaved changes asks first.
    await press(staff, "button", catalogue.page.back);
    await press(staff, "button", form.leave.stay);
    await savePrices();
    await press(staff, "button", catalogue.action.list);
    await seesText(staff, catalogue.status.listed);

    await seesText(shop, title);
    await pressText(shop, title, ".list-row");
    await seesText(shop, "$9.00");
    await press(shop, "button", catalogue.action.claim);
    await atHeading(shop, title);
    await fillNamed(shop, fillIn(catalogue.claim.salePriceOf, { sku, currency: "USD" }), "15");
    await seesText(shop, "40 %");
    await press(shop, "button", catalogue.claim.save);
    await holds(shop, "a sale price that is saved", async () => {
      const { result } = await retailer.client.call(listClaims, {});
      return result.some((one) => one.title === title && one.variants[0]?.sale_price_cents === 1500);
    });

    await fillNamed(staff, cell("Harbour"), "10.50");
    await savePrices();
    await seesText(shop, fillIn(catalogue.newPrices.was, { sku, was: "$9.00", now: "$10.50" }));
    await seesText(shop, "30 %");
    await press(shop, "button", catalogue.action.agree);
    await seesText(shop, catalogue.claim.state.active);
    const { result } = await retailer.client.call(listClaims, {});
    const [claim] = result.filter((one) => one.title === title);
    expect(claim).toMatchObject({
      has_new_prices: false,
      variants: [{ agreed_price_cents: 1050, sale_price_cents: 1500, margin_percent: 30 }],
    });
  });
});
