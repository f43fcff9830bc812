import type { ProductLabel } from "#server/warehouse/printing/labels.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readBarcodes } from "./variant-rows.queries.ts";

/** What to print: products with all their variants, and single variants. */
export interface LabelWish {
  readonly product_uuids: readonly string[];
  readonly variant_uuids: readonly string[];
}

/**
 * Reads the labels of products and variants, by SKU, each once. A label has the first barcode that stands for one piece.
 * @returns null if one of them does not exist
 */
export async function readLabels(tx: Tx, providerUuid: string, wish: LabelWish): Promise<ProductLabel[] | null> {
  const products = [...new Set(wish.product_uuids.map((uuid) => uuid.toLowerCase()))];
  const variants = [...new Set(wish.variant_uuids.map((uuid) => uuid.toLowerCase()))];
  const rows = await tx
    .selectFrom("variant")
    .innerJoin("product", (join) =>
      join.onRef("product.provider_uuid", "=", "variant.provider_uuid").onRef("product.product_uuid", "=", "variant.product_uuid"),
    )
    .select(["variant.variant_uuid", "variant.product_uuid", "variant.sku", "variant.title", "product.title as product_title"])
    .where("variant.provider_uuid", "=", providerUuid)
    .where("variant.merged_into_uuid", "is", null)
    .where((where) =>
      where.or([
        products.length === 0 ? where.lit(false) : where("variant.product_uuid", "in", products),
        variants.length === 0 ? where.lit(false) : where("variant.variant_uuid", "in", variants),
      ]),
    )
    .orderBy("variant.sku_key")
    .orderBy("variant.variant_uuid")
    .execute();
  const foundProducts = new Set(rows.map(({ product_uuid }) => product_uuid));
  const foundVariants = new Set(rows.map(({ variant_uuid }) => variant_uuid));
  if (!products.every((uuid) => foundProducts.has(uuid)) || !variants.every((uuid) => foundVariants.has(uuid))) return null;
  const barcodes = await readBarcodes(tx, providerUuid, [...foundVariants]);
  return rows.map(({ variant_uuid, sku, title, product_title }) => ({
    sku,
    title: title === "" ? product_title : `${product_title} · ${title}`,
    barcode: barcodes.get(variant_uuid)?.find(({ pieces }) => pieces === 1)?.barcode ?? null,
  }));
}
