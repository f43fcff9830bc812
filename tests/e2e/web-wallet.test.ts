import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { read } from "xlsx";
import { getCustomers } from "#src/billing/customers/customers.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { listCharges } from "#src/billing/wallet/charges.contract.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { getWallet, listTopUps } from "#src/billing/wallet/wallet.contract.ts";
import { until } from "./until.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, choose, fill, holds, press, seesText, signInElsewhere } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { wallet, statements, navigation } = english;
const folder = mkdtempSync(join(tmpdir(), "quayside-wallet-"));
const set = useWebStage();

let provider: Elsewhere;
let retailerUuid: string;
/** the demo retailer's initial balance in hundredths of a dollar */
let startCents: number;
/** of the provider, and of the retailer, who watches its wallet throughout */
let desk: Page;
let owner: Page;

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  const { result } = await provider.client.call(getCustomers, {});
  retailerUuid = result[0]?.retailer_uuid ?? "";
  startCents = (await provider.client.call(getWallet, { retailer_uuid: retailerUuid })).balance_cents;
  [desk, owner] = await Promise.all([stage.page(await stage.visitor()), stage.page(await stage.visitor())]);
  await Promise.all([stage.signIn(desk, "p", "provider01"), stage.signIn(owner, "ds", "retailer01")]);
  await owner.goto(`${stage.origin}/ds/wallet`);
  await atHeading(owner, navigation.wallet);
  await shows(owner, 0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(tab: "wallet" | "statements"): Promise<void> {
  await desk.goto(`${set.stage.origin}/p/customer?customer=${retailerUuid}&tab=${tab}`);
}

/** Waits until the visible wallet shows this many hundredths more than at the start. */
async function shows(page: Page, moreCents: number): Promise<void> {
  const wanted = formatAmount(startCents + moreCents, "USD", "en-US");
  const figure = () => page.evaluate(() => document.querySelector(".wallet-balance")?.textContent ?? null);
  await holds(page, `a balance of ${wanted}`, async () => (await figure()) === wanted);
}

/** Returns the error at the invalid field. */
async function wrongOn(page: Page): Promise<string | null> {
  return page.evaluate(() => document.querySelector(".dialog .field-error")?.textContent ?? null);
}

/** Presses the dialog's button twice at once, like an impatient user. */
async function pressTwice(page: Page): Promise<void> {
  await page.waitForSelector(".dialog button[type=submit]");
  await page.$eval(".dialog button[type=submit]", (button: HTMLElement) => {
    button.click();
    button.click();
  });
}

/** Opens a list's first row, found and pressed in one step. */
async function openFirst(page: Page, list: string): Promise<void> {
  await holds(page, `a first row of ${list}`, () =>
    page.evaluate((name: string) => {
      const row = document.querySelector<HTMLElement>(`section[aria-label="${name}"] .list-row[data-index="0"]:not(.list-place)`);
      row?.click();
      return row !== null;
    }, list),
  );
}

/** Returns the saved file with this suffix once it is complete. */
async function saved(ending: string): Promise<Buffer> {
  const name = await until(
    async () => readdirSync(folder).find((one) => one.endsWith(ending)) ?? null,
    `a file *${ending}, there are ${readdirSync(folder).join(", ")}`,
  );
  return readFileSync(join(folder, name));
}

describe("a wallet", () => {
  test("records a top-up once despite repeated clicks, and the retailer sees it without a reload", async () => {
    await open("wallet");
    await press(desk, "button", wallet.action.topUp);
    await fill(desk, wallet.topUp.amount, "12.505");
    await pressTwice(desk);
    await holds(desk, "what is wrong with the amount", async () => (await wrongOn(desk)) === wallet.amountField.wrong);
    await fill(desk, wallet.topUp.amount, "1,250.5");
    await fill(desk, wallet.topUp.reference, "WIRE-1");
    await pressTwice(desk);
    await shows(desk, 125_050);
    await shows(owner, 125_050);
    const { result } = await provider.client.call(listTopUps, { retailer_uuid: retailerUuid });
    const recorded = result.filter(({ reference }) => reference === "WIRE-1");
    expect(recorded).toMatchObject([{ amount_cents: 125_050, method: "bank" }]);
    // The same payment entered again: the error is at its field.
    await press(desk, "button", wallet.action.topUp);
    await fill(desk, wallet.topUp.amount, "1250,50");
    await fill(desk, wallet.topUp.reference, "wire-1");
    await press(desk, "button", wallet.topUp.submit);
    await seesText(desk, "A payment with this reference is already recorded");
    await desk.keyboard.press("Escape");
  });

  test("can be charged manually, and shows how the charge was made", async () => {
    await open("wallet");
    await press(desk, "button", wallet.action.charge);
    await fill(desk, wallet.byHand.amount, "70,000");
    await choose(desk, wallet.byHand.kind, "", wallet.kind.shipping);
    await fill(desk, wallet.byHand.remark, "Freight of a parcel");
    await press(desk, "button", wallet.byHand.submit);
    await shows(owner, 125_050 - 7_000_000);
    await seesText(owner, wallet.standing.overdrawn);
    const { result } = await provider.client.call(listCharges, { retailer_uuid: retailerUuid });
    expect(result[0]).toMatchObject({ kind: "shipping", event: "by_hand", amount_cents: 7_000_000, remark: "Freight of a parcel" });

    await press(owner, "tab", wallet.tab.charges);
    await openFirst(owner, wallet.tab.charges);
    await seesText(owner, wallet.charge.byHand);
    expect(await owner.$(`::-p-aria([name="${wallet.action.takeBack}"][role="button"])`)).toBeNull();
  });

  test("exports the current month as a PDF and as a workbook", async () => {
    const { id: contextId } = desk.browserContext();
    const session = await desk.createCDPSession();
    await session.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: folder,
      ...(contextId === undefined ? {} : { browserContextId: contextId }),
    });
    await open("statements");
    await seesText(desk, statements.runningText);
    await press(desk, "button", statements.action.pdf);
    expect((await saved(".pdf")).subarray(0, 5).toString("latin1")).toBe("%PDF-");
    await press(desk, "button", statements.action.xlsx);
    expect(read(await saved(".xlsx")).SheetNames.length).toBeGreaterThan(0);
    const { balance_cents } = await provider.client.call(getWallet, { retailer_uuid: retailerUuid });
    expect(balance_cents).toBe(startCents + 125_050 - 7_000_000);
  });
});
