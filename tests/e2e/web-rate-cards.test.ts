import type { Page } from "puppeteer";
import { beforeAll, expect, test } from "vitest";
import { texts as english } from "#web/texts/en_us.ts";
import {
  getBillingSettings,
  getRateCard,
  listRateCards,
  setBillingSettings,
  setPrices,
} from "#src/billing/rate-cards/rate-cards.contract.ts";
import { chargeStatus } from "#src/billing/wallet/charges.contract.ts";
import { until } from "./until.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, fill, fillDay, hearToasts, heardToast, holds, press, seesText, signInElsewhere } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { rateCards, form, navigation } = english;
const name = "Harbour rates";
const storage = rateCards.event.storage_piece_day;
const set = useWebStage();
let provider: Elsewhere;
let page: Page;
let toasts: readonly string[];

/** Fills in a text's placeholders. */
const said = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, (_, key: string) => values[key] ?? "");

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  // The demo is already charging.
  const { time_zone, version } = await provider.client.call(getBillingSettings, {});
  await provider.client.call(setBillingSettings, { time_zone, default_rate_card_uuid: null, charges_from: null, version });
  page = await stage.page(await stage.visitor());
  toasts = await hearToasts(page);
  await stage.signIn(page, "p", "provider01");
});

/** Types into the focused element once it is the input of this name. */
async function type(label: string, text: string): Promise<void> {
  await holds(page, `the focus on "${label}"`, () =>
    page.evaluate((wanted: string) => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent === wanted, label),
  );
  await page.keyboard.type(text);
}
const price = (number: number) => said(rateCards.edit.priceOf, { event: storage, number: String(number) });
const start = (number: number) => said(rateCards.edit.startOf.age, { event: storage, number: String(number) });

/** Reads the card created here from the server. */
async function card() {
  const made = (await provider.client.call(listRateCards, {})).result.find((one) => one.name === name);
  return provider.client.call(getRateCard, { rate_card_uuid: made?.rate_card_uuid ?? "" });
}

test("a rate card is created, gets tiers by keyboard alone, is previewed on a month and made the default, and charging begins", async () => {
  await page.goto(`${set.stage.origin}/p/rate-cards`);
  await press(page, "button", rateCards.do.new);
  await fill(page, rateCards.dialog.name, name);
  await press(page, "button", rateCards.dialog.create);
  await atHeading(page, name);

  await press(page, "button", rateCards.page.setFirst);
  await press(page, "button", said(rateCards.edit.addOf, { event: storage }));
  await type(price(1), "0");
  await page.keyboard.press("Enter");
  await type(start(2), "30");
  await page.keyboard.press("Tab");
  await type(price(2), "0.02");
  await seesText(page, said(rateCards.example.pieceDays, { amount: "$60.00" }));
  await press(page, "button", rateCards.edit.save);
  await seesText(page, said(rateCards.span.age.first_other, { count: "30" }));
  await holds(page, "no editor", async () => (await page.$("#rates-editor")) === null);
  const made = await card();
  expect(made.sets.map(({ prices }) => prices)).toEqual([
    [
      { event: "storage_piece_day", from_value: 0, price_micros: 0 },
      { event: "storage_piece_day", from_value: 30, price_micros: 20_000 },
    ],
  ]);

  await press(page, "button", rateCards.preview.run);
  await page.waitForSelector("tfoot");
  await expect.poll(() => page.$$eval("tfoot td", (all) => all.map((one) => one.textContent))).toEqual(["", "$0.00", "$0.00"]);

  // Elements below the top bar count as visible.
  await page.evaluate(() => scrollTo(0, 0));
  await press(page, "button", rateCards.do.makeDefault);
  await heardToast(toasts, said(rateCards.dialog.madeDefault, { name }));

  await page.goto(`${set.stage.origin}/p/rate-cards?tab=charging`);
  const first = new Date().toISOString().slice(0, 10);
  await fillDay(page, rateCards.settings.chargesFrom, first);
  await press(page, "button", rateCards.settings.save);
  await heardToast(toasts, rateCards.settings.saved);
  await press(page, "button", rateCards.status.run);
  const settings = await provider.client.call(getBillingSettings, {});
  expect(settings).toMatchObject({ default_rate_card_uuid: made.rate_card_uuid, charges_from: first });
  expect((await provider.client.call(chargeStatus, {})).retailers_without_card).toBe(0);
});

test("prices changed by another user are reloaded without losing unsaved input, and leaving asks first", async () => {
  const { rate_card_uuid, sets, version } = await card();
  await page.goto(`${set.stage.origin}/p/rate-cards?card=${rate_card_uuid}`);
  await press(page, "button", rateCards.page.newPrices);
  await page.waitForSelector("#rates-editor");
  await press(page, "button", said(rateCards.edit.addOf, { event: rateCards.event.shipped_piece }));
  await type(said(rateCards.edit.priceOf, { event: rateCards.event.shipped_piece, number: "1" }), "1.25");
  await provider.client.call(setPrices, { rate_card_uuid, valid_from: "2199-01-01", prices: sets[0]?.prices ?? [], version });

  await page.evaluate(() => scrollTo(0, 0));
  await press(page, "button", rateCards.page.back);
  await press(page, "button", form.leave.stay);
  await press(page, "button", rateCards.edit.save);
  await seesText(page, rateCards.edit.conflictText);
  await press(page, "button", rateCards.edit.save);
  await holds(page, "no editor", async () => (await page.$("#rates-editor")) === null);
  const shipped = await until(
    async () => (await card()).sets.flatMap(({ prices }) => prices.filter(({ event }) => event === "shipped_piece"))[0] ?? null,
    "the price that was typed",
  );
  expect(shipped.price_micros).toBe(1_250_000);
  await page.evaluate(() => scrollTo(0, 0));
  await press(page, "button", rateCards.page.back);
  await atHeading(page, navigation.rateCards);
});
