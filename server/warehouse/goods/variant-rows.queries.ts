import type { GoodsStock, GoodsRow } from "#src/warehouse/goods/goods-rows.contract.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { getStockLevel } from "#src/warehouse/stock/stock.rules.ts";
import { getFile } from "#src/kit/files/files.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { noStock, readStockOfVariants } from "#server/warehouse/stock/stock.queries.ts";
import { countAvailableBundles } from "./bundles.queries.ts";
import { listExpected } from "./lock-variants.commands.ts";
import { faceColumns, selectOwnerName } from "./variants.queries.ts";
import type { VariantFace } from "./variants.queries.ts";

/** A variant's own columns, as shown. */
export const shownColumns = [...faceColumns, "variant.low_stock_quantity", "variant.measured_at", "variant.created_at"] as const;

/** A variant's own row. */
export interface OwnVariantRow extends VariantFace {
  low_stock_quantity: number | null;
  measured_at: Date | null;
  created_at: Date;
}

/** Returns the URL of a stored image. */
export function getImageAddress(filename: string): string {
  return `${apiPrefix}${getFile.path}?filename=${filename}`;
}

/** Reads the titles, owners and main images of products. */
export async function readProductFaces(tx: Tx, providerUuid: string, productUuids: readonly string[]) {
  if (productUuids.length === 0) return new Map<string, ProductFace>();
  const rows = await tx
    .selectFrom("product")
    .leftJoin("product_image as i", (join) =>
      join
        .onRef("i.provider_uuid", "=", "product.provider_uuid")
        .onRef("i.product_uuid", "=", "product.product_uuid")
        .on("i.position", "=", 0),
    )
    .leftJoin("file as f", (join) => join.onRef("f.provider_uuid", "=", "i.provider_uuid").onRef("f.file_uuid", "=", "i.file_uuid"))
    .select(["product.product_uuid", "product.title", "product.main_image_url", "f.file_uuid", "f.extension"])
    .select(selectOwnerName("product.owner_uuid").as("owner_name"))
    .where("product.provider_uuid", "=", providerUuid)
    .where("product.product_uuid", "in", [...new Set(productUuids)])
    .execute();
  return new Map(
    rows.map(({ product_uuid, title, main_image_url, file_uuid, extension, owner_name }): [string, ProductFace] => {
      const image = file_uuid === null || extension === null ? "" : `${file_uuid}.${extension}`;
      return [product_uuid, { title, owner_name, image, imageUrl: image === "" ? main_image_url : getImageAddress(image) }];
    }),
  );
}

export interface ProductFace {
  title: string;
  owner_name: string;
  /** a stored file's name, or empty */
  image: string;
  imageUrl: string;
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

/**
 * Adds product, owner, image, barcodes and stock to rows of variants. Three statements for any number of rows, and two more if there are bundles: they
 * have no stock, and as many are available as their parts make.
 */
export async function completeVariants<R extends OwnVariantRow>(
  tx: Tx,
  providerUuid: string,
  rows: readonly R[],
): Promise<(Omit<R, "measured_at" | "created_at"> & GoodsRow)[]> {
  if (rows.length === 0) return [];
  const uuids = rows.map(({ variant_uuid }) => variant_uuid);
  const faces = await readProductFaces(
    tx,
    providerUuid,
    rows.map(({ product_uuid }) => product_uuid),
  );
  const barcodes = await readBarcodes(tx, providerUuid, uuids);
  const expected = await listExpected(tx, providerUuid, uuids);
  const stocks = await readStockOfVariants(tx, providerUuid, uuids);
  const bundles = await countAvailableBundles(
    tx,
    providerUuid,
    rows.filter(({ is_bundle }) => is_bundle).map(({ variant_uuid }) => variant_uuid),
  );
  return rows.map((row) => {
    const face = faces.get(row.product_uuid);
    const { oldest_since, ...pieces } = stocks.get(row.variant_uuid) ?? noStock;
    const own: GoodsStock = { ...pieces, oldest_since: oldest_since?.toISOString() ?? "" };
    const stock = row.is_bundle ? { ...own, available: bundles.get(row.variant_uuid) ?? 0 } : own;
    return {
      ...row,
      owner_name: face?.owner_name ?? "",
      product_title: face?.title ?? "",
      main_image: face?.image ?? "",
      main_image_url: face?.imageUrl ?? "",
      barcodes: barcodes.get(row.variant_uuid) ?? [],
      stock,
      is_expected: expected.has(row.variant_uuid),
      level: row.is_bundle ? getStockLevel({ ...stock, on_hand: stock.available }, null) : getStockLevel(stock, row.low_stock_quantity),
      measured_at: row.measured_at?.toISOString() ?? "",
      created_at: row.created_at.toISOString(),
    };
  });
}
