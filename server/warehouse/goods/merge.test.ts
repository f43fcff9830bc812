import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import {
  addBarcode,
  createProduct,
  getProduct,
  listVariants,
  measureVariant,
  setBundle,
  setImages,
} from "#src/warehouse/goods/goods.contract.ts";
import { mergeVariants, previewMerge } from "#src/warehouse/goods/merge.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { releaseReservations, reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { readStockOfVariants } from "#server/warehouse/stock/stock.queries.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { untilBlocked } from "#tests/server/until-blocked.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { findVariantsByScan } from "./variants.queries.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
});
afterAll(() => app.close());

const as = <T>(work: (tx: Tx) => Promise<T>) => app.services.database.transaction(staffOf(world.providerA), work);
const stage = (options: { variants?: number; keepsLots?: boolean; ownerUuid?: string } = {}) =>
  as((tx) => stageStock(tx, { providerUuid: world.providerA, ownerUuid: world.retailerA, variants: 3, ...options }));
const uuid = (on: StockStage, at: number) => on.variants[at]?.variantUuid ?? "";
const put = (on: StockStage, variant: number, quantity: number, more: { location?: number; lot?: string } = {}) =>
  as((tx) => putStock(tx, on, { variant, quantity, now: app.clock.now(), ...more }));
const onHand = async (variantUuid: string) =>
  (await as((tx) => readStockOfVariants(tx, world.providerA, [variantUuid]))).get(variantUuid)?.on_hand;
const merge = (from_uuids: string[], into_uuid: string) => request(app.app, mergeVariants, { from_uuids, into_uuid }, world.operator);
const preview = async (from_uuids: string[], into_uuid: string) =>
  (await request(app.app, previewMerge, { from_uuids, into_uuid }, world.operator)).data;
const codeOf = (name: keyof typeof codes) => codes[name].code;

/** Creates a product of the retailer as staff, with an image that the retailer uploaded. */
async function pictured(variants: InputOf<typeof createProduct>["variants"]) {
  const wish = { title: "Pictured", owner_uuid: world.retailerA, variants };
  const { data: product } = await request(app.app, createProduct, wish, world.provider);
  const files = [{ field: "images", name: "mug.png", bytes: tinyPng }];
  const { data: uploaded } = await request(app.app, uploadImages, {}, { token: world.retailer.token, files });
  const images = uploaded.result.map(({ filename }) => filename);
  const { product_uuid, version } = product;
  expect((await request(app.app, setImages, { product_uuid, version, images }, world.retailer)).code).toBe(200);
  return { product, images, variantUuids: product.variants.map(({ variant_uuid }) => variant_uuid) };
}
const findProduct = async (variantUuid: string) => {
  const of = await as((tx) => tx.selectFrom("variant").select("product_uuid").where("variant_uuid", "=", variantUuid).executeTakeFirst());
  return (await request(app.app, getProduct, { product_uuid: of?.product_uuid ?? "" }, world.retailer)).data;
};

/** Creates a receipt of the stage's owner with a line of one of its SKUs. */
async function receipt(on: StockStage, variant: number, status: string, counts: object = {}): Promise<string> {
  const [receipt_uuid, line_uuid] = [newId(), newId()];
  const owner_uuid = on.variants[0]?.ownerUuid ?? "";
  const common = { provider_uuid: world.providerA, receipt_uuid, owner_uuid };
  await as(async (tx) => {
    await tx
      .insertInto("receipt")
      .values({
        ...common,
        receipt_number: `R-${receipt_uuid}`,
        warehouse_uuid: on.warehouseUuid,
        status,
        created_by: world.provider.userUuid,
        created_at: app.clock.now(),
      })
      .execute();
    await tx
      .insertInto("receipt_line")
      .values({ ...common, line_uuid, line_number: 1, variant_uuid: uuid(on, variant), expected: 5, ...counts })
      .execute();
  });
  return line_uuid;
}

describe("a merge", () => {
  test("previews its effects, and moves stock, barcodes, bundles, receipt lines and old labels", async () => {
    const on = await stage({ variants: 4 });
    const [old, other, kept, bundle] = [0, 1, 2, 3].map((at) => uuid(on, at)) as [string, string, string, string];
    await as((tx) => putStock(tx, on, { variant: 0, quantity: 7, now: new Date(app.clock.now().getTime() - 90 * 86_400_000) }));
    await put(on, 0, 3, { location: 1 });
    await put(on, 2, 5);
    await request(app.app, addBarcode, { variant_uuid: old, barcode: "OLD-CARTON", pieces: 6 }, world.retailer);
    const components = [old, kept].map((variant_uuid) => ({ variant_uuid, quantity: 2 }));
    await request(app.app, setBundle, { variant_uuid: bundle, version: 1, components }, world.retailer);
    const line = await receipt(on, 1, "submitted");
    expect(await preview([old, other], kept)).toEqual({
      variants: 2,
      pieces: 10,
      balances: 2,
      barcodes: 1,
      bundles: 1,
      receipt_lines: 1,
      takes: [],
      refusals: [],
    });
    expect((await merge([old, other], kept)).data).toEqual({ merged: 2, pieces: 10 });
    expect([await onHand(old), await onHand(kept)]).toEqual([0, 15]);
    // The age of the oldest pieces does not change.
    const [aged] = await as((tx) =>
      tx.selectFrom("stock_balance").select("since").where("variant_uuid", "=", kept).orderBy("since").execute(),
    );
    expect(aged?.since.getTime()).toBe(app.clock.now().getTime() - 90 * 86_400_000);
    const product = await as((tx) =>
      tx.selectFrom("variant").select("product_uuid").where("variant_uuid", "=", kept).executeTakeFirstOrThrow(),
    );
    const { data } = await request(app.app, getProduct, product, world.retailer);
    const [skus, shown] = [on.variants.map(({ sku }) => sku), data.variants.find(({ variant_uuid }) => variant_uuid === kept)];
    expect(shown?.merged_skus).toEqual([skus[0], skus[1]]);
    expect(shown?.barcodes.find(({ barcode }) => barcode === "OLD-CARTON")?.pieces).toBe(6);
    expect(data.variants.find(({ variant_uuid }) => variant_uuid === bundle)?.components).toMatchObject([
      { variant_uuid: kept, quantity: 4 },
    ]);
    const found = await as((tx) => findVariantsByScan(tx, world.providerA, (skus[0] ?? "").toLowerCase()));
    expect(found.map(({ variant_uuid }) => variant_uuid)).toEqual([kept]);
    const { data: list } = await request(app.app, listVariants, { code: skus[0] }, world.retailer);
    expect(list.result.map(({ variant_uuid }) => variant_uuid)).toEqual([kept]);
    const moved = await as((tx) => tx.selectFrom("receipt_line").select("variant_uuid").where("line_uuid", "=", line).executeTakeFirst());
    expect(moved?.variant_uuid).toBe(kept);
    // Each piece goes out and in again, by two movements.
    const entries = await as((tx) =>
      tx
        .selectFrom("stock_entry")
        .select(["place", "quantity"])
        .where("source_type", "=", "merge")
        .where("variant_uuid", "in", [old, kept])
        .execute(),
    );
    expect(entries).toHaveLength(8);
    expect(entries.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(0);
    expect((await merge([old], kept)).code).toBe(codeOf("notFound"));
  });

  test("fills in what the remaining SKU lacks, as previewed, and overwrites nothing", async () => {
    const sku = `OLD-${newId()}`;
    const { product, images, variantUuids } = await pictured([{ sku, weight_grams: 410, hs_code: "691200", declared_name: "Mug" }]);
    const on = await stage();
    const [old = "", other, kept] = [variantUuids[0], uuid(on, 0), uuid(on, 1)];
    const known = { weight_grams: 99, length_mm: null, width_mm: null, height_mm: null, declared_value_cents: null };
    const texts = { hs_code: "", declared_name: "Own name", declared_name_zh: "", origin_country: "" };
    await as((tx) =>
      tx
        .updateTable("variant")
        .set({ ...known, ...texts })
        .where("variant_uuid", "in", [other, kept])
        .execute(),
    );
    const measures = { weight_grams: 430, length_mm: 120, width_mm: 90, height_mm: 100 };
    await request(app.app, measureVariant, { variant_uuid: old, ...measures }, world.operator);
    await request(app.app, measureVariant, { variant_uuid: other, length_mm: 300 }, world.operator);
    expect((await preview([old, other], kept)).takes).toEqual([
      { what: "measuredWeight", sku },
      { what: "measuredSize", sku },
      { what: "customs", sku },
      { what: "images", sku },
    ]);
    expect((await merge([old, other], kept)).code).toBe(200);
    const data = await findProduct(kept);
    expect(data.images).toEqual(images);
    expect(data.variants.find(({ variant_uuid }) => variant_uuid === kept)).toMatchObject({
      measured_weight_grams: 430,
      measured_length_mm: 120,
      measured_width_mm: 90,
      measured_height_mm: 100,
      measured_at: app.clock.now().toISOString(),
      weight_grams: 99,
      hs_code: "691200",
      declared_name: "Own name",
    });
    expect(await findProduct(old)).toMatchObject({ product_uuid: product.product_uuid, images: [], is_archived: true });
  });

  test("keeps the battery that any of the merged SKUs has", async () => {
    const on = await stage();
    const [old, kept] = [uuid(on, 0), uuid(on, 1)];
    await as((tx) => tx.updateTable("variant").set({ has_battery: true }).where("variant_uuid", "=", old).execute());
    expect((await preview([old], kept)).takes.map(({ what }) => what)).toContain("customs");
    expect((await merge([old], kept)).code).toBe(200);
    expect((await findProduct(kept)).variants.find(({ variant_uuid }) => variant_uuid === kept)?.has_battery).toBe(true);
  });

  test("leaves images with a product that remains, and never combines the measurements of two SKUs", async () => {
    const { images, variantUuids } = await pictured([{ sku: `A-${newId()}` }, { sku: `B-${newId()}` }]);
    const on = await stage();
    const [old = "", kept] = [variantUuids[0], uuid(on, 1)];
    const bare = { weight_grams: 1, length_mm: 1, width_mm: 1, height_mm: 1 };
    await as((tx) => tx.updateTable("variant").set(bare).where("variant_uuid", "=", kept).execute());
    await request(app.app, measureVariant, { variant_uuid: old, length_mm: 120, width_mm: 90, height_mm: 100 }, world.operator);
    await request(app.app, measureVariant, { variant_uuid: kept, length_mm: 80 }, world.operator);
    expect((await preview([old], kept)).takes).toEqual([]);
    expect((await merge([old], kept)).code).toBe(200);
    expect((await findProduct(old)).images).toEqual(images);
  });

  test("keeps lots by name, and is refused if the same lot has two expiry dates", async () => {
    const on = await stage({ keepsLots: true });
    const lot = (variant: number, name: string, expires_on: string) =>
      as((tx) =>
        tx
          .insertInto("lot")
          .values({ provider_uuid: world.providerA, variant_uuid: uuid(on, variant), lot: name, owner_uuid: world.retailerA, expires_on })
          .execute(),
      );
    await lot(0, "L1", "2030-01-01");
    await lot(1, "L1", "2031-01-01");
    await put(on, 0, 4, { lot: "L1" });
    expect((await merge([uuid(on, 0)], uuid(on, 1))).code).toBe(codeOf("goods.mergeExpiry"));
    expect((await merge([uuid(on, 0)], uuid(on, 2))).data).toEqual({ merged: 1, pieces: 4 });
    const kept = await as((tx) => tx.selectFrom("lot").select("lot").where("variant_uuid", "=", uuid(on, 2)).execute());
    expect(kept).toEqual([{ lot: "L1" }]);
  });

  test("is refused if pieces are reserved or a receipt is open, or if the SKUs are incompatible", async () => {
    const on = await stage();
    const [old, kept] = [uuid(on, 0), uuid(on, 1)];
    const elsewhere = await stage({ ownerUuid: world.retailerA2 });
    const withLots = await stage({ keepsLots: true });
    expect((await merge([old], old)).code).toBe(codeOf("goods.mergeItself"));
    expect((await merge([old], uuid(elsewhere, 0))).code).toBe(codeOf("goods.mergeOwners"));
    expect((await merge([old], uuid(withLots, 0))).code).toBe(codeOf("goods.mergeKinds"));
    await put(on, 0, 10);
    const source = { type: "order", uuid: newId() };
    const want = { line: 1, variantUuid: old, ownerUuid: world.retailerA, warehouseUuid: on.warehouseUuid, quantity: 4, lot: null };
    expect(await as((tx) => reserveStock(tx, world.providerA, source, [want], app.clock.now()))).toMatchObject({ ok: true });
    expect((await preview([old], kept)).refusals.map(({ code }) => code)).toEqual([codeOf("goods.mergeReserved")]);
    expect((await merge([old], kept)).code).toBe(codeOf("goods.mergeReserved"));
    expect([await onHand(old), await onHand(kept)]).toEqual([10, 0]);
    await as((tx) => releaseReservations(tx, { providerUuid: world.providerA, now: app.clock.now() }, source));
    await receipt(on, 0, "inspecting");
    expect((await merge([old], kept)).code).toBe(codeOf("goods.mergeReceipts"));
  });

  test.each([
    ["nothing, where all of it is put away and decided about", { counted: 3, qualified: 2, put_away: 2, unqualified: 1, decided: 1 }, 200],
    ["what has to be put away", { counted: 3, qualified: 3, put_away: 2 }, codeOf("goods.mergeReceipts")],
    ["what was accepted and has to be put away", { counted: 1, unqualified: 1, decided: 1, accepted: 1 }, codeOf("goods.mergeReceipts")],
    ["what has to be decided about", { counted: 1, unqualified: 1 }, codeOf("goods.mergeReceipts")],
  ])("waits, after a receipt is closed short, for %s", async (_, counts, code) => {
    const on = await stage();
    await receipt(on, 0, "closed_short", counts);
    expect((await merge([uuid(on, 0)], uuid(on, 1))).code).toBe(code);
  });

  test("waits for a concurrent confirmation of a receipt of its SKU, and is then refused", async () => {
    const on = await stage();
    const line = await receipt(on, 0, "submitted");
    const [answered] = await as(async (tx) => {
      const ofLine = tx.selectFrom("receipt_line").select("receipt_uuid").where("line_uuid", "=", line);
      await tx.updateTable("receipt").set({ status: "confirmed" }).where("receipt_uuid", "=", ofLine).execute();
      const merging = merge([uuid(on, 0)], uuid(on, 1));
      await untilBlocked(tx, merging);
      return [merging] as const;
    });
    expect((await answered).code).toBe(codeOf("goods.mergeReceipts"));
  });

  test("loses no pieces during concurrent postings, and happens once", async () => {
    const on = await stage();
    const [old, kept] = [uuid(on, 0), uuid(on, 1)];
    await put(on, 0, 20);
    const posts = Array.from({ length: 6 }, () =>
      put(on, 0, 1).then(
        () => 1,
        () => 0,
      ),
    );
    const merges = [merge([old], kept), merge([old], kept), merge([old], kept)];
    const posted = (await Promise.all(posts)).reduce<number>((sum, one) => sum + one, 0);
    const answers = (await Promise.all(merges)).map(({ code }) => code);
    expect(answers.filter((code) => code === 200)).toHaveLength(1);
    expect(answers.filter((code) => code === codeOf("notFound"))).toHaveLength(2);
    expect([await onHand(old), await onHand(kept)]).toEqual([0, 20 + posted]);
  });
});
