import type { Page } from "puppeteer";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { getCustomers } from "#src/billing/customers/customers.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { listTopUpRequests } from "#src/billing/wallet/top-up-requests.contract.ts";
import { getWallet, recordTopUp } from "#src/billing/wallet/wallet.contract.ts";
import type { Elsewhere } from "./web-acts.ts";
import { atHeading, atPath, chooseAt, fill, hearToasts, heardToast, holds, press, pressAt, seesText, signInElsewhere } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const { wallet, navigation, home } = english;
const set = useWebStage();

let provider: Elsewhere;
let retailerUuid: string;
/** of the supplier, and of the retailer, who watches its wallet throughout */
let desk: Page;
let owner: Page;
let deskToasts: readonly string[];
let ownerToasts: readonly string[];
let startCents: number;

const balance = async () => (await provider.client.call(getWallet, { retailer_uuid: retailerUuid })).balance_cents;
const dollars = (cents: number) => formatAmount(cents, "USD", "en-US");
const requestsWith = async (reference: string) =>
  (await provider.client.call(listTopUpRequests, { page_size: 200 })).result.filter((one) => one.reference === reference);

beforeAll(async () => {
  const { stage } = set;
  provider = await signInElsewhere(stage.origin, "p", "provider01");
  retailerUuid = (await provider.client.call(getCustomers, {})).result[0]?.retailer_uuid ?? "";
  [desk, owner] = await Promise.all([stage.page(await stage.visitor()), stage.page(await stage.visitor())]);
  [deskToasts, ownerToasts] = await Promise.all([hearToasts(desk), hearToasts(owner)]);
  await Promise.all([stage.signIn(desk, "p", "provider01"), stage.signIn(owner, "ds", "retailer01")]);
});
beforeEach(async () => {
  startCents = await balance();
  await owner.goto(`${set.stage.origin}/ds/wallet`);
  await atHeading(owner, navigation.wallet);
});

/** Waits until the retailer's wallet shows this many hundredths more than at the test's start. */
async function ownerHas(moreCents: number): Promise<void> {
  const wanted = dollars(startCents + moreCents);
  await holds(owner, `a balance of ${wanted}`, () =>
    owner.evaluate((text: string) => document.querySelector(".wallet-balance")?.textContent === text, wanted),
  );
}

/** Presses the dialog's button twice at once, like an impatient user. */
async function pressTwice(page: Page): Promise<void> {
  await page.waitForSelector(".dialog button[type=submit]");
  await page.$eval(".dialog button[type=submit]", (button: HTMLElement) => {
    button.click();
    button.click();
  });
}

/** Fills in a top-up request in the retailer's wallet and submits it by double click. */
async function request(amount: string, reference: string): Promise<void> {
  await press(owner, "button", wallet.action.requestTopUp);
  await fill(owner, wallet.topUp.amount, amount);
  await fill(owner, wallet.requestTopUp.reference, reference);
  await pressTwice(owner);
  await seesRow(owner, reference, wallet.requestStatus.requested);
}

/** Waits until the row with a reference shows a text. */
async function seesRow(page: Page, reference: string, words: string): Promise<void> {
  await holds(page, `a request ${reference} with "${words}"`, () =>
    page.$$eval(
      ".list-row[data-index]",
      (rows, [about, wanted]) => rows.some(({ textContent }) => textContent?.includes(about ?? "") && textContent.includes(wanted ?? "")),
      [reference, words],
    ),
  );
}

/** Opens the menu of the row with a reference and chooses an entry. */
async function chooseOfRow(page: Page, reference: string, entry: string): Promise<void> {
  const index = await page.$$eval(
    ".list-row[data-index]",
    (rows, about) => rows.find(({ textContent }) => textContent?.includes(about))?.getAttribute("data-index"),
    reference,
  );
  await chooseAt(page, `.list-row[data-index="${index}"] [data-part="menu"]`, entry);
}

/** The supplier reaches the requests from its home's to-do. */
async function openToDo(): Promise<void> {
  await desk.goto(`${set.stage.origin}/p/home`);
  await press(desk, "link", home.todo.confirmTopUpsGo);
  await atPath(desk, "/p/customer");
  await atHeading(desk, wallet.requests.title);
}

/** Returns the error at a labelled field of the dialog; null if none. */
const wrongAt = (label: string) =>
  desk.evaluate((name: string) => {
    const labels = [...document.querySelectorAll<HTMLLabelElement>(".dialog label")];
    const field = labels.find((one) => one.textContent?.startsWith(name))?.closest(".field");
    return field?.querySelector(".field-error")?.textContent ?? null;
  }, label);

test("a request is a to-do of the supplier, and raises the balance once, by the amount received", async () => {
  await provider.client.call(recordTopUp, {
    retailer_uuid: retailerUuid,
    amount_cents: 100,
    method: "bank",
    reference: "WIRE-7",
    received_on: new Date().toISOString().slice(0, 10),
  });
  startCents = await balance();
  await request("1,250.5", "WIRE-7");
  await heardToast(ownerToasts, wallet.requestTopUp.done.replace("{{amount}}", dollars(125_050)));
  expect(await requestsWith("WIRE-7")).toHaveLength(1);
  expect(await balance()).toBe(startCents);

  await openToDo();
  await seesRow(desk, "WIRE-7", dollars(125_050));
  await chooseOfRow(desk, "WIRE-7", wallet.requestAction.confirm);
  await fill(desk, wallet.confirmRequest.amount, "1,249.50");
  await fill(desk, wallet.column.note, "The bank kept 1.00");
  await pressTwice(desk);
  // Another payment has this reference: the error is at its field, and the input is kept.
  await holds(desk, "the refusal at the reference", async () => (await wrongAt(wallet.topUp.reference)) !== null);
  expect(await wrongAt(wallet.topUp.reference)).toContain("A payment with this reference is already recorded");
  expect(await wrongAt(wallet.column.note)).toBeNull();
  expect(await desk.$$eval(".dialog input", (inputs) => inputs.map(({ value }) => value))).toEqual(
    expect.arrayContaining(["1,249.50", "WIRE-7", "The bank kept 1.00"]),
  );
  await fill(desk, wallet.topUp.reference, "WIRE-7/2");
  await pressTwice(desk);
  await heardToast(deskToasts, dollars(startCents + 124_950));
  await ownerHas(124_950);
  await seesRow(owner, "WIRE-7", wallet.requestStatus.confirmed);
  await seesText(owner, "The bank kept 1.00");
  expect(await balance()).toBe(startCents + 124_950);
  // Nothing more is offered for it.
  expect(await requestsWith("WIRE-7")).toMatchObject([{ status: "confirmed", received_cents: 124_950 }]);
});

test("a declined request shows the reason to the retailer and changes no balance", async () => {
  await request("80", "WIRE-8");
  await openToDo();
  await seesRow(desk, "WIRE-8", dollars(8000));
  await chooseOfRow(desk, "WIRE-8", wallet.requestAction.decline);
  await fill(desk, wallet.takeBack.reason, "No such transfer arrived");
  await pressTwice(desk);
  await heardToast(deskToasts, wallet.declineRequest.done);
  await seesRow(owner, "WIRE-8", wallet.requestStatus.declined);
  await seesText(owner, "No such transfer arrived");
  await ownerHas(0);
  expect(await requestsWith("WIRE-8")).toMatchObject([{ status: "declined", decision_note: "No such transfer arrived" }]);
});

test("a withdrawn request is no longer a to-do", async () => {
  await request("90", "WIRE-9");
  await openToDo();
  await seesRow(desk, "WIRE-9", dollars(9000));
  await chooseOfRow(owner, "WIRE-9", wallet.requestAction.withdraw);
  await pressAt(owner, ".dialog .dialog-actions > button:last-of-type");
  await seesRow(owner, "WIRE-9", wallet.requestStatus.withdrawn);
  await holds(desk, "no request WIRE-9 that waits", () =>
    desk.$$eval(".list-row[data-index]", (rows) => !rows.some(({ textContent }) => textContent?.includes("WIRE-9"))),
  );
  await ownerHas(0);
  expect(await requestsWith("WIRE-9")).toMatchObject([{ status: "withdrawn" }]);
});
