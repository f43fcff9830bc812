import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, HTTPRequest, Page } from "puppeteer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProvider } from "#src/company/accounts/accounts.contract.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { exportAuditLog } from "#src/company/audit/audit.contract.ts";
import { getCustomers } from "#src/billing/customers/customers.contract.ts";
import { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { getFileIndependently } from "#src/kit/files/files.contract.ts";
import { listVariants, queryProduct } from "#src/warehouse/goods/goods.contract.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { retrieveKeyInformation, updateCompany } from "#src/company/key-information/key-information.contract.ts";
import { queryAllProviders, queryProviderDetail } from "#src/company/providers/providers.contract.ts";
import type { Statement } from "#src/billing/statements/statements.contract.ts";
import { listStatements, statementFile } from "#src/billing/statements/statements.contract.ts";
import { getWallet } from "#src/billing/wallet/wallet.contract.ts";
import { until } from "./until.ts";
import { atPath, choose, chooseAt, fill, press, pressText, seesText, signInElsewhere } from "./web-acts.ts";
import { envelope, faultsOn, only } from "./web-faults.ts";
import { useWebStage } from "./web-stage.ts";

// Calls that the specification names: a screen makes each of them as specified.
const set = useWebStage();
let visitor: BrowserContext;
let page: Page;
let requests: HTTPRequest[];

beforeEach(async () => {
  visitor = await set.stage.visitor();
  page = await set.stage.page(visitor);
  requests = [];
  page.on("request", (request) => void requests.push(request));
});
afterEach(async () => visitor.close());

const open = (path: string) => page.goto(set.stage.origin + path);
/** Returns the query of a call's first request. */
async function queryOfCall({ path, name }: { path: string; name: string }): Promise<URLSearchParams> {
  return until(async () => {
    const made = requests.map((request) => new URL(request.url())).find(({ pathname }) => pathname === apiPrefix + path);
    return made?.searchParams ?? null;
  }, name);
}

test("a supplier signs up through create-add-provider, form-encoded", async () => {
  const { field, signUp } = english.accounts;
  await open("/signup?role=supplier");
  await fill(page, field.storeName, "Lighthouse Stores");
  await fill(page, field.address, "2 Quay Street\nHarbour Town");
  await fill(page, field.email, "lighthouse@example.com");
  await fill(page, field.username, "lighthouse-keeper");
  await fill(page, field.password, "Harbour!Crane42x");
  await fill(page, field.confirm, "Harbour!Crane42x");
  await press(page, "button", signUp.submit);
  await atPath(page, "/p/home");
  const sent = requests.find((request) => new URL(request.url()).pathname === apiPrefix + createProvider.path);
  expect(sent?.headers()["content-type"]).toBe("application/x-www-form-urlencoded");
  const form = new URLSearchParams(sent?.postData());
  expect(form.get("company")).toBe("Lighthouse Stores");
  expect(sent?.postData()).not.toContain("Crane42x");
});

test("a retailer who chooses a supplier sees its details from query-provider/detail", async () => {
  const { client } = await signInElsewhere(set.stage.origin, "p", "provider01");
  const { name } = (await client.call(retrieveKeyInformation, {})).company;
  await client.call(updateCompany, { country_code: "DE" });
  await open("/signup?role=retailer");
  await choose(page, english.accounts.field.supplier, name.slice(0, 5), name);
  expect((await queryOfCall(queryProviderDetail)).get("name_of_provider")).toBe(name);
  await seesText(page, "Germany");
});

test("a retailer sees the suppliers of query-provider/all before typing a name", async () => {
  const { client } = await signInElsewhere(set.stage.origin, "ds", "retailer01");
  const { result } = await client.call(queryAllProviders, {});
  await set.stage.signIn(page, "ds", "retailer01");
  await open("/ds/third-part-key-information");
  expect(Object.fromEntries(await queryOfCall(queryAllProviders))).toEqual({});
  expect(result.length).toBeGreaterThan(0);
  for (const { name } of result.slice(0, 100)) await seesText(page, name);
});

test("supplier-side product queries name the supplier, and a retailer's do not", async () => {
  await set.stage.signIn(page, "p", "provider01");
  await open("/p/product");
  const own = (await queryOfCall(listVariants)).get("provider_uuid");
  expect(own).toMatch(/^[0-9a-f-]{36}$/);
  await open("/p/catalogue");
  await press(page, "button", english.catalogue.action.add);
  expect((await queryOfCall(queryProduct)).get("provider_uuid")).toBe(own);
  requests = [];
  await open("/p/addWarehouse?receipt=new");
  await page.locator(".draft-line .draft-sku input").fill("tray");
  // On a busy machine it is requested for the first letters before the rest is typed.
  await expect
    .poll(() => requests.map((request) => new URL(request.url()).searchParams).filter((query) => query.get("search") === "tray"))
    .not.toEqual([]);
  expect((await queryOfCall(listVariants)).get("provider_uuid")).toBe(own);
  // The draft asks before it is left.
  page.on("dialog", (dialog) => void dialog.accept());
  requests = [];
  await set.stage.signIn(page, "ds", "retailer01");
  await open("/ds/product");
  expect((await queryOfCall(listVariants)).has("provider_uuid")).toBe(false);
});

test("a download is saved through get-file-independently under its own name", async () => {
  const { client } = await signInElsewhere(set.stage.origin, "p", "provider01");
  await client.call(exportAuditLog, { format: "csv" });
  const download = await until(
    async () => (await client.call(listDownloads, { status: "ready" })).result[0] ?? null,
    "a download that is ready",
  );
  await set.stage.signIn(page, "p", "provider01");
  await open("/p/downloads");
  await pressText(page, download.name, "main");
  const query = await queryOfCall(getFileIndependently);
  expect(Object.fromEntries(query)).toEqual({
    roleType: "provider",
    filename: download.filename,
    save_as: download.name.replace(/\.csv$/, ""),
  });
});

test("a statement is saved through its print-file link: path and query under the prefix, named from the label and the filename", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quayside-print-"));
  try {
    const { client } = await signInElsewhere(set.stage.origin, "p", "provider01");
    const { retailer_uuid = "", name = "" } = (await client.call(getCustomers, {})).result[0] ?? {};
    const { month } = await client.call(getWallet, { retailer_uuid });
    const asked = { retailer_uuid, month, format: "pdf", filename: "S-77.pdf" };
    const amounts = { opening_cents: 0, paid_in_cents: 0, charged_cents: 0, closing_cents: 0, currency: "USD", is_paid: true };
    const times = { from_at: "2026-01-01T00:00:00.000Z", to_at: "2026-02-01T00:00:00.000Z", issued_at: "2026-02-01T06:00:00.000Z" };
    const statement: Statement = {
      ...amounts,
      ...times,
      retailer_uuid,
      month,
      retailer_name: name,
      statement_uuid: "00000000-0000-7000-8000-000000000077",
      statement_number: "S-77",
      // On another host without the prefix: only its path and query count.
      print_link: `https://print.example.net${statementFile.path}?${new URLSearchParams(asked).toString()}`,
    };
    const listed = { result: [statement], total: 1, total_is_exact: true, next_cursor: null };
    await set.stage.signIn(page, "p", "provider01");
    const faults = await faultsOn(page);
    faults.set(only(apiPrefix + listStatements.path, envelope(200, 200, "", "", listed)));
    const session = await page.createCDPSession();
    const { id } = page.browserContext();
    const context = id === undefined ? {} : { browserContextId: id };
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, ...context });
    await open(`/p/customer?customer=${retailer_uuid}&tab=statements`);
    await chooseAt(page, '.list-row[data-index="0"] [data-part="menu"]', english.statements.action.pdf);
    const query = await queryOfCall(statementFile);
    expect(Object.fromEntries(query)).toEqual({ ...asked, language: "en_us" });
    const saved = await until(async () => readdirSync(folder).find((one) => one.endsWith(".pdf")) ?? null, "a PDF that is saved");
    expect(saved).toBe("Statement-S-77.pdf");
    expect(readFileSync(join(folder, saved)).subarray(0, 5).toString("latin1")).toBe("%PDF-");
    expect(requests.filter((request) => request.url().includes("print.example.net"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
