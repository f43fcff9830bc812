import { sql } from "kysely";
import type { ProductDetail, VariantDetail, GoodsRow } from "#src/warehouse/goods/goods-rows.contract.ts";
import { relations } from "#src/warehouse/goods/goods.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getImageAddress, selectGoods, completeVariants } from "./variant-rows.queries.ts";
import { selectOwnerName } from "./variants.queries.ts";

const mostRelated = 200;

/** Returns the file names of a product's images in their order. */
async function readImages(tx: Tx, providerUuid: string, productUuid: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("product_image as i")
    .innerJoin("file as f", (join) => join.onRef("f.provider_uuid", "=", "i.provider_uuid").onRef("f.file_uuid", "=", "i.file_uuid"))
    .select(["f.file_uuid", "f.extension"])
    .where("i.provider_uuid", "=", providerUuid)
    .where("i.product_uuid", "=", productUuid)
    .orderBy("i.position")
    .execute();
  return rows.map(({ file_uuid, extension }) => `${file_uuid}.${extension}`);
}

interface Part {
  of: string;
  variant_uuid: string;
  sku: string;
  title: string;
  quantity: number;
}

/** Reads the parts of bundles, or the bundles of parts. */
async function readParts(tx: Tx, providerUuid: string, variantUuids: readonly string[], side: "components" | "part_of"): Promise<Part[]> {
  const [mine, other] = side === "components" ? (["bundle_uuid", "component_uuid"] as const) : (["component_uuid", "bundle_uuid"] as const);
  return tx
    .selectFrom("bundle_component as c")
    .innerJoin("variant as v", (join) => join.onRef("v.provider_uuid", "=", "c.provider_uuid").onRef("v.variant_uuid", "=", `c.${other}`))
    .innerJoin("product as p", (join) =>
      join.onRef("p.provider_uuid", "=", "v.provider_uuid").onRef("p.product_uuid", "=", "v.product_uuid"),
    )
    .select([`c.${mine} as of`, "v.variant_uuid", "v.sku", "p.title", "c.quantity"])
    .where("c.provider_uuid", "=", providerUuid)
    .where(sql<boolean>`${sql.ref(`c.${mine}`)} = any (${variantUuids}::uuid[])`)
    .orderBy("v.sku_key")
    .execute();
}

const customsColumns = [
  "declared_name",
  "declared_name_zh",
  "hs_code",
  "origin_country",
  "declared_value_cents",
  "currency",
  "has_battery",
] as const;

async function readMergedSkus(tx: Tx, providerUuid: string, variantUuids: readonly string[]) {
  return (
    tx
      .selectFrom("variant")
      .select(["sku", "merged_into_uuid"])
      .where("provider_uuid", "=", providerUuid)
      .where(sql<boolean>`merged_into_uuid = any (${variantUuids}::uuid[])`)
      // names the condition of the index
      .where("merged_into_uuid", "is not", null)
      .orderBy("sku_key")
      .execute()
  );
}

async function variantDetails(tx: Tx, providerUuid: string, productUuid: string): Promise<VariantDetail[]> {
  const rows = await selectGoods(tx.selectFrom("variant"), providerUuid)
    .select(customsColumns)
    .where("variant.provider_uuid", "=", providerUuid)
    .where("variant.product_uuid", "=", productUuid)
    .where("variant.merged_into_uuid", "is", null)
    .orderBy("variant.variant_uuid")
    .execute();
  if (rows.length === 0) return [];
  const uuids = rows.map(({ variant_uuid }) => variant_uuid);
  const [components, partOf, merged, shown] = await Promise.all([
    readParts(tx, providerUuid, uuids, "components"),
    readParts(tx, providerUuid, uuids, "part_of"),
    readMergedSkus(tx, providerUuid, uuids),
    completeVariants(tx, providerUuid, rows),
  ]);
  return shown.map((row) => ({
    ...row,
    components: components.filter((part) => part.of === row.variant_uuid),
    part_of: partOf.filter((part) => part.of === row.variant_uuid),
    merged_skus: merged.filter(({ merged_into_uuid }) => merged_into_uuid === row.variant_uuid).map(({ sku }) => sku),
  }));
}

/** Returns a product with all its data; null if the transaction may not see it. */
export async function findProduct(tx: Tx, providerUuid: string, productUuid: string): Promise<ProductDetail | null> {
  const [product, images, variants] = await Promise.all([
    tx
      .selectFrom("product")
      .select(["product_uuid", "owner_uuid", "title", "description", "brand", "category", "main_image_url"])
      .select(["is_archived", "created_at", "version"])
      .select(selectOwnerName("product.owner_uuid").as("owner_name"))
      .where("provider_uuid", "=", providerUuid)
      .where("product_uuid", "=", productUuid)
      .executeTakeFirst(),
    readImages(tx, providerUuid, productUuid),
    variantDetails(tx, providerUuid, productUuid),
  ]);
  if (product === undefined) return null;
  const [first] = images;
  return {
    ...product,
    main_image_url: first === undefined ? product.main_image_url : getImageAddress(first),
    images,
    created_at: product.created_at.toISOString(),
    variants,
  };
}

type Relation = (typeof relations)[number];

/** Returns the variants that share a product, a bundle or a barcode with one, each once with what they share. */
export async function listRelatedVariants(
  tx: Tx,
  providerUuid: string,
  variant: { variant_uuid: string; product_uuid: string },
): Promise<(GoodsRow & { shares: Relation[] })[]> {
  const { variant_uuid: uuid, product_uuid } = variant;
  const { rows: found } = await sql<{ variant_uuid: string; shares: Relation }>`
    select variant_uuid, 'product' as shares from variant where provider_uuid = ${providerUuid} and product_uuid = ${product_uuid}
    union select component_uuid, 'bundle' from bundle_component where provider_uuid = ${providerUuid} and bundle_uuid = ${uuid}
    union select bundle_uuid, 'bundle' from bundle_component where provider_uuid = ${providerUuid} and component_uuid = ${uuid}
    union select o.component_uuid, 'bundle' from bundle_component m
      join bundle_component o on o.provider_uuid = m.provider_uuid and o.bundle_uuid = m.bundle_uuid
      where m.provider_uuid = ${providerUuid} and m.component_uuid = ${uuid}
    union select o.variant_uuid, 'barcode' from sku_barcode m
      join sku_barcode o on o.provider_uuid = m.provider_uuid and o.barcode = m.barcode
      where m.provider_uuid = ${providerUuid} and m.variant_uuid = ${uuid}`.execute(tx);
  const shares = Map.groupBy(
    found.filter(({ variant_uuid }) => variant_uuid !== uuid),
    ({ variant_uuid }) => variant_uuid,
  );
  if (shares.size === 0) return [];
  const rows = await selectGoods(tx.selectFrom("variant"), providerUuid)
    .where("variant.provider_uuid", "=", providerUuid)
    .where(sql<boolean>`variant.variant_uuid = any (${[...shares.keys()]}::uuid[])`)
    .where("variant.merged_into_uuid", "is", null)
    .orderBy("variant.sku_key")
    .orderBy("variant.variant_uuid")
    .limit(sql.lit(mostRelated))
    .execute();
  return (await completeVariants(tx, providerUuid, rows)).map((row) => {
    const of = new Set(shares.get(row.variant_uuid)?.map((one) => one.shares));
    return { ...row, shares: relations.filter((relation) => of.has(relation)) };
  });
}

/** Returns the first variants of a provider by SKU, without merged ones, each with what it shares with any other variant. */
export async function listVariantsWithRelations(tx: Tx, providerUuid: string): Promise<(GoodsRow & { shares: Relation[] })[]> {
  const rows = await selectGoods(tx.selectFrom("variant"), providerUuid)
    .where("variant.provider_uuid", "=", providerUuid)
    .where("variant.merged_into_uuid", "is", null)
    .orderBy("variant.sku_key")
    .orderBy("variant.variant_uuid")
    .limit(sql.lit(mostRelated))
    .execute();
  const uuids = rows.map(({ variant_uuid }) => variant_uuid);
  const { rows: found } = await sql<{ variant_uuid: string; product: boolean; bundle: boolean; barcode: boolean }>`
    select v.variant_uuid,
      exists (select from variant o where o.provider_uuid = v.provider_uuid and o.product_uuid = v.product_uuid
        and o.variant_uuid <> v.variant_uuid and o.merged_into_uuid is null) as product,
      exists (select from bundle_component c where c.provider_uuid = v.provider_uuid and c.bundle_uuid = v.variant_uuid)
        or exists (select from bundle_component c where c.provider_uuid = v.provider_uuid and c.component_uuid = v.variant_uuid) as bundle,
      exists (select from sku_barcode m join sku_barcode o on o.provider_uuid = m.provider_uuid and o.barcode = m.barcode
        and o.variant_uuid <> m.variant_uuid
        where m.provider_uuid = v.provider_uuid and m.variant_uuid = v.variant_uuid) as barcode
    from variant v
    where v.provider_uuid = ${providerUuid} and v.variant_uuid = any (${uuids}::uuid[])`.execute(tx);
  const shared = new Map(found.map((row) => [row.variant_uuid, row]));
  return (await completeVariants(tx, providerUuid, rows)).map((row) => ({
    ...row,
    shares: relations.filter((relation) => shared.get(row.variant_uuid)?.[relation] === true),
  }));
}
