import type { Insertable } from "kysely";
import type { VariantFields } from "#src/warehouse/goods/goods.contract.ts";
import { mostVariants } from "#src/warehouse/goods/goods.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Variant } from "#server/platform/db/schema.generated.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { refreshArchived } from "./archive.commands.ts";
import { hasStock, lockVariant } from "./lock-variants.commands.ts";
import type { GoodsContext } from "./lock-variants.commands.ts";

/** Inserts the barcodes of new variants, without duplicates. */
export async function insertBarcodes(
  { tx, providerUuid, now }: GoodsContext,
  rows: readonly { variant_uuid: string; owner_uuid: string; barcode: string; pieces: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto("sku_barcode")
    .values(rows.map((row) => ({ ...row, provider_uuid: providerUuid, created_at: now })))
    .onConflict((conflict) => conflict.constraint("sku_barcode_pkey").doUpdateSet((from) => ({ pieces: from.ref("excluded.pieces") })))
    .execute();
}

export type NewVariant = VariantFields & { readonly barcodes: readonly string[] };

/**
 * Creates variants of a product, in the given order.
 * @returns their ids; `goods.skuTaken` if the owner already has such a SKU, or two of them are the same
 */
export async function insertVariants(
  context: GoodsContext,
  { productUuid, ownerUuid }: { productUuid: string; ownerUuid: string },
  variants: readonly NewVariant[],
): Promise<Result<string[], "goods.skuTaken">> {
  const { tx, providerUuid, now } = context;
  const made = variants.map(({ barcodes, ...fields }) => ({
    barcodes,
    row: {
      ...fields,
      provider_uuid: providerUuid,
      variant_uuid: newId(),
      product_uuid: productUuid,
      owner_uuid: ownerUuid,
      created_at: now,
      updated_at: now,
    } satisfies Insertable<Variant>,
  }));
  try {
    await tx
      .insertInto("variant")
      .values(made.map(({ row }) => row))
      .execute();
  } catch (error) {
    if (getViolatedUnique(error) === "variant_sku_key") return refuse("goods.skuTaken");
    throw error;
  }
  const codes = made.flatMap(({ barcodes, row }) =>
    [...new Set(barcodes)].map((barcode) => ({ variant_uuid: row.variant_uuid, owner_uuid: ownerUuid, barcode, pieces: 1 })),
  );
  await insertBarcodes(context, codes);
  return ok(made.map(({ row }) => row.variant_uuid));
}

/** Adds a variant to a product. */
export async function addVariantTo(
  context: GoodsContext,
  productUuid: string,
  variant: NewVariant,
): Promise<Result<string, "notFound" | "goods.tooManyVariants" | "goods.skuTaken">> {
  const { tx, providerUuid } = context;
  const product = await tx
    .selectFrom("product")
    .select("owner_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "=", productUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (product === undefined) return refuse("notFound");
  const { there } = await tx
    .selectFrom("variant")
    .select(({ fn }) => fn.countAll<number>().as("there"))
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "=", productUuid)
    .where("merged_into_uuid", "is", null)
    .executeTakeFirstOrThrow();
  if (there >= mostVariants) return refuse("goods.tooManyVariants");
  const made = await insertVariants(context, { productUuid, ownerUuid: product.owner_uuid }, [variant]);
  if (!made.ok) return made;
  await refreshArchived(context, [productUuid]);
  const [uuid] = made.value;
  if (uuid === undefined) throw new Error("goods: a variant was not created");
  return ok(uuid);
}

type ChangeRefusal = "notFound" | "changedMeanwhile" | "goods.lotsInUse" | "goods.bundleKeepsNoLots" | "goods.skuTaken";

/** Updates a variant if its version is still the given one. @returns its product */
export async function changeVariant(
  { tx, providerUuid, now }: GoodsContext,
  { variant_uuid, version, ...fields }: VariantFields & { variant_uuid: string; version: number },
): Promise<Result<string, ChangeRefusal>> {
  const held = await lockVariant(tx, providerUuid, variant_uuid);
  if (held === null) return refuse("notFound");
  if (held.version !== version) return refuse("changedMeanwhile");
  if (held.is_bundle && (fields.keeps_lots || fields.keeps_expiry)) return refuse("goods.bundleKeepsNoLots");
  const isKeptOtherwise = held.keeps_lots !== fields.keeps_lots || held.keeps_expiry !== fields.keeps_expiry;
  if (isKeptOtherwise && (await hasStock(tx, providerUuid, [variant_uuid]))) return refuse("goods.lotsInUse");
  try {
    await tx
      .updateTable("variant")
      .set({ ...fields, version: version + 1, updated_at: now })
      .where("provider_uuid", "=", providerUuid)
      .where("variant_uuid", "=", held.variant_uuid)
      .execute();
  } catch (error) {
    if (getViolatedUnique(error) === "variant_sku_key") return refuse("goods.skuTaken");
    throw error;
  }
  return ok(held.product_uuid);
}

export interface Measures {
  readonly weight_grams: number | null;
  readonly length_mm: number | null;
  readonly width_mm: number | null;
  readonly height_mm: number | null;
}

/** Saves the measurements of a piece; sizes that were not measured now stay. @returns the product */
export async function measure(
  { tx, providerUuid, now }: GoodsContext,
  variantUuid: string,
  { weight_grams, length_mm, width_mm, height_mm }: Measures,
): Promise<Result<string, "notFound">> {
  const measured = await tx
    .updateTable("variant")
    .set((variant) => ({
      measured_weight_grams: weight_grams ?? variant.ref("measured_weight_grams"),
      measured_length_mm: length_mm ?? variant.ref("measured_length_mm"),
      measured_width_mm: width_mm ?? variant.ref("measured_width_mm"),
      measured_height_mm: height_mm ?? variant.ref("measured_height_mm"),
      measured_at: now,
      updated_at: now,
      version: variant("version", "+", 1),
    }))
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "=", variantUuid)
    .where("merged_into_uuid", "is", null)
    .returning("product_uuid")
    .executeTakeFirst();
  return measured === undefined ? refuse("notFound") : ok(measured.product_uuid);
}
