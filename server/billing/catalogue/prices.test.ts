import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { getItem, listPriceTiers, removePriceTier, savePriceTier, setItemPrices } from "#src/billing/catalogue/catalogue.contract.ts";
import type { CataloguePrice } from "#src/billing/catalogue/catalogue.contract.ts";
import { getTerms, setTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addCatalogueRows, addItem } from "#tests/server/rows-catalogue.ts";
import type { ItemRows } from "#tests/server/rows-catalogue.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const asStaff = <T>(work: (tx: Tx) => Promise<T>, providerUuid = world.providerA) =>
  test_.services.database.transaction(staffOf(providerUuid), work);
const ask = <C extends Call>(call: C, input: InputOf<C>, { token }: Person = world.provider) => request(test_.app, call, input, { token });
const add = (title: string, status: "draft" | "listed" | "withdrawn" = "draft") =>
  asStaff((tx) => addItem(tx, { providerUuid: world.providerA, title, status }));
const item = async (uuid: string) => (await ask(getItem, { item_uuid: uuid })).data;
const foreignItem = () =>
  asStaff((tx) => addItem(tx, { providerUuid: world.providerB, title: "Theirs", status: "draft" }), world.providerB);

function listed({ variantUuid, otherVariantUuid }: ItemRows, price_cents = 1000, currency = "USD"): CataloguePrice[] {
  return [variantUuid, otherVariantUuid].map((variant_uuid) => ({ variant_uuid, currency, scope: "list", scope_uuid: null, price_cents }));
}

async function addTier(name = `Tier ${newId()}`): Promise<string> {
  return (await ask(savePriceTier, { name })).data.price_tier_uuid;
}

/** Puts a retailer into a tier, as its terms do. */
const putIn = (tier: string | null, retailer: string) =>
  asStaff((tx) =>
    tx
      .insertInto("retailer_terms")
      .values({ provider_uuid: world.providerA, retailer_uuid: retailer, price_tier_uuid: tier })
      .onConflict((conflict) => conflict.constraint("retailer_terms_pkey").doUpdateSet({ price_tier_uuid: tier }))
      .execute(),
  );

/** Lists who has been notified of an item so far: users by name, and the staff. */
async function listNotified(uuid: string): Promise<string[]> {
  const rows = await test_.services.database.transaction(platform, (tx) =>
    tx.selectFrom("event").select(["user_uuid", "payload"]).where("topic", "=", "catalogue.changed").execute(),
  );
  const names = new Map([world.retailer, world.otherRetailer, world.foreignRetailer].map(({ userUuid, username }) => [userUuid, username]));
  return rows
    .filter(({ payload }) => JSON.stringify(payload).includes(uuid))
    .map(({ user_uuid }) => (user_uuid === null ? "staff" : (names.get(user_uuid) ?? "somebody")))
    .toSorted();
}

describe("prices", () => {
  const setPrices = (item_uuid: string, version: number, prices: CataloguePrice[]) => ask(setItemPrices, { item_uuid, prices, version });

  test("are replaced as a whole: by list, tier and retailer, in several currencies", async () => {
    const rows = await add("Lamp");
    const tier = await addTier("Gold");
    const [one] = listed(rows);
    if (one === undefined) throw new Error("a variant");
    const prices: CataloguePrice[] = [
      ...listed(rows),
      { ...one, currency: "EUR", price_cents: 950 },
      { ...one, scope: "tier", scope_uuid: tier.toUpperCase(), price_cents: 900 },
      { ...one, scope: "retailer", scope_uuid: world.retailerA, price_cents: 0 },
    ];
    expect((await setPrices(rows.itemUuid, 1, prices)).data).toEqual({ version: 2 });
    const { prices: kept, list_prices } = await item(rows.itemUuid);
    expect(kept).toHaveLength(5);
    expect(kept).toEqual(
      expect.arrayContaining([
        { ...one, scope: "tier", scope_uuid: tier, price_cents: 900, scope_name: "Gold" },
        { ...one, scope: "retailer", scope_uuid: world.retailerA, price_cents: 0, scope_name: "Retailer One" },
        { ...one, scope_name: "" },
      ]),
    );
    expect(list_prices).toEqual([
      { currency: "EUR", from_cents: 950, until_cents: 950 },
      { currency: "USD", from_cents: 1000, until_cents: 1000 },
    ]);
    expect((await setPrices(rows.itemUuid, 1, [])).code).toBe(codes.changedMeanwhile.code);
    expect((await setPrices(rows.itemUuid, 2, [])).data).toEqual({ version: 3 });
    expect((await item(rows.itemUuid)).prices).toEqual([]);
  });

  test("are all refused if one names a foreign variant, tier or retailer, appears twice, or lacks its tier or retailer", async () => {
    const [rows, other, foreign] = [await add("Lamp"), await add("Other"), await foreignItem()];
    const { tierUuid } = await asStaff((tx) => addCatalogueRows(tx, world.foreignProvider), world.providerB);
    const [one] = listed(rows);
    if (one === undefined) throw new Error("a variant");
    const bad: [CataloguePrice, number][] = [
      [{ ...one, variant_uuid: other.variantUuid }, codes.notFound.code],
      [{ ...one, variant_uuid: foreign.variantUuid }, codes.notFound.code],
      [{ ...one, scope: "tier", scope_uuid: tierUuid }, codes.notFound.code],
      [{ ...one, scope: "tier", scope_uuid: world.retailerA }, codes.notFound.code],
      [{ ...one, scope: "retailer", scope_uuid: world.retailerB }, codes.notFound.code],
      [{ ...one, price_cents: 5 }, codes["catalogue.priceTwice"].code],
      [{ ...one, variant_uuid: one.variant_uuid.toUpperCase() }, codes["catalogue.priceTwice"].code],
      [{ ...one, scope: "tier" }, codes.parameterError.code],
      [{ ...one, scope_uuid: world.providerA, currency: "EUR" }, codes.parameterError.code],
    ];
    for (const [price, code] of bad)
      expect((await setPrices(rows.itemUuid, 1, [...listed(rows), price])).code, JSON.stringify(price)).toBe(code);
    for (const price of [
      { ...one, price_cents: -1 },
      { ...one, price_cents: 1.5 },
      { ...one, currency: "usd" },
    ])
      expect(
        await send(test_.app, setItemPrices, { item_uuid: rows.itemUuid, version: 1, prices: [price] }, { token: world.provider.token }),
      ).toMatchObject({ status: 400 });
    expect(await item(rows.itemUuid)).toMatchObject({ version: 1, list_prices: [{ currency: "USD", from_cents: 1000 }] });
  });

  test("of a listed item always include list prices", async () => {
    const rows = await add("Lamp", "listed");
    expect((await setPrices(rows.itemUuid, 1, listed(rows).slice(0, 1))).code).toBe(codes["catalogue.noPrice"].code);
    expect((await setPrices(rows.itemUuid, 1, listed(rows, 1000, "EUR"))).data).toEqual({ version: 2 });
  });

  test("notify only the retailers that now pay a different price, and the staff", async () => {
    const rows = await add("Lamp", "listed");
    const tier = await addTier();
    await putIn(tier, world.retailerA2);
    const [one] = listed(rows);
    if (one === undefined) throw new Error("a variant");
    const ofTier: CataloguePrice = { ...one, scope: "tier", scope_uuid: tier, price_cents: 800 };
    const told = async (version: number, prices: CataloguePrice[]) => {
      const before = await listNotified(rows.itemUuid);
      expect((await setPrices(rows.itemUuid, version, prices)).code).toBe(200);
      return (await listNotified(rows.itemUuid)).filter(
        (name, at, all) => all.indexOf(name) === at && count(before, name) < count(all, name),
      );
    };
    const count = (names: string[], name: string) => names.filter((told_) => told_ === name).length;
    expect(await told(1, [...listed(rows), ofTier])).toEqual(["retailer-two", "staff"]);
    expect(await told(2, [...listed(rows, 1100), ofTier, { ...ofTier, variant_uuid: rows.otherVariantUuid }])).toEqual([
      "retailer-one",
      "retailer-two",
      "staff",
    ]);
    // The tier does not pay the list price.
    expect(await told(3, [...listed(rows, 1200), ofTier, { ...ofTier, variant_uuid: rows.otherVariantUuid }])).toEqual([
      "retailer-one",
      "staff",
    ]);
    // No wallet is in this currency.
    expect(
      await told(4, [...listed(rows, 1200), ...listed(rows, 9, "EUR"), ofTier, { ...ofTier, variant_uuid: rows.otherVariantUuid }]),
    ).toEqual(["staff"]);
    await putIn(null, world.retailerA2);
  });
});

/** Counts the notifications so far about the catalogue as a whole: to the staff alone, and to retailers. */
async function countNotified(providerUuid: string): Promise<[staff: number, retailer: string[]]> {
  const rows = await test_.services.database.transaction(platform, (tx) =>
    tx
      .selectFrom("event")
      .select(["retailer_uuid", "payload"])
      .where("topic", "=", "catalogue.changed")
      .where("provider_uuid", "=", providerUuid)
      .orderBy("event_uuid")
      .execute(),
  );
  const general = rows.filter(({ payload }) => JSON.stringify(payload) === JSON.stringify({ item_uuids: [] }));
  const retailers = general.flatMap(({ retailer_uuid }) => (retailer_uuid === null ? [] : [retailer_uuid]));
  return [general.length - retailers.length, retailers];
}

describe("price tiers", () => {
  test("notify the staff when one is created, renamed or deleted", async () => {
    const told = async () => (await countNotified(world.providerA))[0];
    const before = await told();
    const tier = await addTier();
    expect(await told()).toBe(before + 1);
    await ask(savePriceTier, { price_tier_uuid: tier, name: `Told ${newId()}`, version: 1 });
    expect(await told()).toBe(before + 2);
    await ask(savePriceTier, { price_tier_uuid: tier, name: "Late", version: 1 });
    expect(await told()).toBe(before + 2);
    await ask(removePriceTier, { price_tier_uuid: tier, version: 2 });
    expect(await told()).toBe(before + 3);
  });

  test("notify a retailer when its terms change its tier, since its offers have other prices then; other terms do not", async () => {
    const retailer_uuid = world.retailerA;
    const told = async () => (await countNotified(world.providerA))[1].length;
    const tier = await addTier();
    const { version } = (await ask(getTerms, { retailer_uuid })).data;
    const terms = { retailer_uuid: retailer_uuid.toUpperCase(), rate_card_uuid: null, credit_limit_cents: 0 };
    const before = await told();
    expect((await ask(setTerms, { ...terms, price_tier_uuid: tier, version })).code).toBe(200);
    expect((await countNotified(world.providerA))[1].slice(before)).toEqual([retailer_uuid]);
    const next = (await ask(getTerms, { retailer_uuid })).data.version;
    expect((await ask(setTerms, { ...terms, price_tier_uuid: tier, credit_limit_cents: 700, version: next })).code).toBe(200);
    expect(await told()).toBe(before + 1);
    expect((await ask(setTerms, { ...terms, price_tier_uuid: null, version: next + 1 })).code).toBe(200);
    expect(await told()).toBe(before + 2);
  });

  const tiers = async () => (await ask(listPriceTiers, {})).data.result;

  test("are created, renamed, and listed by name with their number of retailers", async () => {
    const [z, a] = [await addTier("Zinc"), await addTier("amber")];
    await putIn(z, world.retailerA);
    const names = (await tiers()).map(({ name }) => name);
    expect(names.indexOf("amber")).toBeLessThan(names.indexOf("Zinc"));
    expect((await tiers()).find(({ price_tier_uuid }) => price_tier_uuid === z)).toMatchObject({ retailer_count: 1, version: 1 });
    const rename = (version?: number) =>
      ask(savePriceTier, { price_tier_uuid: a, name: "Agate", ...(version === undefined ? {} : { version }) });
    expect((await rename()).code).toBe(codes.changedMeanwhile.code);
    expect((await rename(1)).data).toEqual({ price_tier_uuid: a, version: 2 });
    expect((await rename(1)).code).toBe(codes.changedMeanwhile.code);
    expect((await ask(savePriceTier, { name: "aGATE" })).code).toBe(codes["catalogue.tierNameTaken"].code);
    expect((await ask(savePriceTier, { price_tier_uuid: z, name: "agate", version: 1 })).code).toBe(codes["catalogue.tierNameTaken"].code);
    expect((await ask(savePriceTier, { price_tier_uuid: newId(), name: "None", version: 1 })).code).toBe(codes.notFound.code);
    await putIn(null, world.retailerA);
  });

  test("are deleted with their prices, unless a retailer is in one", async () => {
    const rows = await add("Lamp");
    const tier = await addTier();
    const [one] = listed(rows);
    if (one === undefined) throw new Error("a variant");
    await ask(setItemPrices, {
      item_uuid: rows.itemUuid,
      version: 1,
      prices: [...listed(rows), { ...one, scope: "tier", scope_uuid: tier }],
    });
    await putIn(tier, world.retailerA);
    const remove = (version = 1) => ask(removePriceTier, { price_tier_uuid: tier, version });
    expect((await remove()).code).toBe(codes["catalogue.tierInUse"].code);
    expect((await item(rows.itemUuid)).prices).toHaveLength(3);
    await putIn(null, world.retailerA);
    expect((await remove(7)).code).toBe(codes.changedMeanwhile.code);
    expect((await remove()).data).toEqual({ removed_prices: 1 });
    expect((await remove()).code).toBe(codes.notFound.code);
    expect((await item(rows.itemUuid)).prices).toHaveLength(2);
  });

  test("are limited to fifty, however many are created at once", async () => {
    const { foreignProvider, providerB } = world;
    await asStaff(
      (tx) =>
        tx
          .insertInto("price_tier")
          .values(
            Array.from({ length: 48 }, (_, at) => ({
              provider_uuid: providerB,
              price_tier_uuid: newId(),
              name: `T${at}`,
              created_at: new Date(),
            })),
          )
          .execute(),
      providerB,
    );
    const made = await Promise.all(["X", "Y", "Z"].map((name) => ask(savePriceTier, { name }, foreignProvider)));
    expect(made.map(({ code }) => code)).toContain(codes["catalogue.tooManyTiers"].code);
    expect((await ask(listPriceTiers, {}, foreignProvider)).data.result).toHaveLength(50);
  });
});
