import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import {
  createRateCard,
  getBillingSettings,
  getRateCard,
  getTerms,
  listRateCards,
  previewPrices,
  removePrices,
  setBillingSettings,
  setPrices,
  setTerms,
  updateRateCard,
} from "#src/billing/rate-cards/rate-cards.contract.ts";
import type { Price } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { closeLedger } from "#server/warehouse/stock/close-ledger.commands.ts";
import { chargeDay } from "#server/billing/wallet/post-day-charges.commands.ts";
import { postEntries } from "#server/billing/wallet/postings.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { perform, stageCharging } from "#tests/server/charging-acts.ts";
import { chargesIn, openBooks, runCharging } from "#tests/server/charging-books.ts";
import type { Books } from "#tests/server/charging-books.ts";
import { request } from "#tests/server/client.ts";
import { untilBlocked } from "#tests/server/until-blocked.ts";
import { addPerson } from "#tests/server/world.ts";
import { computePreview } from "./preview.queries.ts";

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp({ clock: createMovableClock(new Date("2026-06-15T12:00:00Z")) });
});
afterAll(() => test_.close());

const code = (name: CodeName) => codes[name].code;

interface Office {
  readonly books: Books;
  /** the retailer's own session */
  readonly retailer: string;
  ask<C extends Call>(call: C, input: InputOf<C>): ReturnType<typeof request<C>>;
  makeCard(currency?: string): Promise<string>;
}

/** Creates a provider with a retailer. */
async function office(): Promise<Office> {
  const books = await openBooks(test_, 1);
  const { providerUuid } = books;
  const provider = await addPerson(test_, { username: `desk-${newId()}`, role: "provider", providerUuid });
  const retailerUuid = books.retailers[0] ?? "";
  const retailer = await addPerson(test_, { username: `shop-${newId()}`, role: "dropShipper", providerUuid, retailerUuid });
  const ask = <C extends Call>(call: C, input: InputOf<C>) => request(test_.app, call, input, { token: provider.token });
  const makeCard = async (currency = "USD") => (await ask(createRateCard, { name: `Card ${newId()}`, currency })).data.rate_card_uuid;
  return { books, retailer: retailer.token, ask, makeCard };
}

const receiving = (price_micros: number, from_value = 0) => ({ event: "receiving_piece" as const, from_value, price_micros });

/** Puts an entry in a currency into a retailer's wallet. */
async function enter({ books }: Office, currency: string): Promise<void> {
  const context = { providerUuid: books.providerUuid, userUuid: null, now: test_.clock.now() };
  const entry = { retailerUuid: books.retailers[0] ?? "", account: "paid_in" as const, amountCents: 100, currency };
  await books.as((tx) => postEntries(tx, context, [{ ...entry, source: { type: "top-up", uuid: newId() } }]));
}

/** Charges the days up to now; the given number of pieces was received at noon of each. */
async function chargeDays({ books }: Office, days: readonly string[]): Promise<void> {
  const wish = { providerUuid: books.providerUuid, zones: ["UTC"], variants: [{ ownerUuid: books.retailers[0] ?? "", size: null }] };
  const acts = days.map((day) => ({
    kind: "receive" as const,
    at: Date.parse(`${day}T12:00:00Z`),
    warehouse: 0,
    variant: 0,
    quantity: 10,
    about: 0,
  }));
  await books.as(async (tx) => perform(tx, await stageCharging(tx, wish), acts));
  await runCharging(test_, books);
}

describe("a rate card", () => {
  test("is created, renamed, archived and restored; two active ones cannot share a name", async () => {
    const { ask } = await office();
    const made = (await ask(createRateCard, { name: "Usual", currency: "USD" })).data;
    expect((await ask(createRateCard, { name: "USUAL", currency: "EUR" })).code).toBe(code("rateCards.nameTaken"));
    const change = (version: number, is_archived: boolean) =>
      ask(updateRateCard, { rate_card_uuid: made.rate_card_uuid, name: "Old", is_archived, version });
    expect((await change(2, true)).code).toBe(code("changedMeanwhile"));
    expect((await change(1, true)).data).toEqual({ version: 2 });
    expect((await ask(listRateCards, {})).data.result).toEqual([]);
    expect((await ask(listRateCards, { archived: true })).data.result).toMatchObject([{ name: "Old", currency: "USD", current_from: "" }]);
    const other = (await ask(createRateCard, { name: "Old", currency: "EUR" })).data;
    expect((await change(2, false)).code).toBe(code("rateCards.nameTaken"));
    await ask(updateRateCard, { rate_card_uuid: other.rate_card_uuid, name: "New", is_archived: false, version: 1 });
    expect((await change(2, false)).data).toEqual({ version: 3 });
    expect((await ask(listRateCards, {})).data.result.map(({ name }) => name)).toEqual(["New", "Old"]);
  });

  test("is copied with the prices valid today", async () => {
    const { ask, makeCard } = await office();
    const rate_card_uuid = await makeCard();
    const sets = { "2026-05-01": [receiving(1)], "2026-06-10": [receiving(2), receiving(1, 50)], "2026-06-16": [receiving(3)] };
    for (const [at, [valid_from, prices]] of Object.entries(sets).entries())
      expect((await ask(setPrices, { rate_card_uuid, valid_from, prices, version: at + 1 })).data).toEqual({ version: at + 2 });
    expect((await ask(getRateCard, { rate_card_uuid })).data).toMatchObject({ current_from: "2026-06-10", version: 4 });
    const copy = (await ask(createRateCard, { name: "Copy", currency: "EUR", copy_of: rate_card_uuid })).data.rate_card_uuid;
    expect((await ask(getRateCard, { rate_card_uuid: copy })).data).toMatchObject({
      currency: "EUR",
      sets: [{ valid_from: "2026-06-10", prices: sets["2026-06-10"], is_used: false }],
    });
  });

  test("that is in use cannot be archived", async () => {
    const at = await office();
    const [first, second] = [await at.makeCard(), await at.makeCard()];
    const settings = { time_zone: "UTC", default_rate_card_uuid: first, charges_from: null, version: 1 };
    // Without prices, nothing would be charged any more.
    expect((await at.ask(getRateCard, { rate_card_uuid: first })).data.default_refusal).toBe("rateCards.noPrices");
    expect((await at.ask(setBillingSettings, settings)).code).toBe(code("rateCards.noPrices"));
    await at.ask(setPrices, { rate_card_uuid: first, valid_from: "2026-07-01", prices: [receiving(1)], version: 1 });
    expect((await at.ask(setBillingSettings, settings)).data).toEqual({ version: 2 });
    const terms = { retailer_uuid: at.books.retailers[0] ?? "", rate_card_uuid: second, price_tier_uuid: null, credit_limit_cents: 0 };
    expect((await at.ask(setTerms, { ...terms, version: 0 })).data).toEqual({ version: 1 });
    expect((await at.ask(setTerms, { ...terms, version: 2 ** 31 })).status).toBe(400);
    for (const [rate_card_uuid, version] of [
      [first, 2],
      [second, 1],
    ] as const)
      expect((await at.ask(updateRateCard, { rate_card_uuid, name: "X", is_archived: true, version })).code).toBe(code("rateCards.inUse"));
    expect((await at.ask(setTerms, { ...terms, rate_card_uuid: null, version: 1 })).data).toEqual({ version: 2 });
    expect((await at.ask(updateRateCard, { rate_card_uuid: second, name: "X", is_archived: true, version: 1 })).data).toEqual({
      version: 2,
    });
    expect((await at.ask(setTerms, { ...terms, version: 2 })).code).toBe(code("notFound"));
  });
});

describe("prices", () => {
  test("are locked for charged days, and only for those", async () => {
    const at = await office();
    const rate_card_uuid = await at.makeCard();
    const set = (valid_from: string, micros: number, version: number) =>
      at.ask(setPrices, { rate_card_uuid, valid_from, prices: [receiving(micros)], version });
    await set("2026-06-01", 100_000, 1);
    await set("2026-06-12", 200_000, 2);
    const settings = { time_zone: "UTC", default_rate_card_uuid: rate_card_uuid, charges_from: "2026-06-10", version: 1 };
    await at.ask(setBillingSettings, settings);
    await chargeDays(at, ["2026-06-10", "2026-06-13"]);
    expect((await chargesIn(at.books)).map(({ day, amount_cents }) => [day, amount_cents])).toEqual([
      ["2026-06-10", 100],
      ["2026-06-13", 200],
    ]);
    const used = async () => (await at.ask(getRateCard, { rate_card_uuid })).data.sets.map((one) => [one.valid_from, one.is_used]);
    expect(await used()).toEqual([
      ["2026-06-12", true],
      ["2026-06-01", true],
    ]);
    for (const day of ["2026-06-01", "2026-06-11", "2026-06-14"])
      expect((await set(day, 5, 3)).code).toBe(code("rateCards.chargedAlready"));
    expect((await at.ask(removePrices, { rate_card_uuid, valid_from: "2026-06-12", version: 3 })).code).toBe(
      code("rateCards.chargedAlready"),
    );

    expect((await set("2026-06-15", 300_000, 3)).data).toEqual({ version: 4 });
    expect((await set("2026-06-15", 400_000, 3)).code).toBe(code("changedMeanwhile"));
    // Days before the first charged day have no charges, so a set between may change their cost.
    expect((await set("2026-05-01", 5, 4)).data).toEqual({ version: 5 });
    expect(await used()).toEqual([
      ["2026-06-15", false],
      ["2026-06-12", true],
      ["2026-06-01", true],
      ["2026-05-01", false],
    ]);
    expect((await at.ask(removePrices, { rate_card_uuid, valid_from: "2026-06-15", version: 5 })).data).toEqual({ version: 6 });
    expect((await at.ask(removePrices, { rate_card_uuid, valid_from: "2026-06-15", version: 6 })).code).toBe(code("notFound"));
  });

  test("wait for a day that is being charged, and then cannot change it", async () => {
    const at = await office();
    const rate_card_uuid = await at.makeCard();
    await at.ask(setPrices, { rate_card_uuid, valid_from: "2026-07-01", prices: [receiving(1)], version: 1 });
    await at.ask(setBillingSettings, { time_zone: "UTC", default_rate_card_uuid: rate_card_uuid, charges_from: "2026-06-14", version: 1 });
    const { providerUuid } = at.books;
    const { warehouses } = await at.books.as((tx) => stageCharging(tx, { providerUuid, zones: ["UTC"], variants: [] }));
    const closing = { providerUuid, warehouseUuid: warehouses[0]?.uuid ?? "", until: new Date("2026-06-15T00:00:00Z") };
    await closeLedger(test_.services.database, closing);
    const setting = await at.books.as(async (tx) => {
      const day = { warehouse_uuid: warehouses[0]?.uuid ?? "", day: "2026-06-14" };
      expect((await chargeDay(tx, providerUuid, day, test_.clock.now())).chargeCount).toBe(0);
      const wish = { rate_card_uuid, valid_from: "2026-06-14", prices: [receiving(100_000)], version: 2 };
      const asked = at.ask(setPrices, wish);
      await untilBlocked(tx, asked);
      return { asked };
    });
    expect((await setting.asked).code).toBe(code("rateCards.chargedAlready"));
  });

  test("are previewed on the days of a month, with the same result as charging", async () => {
    const at = await office();
    const rate_card_uuid = await at.makeCard();
    const prices = [receiving(100_000), receiving(33_333, 15), { event: "storage_piece_day" as const, from_value: 0, price_micros: 1234 }];
    await at.ask(setPrices, { rate_card_uuid, valid_from: "2026-01-01", prices, version: 1 });
    await at.ask(setBillingSettings, { time_zone: "UTC", default_rate_card_uuid: rate_card_uuid, charges_from: "2026-06-01", version: 1 });
    await chargeDays(at, ["2026-06-02", "2026-06-03", "2026-06-13"]);
    const charges = await chargesIn(at.books);
    const toSum = (event: string) => {
      const those = charges.filter((one) => one.event === event);
      const sum = (of: (one: (typeof those)[number]) => number) => those.reduce((total, one) => total + of(one), 0);
      return { event, quantity_milli: sum((one) => one.quantity_milli), amount_cents: sum((one) => one.amount_cents) };
    };
    const { data } = await at.ask(previewPrices, { prices, month: "2026-06" });
    expect(data.events).toEqual([toSum("storage_piece_day"), toSum("receiving_piece")]);
    expect(data.total_cents).toBe(charges.reduce((total, one) => total + one.amount_cents, 0));
    expect(data.day_count).toBe(14);
    expect(
      (await at.ask(previewPrices, { prices: [receiving(0)], month: "2026-07", retailer_uuid: at.books.retailers[0] ?? "" })).data,
    ).toEqual({
      events: [{ event: "receiving_piece", quantity_milli: 0, amount_cents: 0 }],
      total_cents: 0,
      day_count: 0,
    });
    expect(await chargesIn(at.books)).toEqual(charges);
    expect((await at.ask(previewPrices, { prices, month: "1999-12" })).code).toBe(code("parameterError"));
  });

  test("are previewed one month at a time, with a time limit, and skip months before the first goods", async () => {
    const at = await office();
    const { providerUuid, retailers } = at.books;
    await chargeDays(at, ["2026-06-02"]);
    const wish = { prices: [receiving(100_000)], month: "2026-06" };
    const { works } = test_.services.slowWork;
    let asked: Promise<unknown> = Promise.resolve();
    await works.run({ company: providerUuid }, "preview", async () => {
      asked = at.ask(previewPrices, wish);
      await vi.waitUntil(() => works.count(providerUuid).waiting === 1, { timeout: 60_000 });
    });
    expect(await asked).toMatchObject({ data: { total_cents: 100 } });
    const inTime = (month: string, timeMs: number, prices: readonly Price[] = wish.prices) =>
      at.books.as((tx) => computePreview(tx, providerUuid, { prices, month, retailerUuids: retailers, now: test_.clock.now(), timeMs }));
    const tooLong = { ok: false, problem: "rateCards.previewTooLong" };
    expect(await inTime("2026-06", 0)).toEqual(tooLong);
    expect(await inTime("2000-01", 0)).toMatchObject({ value: { total_cents: 0, day_count: 31 } });
    // The database cancels a statement that runs past the limit, with the same answer.
    const owner = new pg.Client({ connectionString: test_.ownerUrl });
    await owner.connect();
    try {
      await owner.query("begin; lock table stock_balance in access exclusive mode");
      expect(await inTime("2026-06", 300, [{ event: "storage_piece_day", from_value: 0, price_micros: 1 }])).toEqual(tooLong);
    } finally {
      await owner.end();
    }
  });
});

describe("settings", () => {
  test("have defaults until they are set, and are changed only with the current version", async () => {
    const { ask } = await office();
    expect((await ask(getBillingSettings, {})).data).toEqual({
      time_zone: "UTC",
      default_rate_card_uuid: null,
      charges_from: "",
      version: 0,
    });
    const wish = { time_zone: "America/New_York", default_rate_card_uuid: null, charges_from: "2026-05-01" };
    expect((await ask(setBillingSettings, { ...wish, version: 1 })).code).toBe(code("changedMeanwhile"));
    expect((await ask(setBillingSettings, { ...wish, version: 0 })).data).toEqual({ version: 1 });
    expect((await ask(setBillingSettings, { ...wish, version: 0 })).code).toBe(code("changedMeanwhile"));
    expect((await ask(getBillingSettings, {})).data).toEqual({ ...wish, version: 1 });
  });

  test("need a known time zone and a first day that is not too far back; a day set long ago may stay", async () => {
    const { ask, books } = await office();
    const wish = { time_zone: "UTC", default_rate_card_uuid: null, charges_from: "2026-03-15" };
    for (const time_zone of ["Moon/Far_Side", "+08:00", ""])
      expect((await ask(setBillingSettings, { ...wish, time_zone, version: 0 })).code).toBe(code("warehouses.timeZoneUnknown"));
    expect((await ask(setBillingSettings, { ...wish, charges_from: "2026-03-14", version: 0 })).code).toBe(code("rateCards.tooFarBack"));
    expect((await ask(setBillingSettings, { ...wish, version: 0 })).data).toEqual({ version: 1 });
    await books.as((tx) =>
      sql`update billing_setting set charges_from = '2020-01-01' where provider_uuid = ${books.providerUuid}`.execute(tx),
    );
    const kept = { ...wish, charges_from: "2020-01-01", time_zone: "Asia/Shanghai", version: 1 };
    expect((await ask(setBillingSettings, kept)).data).toEqual({ version: 2 });
  });

  test("and terms refuse a card whose currency differs from that of the wallet entries", async () => {
    const at = await office();
    const [dollars, euros] = [await at.makeCard("USD"), await at.makeCard("EUR")];
    const settings = { time_zone: "UTC", charges_from: null };
    for (const rate_card_uuid of [dollars, euros])
      await at.ask(setPrices, { rate_card_uuid, valid_from: "2026-07-01", prices: [receiving(1)], version: 1 });
    expect((await at.ask(setBillingSettings, { ...settings, default_rate_card_uuid: euros, version: 1 })).data).toEqual({ version: 2 });
    await at.ask(setBillingSettings, { ...settings, default_rate_card_uuid: null, version: 2 });
    const getRefusal = async (rate_card_uuid: string) => (await at.ask(getRateCard, { rate_card_uuid })).data.default_refusal;
    expect(await getRefusal(euros)).toBe(null);
    await enter(at, "USD");
    expect([await getRefusal(dollars), await getRefusal(euros)]).toEqual([null, "rateCards.otherCurrency"]);
    expect((await at.ask(setBillingSettings, { ...settings, default_rate_card_uuid: euros, version: 3 })).code).toBe(
      code("rateCards.otherCurrency"),
    );
    const terms = { retailer_uuid: at.books.retailers[0] ?? "", price_tier_uuid: null, credit_limit_cents: 0, version: 0 };
    expect((await at.ask(setTerms, { ...terms, rate_card_uuid: euros })).code).toBe(code("rateCards.otherCurrency"));
    expect((await at.ask(setTerms, { ...terms, rate_card_uuid: dollars })).data).toEqual({ version: 1 });
    // A retailer with its own card does not use the default.
    expect((await at.ask(setBillingSettings, { ...settings, default_rate_card_uuid: euros, version: 3 })).data).toEqual({ version: 4 });
    expect((await at.ask(setTerms, { ...terms, rate_card_uuid: null, version: 1 })).code).toBe(code("rateCards.otherCurrency"));
  });
});

test("a retailer sees only its own terms, with today's prices and the next ones", async () => {
  const at = await office();
  const card = await at.makeCard("CNY");
  await at.ask(setPrices, { rate_card_uuid: card, valid_from: "2026-06-01", prices: [receiving(7)], version: 1 });
  await at.ask(setPrices, { rate_card_uuid: card, valid_from: "2026-07-01", prices: [receiving(8)], version: 2 });
  await at.ask(setPrices, { rate_card_uuid: card, valid_from: "2026-08-01", prices: [receiving(9)], version: 3 });
  const [retailer_uuid = ""] = at.books.retailers;
  const terms = { retailer_uuid, rate_card_uuid: card, price_tier_uuid: null, credit_limit_cents: 12_300 };
  await at.ask(setTerms, { ...terms, version: 0 });
  const expected = {
    ...terms,
    version: 1,
    currency: "CNY",
    prices: [receiving(7)],
    valid_from: "2026-06-01",
    next_from: "2026-07-01",
    next_prices: [receiving(8)],
  };
  expect((await at.ask(getTerms, { retailer_uuid })).data).toMatchObject(expected);
  const own = (input: InputOf<typeof getTerms>) => request(test_.app, getTerms, input, { token: at.retailer });
  expect((await own({})).data).toMatchObject(expected);
  const stranger = (await office()).books.retailers[0] ?? "";
  expect((await own({ retailer_uuid: stranger })).code).toBe(code("notFound"));
  expect((await at.ask(getTerms, { retailer_uuid: stranger })).code).toBe(code("notFound"));
  expect((await at.ask(getTerms, {})).code).toBe(code("notFound"));
});
