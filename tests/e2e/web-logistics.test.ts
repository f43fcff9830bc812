import type { Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCarrierAccounts } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { fetchAllChannels } from "#src/carriers/channels/channels.contract.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { texts as english } from "#web/texts/en_us.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, fill, hearToasts, heardToast, press, pressText, seesText, signInElsewhere } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { carrierAccounts, channels } = english;
let carriers: SandboxCarriers;
// Before the stage, whose server is told where the carriers are.
beforeAll(async () => {
  carriers = await startSandboxCarriers();
});
afterAll(() => carriers.stop());
const set = useWebStage([], () => carriers.bases);
let provider: Elsewhere;
let page: Page;
let toasts: readonly string[];

/** Fills in a text's placeholders. */
const said = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, (_, key: string) => values[key] ?? "");

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  page = await stage.page(await stage.visitor());
  toasts = await hearToasts(page);
  await stage.signIn(page, "p", "provider01");
});

const findChannel = async (name: string) =>
  (await provider.client.call(fetchAllChannels, { page_size: 200 })).result.find((one) => one.name === name);

/** Pastes a text into the focused input, as from a spreadsheet. */
async function paste(label: string, text: string): Promise<void> {
  await page.evaluate(
    (name: string, pasted: string) => {
      const inputs = [...document.querySelectorAll<HTMLInputElement>(".price-editor input")];
      const input = inputs.find((one) => one.labels?.[0]?.textContent === name);
      if (input === undefined) throw new Error(`no cell "${name}"`);
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    label,
    text,
  );
}

test("an account is created; its token is shown by its end only", async () => {
  await page.goto(`${set.stage.origin}/p/logistics?tab=accounts`);
  await press(page, "button", carrierAccounts.action.new);
  await fill(page, carrierAccounts.form.label, "Second account");
  await fill(page, carrierAccounts.form.client_id, "client-7");
  await fill(page, carrierAccounts.form.api_token, "token-123456-WXYZ");
  await press(page, "button", carrierAccounts.form.create);
  await heardToast(toasts, said(carrierAccounts.form.created, { label: "Second account" }));
  await seesText(page, said(carrierAccounts.endsWith, { end: "WXYZ" }));
  expect(await page.content()).not.toContain("token-123456");
  const { result } = await provider.client.call(listCarrierAccounts, { label: "Second" });
  expect(result[0]?.parameters).toMatchObject({ client_id: "client-7", has_api_token: true, has_password: false });
});

/** Selects an account alone and presses a button of the list. */
async function act(label: string, action: string): Promise<void> {
  await page.goto(`${set.stage.origin}/p/logistics?tab=accounts`);
  await press(page, "checkbox", said(english.list.row.select, { name: label }));
  await press(page, "button", action);
}

test("accounts are tested, their channels synced, and what failed is in the log with the carrier's words", async () => {
  const { result, action, problem, kind, errors } = carrierAccounts;
  await act("YunExpress main account", action.test);
  await seesText(page, result.works);
  await seesText(page, said(result.channels_other, { count: "3" }));
  await act("Second account", action.test);
  await seesText(page, problem.badCredentials);
  await act("YunExpress main account", action.sync);
  await seesText(page, said(result.added_other, { count: "2" }));
  await seesText(page, result.next);
  expect((await findChannel("YunExpress Global Registered")) ?? (await findChannel("云途全球专线挂号（标快）"))).toMatchObject({
    is_enabled: false,
  });
  await page.goto(`${set.stage.origin}/p/logistics?tab=errors`);
  await seesText(page, "Second account");
  await seesText(page, kind.badCredentials);
  await seesText(page, "Invalid sign, app_key or timestamp");
  expect(await page.content()).not.toContain(errors.empty);
});

test("a channel is created, gets pasted prices and a cut-off, and the price check ships with it", async () => {
  const name = "Harbour line";
  await page.goto(`${set.stage.origin}/p/logistics`);
  await press(page, "button", channels.action.new);
  await fill(page, channels.form.name, name);
  await press(page, "button", channels.form.create);
  await atHeading(page, name);

  await press(page, "button", channels.action.addPrices);
  // Saving no prices at all is no success.
  await press(page, "button", channels.edit.save);
  await seesText(page, channels.edit.noZones);
  await press(page, "button", channels.edit.addZone);
  await page.waitForSelector(".price-editor input");
  await paste(
    said(channels.edit.cell, { column: channels.edit.upTo, number: "1" }),
    "Up to\tPrice\n500\t0.10\n20000\t0.10\t500\t500\t0.05",
  );
  await press(page, "button", channels.edit.save);
  await heardToast(toasts, said(channels.edit.saved, { name }));
  await seesText(page, "$0.10 + $0.05 per 500 g above 500 g");
  expect((await findChannel(name))?.zones).toMatchObject([
    {
      countries: [],
      prices: [
        { up_to_grams: 500, base_micros: 100_000, step: null },
        { up_to_grams: 20_000, step: { every_grams: 500 } },
      ],
    },
  ]);

  await page.type(".cut-offs input[type=time]", "0415PM");
  await press(page, "button", channels.cutOff.save);
  await heardToast(toasts, said(channels.cutOff.saved, { name }));
  expect((await findChannel(name))?.cut_offs).toMatchObject([{ warehouse_name: "East 1", time: "16:15" }]);

  await page.goto(`${set.stage.origin}/p/logistics?tab=prices`);
  await page.waitForSelector(".short-table tbody tr");
  const first = await page.$eval(".short-table tbody tr", (line) => line.textContent);
  expect(first).toContain(name);
  expect(first).toContain("$0.10");
});

test("a retailer reads the enabled channels with their prices, and no account", async () => {
  const { stage } = set;
  const shop = await stage.page(await stage.visitor());
  await stage.signIn(shop, "ds", "retailer01");
  await shop.goto(`${stage.origin}/ds/logistics`);
  await seesText(shop, "YunExpress Direct Line");
  const text = await shop.evaluate(() => document.body.textContent);
  expect(text).not.toContain("Sea freight cartons");
  expect(text).not.toContain("YunExpress main account");
  expect(text).not.toContain(carrierAccounts.title);
  await pressText(shop, "Yanwen Economy", ".list-row");
  await atHeading(shop, "Yanwen Economy");
  await seesText(shop, channels.price.title);
  expect(await shop.$$eval("main button", (all) => all.map((one) => one.textContent))).toEqual([channels.page.back]);
});
