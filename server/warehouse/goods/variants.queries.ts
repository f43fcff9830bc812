import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A variant's own data. Measured sizes take precedence over declared ones. */
export interface VariantFace {
  variant_uuid: string;
  product_uuid: string;
  owner_uuid: string;
  sku: string;
  /** distinguishes it from the product's other variants; may be empty */
  title: string;
  keeps_lots: boolean;
  keeps_expiry: boolean;
  /** stored as its parts, without stock of its own */
  is_bundle: boolean;
  is_archived: boolean;
  /** of one packed piece, as declared by the owner; null if unknown */
  weight_grams: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  measured_weight_grams: number | null;
  measured_length_mm: number | null;
  measured_width_mm: number | null;
  measured_height_mm: number | null;
  version: number;
}

/** A variant for other slices. */
export interface VariantRow extends VariantFace {
  product_title: string;
  /** the variant that it was merged into, if it was a duplicate */
  merged_into_uuid: string | null;
}

/** A product that a scan may mean. */
export interface ScannedVariant {
  variant_uuid: string;
  sku: string;
  /** the product's title */
  title: string;
  variant_title: string;
  main_image: string;
  owner_uuid: string;
  owner_name: string;
  /** how many pieces one scan stands for */
  pieces: number;
  keeps_lots: boolean;
  keeps_expiry: boolean;
}

/** The columns of a `VariantFace`. */
export const faceColumns = [
  "variant.variant_uuid",
  "variant.product_uuid",
  "variant.owner_uuid",
  "variant.sku",
  "variant.title",
  "variant.keeps_lots",
  "variant.keeps_expiry",
  "variant.is_bundle",
  "variant.is_archived",
  "variant.weight_grams",
  "variant.length_mm",
  "variant.width_mm",
  "variant.height_mm",
  "variant.measured_weight_grams",
  "variant.measured_length_mm",
  "variant.measured_width_mm",
  "variant.measured_height_mm",
  "variant.version",
] as const;

/** SQL for the file name of a product's main image, or an empty string. @param product the product's alias in the statement */
export function selectMainImage(product: string) {
  return sql<string>`coalesce((select f.file_uuid || '.' || f.extension from product_image i
    join file f on f.provider_uuid = i.provider_uuid and f.file_uuid = i.file_uuid
    where i.provider_uuid = ${sql.ref(`${product}.provider_uuid`)} and i.product_uuid = ${sql.ref(`${product}.product_uuid`)} and i.position = 0), '')`;
}

/** SQL for an owner's name: a retailer's, or the provider's. @param column the column of the owner's uuid, as `table.column` */
export function selectOwnerName(column: string) {
  const owner = sql.ref(column);
  return sql<string>`coalesce((select r.name from retailer r where r.retailer_uuid = ${owner}), (select p.name from provider p where p.provider_uuid = ${owner}), '')`;
}

function rows(tx: Tx, providerUuid: string) {
  return tx
    .selectFrom("variant")
    .innerJoin("product", (join) =>
      join.onRef("product.provider_uuid", "=", "variant.provider_uuid").onRef("product.product_uuid", "=", "variant.product_uuid"),
    )
    .select(faceColumns)
    .select(["variant.merged_into_uuid", "product.title as product_title"])
    .where("variant.provider_uuid", "=", providerUuid);
}

/** Returns one variant, archived and merged ones included; null if the transaction may not see it. */
export async function findVariant(tx: Tx, providerUuid: string, variantUuid: string): Promise<VariantRow | null> {
  return (await rows(tx, providerUuid).where("variant.variant_uuid", "=", variantUuid).executeTakeFirst()) ?? null;
}

/** Finds an owner's variants by SKU, ignoring case, without merged ones. One statement for any number of SKUs. */
export async function findVariantsBySku(
  tx: Tx,
  providerUuid: string,
  ownerUuid: string,
  skus: readonly string[],
): Promise<Map<string, VariantRow>> {
  const found = await rows(tx, providerUuid)
    .where("variant.owner_uuid", "=", ownerUuid)
    .where("variant.merged_into_uuid", "is", null)
    .where(sql<boolean>`variant.sku_key = any (${skus.map((sku) => sku.trim().toLowerCase())}::text[])`)
    .execute();
  return new Map(found.map((row) => [row.sku.toLowerCase(), row]));
}

function scanned(tx: Tx, providerUuid: string, among: readonly string[] | undefined) {
  const all = tx
    .selectFrom("variant")
    .innerJoin("product", (join) =>
      join.onRef("product.provider_uuid", "=", "variant.provider_uuid").onRef("product.product_uuid", "=", "variant.product_uuid"),
    )
    .select(["variant.variant_uuid", "variant.sku", "product.title", "variant.title as variant_title", "variant.owner_uuid"])
    .select(["variant.keeps_lots", "variant.keeps_expiry"])
    .select([selectOwnerName("variant.owner_uuid").as("owner_name"), selectMainImage("product").as("main_image")])
    .where("variant.provider_uuid", "=", providerUuid)
    .where("variant.merged_into_uuid", "is", null)
    .orderBy("owner_name")
    .orderBy("variant.sku_key")
    .limit(50);
  return among === undefined ? all : all.where(sql<boolean>`variant.variant_uuid = any (${among}::uuid[])`);
}

/**
 * Finds the products of a scanned code: by barcode, then by SKU, then by the SKU of a merged duplicate. Returns several if owners share a manufacturer's
 * barcode or use the same SKU: then the person chooses.
 * @param among the variants to search (a receipt's); all if undefined
 */
export async function findVariantsByScan(tx: Tx, providerUuid: string, code: string, among?: readonly string[]): Promise<ScannedVariant[]> {
  const given = code.trim();
  if (given === "") return [];
  const byBarcode = await scanned(tx, providerUuid, among)
    .innerJoin("sku_barcode as b", (join) =>
      join.onRef("b.provider_uuid", "=", "variant.provider_uuid").onRef("b.variant_uuid", "=", "variant.variant_uuid"),
    )
    .select("b.pieces")
    .where("b.barcode", "=", given)
    .execute();
  if (byBarcode.length > 0) return byBarcode;
  const one = sql<number>`1`.as("pieces");
  const key = given.toLowerCase();
  const bySku = await scanned(tx, providerUuid, among).select(one).where("variant.sku_key", "=", key).execute();
  if (bySku.length > 0) return bySku;
  return scanned(tx, providerUuid, among)
    .select(one)
    .where(
      sql<boolean>`variant.variant_uuid in (select old.merged_into_uuid from variant old
        where old.provider_uuid = ${providerUuid} and old.sku_key = ${key} and old.merged_into_uuid is not null)`,
    )
    .execute();
}

/** SQL for the variants that a code names: by SKU, barcode, or the SKU of a duplicate that was merged. */
export function selectNamedVariants(providerUuid: string, code: string) {
  return sql`(select coalesce(merged_into_uuid, variant_uuid) as variant_uuid from variant
      where provider_uuid = ${providerUuid} and sku_key = ${code.toLowerCase()}
    union select variant_uuid from sku_barcode where provider_uuid = ${providerUuid} and barcode = ${code})`;
}
