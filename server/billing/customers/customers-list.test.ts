import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { getCustomers, querySpecificCustomer } from "#src/billing/customers/customers.contract.ts";
import { reportStockByAge } from "#src/billing/reports/reports.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { enterCharge } from "#tests/server/stage-statements.ts";
import { addPerson, addRetailer, makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const list = (input: InputOf<typeof getCustomers>, { token } = world.provider) => request(test_.app, getCustomers, input, { token });
const one = (input: InputOf<typeof querySpecificCustomer>, { token } = world.provider) =>
  request(test_.app, querySpecificCustomer, input, { token });
const names = async (input: InputOf<typeof getCustomers>) => (await list(input)).data.result.map(({ name }) => name);
const add = (name: string) => test_.services.database.transaction(anonymous, (tx) => addRetailer(tx, name, world.providerA));
const asStaff = <T>(work: (tx: Tx) => Promise<T>) => test_.services.database.transaction(staffOf(world.providerA), work);

/** Creates a retailer with two SKUs and some pieces on the shelves. */
async function withStock(name: string, pieces: readonly number[]): Promise<StockStage & { retailer: string }> {
  const retailer = await add(name);
  return asStaff(async (tx) => {
    const stage = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: retailer, variants: pieces.length });
    for (const [variant, quantity] of pieces.entries()) if (quantity > 0) await putStock(tx, stage, { variant, quantity });
    return { ...stage, retailer };
  });
}

function declare(stage: StockStage, variant: number, cents: number, currency: string) {
  return asStaff((tx) =>
    tx
      .updateTable("variant")
      .set({ declared_value_cents: cents, currency })
      .where("provider_uuid", "=", world.providerA)
      .where("variant_uuid", "=", stage.variants[variant]?.variantUuid ?? "")
      .execute(),
  );
}

/** Makes a retailer owe an amount; a negative amount is a credit. */
async function owe(retailerUuid: string, cents: number, { providerUuid, userUuid } = world.provider): Promise<void> {
  const books = { providerUuid: providerUuid ?? "", retailerUuid, userUuid };
  await test_.services.database.transaction(staffOf(books.providerUuid), (tx) =>
    enterCharge(tx, books, { at: "2026-01-10T00:00:00Z", cents }),
  );
}

describe("the list of customers", () => {
  test("has only the provider's own retailers, and can be searched by name", async () => {
    expect(await names({})).toEqual(expect.arrayContaining(["Retailer One", "Retailer Two"]));
    expect(await names({ search: "Retailer T" })).toEqual(["Retailer Two"]);
    const { data } = await list({}, world.foreignProvider);
    expect(data.result).toMatchObject([{ retailer_uuid: world.retailerB, name: "Retailer Three" }]);
    expect(data.total).toBe(1);
  });

  test("finds a literal part of a name, ignoring case", async () => {
    await add("Harbour 100% Cotton");
    await add("Harbour 100 Cotton");
    await add("港口_商行");
    expect(await names({ search: "hArBoUr" })).toEqual(["Harbour 100 Cotton", "Harbour 100% Cotton"]);
    expect(await names({ search: "100% C" })).toEqual(["Harbour 100% Cotton"]);
    expect(await names({ search: "_" })).toEqual(["港口_商行"]);
    expect(await names({ search: "商" })).toEqual(["港口_商行"]);
    expect(await names({ search: "nobody of this name" })).toEqual([]);
  });

  test("is sorted by name or time in either direction, page by page to the end", async () => {
    // Each in its own transaction, which sets its time.
    for (const letter of ["c", "A", "b"]) await add(`Sorted ${letter}`);
    const sorted = async (sort: InputOf<typeof getCustomers>["sort"]) => {
      const found: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const { data } = await list({ search: "sorted", sort, page_size: 2, ...(cursor === undefined ? {} : { cursor }) });
        found.push(...data.result.map(({ name }) => name.slice(-1)));
        cursor = data.next_cursor;
      }
      return found.join("");
    };
    expect(await sorted("name")).toBe("Abc");
    expect(await sorted("-name")).toBe("cbA");
    expect(await sorted("since")).toBe("cAb");
    expect(await sorted("-since")).toBe("bAc");
  });

  test("is sorted by balance, and filtered by whether a retailer owes something", async () => {
    const [much, little, none] = [await add("Purse b"), await add("Purse c"), await add("Purse a")];
    await owe(much, 900);
    await owe(little, -50);
    const purses = async (input: InputOf<typeof getCustomers>) =>
      (await names({ search: "purse", ...input })).map((name) => name.slice(-1)).join("");
    expect([await purses({ sort: "balance" }), await purses({ sort: "-balance" })]).toEqual(["bac", "cab"]);
    expect([await purses({ owes: true }), await purses({ owes: false })]).toEqual(["b", "ac"]);
    const { data } = await list({ search: "purse", sort: "balance", page_size: 1 });
    const next = await list({ search: "purse", sort: "balance", page_size: 1, cursor: data.next_cursor ?? "" });
    expect(next.data.result.map(({ retailer_uuid }) => retailer_uuid)).toEqual([none]);
    await owe(world.retailerB, 700, world.foreignProvider);
    expect((await list({ owes: true })).data.result.map(({ retailer_uuid }) => retailer_uuid)).toEqual([much]);
    expect((await list({ owes: true }, world.foreignProvider)).data.result).toMatchObject([{ balance_cents: -700 }]);
  });

  test("refuses a cursor of another sort, and an unknown sort", async () => {
    const { data } = await list({ page_size: 1, sort: "name" });
    expect((await list({ page_size: 1, sort: "since", cursor: data.next_cursor ?? "" })).code).toBe(codes.parameterError.code);
    for (const input of [{ sort: "on_hand" }, { blocked: "perhaps" }, { owes: "perhaps" }, { search: "x".repeat(201) }, { owner: newId() }])
      expect(await send(test_.app, getCustomers, input, { token: world.provider.token })).toMatchObject({ status: 400 });
  });

  test("is open to an operator with the permission, but to no other operator and no retailer", async () => {
    const person = { username: "asks-for-customers", role: "operator", providerUuid: world.providerA } as const;
    const permitted = await addPerson(test_, { ...person, permissions: ["customers"] });
    expect((await list({}, permitted)).data.result.length).toBeGreaterThan(1);
    for (const { token } of [world.idleOperator, world.retailer, world.customer])
      for (const call of [getCustomers, querySpecificCustomer])
        expect(await send(test_.app, call, {}, { token })).toMatchObject({ status: 403, data: null });
  });
});

describe("one customer", () => {
  test("is found by its uuid in any case; without a uuid, the first page is returned", async () => {
    expect((await one({ uuid: world.retailerA.toUpperCase() })).data).toMatchObject({ total: 1, result: [{ name: "Retailer One" }] });
    expect((await one({})).data).toEqual((await list({})).data);
  });

  test("is not found if it is another provider's or does not exist", async () => {
    for (const uuid of [world.retailerB, world.providerA, world.retailer.userUuid, newId()])
      expect((await one({ uuid })).code).toBe(codes.notFound.code);
    expect((await one({ uuid: world.retailerA }, world.foreignProvider)).code).toBe(codes.notFound.code);
  });
});

describe("a customer's figures", () => {
  const figures = async (uuid: string) => (await one({ uuid })).data.result[0];

  test("are empty if it has no data", async () => {
    expect(await figures(await add("Has Nothing"))).toMatchObject({
      country_code: "US",
      is_blocked: false,
      sku_count: 0,
      on_hand: 0,
      stock_value_cents: null,
      currency: "",
      unvalued_quantity: 0,
      open_receipts: 0,
      last_receipt_at: "",
    });
  });

  test("count only its own SKUs in stock, with the same result as the stock-by-age report", async () => {
    const stage = await withStock("Counts Pieces", [7, 5, 0]);
    await withStock("Next Door", [900]);
    expect(await figures(stage.retailer)).toMatchObject({ sku_count: 2, on_hand: 12 });
    const { data: customers } = await list({ page_size: 200 });
    const { data: report } = await request(test_.app, reportStockByAge, { by: "retailer" }, { token: world.provider.token });
    const reported = new Map(report.result.map(({ key, sku_count, quantity }) => [key, [sku_count, quantity]]));
    expect(reported.get(stage.retailer)).toEqual([2, 12]);
    for (const { retailer_uuid, name, sku_count, on_hand } of customers.result)
      expect([sku_count, on_hand], name).toEqual(reported.get(retailer_uuid) ?? [0, 0]);
  });

  test("add up the declared values, count the pieces without one, and give no sum of two currencies", async () => {
    const stage = await withStock("Declares Values", [3, 4]);
    expect(await figures(stage.retailer)).toMatchObject({ stock_value_cents: null, currency: "", unvalued_quantity: 7 });
    await declare(stage, 0, 1250, "EUR");
    expect(await figures(stage.retailer)).toMatchObject({ stock_value_cents: 3750, currency: "EUR", unvalued_quantity: 4 });
    await declare(stage, 1, 10, "EUR");
    expect(await figures(stage.retailer)).toMatchObject({ stock_value_cents: 3790, currency: "EUR", unvalued_quantity: 0 });
    await declare(stage, 1, 10, "USD");
    expect(await figures(stage.retailer)).toMatchObject({ stock_value_cents: null, currency: "", unvalued_quantity: 0 });
  });

  test("include its balance, its credit limit and its rate card", async () => {
    const [own, plain] = [await add("Has A Card"), await add("Has The Default")];
    const { providerA } = world;
    const named = async (name: string, currency: string) => {
      const rate_card_uuid = newId();
      await asStaff((tx) =>
        tx.insertInto("rate_card").values({ provider_uuid: providerA, rate_card_uuid, name, currency, created_at: new Date() }).execute(),
      );
      return rate_card_uuid;
    };
    expect(await figures(plain)).toMatchObject({ rate_card_name: "", is_default_card: false, wallet_currency: "USD" });
    const [agreed, usual] = [await named("Agreed", "EUR"), await named("Usual", "CNY")];
    await asStaff(async (tx) => {
      const terms = { provider_uuid: providerA, retailer_uuid: own, rate_card_uuid: agreed, credit_limit_cents: 5000 };
      await tx.insertInto("retailer_terms").values(terms).execute();
      await tx.insertInto("billing_setting").values({ provider_uuid: providerA, default_rate_card_uuid: usual }).execute();
    });
    const nothing = { balance_cents: 0, credit_limit_cents: 0 };
    expect(await figures(plain)).toMatchObject({ ...nothing, wallet_currency: "CNY", rate_card_name: "Usual", is_default_card: true });
    expect(await figures(own)).toMatchObject({
      wallet_currency: "EUR",
      credit_limit_cents: 5000,
      rate_card_name: "Agreed",
      is_default_card: false,
    });
    await owe(plain, 1234);
    // The first entry has set the currency.
    expect(await figures(plain)).toMatchObject({ balance_cents: -1234, wallet_currency: "USD" });
    expect(await figures(own)).toMatchObject({ balance_cents: 0 });
  });

  test("count the open receipts, and give the date of the last one submitted", async () => {
    const stage = await withStock("Sends Goods", [1]);
    const statuses = ["draft", "submitted", "inspecting", "completed", "cancelled"] as const;
    const receipts = statuses.map((status, at) => ({
      provider_uuid: world.providerA,
      receipt_uuid: newId(),
      receipt_number: `R-${newId()}`,
      warehouse_uuid: stage.warehouseUuid,
      owner_uuid: stage.retailer,
      status,
      created_by: world.provider.userUuid,
      created_at: new Date(Date.UTC(2026, 0, 20 - at)),
      submitted_at: status === "draft" ? null : new Date(Date.UTC(2026, 0, 20 - at)),
    }));
    await asStaff((tx) => tx.insertInto("receipt").values(receipts).execute());
    expect(await figures(stage.retailer)).toMatchObject({ open_receipts: 2, last_receipt_at: "2026-01-19T00:00:00.000Z" });
  });
});
