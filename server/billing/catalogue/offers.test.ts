import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { claimItems, getClaim, listClaims, listOffers, withdrawClaims } from "#src/billing/catalogue/claims.contract.ts";
import { setItemStatus } from "#src/billing/catalogue/catalogue.contract.ts";
import { setCustomersBlocked } from "#src/billing/customers/customers.contract.ts";
import { getFile, uploadImages } from "#src/kit/files/files.contract.ts";
import {
  getProduct,
  getRelatedProducts,
  listVariants,
  queryProduct,
  setImages,
  updateVariant,
} from "#src/warehouse/goods/goods.contract.ts";
import { implementations } from "#server/calls.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { addItem } from "#tests/server/rows-catalogue.ts";
import type { ItemRows } from "#tests/server/rows-catalogue.ts";
import { addGoodsRows } from "#tests/server/rows-goods.ts";
import { addOwnRows } from "#tests/server/rows.ts";
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

describe("a retailer's offers", () => {
  test("are the listed items at the retailer's own price, its tier's price or the list price", async () => {
    const rows = await add({ title: "Priced" });
    const tier = newId();
    await asStaff(async (tx) => {
      const { providerA: provider_uuid, retailerA2: retailer_uuid } = world;
      await tx
        .insertInto("price_tier")
        .values({ provider_uuid, price_tier_uuid: tier, name: "Gold secret", created_at: new Date() })
        .execute();
      await tx.insertInto("retailer_terms").values({ provider_uuid, retailer_uuid, price_tier_uuid: tier }).execute();
    });
    await price(rows, [
      {},
      { scope: "tier", scope_uuid: tier, price_cents: 811 },
      { scope: "retailer", scope_uuid: world.retailerA, price_cents: 977 },
    ]);
    const [own, other] = [await offerOf(rows), await offerOf(rows, world.otherRetailer)];
    const prices = (offer: typeof own) => offer?.variants.map(({ price_cents }) => price_cents);
    expect([own?.currency, prices(own), prices(other)]).toEqual(["USD", [977, 1000], [811, 1000]]);
    expect(own).toMatchObject({ title: "Priced", is_claimed: false, claim_uuid: null, images: [] });
    const { text } = await ask(listOffers, {}, world.retailer);
    for (const secret of ["811", "Gold secret", tier]) expect(text).not.toContain(secret);
    expect(await offerOf(rows, world.foreignRetailer)).toBeUndefined();
  });

  test("neither show nor search the goods' declared value, barcodes or warehouse names", async () => {
    const rows = await add({ title: "Fig tree 无花果", productTitle: "Warehouseword", sku: "FIG" });
    await asStaff(async (tx) => {
      const { providerA: provider_uuid } = world;
      await tx
        .updateTable("variant")
        .set({ declared_value_cents: 424_242, declared_name: "Customsword" })
        .where("provider_uuid", "=", provider_uuid)
        .where("variant_uuid", "=", rows.variantUuid)
        .execute();
      const barcode = { provider_uuid, barcode: "BARCODE-987654", variant_uuid: rows.variantUuid, owner_uuid: provider_uuid };
      await tx.insertInto("sku_barcode").values(barcode).execute();
    });
    const found = async (search: string) => (await ask(listOffers, { search })).data.result.map(({ title }) => title);
    for (const search of ["fig", "TREE", "无花", "花果", "tree fig-", rows.variantUuid.slice(-8)])
      expect(await found(search), search).toEqual(["Fig tree 无花果"]);
    for (const search of ["warehouseword", "barcode-987654", "customsword", "fig nowhere", "!!"])
      expect(await found(search), search).toEqual([]);
    const { text } = await ask(listOffers, { search: "fig" });
    for (const secret of ["Warehouseword", "BARCODE", "424242", "Customsword"]) expect(text).not.toContain(secret);
  });

  test("are found by current SKUs, not by changed or archived ones", async () => {
    const rows = await add({ title: "Followed" });
    const found = async (search: string) => (await ask(listOffers, { search })).data.result.map(({ title }) => title);
    const before = rows.variantUuid.slice(-8);
    expect(await found(before)).toEqual(["Followed"]);
    const set = { variant_uuid: rows.variantUuid, sku: "Kumquat 7", version: 1 };
    expect((await ask(updateVariant, set, world.provider)).code).toBe(200);
    expect([await found("kumquat"), await found(before)]).toEqual([["Followed"], []]);
    await setVariant(rows.variantUuid, { is_archived: true });
    expect(await found("kumquat")).toEqual([]);
    await setVariant(rows.variantUuid, { is_archived: false });
    expect(await found("kumquat followed")).toEqual(["Followed"]);
  });

  test("omit an item whose variants are all archived, in the total as well", async () => {
    const rows = await add({ title: "Emptied" });
    const found = async () => (await ask(listOffers, { search: "emptied" })).data;
    await setVariant(rows.variantUuid, { is_archived: true });
    expect(await found()).toMatchObject({ total: 1, result: [{ variants: [{ variant_uuid: rows.otherVariantUuid }] }] });
    await setVariant(rows.otherVariantUuid, { is_archived: true });
    expect(await found()).toMatchObject({ total: 0, result: [] });
    expect(await offerOf(rows, world.otherRetailer)).toBeUndefined();
    await setVariant(rows.variantUuid, { is_archived: false });
    expect(await found()).toMatchObject({ total: 1, result: [{ title: "Emptied" }] });
  });

  test("are paged, and filtered by whether they are claimed", async () => {
    const [first, second] = [await add({ title: "Paged one" }), await add({ title: "Paged two" })];
    const uuid = await claimed(first);
    const titles = async (claimed_: boolean) =>
      (await ask(listOffers, { search: "paged", claimed: claimed_ })).data.result.map(({ title }) => title);
    expect([await titles(true), await titles(false)]).toEqual([["Paged one"], ["Paged two"]]);
    expect(await offerOf(first)).toMatchObject({ is_claimed: true, claim_uuid: uuid });
    await ask(withdrawClaims, { claim_uuids: [uuid] });
    expect(await offerOf(first)).toMatchObject({ is_claimed: false, claim_uuid: uuid });
    const { data } = await ask(listOffers, { search: "paged", page_size: 1 });
    expect(data).toMatchObject({ total: 2, result: [{ item_uuid: second.itemUuid }] });
    const next = await ask(listOffers, { search: "paged", page_size: 1, cursor: data.next_cursor ?? "" });
    expect(next.data.result).toMatchObject([{ item_uuid: first.itemUuid }]);
  });

  test("are empty while the retailer is blocked", async () => {
    const rows = await add();
    const uuid = await claimed(rows);
    const block = (blocked: boolean) => ask(setCustomersBlocked, { retailer_uuids: [world.retailerA], blocked }, world.provider);
    await block(true);
    for (const call of [listOffers, listClaims]) expect((await ask(call, {})).data).toMatchObject({ result: [], total: 0 });
    expect((await ask(getClaim, { claim_uuid: uuid })).code).toBe(codes.notFound.code);
    expect((await ask(claimItems, { item_uuids: [rows.itemUuid] })).code).toBe(codes.notFound.code);
    await block(false);
    expect(await offerOf(rows)).toMatchObject({ is_claimed: true });
  });
});

describe("the supplier's files and goods", () => {
  /**
   * Gives a product a picture, as the provider does.
   * @returns the name of its file
   */
  async function picture({ productUuid }: ItemRows): Promise<string> {
    const { token } = world.provider;
    const { data } = await request(test_.app, uploadImages, {}, { token, files: [{ field: "images", name: "a.png", bytes: tinyPng }] });
    const images = data.result.map(({ filename }) => filename);
    await ask(setImages, { product_uuid: productUuid, version: 1, images }, world.provider);
    return images[0] ?? "";
  }
  const fetches = async (filename: string, person = world.retailer) => {
    const { status, headers } = await send(test_.app, getFile, { filename }, { token: person.token });
    return status === 200 && headers["content-type"] === "image/png";
  };

  test("include images of listed or claimed items, but not of drafts or withdrawn items, nor any other file", async () => {
    const [rows, draft] = [await add(), await add({ status: "draft" })];
    const [shown, hidden] = [await picture(rows), await picture(draft)];
    const files = await addOwnRows(test_, world.provider);
    expect(await offerOf(rows)).toMatchObject({ images: [shown], image_uuids: [shown.slice(0, 36)] });
    expect([await fetches(shown), await fetches(hidden)]).toEqual([true, false]);
    expect([await fetches(shown, world.foreignRetailer), await fetches(shown, world.provider)]).toEqual([false, true]);
    for (const filename of [files.looseDocument, files.pdf, files.workbook])
      expect((await send(test_.app, getFile, { filename }, { token: world.retailer.token })).code).toBe(codes.notFound.code);
    const uuid = await claimed(rows);
    await ask(setItemStatus, { item_uuids: [rows.itemUuid], status: "withdrawn" }, world.provider);
    expect([await fetches(shown), await fetches(shown, world.otherRetailer)]).toEqual([true, false]);
    expect(await claimOf(uuid)).toMatchObject({ images: [shown] });
  });

  test("stay hidden elsewhere: every other call answers the same before and after an item is listed and claimed", async () => {
    const rows = await add({ status: "draft", sku: "UNSEEN" });
    const name = await picture(rows);
    const own = await asStaff((tx) => addItem(tx, { providerUuid: world.providerA, title: "Own", status: "draft" }));
    const lists = implementations
      .map(({ call }) => call)
      .filter(
        ({ name: of, method, roles }) =>
          method === "GET" &&
          roles !== "anyone" &&
          roles.includes("dropShipper") &&
          /^(goods|stock|receipts|warehouses|downloads)\./.test(of),
      );
    const { role: kind, providerUuid, retailerUuid, token } = world.retailer;
    await test_.services.database.transaction({ kind, providerUuid, retailerUuid }, (tx) => addGoodsRows(tx, world.retailer));
    const look = async () => {
      const found = [
        await ask(listVariants, { search: "unseen" }),
        await ask(listVariants, { code: `UNSEEN-${rows.variantUuid.slice(-8)}-1` }),
        await ask(queryProduct, { "product_variants.variant_id": rows.variantUuid }),
        await ask(getProduct, { product_uuid: rows.productUuid }),
        await ask(getRelatedProducts, { variant_id: rows.variantUuid }),
      ];
      const about = { variant_uuid: rows.variantUuid, product_uuid: rows.productUuid, product_uuids: [rows.productUuid, own.productUuid] };
      const asked: string[] = [];
      for (const call of lists)
        for (const input of [{}, ...Object.entries(about).map(([key, value]) => ({ [key]: value }))])
          asked.push(`${call.name} ${(await send(test_.app, call, input, { token })).text}`);
      return [...found.map(({ text }) => text), ...asked];
    };
    const before = await look();
    // The texts are lists with rows, not only refusals.
    expect(before.filter((text) => text.includes("secret of retailer-one")).length).toBeGreaterThan(2);
    expect(before.filter((text) => text.includes('"code":200')).length).toBeGreaterThan(lists.length / 2);
    expect(await fetches(name)).toBe(false);
    await ask(setItemStatus, { item_uuids: [rows.itemUuid, own.itemUuid], status: "listed" }, world.provider);
    await claimed(rows);
    expect(await fetches(name)).toBe(true);
    expect(await look()).toEqual(before);
  });
});
