import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platform } from "#server/platform/db/row-security.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { startJob } from "./collected.ts";
import type { ProStage } from "./pro-stage.ts";
import { startProStage } from "./pro-stage.ts";
import { until } from "./until.ts";
import { expectRows } from "./workbook.ts";

/*
 * A purchase from the free limit to Pro and back with real parts only: the extension in Chromium, the server with its jobs over
 * PostgreSQL, mails as files, and a payment server that speaks Stripe's protocol. The tests depend on each other.
 */

const shopper = "shopper@example.com";
const listing = "/listing/1000001240";
const day = 24 * 3_600_000;
const cards = { good: "4242424242424242", declined: "4000000000000002" };

let stage: ProStage;
beforeAll(async () => {
  stage = await startProStage();
  await stage.chromium.hook({ waitMs: [20, 40] });
});
afterAll(() => stage.close());

/** Waits until a page shows a text. */
async function says(page: Page, text: string): Promise<void> {
  await page
    .waitForFunction((wanted: string) => document.querySelector("body")?.innerText.includes(wanted), { polling: 50, timeout: 90_000 }, text)
    .catch(async (error: unknown) => {
      const said = await page.evaluate(() => document.body.innerText);
      throw new Error(`"${text}" is not said by ${page.url()}, which says: ${said.slice(0, 1500)}`, { cause: error });
    });
}

async function press(page: Page, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
}

/** Returns the page that a press opens in a new tab. */
async function openedBy(work: () => Promise<void>, address: string): Promise<Page> {
  const { browser } = stage.chromium;
  const before = new Set(await browser.pages());
  await work();
  return until(
    async () => (await browser.pages()).find((page) => !before.has(page) && page.url().includes(address)) ?? null,
    `a tab with ${address}`,
  );
}

/** Fills in and submits the payment page. */
async function payWith(page: Page, number: string): Promise<void> {
  // Complete: its last field and the button after it.
  await page.waitForFunction(() => document.readyState === "complete" && document.querySelector('input[name="number"]') !== null);
  for (const [name, value] of [
    ["name", "Test Payer"],
    ["number", number],
    ["expiry", "12 / 40"],
    ["cvc", "123"],
  ] as const)
    await page.$eval(`input[name="${name}"]`, (field, text) => Object.assign(field, { value: text }), value);
  await Promise.all([page.waitForNavigation(), page.$eval('input[name="number"]', (field) => field.form?.requestSubmit())]);
}

const proStatus = () => stage.chromium.call<{ plan: string; whyFree: string | null; isEnding: boolean }>("pro.status", { wait: false });
const hasPlan = (plan: "free" | "pro") => until(async () => ((await proStatus()).plan === plan ? true : null), `the plan ${plan}`);

async function receipts(): Promise<number> {
  const { services } = stage.app;
  const rows = await services.database.transaction(platform, (tx) => tx.selectFrom("payment_receipt").select("receipt_uuid").execute());
  return rows.length;
}

let planPage: Page;
let limitedJob = "";

describe("a shopper who wants all 1,240 reviews", () => {
  test("gets 88 for free and an offer of Pro", async () => {
    const page = await stage.chromium.open(listing);
    await startJob(stage.chromium, page, defaultOptions);
    const limited = await stage.chromium.jobThat((job) => job.status === "limited", "the free limit");
    expect(limited.kept).toBe(88);
    limitedJob = limited.jobId;
    const result = await stage.chromium.dashboard(`/jobs/${limitedJob}`);
    await says(result, "$8.88");
    planPage = await openedBy(
      () =>
        result.evaluate(() => {
          const offer = [...document.querySelectorAll("a")].find(
            (link) => link.href.endsWith("#/plan") && link.innerText.includes("$8.88"),
          );
          if (offer === undefined) throw new Error("no offer");
          offer.click();
        }),
      "dashboard.html#/plan",
    );
    await result.close();
  });

  test("links the browser with a code and an emailed link, has one card declined, pays with another, and gets Pro", async () => {
    const web = await openedBy(() => press(planPage, "Get Pro, $8.88 a month"), "/esty-link?code=");
    await says(planPage, "Waiting for you in the other tab");
    const code = await planPage.$eval(".plan-code", (element) => element.textContent.trim());
    expect(code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);

    await web.bringToFront();
    await web.waitForSelector('input[type="email"]');
    await web.type('input[type="email"]', shopper);
    await press(web, "Send me the link");
    await says(web, `We sent a link to ${shopper}`);
    const link = await stage.mailedLink(shopper);
    expect(new URL(link).searchParams.get("code")).toBe(code);
    await web.goto(link);
    await says(web, "Link this device");
    expect(await web.$eval(".link-code", (element) => element.textContent.trim())).toBe(code);
    // The one-time token is removed from the address as soon as it is used.
    await until(async () => (web.url().includes("token=") ? null : true), "an address without the token");
    await press(web, "Link this device");
    await says(web, "This device is linked");
    await says(planPage, "This account has no Pro at the moment");
    expect(await proStatus()).toMatchObject({ plan: "free", whyFree: "none" });

    // The payment server's events are held, to arrive late, twice and out of order.
    await stage.payments.control.hold();
    await web.goto("http://quayside.localhost/esty-checkout/pro");
    await says(web, "Continue to payment");
    await press(web, "Continue to payment");
    await expect.poll(() => web.url()).toContain(`127.0.0.1:${stage.payments.port}`);
    await payWith(web, cards.declined);
    await expect.poll(() => web.evaluate(() => document.body.innerText)).toMatch(/declined/i);
    expect(await proStatus()).toMatchObject({ plan: "free" });
    await payWith(web, cards.good);
    await says(web, "Pro is active");
    await hasPlan("pro");
    await says(planPage, "Pro is active");
    await web.close();
  });

  test("pays once although webhooks arrive twice and out of order", async () => {
    const { control } = stage.payments;
    const events = (await control.waiting()).map(({ id }) => id);
    expect(events.length).toBeGreaterThan(3);
    await control.release(events.toReversed());
    await control.idle();
    for (const id of events) await control.redeliver(id);
    await until(async () => ((await receipts()) === 1 ? true : null), "one receipt");
    const mails = await until(async () => {
      const subjects = await stage.mailSubjects(shopper);
      return subjects.length >= 3 && subjects.some((subject) => /receipt/i.test(subject)) ? subjects : null;
    }, "the receipt's mail");
    expect(mails).toHaveLength(3);
    for (const id of events.toReversed()) await control.redeliver(id);
    expect(await receipts()).toBe(1);
    await stage.payments.control.idle();
    expect(await stage.mailSubjects(shopper)).toEqual(mails);
    expect(await proStatus()).toMatchObject({ plan: "pro", isEnding: false });
  });

  test("resumes from the 88 and collects all 1,240 in one file", async () => {
    await stage.chromium.forgetDownloads();
    await stage.chromium.call("jobs.resume", { jobId: limitedJob });
    const done = await stage.chromium.jobThat((job) => job.status === "done" && job.fileName !== "", "all 1,240", 90_000);
    expect(done).toMatchObject({ jobId: limitedJob, kept: 1240, expected: 1240, limit: null });
    expectRows(await stage.chromium.downloaded(".xlsx"), await stage.marketplace.truth("1000001240"));
  });

  test("keeps Pro while the server is down for one day, but not for nine", async () => {
    await stage.goDown();
    await stage.advance(day);
    await stage.chromium.killWorker({ isCalled: true });
    expect(await proStatus()).toMatchObject({ plan: "pro" });
    await stage.advance(8 * day);
    await hasPlan("free");
    expect(await proStatus()).toMatchObject({ whyFree: "expired" });
    await stage.comeBack();
    await stage.chromium.call("pro.renew", {});
    await hasPlan("pro");
  });

  test("loses Pro immediately when the clock is set back", async () => {
    await stage.setDeviceClock(-2 * day);
    expect(await proStatus()).toMatchObject({ plan: "free", whyFree: "clockBack" });
    await stage.setDeviceClock(0);
    expect(await proStatus()).toMatchObject({ plan: "pro" });
  });

  test("cancels in the billing portal, keeps Pro until the end of the month, and then returns to the free plan", async () => {
    await planPage.bringToFront();
    await planPage.reload();
    await says(planPage, "Next payment");
    const portal = await openedBy(() => press(planPage, "Card and invoices"), `127.0.0.1:${stage.payments.port}/p/session/`);
    await portal.waitForSelector('a[href$="/cancel"]');
    await Promise.all([portal.waitForNavigation(), portal.$eval('a[href$="/cancel"]', (way) => way.click())]);
    await Promise.all([portal.waitForNavigation(), portal.$eval('form[action$="/cancel"] button', (way) => way.click())]);
    await until(async () => {
      await stage.chromium.call("pro.renew", {});
      return (await proStatus()).isEnding ? true : null;
    }, "a subscription that ends");
    expect(await proStatus()).toMatchObject({ plan: "pro", isEnding: true });
    await stage.advance(25 * day);
    await stage.payments.control.idle();
    await until(async () => {
      await stage.chromium.call("pro.renew", {});
      return (await proStatus()).plan === "free" ? true : null;
    }, "the free plan");
    // The limit applies again.
    expect(await stage.chromium.call("plan.get", {})).toMatchObject({ reviewsPerClick: 88 });
  });
});
