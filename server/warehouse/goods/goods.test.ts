import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { codes } from "#src/kit/api/codes.ts";
import { getFile, uploadImages } from "#src/kit/files/files.contract.ts";
import {
  addBarcode,
  addVariant,
  createProduct,
  getProduct,
  getRelatedProducts,
  listOwners,
  listVariants,
  measureVariant,
  queryProduct,
  removeBarcode,
  setArchived,
  setBundle,
  setImages,
  updateProduct,
  updateVariant,
} from "#src/warehouse/goods/goods.contract.ts";
import { printLabels } from "#src/warehouse/goods/labels.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request, send } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";
import { findVariantsBySku, findVariantsByScan } from "./variants.queries.ts";

let stage: TestApp;
let world: World;
beforeAll(async () => {
  stage = await startTestApp();
  world = await makeWorld(stage);
});
afterAll(() => stage.close());

let made = 0;
const freshSku = (word = "SKU") => `${word}-${(made += 1)}-${newId().slice(-6)}`;
type NewProduct = Partial<InputOf<typeof createProduct>>;

async function create(by: Person, given: NewProduct = {}) {
  const { code, data, text } = await request(stage.app, createProduct, { title: "Mug", variants: [{ sku: freshSku() }], ...given }, by);
  expect(code, text).toBe(200);
  const [first] = data.variants;
  if (first === undefined) throw new Error("a product without a variant");
  return { product: data, variant: first };
}
const list = async (by: Person, input: InputOf<typeof listVariants>) => (await request(stage.app, listVariants, input, by)).data.result;
const codeOf = (name: keyof typeof codes) => codes[name].code;

describe("a product", () => {
  test("is created with its variants and their barcodes, and read back unchanged", async () => {
    const sku = freshSku();
    const named = { declared_name: "Mug", declared_name_zh: "陶瓷杯", hs_code: "691200", origin_country: "CN", has_battery: true };
    const customs = { ...named, declared_value_cents: 900, currency: "EUR", length_mm: 120, width_mm: 90, height_mm: 100 };
    const { product } = await create(world.retailer, {
      title: " Mug ",
      brand: "Quay",
      variants: [
        { sku, title: "Blue", barcodes: ["6901234567892", "6901234567892"], weight_grams: 350, declared_value_cents: 850 },
        { sku: freshSku(), title: "Red", ...customs },
      ],
    });
    expect(product).toMatchObject({ title: "Mug", brand: "Quay", owner_uuid: world.retailerA, owner_name: "Retailer One", version: 1 });
    expect(product.variants.map(({ title }) => title)).toEqual(["Blue", "Red"]);
    expect(product.variants[1]).toMatchObject(customs);
    expect(product.variants[0]).toMatchObject({
      sku,
      barcodes: [{ barcode: "6901234567892", pieces: 1 }],
      weight_grams: 350,
      length_mm: null,
      declared_value_cents: 850,
      currency: "USD",
      stock: { on_hand: 0, available: 0, oldest_since: "" },
    });
    const { data } = await request(stage.app, getProduct, { product_uuid: product.product_uuid }, world.operator);
    expect(data).toEqual(product);
  });

  test("requires a title, a SKU and valid numbers", async () => {
    const ask = (given: object) =>
      send(stage.app, createProduct, { title: "Mug", variants: [{ sku: freshSku(), ...given }] }, { token: world.retailer.token });
    const noTitle = await send(stage.app, createProduct, { title: "  ", variants: [{ sku: freshSku() }] }, { token: world.retailer.token });
    expect(noTitle).toMatchObject({ status: 200, code: codeOf("goods.titleRequired") });
    expect(noTitle.text).toContain("Product title cannot be empty");
    expect(await ask({ sku: " " })).toMatchObject({ code: codeOf("goods.skuRequired") });
    expect(await ask({ weight_grams: "350" })).toMatchObject({ code: codeOf("goods.numberRequired") });
    expect(await ask({ weight_grams: 1.5 })).toMatchObject({ code: codeOf("goods.numberRequired") });
    expect(await ask({ length_mm: 0 })).toMatchObject({ code: codeOf("goods.numberRange") });
    expect(await ask({ hs_code: "69-12" })).toMatchObject({ code: codeOf("goods.hsCodeShape") });
    expect(await ask({ barcodes: ["with space"] })).toMatchObject({ code: codeOf("goods.barcodeShape") });
    expect(await ask({ is_bundle: true })).toMatchObject({ status: 400, code: 400 });
  });

  test("has a unique SKU per owner, regardless of case; two retailers may use the same SKU and barcode", async () => {
    const sku = freshSku("Same");
    const barcode = `EAN${newId().slice(-8)}`;
    const one = await create(world.retailer, { variants: [{ sku, barcodes: [barcode] }] });
    const other = await create(world.otherRetailer, { variants: [{ sku, barcodes: [barcode] }] });
    const again = await request(
      stage.app,
      createProduct,
      { title: "Cup", variants: [{ sku: sku.toUpperCase() }] },
      { token: world.retailer.token },
    );
    expect(again.code).toBe(codeOf("goods.skuTaken"));
    const twice = { title: "Cup", variants: [{ sku: "twice" }, { sku: "Twice" }] };
    expect((await request(stage.app, createProduct, twice, { token: world.retailer.token })).code).toBe(codeOf("goods.skuTaken"));
    await stage.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const asked = async (code: string, among?: string[]) =>
        (await findVariantsByScan(tx, world.providerA, code, among)).map(({ owner_name, variant_uuid }) => [owner_name, variant_uuid]);
      const both = [
        ["Retailer One", one.variant.variant_uuid],
        ["Retailer Two", other.variant.variant_uuid],
      ];
      expect(await asked(` ${barcode} `)).toEqual(both);
      expect(await asked(sku.toLowerCase())).toEqual(both);
      expect(await asked(barcode, [other.variant.variant_uuid])).toEqual([both[1]]);
      expect(await asked("nothing-of-ours")).toEqual([]);
      const bySku = await findVariantsBySku(tx, world.providerA, world.retailerA2, [sku.toUpperCase(), "no such"]);
      expect([...bySku].map(([key, row]) => [key, row.variant_uuid])).toEqual([[sku.toLowerCase(), other.variant.variant_uuid]]);
    });
    expect((await list(world.provider, { code: barcode })).map(({ owner_name }) => owner_name).toSorted()).toEqual([
      "Retailer One",
      "Retailer Two",
    ]);
    expect((await list(world.retailer, { code: barcode })).map(({ variant_uuid }) => variant_uuid)).toEqual([one.variant.variant_uuid]);
  });

  test("is updated only from the version that was read, and keeps declared and measured values apart", async () => {
    const { product, variant } = await create(world.retailer);
    const change = { product_uuid: product.product_uuid, title: "Cup", version: 1 };
    expect((await request(stage.app, updateProduct, change, world.provider)).data).toMatchObject({ title: "Cup", version: 2 });
    expect((await request(stage.app, updateProduct, change, world.retailer)).code).toBe(codeOf("changedMeanwhile"));
    const wish = { variant_uuid: variant.variant_uuid, sku: variant.sku, weight_grams: 400, keeps_lots: true, version: 1 };
    const both = await Promise.all([
      request(stage.app, updateVariant, wish, world.retailer),
      request(stage.app, updateVariant, wish, world.provider),
    ]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf("changedMeanwhile")]);
    const measured = await request(stage.app, measureVariant, { variant_uuid: variant.variant_uuid, weight_grams: 430 }, world.operator);
    expect(measured.data.variants[0]).toMatchObject({ weight_grams: 400, measured_weight_grams: 430, measured_length_mm: null });
  });

  test("can have variants and barcodes added and removed, with a limit on barcodes", async () => {
    const { product, variant } = await create(world.retailer);
    const { variant_uuid } = variant;
    const added = await request(stage.app, addVariant, { product_uuid: product.product_uuid, sku: freshSku() }, world.retailer);
    expect(added.data.variants).toHaveLength(2);
    const give = (barcode: string, pieces: number) => request(stage.app, addBarcode, { variant_uuid, barcode, pieces }, world.retailer);
    await give("CARTON", 12);
    expect((await give("CARTON", 24)).data.variants[0]?.barcodes).toEqual([{ barcode: "CARTON", pieces: 24 }]);
    for (let at = 1; at < 20; at += 1) await give(`C${at}`, 1);
    expect((await give("ONE-TOO-MANY", 1)).code).toBe(codeOf("goods.tooManyBarcodes"));
    const gone = await request(stage.app, removeBarcode, { variant_uuid, barcode: "CARTON" }, world.retailer);
    expect(gone.data.variants[0]?.barcodes).toHaveLength(19);
  });

  test("has images that only its owner and the staff can see", async () => {
    const { product } = await create(world.retailer);
    const files = [0, 1].map((at) => ({ field: "images", name: `${at}.png`, bytes: tinyPng }));
    const upload = await request(stage.app, uploadImages, {}, { token: world.retailer.token, files });
    const images = upload.data.result.map(({ filename }) => filename).toReversed();
    const wish = { product_uuid: product.product_uuid, images, version: 1 };
    expect((await request(stage.app, setImages, wish, world.provider)).code).toBe(codeOf("notFound"));
    const { data } = await request(stage.app, setImages, wish, world.retailer);
    const main_image_url = `/v1/api/get-file/?filename=${images[0]}`;
    expect(data).toMatchObject({ images, main_image_url, version: 2 });
    const ask = { "product_variants.variant_id": data.variants[0]?.variant_uuid };
    expect((await request(stage.app, queryProduct, ask, world.retailer)).data.result).toMatchObject([{ main_image_url }]);
    const [filename = ""] = images;
    for (const person of [world.retailer, world.operator]) expect((await send(stage.app, getFile, { filename }, person)).status).toBe(200);
    for (const person of [world.otherRetailer, world.foreignProvider])
      expect(await send(stage.app, getFile, { filename }, person)).toMatchObject({ code: codeOf("notFound") });
    const fewer = await request(stage.app, setImages, { ...wish, images: images.slice(1), version: 2 }, world.provider);
    expect(fewer.data.images).toEqual(images.slice(1));
    expect(await send(stage.app, getFile, { filename }, world.retailer)).toMatchObject({ code: codeOf("notFound") });
  });
});

describe("the owner of goods", () => {
  test("is the provider or one of its retailers if staff name it; a retailer is always its own and sees no other", async () => {
    const { product } = await create(world.provider, { owner_uuid: world.retailerA });
    expect(product.owner_name).toBe("Retailer One");
    expect((await create(world.operator)).product).toMatchObject({ owner_uuid: world.providerA, owner_name: "Supplier Alpha" });
    const named = (by: Person, owner_uuid: string) =>
      request(stage.app, createProduct, { title: "Mug", owner_uuid, variants: [{ sku: freshSku() }] }, by);
    expect((await named(world.provider, world.retailerB)).code).toBe(codeOf("notFound"));
    expect((await named(world.retailer, world.retailerA2)).code).toBe(codeOf("notFound"));
    const { data } = await request(stage.app, listOwners, {}, world.operator);
    expect(data.result.map(({ owner_name }) => owner_name)).toEqual(["Supplier Alpha", "Retailer One", "Retailer Two"]);
    for (const stranger of [world.otherRetailer, world.foreignProvider, world.foreignRetailer]) {
      const { product_uuid } = product;
      expect((await request(stage.app, getProduct, { product_uuid }, stranger)).code).toBe(codeOf("notFound"));
      expect((await request(stage.app, updateProduct, { product_uuid, title: "Mine", version: 1 }, stranger)).code).toBe(
        codeOf("notFound"),
      );
      const labels = await send(stage.app, printLabels, { product_uuids: [product_uuid] }, stranger);
      expect(labels).toMatchObject({ code: codeOf("notFound") });
      const all = await request(stage.app, queryProduct, { page_size: 200 }, stranger);
      expect(all.data.result.map((one) => one.product_uuid)).not.toContain(product_uuid);
    }
  });
});

describe("query-product", () => {
  test("accepts exactly the specification's parameters, and returns products in data.result", async () => {
    const { product, variant } = await create(world.retailer, { title: "Kettle" });
    const query = { page_size: 10, cur_page: 1, "product_variants.variant_id": variant.variant_uuid, provider_uuid: world.providerA };
    const { data } = await request(stage.app, queryProduct, query, world.provider);
    expect(data.result).toEqual([
      {
        pid: product.product_uuid,
        product_uuid: product.product_uuid,
        title: "Kettle",
        owner_uuid: world.retailerA,
        owner_name: "Retailer One",
        main_image_url: "",
        is_archived: false,
        quantity: 0,
        product_variants: [
          {
            vid: variant.variant_uuid,
            variant_id: variant.variant_uuid,
            sku: variant.sku,
            title: "",
            quantity: 0,
            available: 0,
            reserved: 0,
            barcodes: [],
            main_image_url: "",
            weight_grams: null,
            is_bundle: false,
            is_archived: false,
          },
        ],
      },
    ]);
    expect(await send(stage.app, queryProduct, { ...query, provider_uuid: world.providerB }, world.provider)).toMatchObject({
      status: 403,
    });
    expect(await send(stage.app, queryProduct, { pageSize: 10 }, world.provider)).toMatchObject({ status: 400 });
  });
});

describe("the list of SKUs", () => {
  test("finds words of titles, SKUs and barcodes, a prefix of the last word, and any part of Chinese", async () => {
    const sku = freshSku("TEAPOT");
    await create(world.retailer, { title: "Glass teapot 玻璃茶壶", variants: [{ sku, title: "Large", barcodes: ["690000000TEA"] }] });
    const found = async (search: string) => (await list(world.retailer, { search })).map((row) => row.sku);
    for (const search of ["teapot", "TEAP", "glass large", "large teapot", sku, "690000000tea", "玻璃", "茶", "璃茶壶", "glass 茶壶"])
      expect(await found(search), search).toEqual([sku]);
    for (const search of ["glas large", "玻壶", "teapots", "!!!"]) expect(await found(search), search).toEqual([]);
  });

  test("marks the words that a SKU begins with, also after a change of the SKU", async () => {
    const sku = freshSku("LAMP");
    const { variant } = await create(world.retailer, { title: "Lamp stand", variants: [{ sku }] });
    const { variant_uuid } = variant;
    const beginnings = () =>
      stage.services.database.transaction(staffOf(world.providerA), async (tx) => {
        const rows = await tx.selectFrom("variant_word").select(["word", "begins_sku"]).where("variant_uuid", "=", variant_uuid).execute();
        return Object.fromEntries(rows.map(({ word, begins_sku }) => [word, begins_sku]));
      });
    expect(await beginnings()).toMatchObject({ lamp: true, [sku.toLowerCase()]: true, stand: false });
    await stage.services.database.transaction(staffOf(world.providerA), (tx) =>
      tx
        .updateTable("variant")
        .set({ sku: `TALL-${sku}` })
        .where("variant_uuid", "=", variant_uuid)
        .execute(),
    );
    expect(await beginnings()).toMatchObject({ lamp: false, tall: true, [`tall-${sku.toLowerCase()}`]: true });
    expect((await list(world.retailer, { search: "lamp stand tall" })).map((row) => row.sku)).toEqual([`TALL-${sku}`]);
  });

  test("filters by in stock, low, out and archived, and sorts by SKU", async () => {
    const on = await stage.services.database.transaction(staffOf(world.providerA), (tx) =>
      stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA2, variants: 3 }),
    );
    await stage.services.database.transaction(staffOf(world.providerA), (tx) => putStock(tx, on, { quantity: 10, now: stage.clock.now() }));
    const [stocked, , third] = on.variants.map(({ variantUuid }) => variantUuid);
    const of = async (input: InputOf<typeof listVariants>) =>
      (await list(world.otherRetailer, input))
        .map(({ variant_uuid }) => variant_uuid)
        .filter((uuid) => on.variants.some((one) => one.variantUuid === uuid));
    expect(await of({ state: "in_stock" })).toEqual([stocked]);
    expect(await of({ state: "out" })).toHaveLength(2);
    const [row] = await list(world.otherRetailer, { state: "in_stock" });
    expect(row).toMatchObject({ stock: { on_hand: 10, available: 10 }, level: "in_stock" });
    const change = { variant_uuid: stocked ?? "", sku: row?.sku ?? "", low_stock_quantity: 11, version: 1 };
    expect((await request(stage.app, updateVariant, change, world.otherRetailer)).code).toBe(200);
    expect(await of({ state: "low" })).toEqual([stocked]);
    expect((await list(world.otherRetailer, { state: "low" }))[0]?.level).toBe("low");
    expect(await of({ state: "in_stock" })).toEqual([]);
    const lots = await request(stage.app, updateVariant, { ...change, keeps_lots: true, version: 2 }, world.otherRetailer);
    expect(lots.code).toBe(codeOf("goods.lotsInUse"));
    const archive = (uuids: (string | undefined)[], archived: boolean) =>
      request(stage.app, setArchived, { variant_uuids: uuids.map((uuid) => uuid ?? ""), archived }, world.otherRetailer);
    expect((await archive([stocked, third], true)).code).toBe(codeOf("goods.hasStock"));
    expect((await archive([third], true)).data.changed).toBe(1);
    expect(await of({ state: "archived" })).toEqual([third]);
    expect(await of({})).not.toContain(third);
    await archive([third], false);
    const skus = (await list(world.otherRetailer, { sort: "sku" })).map(({ sku }) => sku.toLowerCase());
    expect(skus).toEqual(skus.toSorted());
  });
});

describe("a bundle", () => {
  test("consists of its owner's SKUs, each once, and never of a bundle or in a cycle", async () => {
    const { product, variant } = await create(world.retailer, {
      variants: [{ sku: freshSku() }, { sku: freshSku() }, { sku: freshSku() }],
    });
    const [set, part, third] = product.variants.map(({ variant_uuid }) => variant_uuid);
    const bundle = (variant_uuid = "", parts: (string | undefined)[] = [], version = 1) =>
      request(
        stage.app,
        setBundle,
        { variant_uuid, version, components: parts.map((uuid) => ({ variant_uuid: uuid ?? "", quantity: 2 })) },
        world.provider,
      );
    const done = await bundle(set, [part]);
    expect(done.data.variants[0]).toMatchObject({
      is_bundle: true,
      components: [{ variant_uuid: part, sku: product.variants[1]?.sku, title: "Mug", quantity: 2 }],
    });
    expect(done.data.variants[1]?.part_of).toMatchObject([{ variant_uuid: set }]);
    expect((await bundle(third, [set])).code).toBe(codeOf("goods.bundleInBundle"));
    expect((await bundle(part, [third])).code).toBe(codeOf("goods.bundleInBundle"));
    expect((await bundle(third, [third])).code).toBe(codeOf("goods.bundleInBundle"));
    expect(await bundle(third, [part, part?.toUpperCase()])).toMatchObject({ code: codeOf("goods.partTwice") });
    const { variant: foreign } = await create(world.otherRetailer);
    expect((await bundle(third, [foreign.variant_uuid])).code).toBe(codeOf("goods.bundleOwners"));
    expect((await bundle(set, [])).code).toBe(codeOf("changedMeanwhile"));
    expect((await bundle(set, [], 2)).data.variants[0]).toMatchObject({ is_bundle: false, components: [] });
    // Two bundles that would contain each other: one of the calls is first.
    const ring = await Promise.all([bundle(part, [third]), bundle(third, [part])]);
    expect(ring.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf("goods.bundleInBundle")]);
    const related = await request(stage.app, getRelatedProducts, { variant_id: variant.variant_uuid }, world.retailer);
    expect(related.data.result.map(({ shares }) => shares)).toEqual([["product"], ["product"]]);
  });

  test("is as available as its scarcest component allows, without stock of its own, and is never low on stock itself", async () => {
    const on = await stage.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const staged = await stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, variants: 3 });
      await putStock(tx, staged, { variant: 0, quantity: 7 });
      await putStock(tx, staged, { variant: 1, quantity: 5 });
      await putStock(tx, staged, { variant: 1, location: 5, condition: "damaged", quantity: 90 });
      return staged;
    });
    const [part, other, set] = on.variants.map(({ variantUuid }) => variantUuid) as [string, string, string];
    const sku = on.variants[2]?.sku ?? "";
    const make = (version: number, ...components: [string, number][]) =>
      request(
        stage.app,
        setBundle,
        { variant_uuid: set, version, components: components.map(([variant_uuid, quantity]) => ({ variant_uuid, quantity })) },
        world.retailer,
      );
    expect((await make(1, [part, 2], [other, 1])).data.variants[2]?.stock).toMatchObject({ on_hand: 0, available: 3 });
    expect((await make(2, [part, 1], [other, 1])).data.variants[2]?.stock.available).toBe(5);
    await request(stage.app, updateVariant, { variant_uuid: set, sku, low_stock_quantity: 9, version: 3 }, world.retailer);
    expect(await list(world.retailer, { code: sku })).toMatchObject([{ stock: { on_hand: 0, available: 5 }, level: "in_stock" }]);
    for (const state of ["low", "out"] as const) expect(await list(world.retailer, { code: sku, state }), state).toEqual([]);
    const { data } = await request(stage.app, queryProduct, { "product_variants.variant_id": set }, world.operator);
    expect(data.result[0]?.quantity).toBe(102);
    expect(data.result[0]?.product_variants.map(({ quantity, available }) => [quantity, available])).toEqual([
      [7, 7],
      [95, 5],
      [0, 5],
    ]);
  });
});

describe("labels", () => {
  test("are printed for all variants of several products, up to a limit", async () => {
    const one = await create(world.retailer, {
      title: "茶壶",
      variants: [{ sku: freshSku() }, { sku: freshSku(), barcodes: ["6901234567892"] }],
    });
    const other = await create(world.retailer);
    const product_uuids = [one.product.product_uuid, other.product.product_uuid];
    const printed = await send(stage.app, printLabels, { product_uuids, copies: 2, lang: "zh_cn" }, world.retailer);
    expect(printed.headers["content-type"]).toBe("application/pdf");
    expect(printed.text.startsWith("%PDF")).toBe(true);
    expect(printed.text.match(/\/Type \/Page\b/g)).toHaveLength(6);
    expect(await send(stage.app, printLabels, {}, world.retailer)).toMatchObject({ code: codeOf("goods.noLabels") });
    const many = { product_uuids, copies: 1000 };
    expect(await send(stage.app, printLabels, many, world.retailer)).toMatchObject({ code: codeOf("goods.tooManyLabels") });
  });
});
