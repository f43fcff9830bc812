import { sql } from "kysely";
import type { Tx } from "#server/db/tx.ts";

/** A variant as whoever may see its item sees it. */
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
  /** neither archived nor merged; others come to a retailer that has them in a claim */
  is_offered: boolean;
}

/** The variants of items in the order they were made: by one look for all of a page's items, for the function acts for the platform each time. */
export async function variantsOfItems(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<Map<string, ShownVariant[]>> {
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

/** What an item's pictures are called: by their ids, and by their files' names. */
export interface Pictures {
  readonly image_uuids: string[];
  readonly images: string[];
}

/** The pictures of products in their order, as far as whoever asks may see them. Gives those of a product, also of one without. */
export async function picturesOfProducts(
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
          .where("i.product_uuid", "in", productUuids)
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
