import { sql } from "kysely";
import type { RawBuilder, SelectQueryBuilder } from "kysely";
import type { GoodsStock, GoodsRow } from "#src/warehouse/goods/goods-rows.contract.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { getStockLevel } from "#src/warehouse/stock/stock.rules.ts";
import { getFile } from "#src/kit/files/files.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import { parseStock, selectStock } from "#server/warehouse/stock/stock.queries.ts";
import { countAvailableBundles } from "./bundles.queries.ts";
import { faceColumns, selectMainImage, selectOwnerName } from "./variants.queries.ts";
import type { VariantFace } from "./variants.queries.ts";

interface GoodsColumns extends VariantFace {
  low_stock_quantity: number | null;
  measured_at: Date | null;
  created_at: Date;
  product_title: string;
  product_image_url: string;
  main_image: string;
  owner_name: string;
  barcodes: { barcode: string; pieces: number }[];
  stock: Parameters<typeof parseStock>[0];
}

/** SQL for a JSON array of a variant's barcodes, oldest first. @param shown what it has of each, `b` @param variant the variant's alias */
export function selectBarcodes<T = unknown[]>(shown: RawBuilder<unknown>, variant: string) {
  return sql<T>`coalesce((select json_agg(${shown} order by b.created_at, b.barcode) from sku_barcode b
    where b.provider_uuid = ${sql.ref(`${variant}.provider_uuid`)} and b.variant_uuid = ${sql.ref(`${variant}.variant_uuid`)}), '[]')`;
}

/**
 * SQL for a column of a variant's product. A subquery is evaluated for the rows of a page alone; a join, also for the rest of a list that is sorted (127 ms
 * became 370 for the SKUs of a prefix in 1,000,000).
 */
function selectProduct<T>(column: "title" | "main_image_url") {
  return sql<T>`(select p.${sql.ref(column)} from product p where p.provider_uuid = variant.provider_uuid and p.product_uuid = variant.product_uuid)`;
}

/**
 * Adds all that the row of a SKU shows, in the same statement: product, owner, image, barcodes (the oldest first) and stock. Bundles lack what their
 * parts make: `completeVariants` adds it.
 */
export function selectGoods<O>(variants: SelectQueryBuilder<DB, "variant", O>, providerUuid: string) {
  return variants
    .select(faceColumns)
    .select(["variant.low_stock_quantity", "variant.measured_at", "variant.created_at"])
    .select([selectProduct<string>("title").as("product_title"), selectProduct<string>("main_image_url").as("product_image_url")])
    .select([selectMainImage("variant").as("main_image"), selectOwnerName("variant.owner_uuid").as("owner_name")])
    .select([
      selectBarcodes<GoodsColumns["barcodes"]>(sql`json_build_object('barcode', b.barcode, 'pieces', b.pieces)`, "variant").as("barcodes"),
      selectStock(providerUuid, "variant.variant_uuid").as("stock"),
    ]);
}

/** Returns the URL of a stored image. */
export function getImageAddress(filename: string): string {
  return `${apiPrefix}${getFile.path}?filename=${filename}`;
}

/** Returns the URL of a product's main image: of the stored one, or else the imported one. */
export function getMainImageUrl(storedImage: string, importedUrl: string): string {
  return storedImage === "" ? importedUrl : getImageAddress(storedImage);
}

/** Reads the barcodes of variants, oldest first. */
export async function readBarcodes(tx: Tx, providerUuid: string, variantUuids: readonly string[]) {
  if (variantUuids.length === 0) return new Map<string, { barcode: string; pieces: number }[]>();
  const rows = await tx
    .selectFrom("sku_barcode")
    .select(["variant_uuid", "barcode", "pieces"])
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "in", variantUuids)
    .orderBy("created_at")
    .orderBy("barcode")
    .execute();
  const grouped = Map.groupBy(rows, ({ variant_uuid }) => variant_uuid);
  return new Map([...grouped].map(([uuid, those]) => [uuid, those.map(({ barcode, pieces }) => ({ barcode, pieces }))]));
}

/** Converts rows of `selectGoods`. Reads how many of each bundle its parts make, if there are bundles: they have no stock of their own. */
export async function completeVariants<R extends GoodsColumns>(
  tx: Tx,
  providerUuid: string,
  rows: readonly R[],
): Promise<(Omit<R, "product_image_url" | "stock" | "measured_at" | "created_at"> & GoodsRow)[]> {
  const bundles = await countAvailableBundles(
    tx,
    providerUuid,
    rows.filter(({ is_bundle }) => is_bundle).map(({ variant_uuid }) => variant_uuid),
  );
  return rows.map(({ stock, product_image_url, measured_at, created_at, ...row }) => {
    const { oldest_since, is_expected, ...pieces } = parseStock(stock);
    const own: GoodsStock = { ...pieces, oldest_since: oldest_since?.toISOString() ?? "" };
    const shown = row.is_bundle ? { ...own, available: bundles.get(row.variant_uuid) ?? 0 } : own;
    return {
      ...row,
      main_image_url: getMainImageUrl(row.main_image, product_image_url),
      stock: shown,
      is_expected,
      level: row.is_bundle ? getStockLevel({ ...shown, on_hand: shown.available }, null) : getStockLevel(shown, row.low_stock_quantity),
      measured_at: measured_at?.toISOString() ?? "",
      created_at: created_at.toISOString(),
    };
  });
}
