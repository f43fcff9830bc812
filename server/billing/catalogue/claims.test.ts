import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { agreeToPrices, claimItems, getClaim, listClaims, updateClaim, withdrawClaims } from "#src/billing/catalogue/claims.contract.ts";
import { getItem, setItemStatus } from "#src/billing/catalogue/catalogue.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { auditRows } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import type { ItemRows } from "#tests/server/rows-catalogue.ts";
import { catalogueStage } from "#tests/server/stage-catalogue.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const { asStaff, ask, add, claimed, claimOf, offerOf, price, setVariant } = catalogueStage(() => ({ server: test_, world }));

describe("claiming", () => {
  test("copies the supplier's title and agrees to the price, once, however many requests arrive at once", async () => {
    const rows = await add({ title: "Pressed" });
    const three = await Promise.all([1, 2, 3].map(() => ask(claimItems, { item_uuids: [rows.itemUuid, rows.itemUuid.toUpperCase()] })));
    expect(three.map(({ data }) => [data.claimed.length, data.existing].join()).toSorted()).toEqual(["0,1", "0,1", "1,0"]);
    const [claim] = (await ask(listClaims, {})).data.result;
    expect(claim).toMatchObject({
      title: "Pressed",
      status: "active",
      is_listed: true,
      has_new_prices: false,
      sale_currency: "USD",
      version: 1,
    });
    const settled = {
      own_sku: "",
      sale_price_cents: null,
      agreed_price_cents: 1000,
      price_cents: 1000,
      margin_percent: null,
      is_offered: true,
    };
    expect(claim?.variants).toMatchObject([settled, settled]);
    expect((await auditRows(test_, "catalogue.claim-items")).filter(({ subject_uuid }) => subject_uuid === claim?.claim_uuid)).toHaveLength(
      1,
    );
  });

  test("makes an item searchable by the retailer's own title and SKUs, and by the supplier's SKUs", async () => {
    const [mug, jug] = [await add({ title: "Whistling kettle", sku: "KETTLE" }), await add({ title: "Steel jug" })];
    const [uuid] = [await claimed(mug), await claimed(jug)];
    const variants = [{ variant_uuid: mug.variantUuid, own_sku: "Shop-77", sale_price_cents: null }];
    await ask(updateClaim, { claim_uuid: uuid, title: "Morning Tune", description: "", sale_currency: "USD", variants, version: 1 });
    const found = async (search: string) => (await ask(listClaims, { search })).data.result.map(({ claim_uuid }) => claim_uuid);
    for (const search of ["tune", "morning shop-77", "kettle"]) expect(await found(search), search).toEqual([uuid]);
    for (const search of ["whistling", "morning jug", "!!!"]) expect(await found(search), search).toEqual([]);
  });

  test("is separate for each retailer", async () => {
    const rows = await add({ title: "Shared" });
    const [own, others] = [await claimed(rows), await claimed(rows, world.otherRetailer)];
    expect(own).not.toBe(others);
    expect((await ask(getClaim, { claim_uuid: others })).code).toBe(codes.notFound.code);
    expect((await ask(withdrawClaims, { claim_uuids: [own, others] })).code).toBe(codes.notFound.code);
    expect((await claimOf(own)).status).toBe("active");
    const { data } = await ask(getItem, { item_uuid: rows.itemUuid }, world.provider);
    expect(data).toMatchObject({ claim_count: 2, claims: [{ retailer_name: "Retailer One" }, { retailer_name: "Retailer Two" }] });
  });

  test("does nothing if the batch includes a draft, a withdrawn item, or an item without a price for this wallet or without variants", async () => {
    const fine = await add();
    const refused = async (other: ItemRows) => (await ask(claimItems, { item_uuids: [fine.itemUuid, other.itemUuid] })).code;
    expect(await refused(await add({ status: "draft" }))).toBe(codes.notFound.code);
    const gone = await add();
    await claimed(gone);
    await ask(setItemStatus, { item_uuids: [gone.itemUuid], status: "withdrawn" }, world.provider);
    expect(await refused(gone)).toBe(codes["catalogue.notOffered"].code);
    const unpriced = await add();
    await asStaff((tx) =>
      tx.deleteFrom("catalogue_price").where("provider_uuid", "=", world.providerA).where("item_uuid", "=", unpriced.itemUuid).execute(),
    );
    expect(await refused(unpriced)).toBe(codes["catalogue.noPriceForYou"].code);
    const empty = await add();
    for (const uuid of [empty.variantUuid, empty.otherVariantUuid]) await setVariant(uuid, { is_archived: true });
    expect(await refused(empty)).toBe(codes["catalogue.notOffered"].code);
    expect(await offerOf(fine)).toMatchObject({ is_claimed: false, claim_uuid: null });
  });

  test("agrees only to the prices that the retailer has seen, if they are sent, for the whole batch or not at all", async () => {
    const [rows, other] = [await add(), await add()];
    const both = { item_uuids: [rows.itemUuid, other.itemUuid] };
    const seen = [rows, other].flatMap(({ variantUuid, otherVariantUuid }) =>
      [variantUuid.toUpperCase(), otherVariantUuid].map((variant_uuid) => ({ variant_uuid, price_cents: 1000 })),
    );
    const claim = (prices: typeof seen) => ask(claimItems, { ...both, seen: prices });
    await price(other, [{ price_cents: 1300 }]);
    for (const prices of [seen, seen.slice(0, 2), []]) expect((await claim(prices)).code).toBe(codes.changedMeanwhile.code);
    expect([await offerOf(rows), await offerOf(other)]).toMatchObject([{ claim_uuid: null }, { claim_uuid: null }]);
    await price(other, [{}]);
    expect((await claim(seen)).data.claimed).toHaveLength(2);
    const mine = (await offerOf(other))?.claim_uuid ?? "";
    expect((await claimOf(mine)).variants).toMatchObject([{ agreed_price_cents: 1000 }, { agreed_price_cents: 1000 }]);
    // Reopening a claim agrees anew; an existing claim is not checked.
    await ask(withdrawClaims, { claim_uuids: [mine] });
    await price(other, [{ price_cents: 1400 }]);
    expect((await claim(seen)).code).toBe(codes.changedMeanwhile.code);
    expect(await claimOf(mine)).toMatchObject({ status: "withdrawn", variants: [{ agreed_price_cents: 1000 }, {}] });
    const now = seen.slice(2).map((one, at) => ({ ...one, price_cents: at === 0 ? 1400 : 1000 }));
    expect((await claim(now)).data).toMatchObject({ claimed: [{ claim_uuid: mine }], existing: 1 });
  });

  test("can be withdrawn and resumed with the retailer's own data, at today's price", async () => {
    const rows = await add();
    const uuid = await claimed(rows);
    const own = { variant_uuid: rows.variantUuid, own_sku: "MINE-AGAIN", sale_price_cents: 1999 };
    await ask(updateClaim, { claim_uuid: uuid, title: "My lamp", description: "", sale_currency: "EUR", variants: [own], version: 1 });
    expect((await ask(withdrawClaims, { claim_uuids: [uuid, uuid.toUpperCase()] })).data).toEqual({ changed: 1 });
    expect((await ask(withdrawClaims, { claim_uuids: [uuid] })).data).toEqual({ changed: 0 });
    await price(rows, [{ price_cents: 1200 }]);
    expect(await claimOf(uuid)).toMatchObject({ status: "withdrawn", has_new_prices: false });
    const both = await Promise.all([1, 2].map(() => ask(claimItems, { item_uuids: [rows.itemUuid] })));
    expect(both.map(({ data }) => data.existing).toSorted()).toEqual([0, 1]);
    const again = await claimOf(uuid);
    expect(again).toMatchObject({ status: "active", title: "My lamp", sale_currency: "EUR", has_new_prices: false });
    expect(again.variants[0]).toMatchObject({ ...own, agreed_price_cents: 1200, price_cents: 1200 });
    expect((await ask(listClaims, { status: "withdrawn" })).data.result.map(({ claim_uuid }) => claim_uuid)).not.toContain(uuid);
  });
});

describe("a claim", () => {
  const update = (uuid: string, version: number, variants: InputOf<typeof updateClaim>["variants"], sale_currency = "USD") =>
    ask(updateClaim, { claim_uuid: uuid, title: "My lamp", description: "Bright", sale_currency, variants, version });

  test("has the retailer's own title, SKUs and sale prices, and shows the margin", async () => {
    const rows = await add();
    const uuid = await claimed(rows);
    const own = { variant_uuid: rows.variantUuid, own_sku: "OWN-1", sale_price_cents: 2500 };
    expect((await update(uuid, 1, [{ ...own, variant_uuid: own.variant_uuid.toUpperCase() }])).data).toEqual({ version: 2 });
    expect((await update(uuid, 1, [own])).code).toBe(codes.changedMeanwhile.code);
    const claim = await claimOf(uuid);
    expect(claim).toMatchObject({ title: "My lamp", description: "Bright", version: 2 });
    expect(claim.variants).toMatchObject([
      { ...own, margin_percent: 60, agreed_price_cents: 1000 },
      { own_sku: "", sale_price_cents: null, margin_percent: null },
    ]);
    await update(uuid, 2, [], "EUR");
    expect((await claimOf(uuid)).variants[0]).toMatchObject({ ...own, margin_percent: null });
    await update(uuid, 3, [{ ...own, own_sku: "", sale_price_cents: 0 }]);
    expect((await claimOf(uuid)).variants[0]).toMatchObject({ own_sku: "", sale_price_cents: 0, margin_percent: null });
  });

  test("has SKUs that none of the retailer's other claims has; two of its variants may swap theirs", async () => {
    const [rows, other] = [await add(), await add()];
    const [uuid, another] = [await claimed(rows), await claimed(other)];
    const skus = (first: string, second: string) => [
      { variant_uuid: rows.variantUuid, own_sku: first, sale_price_cents: null },
      { variant_uuid: rows.otherVariantUuid, own_sku: second, sale_price_cents: null },
    ];
    await update(uuid, 1, skus("RED", "BLUE"));
    expect((await update(uuid, 2, skus("BLUE", "RED"))).data).toEqual({ version: 3 });
    const taken = [{ variant_uuid: other.variantUuid, own_sku: "red", sale_price_cents: 100 }];
    expect((await update(another, 1, taken)).code).toBe(codes["catalogue.ownSkuTaken"].code);
    expect((await update(uuid, 3, skus("GREEN", "green"))).code).toBe(codes["catalogue.ownSkuTaken"].code);
    expect(await claimOf(another)).toMatchObject({ title: "Lamp", version: 1 });
    expect((await claimOf(uuid)).variants.map(({ own_sku }) => own_sku)).toEqual(["BLUE", "RED"]);
    const neighbours = await claimed(rows, world.otherRetailer);
    const same = {
      claim_uuid: neighbours,
      title: "Lamp",
      description: "",
      sale_currency: "USD",
      variants: skus("BLUE", "RED"),
      version: 1,
    };
    expect((await ask(updateClaim, same, world.otherRetailer)).code).toBe(200);
  });

  test("is not changed at all if a variant belongs to another item or is named twice", async () => {
    const [rows, other] = [await add(), await add()];
    const uuid = await claimed(rows);
    const own = { variant_uuid: rows.variantUuid, own_sku: "TWICE", sale_price_cents: 100 };
    expect((await update(uuid, 1, [own, { ...own, variant_uuid: other.variantUuid }])).code).toBe(codes.notFound.code);
    expect((await update(uuid, 1, [own, { ...own, variant_uuid: own.variant_uuid.toUpperCase() }])).code).toBe(codes.parameterError.code);
    expect(await claimOf(uuid)).toMatchObject({ version: 1, title: "Lamp" });
  });

  test("marks a price as new until the retailer agrees to the price it has seen", async () => {
    const rows = await add();
    const uuid = await claimed(rows);
    await price(rows, [{ price_cents: 1300 }]);
    expect(await claimOf(uuid)).toMatchObject({ has_new_prices: true, variants: [{ price_cents: 1300, agreed_price_cents: 1000 }, {}] });
    const agree = (seen: InputOf<typeof agreeToPrices>["seen"]) => ask(agreeToPrices, { claim_uuid: uuid, seen });
    const first = (price_cents: number | null) => ({ variant_uuid: rows.variantUuid, price_cents });
    for (const seen of [[], [first(1000)], [first(null)]]) expect((await agree(seen)).code).toBe(codes.changedMeanwhile.code);
    expect((await agree([{ variant_uuid: newId(), price_cents: 1300 }])).code).toBe(codes.notFound.code);
    expect((await agree([first(1300)])).data).toEqual({ version: 2 });
    expect(await claimOf(uuid)).toMatchObject({ has_new_prices: false, variants: [{ agreed_price_cents: 1300 }, {}] });
    await price(rows, [{ currency: "EUR", price_cents: 900 }]);
    expect(await claimOf(uuid)).toMatchObject({ has_new_prices: true, variants: [{ price_cents: null, agreed_price_cents: 1300 }, {}] });
    expect((await agree([first(null)])).data).toEqual({ version: 3 });
    expect((await claimOf(uuid)).has_new_prices).toBe(false);
  });

  test("keeps an archived or merged variant without a price, while offers drop it", async () => {
    const [rows, into] = [await add({ sku: "KEPT" }), await add()];
    const uuid = await claimed(rows);
    const before = await claimOf(uuid);
    await setVariant(rows.variantUuid, { is_archived: true });
    await setVariant(rows.otherVariantUuid, { is_archived: true, merged_into_uuid: into.variantUuid });
    const kept = before.variants.map(({ sku }) => ({ sku, price_cents: null, available: 0, is_offered: false, agreed_price_cents: 1000 }));
    expect(await claimOf(uuid)).toMatchObject({ is_listed: true, has_new_prices: false, variants: kept });
    expect(await offerOf(rows)).toBeUndefined();
    expect(await offerOf(rows, world.otherRetailer)).toBeUndefined();
    expect((await ask(getItem, { item_uuid: rows.itemUuid }, world.provider)).data.variants).toEqual([]);
    await setVariant(rows.variantUuid, { is_archived: false });
    expect((await claimOf(uuid)).variants[0]).toMatchObject({ price_cents: 1000, is_offered: true });
    expect((await offerOf(rows))?.variants).toMatchObject([{ variant_uuid: rows.variantUuid }]);
  });

  test("includes a variant that the supplier adds, marked as having a new price", async () => {
    const rows = await add();
    const uuid = await claimed(rows);
    const added = newId();
    await asStaff((tx) =>
      tx
        .insertInto("variant")
        .values({
          provider_uuid: world.providerA,
          variant_uuid: added,
          product_uuid: rows.productUuid,
          owner_uuid: world.providerA,
          sku: `NEW-${added}`,
        })
        .execute(),
    );
    await price(rows, [{}, { variant_uuid: added, price_cents: 70 }]);
    expect((await claimOf(uuid)).variants[2]).toMatchObject({
      variant_uuid: added,
      price_cents: 70,
      agreed_price_cents: null,
      own_sku: "",
    });
    expect((await ask(agreeToPrices, { claim_uuid: uuid, seen: [{ variant_uuid: added, price_cents: 70 }] })).code).toBe(200);
    expect(await claimOf(uuid)).toMatchObject({ has_new_prices: false });
  });

  test("survives the item's withdrawal and shows it; retailers without a claim no longer see the item", async () => {
    const rows = await add({ title: "Leaving" });
    const uuid = await claimed(rows);
    await ask(setItemStatus, { item_uuids: [rows.itemUuid], status: "withdrawn" }, world.provider);
    expect(await claimOf(uuid)).toMatchObject({
      title: "Leaving",
      status: "active",
      is_listed: false,
      variants: [{ price_cents: 1000 }, {}],
    });
    expect(await offerOf(rows)).toBeUndefined();
    expect((await ask(claimItems, { item_uuids: [rows.itemUuid] }, world.otherRetailer)).code).toBe(codes.notFound.code);
  });
});
