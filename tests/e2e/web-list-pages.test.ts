import { globSync, readFileSync } from "node:fs";
import type { Page } from "puppeteer";
import { expect, test } from "vitest";
import { sampleOfToday } from "./sample.ts";
import { holds } from "./web-acts.ts";
import { useWebStage } from "./web-stage.ts";

const set = useWebStage();

/** Of each person's; all of them in the full run. */
const placesADay = 10;

type Who = "provider01" | "retailer01" | "admin01";
/** A list's file, and where it is shown to whom. */
const lists: Readonly<Record<string, readonly (readonly [who: Who, href: string])[]>> = {
  "src/company/audit/audit.list.tsx": [["provider01", "/p/audit-log"]],
  "src/billing/catalogue/claims.list.tsx": [["retailer01", "/ds/catalogue?tab=claims"]],
  "src/billing/catalogue/items.list.tsx": [["provider01", "/p/catalogue"]],
  "src/billing/catalogue/offers.list.tsx": [["retailer01", "/ds/catalogue"]],
  "src/billing/customers/customers.list.tsx": [["provider01", "/p/customer"]],
  "src/carriers/carrier-accounts/carrier-accounts.list.tsx": [["provider01", "/p/logistics?tab=accounts"]],
  "src/carriers/channels/channels.list.tsx": [
    ["provider01", "/p/logistics"],
    ["retailer01", "/ds/logistics"],
  ],
  "src/company/downloads/downloads.list.tsx": [["provider01", "/p/downloads"]],
  "src/outbound/returns/returns.list.tsx": [
    ["provider01", "/p/p-returns?to_do=all"],
    ["retailer01", "/ds/order?tab=returns"],
  ],
  "src/outbound/exceptions/exceptions.list.tsx": [
    ["provider01", "/p/p-exception"],
    ["retailer01", "/ds/order?tab=exceptions"],
  ],
  "src/outbound/orders/orders.list.tsx": [
    ["provider01", "/p/p-one-piece-for-shipping"],
    ["provider01", "/p/p-shipping-notice"],
    ["provider01", "/p/p-list-of-shipping-orders"],
    ["provider01", "/p/order"],
    ["retailer01", "/ds/order"],
    ["retailer01", "/ds/order?tab=shippingNotices"],
  ],
  "src/warehouse/goods/goods.list.tsx": [
    ["provider01", "/p/product"],
    ["retailer01", "/ds/product"],
  ],
  "src/company/operators/operators.list.tsx": [["provider01", "/p/settings?tab=operators"]],
  "src/warehouse/receipts/receipts.list.tsx": [
    ["provider01", "/p/addWarehouse"],
    ["retailer01", "/ds/addWarehouse"],
  ],
  "src/warehouse/stock/balances.list.tsx": [["provider01", "/p/stock?tab=locations"]],
  "src/warehouse/stock/movements.list.tsx": [
    ["provider01", "/p/stock?tab=movements"],
    ["retailer01", "/ds/warehousing?tab=movements"],
  ],
  "src/warehouse/stock/reconciliations.list.tsx": [["provider01", "/p/stock?tab=reconciliation"]],
  "src/warehouse/stock/stock.list.tsx": [
    ["provider01", "/p/stock"],
    ["retailer01", "/ds/warehousing"],
  ],
  "src/warehouse/stock/stocktakes.list.tsx": [["provider01", "/p/stock?tab=stocktakes"]],
  "src/billing/wallet/charges.list.tsx": [["retailer01", "/ds/wallet?tab=charges"]],
  "src/billing/wallet/top-up-requests.list.tsx": [["provider01", "/p/customer?tab=top-ups&status=requested"]],
  "src/warehouse/warehouses/locations.list.tsx": [["provider01", "/p/warehousing-definition"]],
  "src/warehouse/warehouses/warehousing-setting.screen.tsx": [["provider01", "/p/warehousing-setting"]],
};
/** Lists that are part of a page about something else, which comes above them. */
const parts: Readonly<Record<string, string>> = {
  "src/billing/customers/customer-goods.list.tsx": "a tab of a retailer's page",
  "src/billing/customers/customer-receipts.list.tsx": "a tab of a retailer's page",
  "src/billing/statements/statements.list.tsx": "below the statement of the month that is chosen",
  "src/carriers/carrier-accounts/carrier-errors.list.tsx": "empty until a carrier refuses something; web-logistics fills and reads it",
  "src/outbound/bagging/handed-over.list.tsx": "a tab beside the station where bags are filled; web-bagging fills it",
  "src/outbound/packing/boxes.screen.tsx": "opened from the station where orders are packed; web-packing fills it",
  "src/outbound/waybills/parcels-without.list.tsx": "below the switch of the printing station; web-waybills fills it",
  "src/outbound/waybills/waybills.list.tsx": "below the switch of the printing station; web-waybills fills it",
  "src/outbound/waves/waves.list.tsx": "below the pool that waves are built from",
  "src/outbound/waves/wave-orders.list.tsx": "a tab of a wave's page",
  "src/billing/wallet/entries.list.tsx": "below the balance, which is what the page is for",
  "src/billing/wallet/top-ups.list.tsx": "below the balance, which is what the page is for",
};

test("every list is tested here or has a reason not to be", () => {
  const files = globSync("src/**/*.tsx").filter(
    (path) => !path.includes(".test.") && !path.startsWith("src/kit/ui/") && /\bdefineList\(/.test(readFileSync(path, "utf8")),
  );
  expect(files.toSorted()).toEqual([...Object.keys(lists), ...Object.keys(parts)].toSorted());
});

/** The maximum top position of a hand-held list's first row in px, and its row height. */
const rowPx = 60;

async function isLoaded(page: Page): Promise<void> {
  await page.waitForSelector(".list", { timeout: 20_000 });
  await holds(page, "rows, or that there are none", () =>
    page.evaluate(
      () =>
        document.querySelector("[aria-busy=true]") === null &&
        document.querySelector(".list-row[id], .list .empty, .list-nothing") !== null,
    ),
  );
}

test.each(["provider01", "retailer01"] as const)(
  "each list page of %s has room for six rows on a hand-held, does not scroll sideways, and sends no request twice while loading",
  async (who) => {
    const { stage } = set;
    const page = await stage.page(await stage.visitor());
    await stage.signIn(page, who === "retailer01" ? "ds" : "p", who);
    await page.setViewport({ width: 390, height: 844, hasTouch: true });
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/v1/") && request.method() === "GET") asked.push(pathname + search);
      else if (pathname.startsWith("/v1/")) asked.push(`${request.method()} ${pathname} ${request.postData() ?? ""}`);
    });
    const faults: string[] = [];
    const places = Object.values(lists).flatMap((all) => all.filter(([whose]) => whose === who));
    for (const [, href] of sampleOfToday(places, placesADay)) {
      // Requests of the previous page do not count.
      await page.goto("about:blank");
      asked.length = 0;
      await page.goto(stage.origin + href);
      await isLoaded(page);
      // Requests made on connecting have been sent by then.
      await new Promise((done) => setTimeout(done, 1_500));
      const twice = asked.filter((one, at) => asked.indexOf(one) !== at);
      if (twice.length > 0) faults.push(`${href} asks twice: ${twice.join(", ")}`);
      const { top, sideways } = await page.evaluate(() => ({
        top:
          (
            document.querySelector(".list-row[id]") ?? document.querySelector(".list-box, .list .empty, .list-nothing")
          )?.getBoundingClientRect().top ?? Infinity,
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }));
      const room = Math.floor((844 - top) / rowPx);
      if (room < 6) faults.push(`${href} has room for ${room} rows: the first is at ${Math.round(top)} px`);
      if (sideways > 0) faults.push(`${href} is ${sideways} px too wide`);
    }
    expect(faults).toEqual([]);
  },
);
