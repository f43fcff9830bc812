import { sql } from "kysely";
import type { SqlBool } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A variant as shown to anybody who may see its item. */
export interface ShownVariant {
  item_uuid: string;
  variant_uuid: string;
  sku: string;
  title: string;
  weight_grams: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  available: number;
  /** neither archived nor merged; retailers see others only in their claims */
  is_offered: boolean;
}

/**
 * Lists the variants of items in the order of creation. One query for all items of a page, because the SQL function switches to the platform's role on each
 * call.
 */
export async function listItemVariants(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<Map<string, ShownVariant[]>> {
  if (itemUuids.length === 0) return new Map();
  const { rows } = await sql<ShownVariant>`
    select item_uuid, variant_uuid, sku, title, weight_grams, length_mm, width_mm, height_mm, available, is_offered
    from catalogue_variants(${providerUuid}, ${itemUuids}::uuid[])`.execute(tx);
  return Map.groupBy(rows, ({ item_uuid }) => item_uuid);
}

/** A product's picture as a stored file. */
interface Picture {
  product_uuid: string;
  file_uuid: string;
  extension: string;
}

/** The ids and file names of an item's pictures. */
export interface Pictures {
  readonly image_uuids: string[];
  readonly images: string[];
}

/**
 * Reads the pictures of products in their order, as far as the caller may see them.
 * @returns a function that returns the pictures of a product, empty if it has none
 */
export async function findProductPictures(
  tx: Tx,
  providerUuid: string,
  productUuids: readonly string[],
): Promise<(product: string) => Pictures> {
  const rows: Picture[] =
    productUuids.length === 0
      ? []
      : await tx
          .selectFrom("product_image as i")
          .innerJoin("file as f", (join) => join.onRef("f.provider_uuid", "=", "i.provider_uuid").onRef("f.file_uuid", "=", "i.file_uuid"))
          .select(["i.product_uuid", "f.file_uuid", "f.extension"])
          .where("i.provider_uuid", "=", providerUuid)
          .where(sql<SqlBool>`i.product_uuid = any (${productUuids}::uuid[])`)
          .orderBy("i.product_uuid")
          .orderBy("i.position")
          .execute();
  const byProduct = Map.groupBy(rows, ({ product_uuid }) => product_uuid);
  return (product) => {
    const own = byProduct.get(product) ?? [];
    return {
      image_uuids: own.map(({ file_uuid }) => file_uuid),
      images: own.map(({ file_uuid, extension }) => `${file_uuid}.${extension}`),
    };
  };
}
