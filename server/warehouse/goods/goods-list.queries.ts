import { sql } from "kysely";
import type { SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { listVariants, queryProduct } from "#src/warehouse/goods/goods.contract.ts";
import type { QueriedProduct, GoodsRow } from "#src/warehouse/goods/goods-rows.contract.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { listPage } from "#server/platform/db/list.ts";
import { isAfter, reversed } from "#server/platform/db/list-keys.ts";
import type { SortKey, SortKeys } from "#server/platform/db/list-keys.ts";
import { sampleList } from "#server/platform/db/list-sample.ts";
import type { Base } from "#server/platform/db/list-sample.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { hasLevel, countLow } from "#server/warehouse/stock/stock-conditions.queries.ts";
import { countAvailableBundles } from "./bundles.queries.ts";
import { completeVariants, getMainImageUrl, selectBarcodes, selectGoods } from "./variant-rows.queries.ts";
import { lacksMeasures } from "./unmeasured.queries.ts";
import { selectPieces } from "#server/warehouse/stock/stock.queries.ts";
import { selectMainImage, selectOwnerName } from "./variants.queries.ts";
import { findByWords } from "./word-search.queries.ts";

/** Whose goods a list shows: a provider's, or one owner's if one is given or a retailer asks. */
export interface ListScope {
  readonly providerUuid: string;
  readonly ownerUuid: string | null;
}

/** One subquery: an "or" of two would read the whole table. */
function hasCode(providerUuid: string, code: string) {
  return sql<SqlBool>`variant.variant_uuid in (
    select v.variant_uuid from variant v where v.provider_uuid = ${providerUuid} and v.sku_key = ${code.toLowerCase()}
    union all select b.variant_uuid from sku_barcode b where b.provider_uuid = ${providerUuid} and b.barcode = ${code})`;
}

type VariantFilters = Pick<ParsedInputOf<typeof listVariants>, "search" | "code" | "state" | "keeps_lots" | "unmeasured">;

async function filtered(tx: Tx, { providerUuid, ownerUuid }: ListScope, filters: VariantFilters) {
  const { search, code, state, keeps_lots, unmeasured } = filters;
  const found = search === undefined || search === "" ? null : await findByWords(tx, providerUuid, search);
  const lacking = unmeasured === true ? await lacksMeasures(tx, providerUuid, ownerUuid) : null;
  let base = tx
    .selectFrom("variant")
    .where("variant.provider_uuid", "=", providerUuid)
    .where("variant.merged_into_uuid", "is", null)
    // Literals instead of parameters, so that the planner sees that the partial indexes (archived, lots) apply.
    .where(state === "archived" ? sql<SqlBool>`variant.is_archived` : sql<SqlBool>`not variant.is_archived`);
  if (ownerUuid !== null) base = base.where("variant.owner_uuid", "=", ownerUuid);
  if (found !== null) base = base.where(found.condition);
  if (code !== undefined && code !== "") base = base.where(hasCode(providerUuid, code));
  if (keeps_lots !== undefined) base = base.where(keeps_lots ? sql<SqlBool>`variant.keeps_lots` : sql<SqlBool>`not variant.keeps_lots`);
  if (lacking !== null) base = base.where(lacking.condition);
  if (state === "out") base = base.where(sql<SqlBool>`not variant.is_bundle`);
  if (state !== undefined && state !== "archived") base = base.where(hasLevel(state));
  const isShort = found?.isShort === true || lacking?.isShort === true;
  const asksEach = found !== null || lacking !== null || state === "in_stock" || state === "out";
  const total = state === "low" && !isShort ? countLow(providerUuid, base) : undefined;
  return { rows: { base, isShort, isOpaque: asksEach, total }, isStretch: found?.isStretch === true };
}

function isBySku(sort: string | undefined): boolean {
  return sort?.endsWith("sku") === true;
}

/** Ids are in the order of creation, so that "created" needs no key of its own. */
function getSortKeys(sort: string | undefined, column: SortKey["column"]): SortKeys {
  const direction = sort === undefined || sort.startsWith("-") ? "desc" : "asc";
  const last: SortKey = { column, type: "uuid", direction };
  return isBySku(sort) ? [{ column: sql.ref("variant.sku_key"), type: "text", direction }, last] : [last];
}

const blocksForWalk = 100;
/** How many times cheaper it is to walk past a row than to collect and sort it. */
const walkedForGathered = 2;

/**
 * Whether it is faster to walk to the first rows of a list than to collect all of it, estimated from a sample of the table and from the list's beginning.
 * A prefix of most SKUs is walked (1 ms; collecting a million took 700), and a range deep in the order is collected.
 */
async function isNear(tx: Tx, providerUuid: string, { base, keys }: { base: Base<DB, "variant">; keys: SortKeys }): Promise<boolean> {
  const of = { table: "variant", keys };
  const found = await sampleList(tx, { ...of, base }, { blocks: blocksForWalk, offset: 0 });
  if (found.position === null) return false;
  const all = tx.selectFrom("variant").where("provider_uuid", "=", providerUuid);
  const before = await sampleList(
    tx,
    { ...of, base: all.where(isAfter(reversed(keys), found.position)) },
    { blocks: blocksForWalk, offset: null },
  );
  return before.total <= walkedForGathered * found.total;
}

/** Returns a page of SKUs, newest first by default. */
export async function listVariantRows(
  tx: Tx,
  scope: ListScope,
  { search, code, state, keeps_lots, unmeasured, sort, ...wanted }: Omit<ParsedInputOf<typeof listVariants>, "owner_uuid">,
): Promise<Result<Page<GoodsRow>, "parameterError">> {
  const { rows, isStretch } = await filtered(tx, scope, { search, code, state, keeps_lots, unmeasured });
  const id = sql.ref("variant.variant_uuid");
  const byId = getSortKeys(sort, id);
  const isGathered = isStretch && !isBySku(sort) && !(await isNear(tx, scope.providerUuid, { base: rows.base, keys: byId }));
  const page = await listPage(
    tx,
    {
      name: `goods.list-variants ${sort ?? ""}`,
      table: "variant",
      ...rows,
      // No index has this expression, so the range is collected and sorted; a walk by id would pass everything before it.
      keys: isGathered ? getSortKeys(sort, sql`coalesce(${id}, ${id})`) : byId,
      select: (listed) => selectGoods(listed, scope.providerUuid),
      show: ({ position: _position, ...row }) => row,
    },
    wanted,
  );
  if (!page.ok) return page;
  return ok({ ...page.value, result: await completeVariants(tx, scope.providerUuid, page.value.result) });
}

type ProductFilters = Omit<ParsedInputOf<typeof queryProduct>, "owner_uuid" | "provider_uuid">;

async function filteredProducts(tx: Tx, { providerUuid, ownerUuid }: ListScope, filters: ProductFilters) {
  const { search, archived, "product_variants.variant_id": variantUuid } = filters;
  let base = tx.selectFrom("product").where("provider_uuid", "=", providerUuid).where("is_archived", "=", archived);
  if (ownerUuid !== null) base = base.where("owner_uuid", "=", ownerUuid);
  if (variantUuid !== undefined)
    base = base.where("product_uuid", "in", (from) =>
      from.selectFrom("variant").select("product_uuid").where("provider_uuid", "=", providerUuid).where("variant_uuid", "=", variantUuid),
    );
  const found = search === undefined || search === "" ? null : await findByWords(tx, providerUuid, search);
  if (found !== null)
    base = base.where(
      sql<SqlBool>`product_uuid in (select variant.product_uuid from variant
        where variant.provider_uuid = ${providerUuid} and variant.merged_into_uuid is null and ${found.condition})`,
    );
  return { base, isShort: found?.isShort === true, isOpaque: found !== null };
}

/** A variant within a row of a product, from JSON. */
interface VariantOfProduct {
  variant_uuid: string;
  sku: string;
  title: string;
  weight_grams: number | null;
  is_bundle: boolean;
  is_archived: boolean;
  barcodes: string[];
  stock: { on_hand: number; available: number; reserved: number };
}

/** SQL for the variants of a product in the order of creation, without merged ones. */
function selectVariants(providerUuid: string) {
  return sql<VariantOfProduct[]>`coalesce((
    select json_agg(json_build_object(
        'variant_uuid', v.variant_uuid, 'sku', v.sku, 'title', v.title, 'weight_grams', v.weight_grams,
        'is_bundle', v.is_bundle, 'is_archived', v.is_archived,
        'barcodes', ${selectBarcodes(sql`b.barcode`, "v")},
        'stock', ${selectPieces(providerUuid, "v.variant_uuid")}
      ) order by v.variant_uuid)
    from variant v where v.provider_uuid = product.provider_uuid and v.product_uuid = product.product_uuid and v.merged_into_uuid is null), '[]')`;
}

/** Returns products as `query-product` answers them, newest first. */
export async function queryProducts(
  tx: Tx,
  scope: ListScope,
  filters: ProductFilters,
): Promise<Result<Page<QueriedProduct>, "parameterError">> {
  const { sort, cur_page, page_size, cursor } = filters;
  const rows = await filteredProducts(tx, scope, filters);
  const page = await listPage(
    tx,
    {
      name: `goods.query-product ${sort ?? ""}`,
      table: "product",
      ...rows,
      keys: getSortKeys(sort, sql.ref("product_uuid")),
      select: (listed) =>
        listed
          .select(["product.product_uuid", "product.owner_uuid", "product.title", "product.is_archived", "product.main_image_url"])
          .select([selectOwnerName("product.owner_uuid").as("owner_name"), selectMainImage("product").as("main_image")])
          .select(selectVariants(scope.providerUuid).as("variants")),
      show: ({ position: _position, ...row }) => row,
    },
    { cur_page, page_size, cursor },
  );
  if (!page.ok) return page;
  const bundles = await countAvailableBundles(
    tx,
    scope.providerUuid,
    page.value.result.flatMap(({ variants }) => variants.filter(({ is_bundle }) => is_bundle).map(({ variant_uuid }) => variant_uuid)),
  );
  return ok({ ...page.value, result: page.value.result.map((product) => toQueriedProduct(product, bundles)) });
}

interface ListedProduct {
  product_uuid: string;
  owner_uuid: string;
  owner_name: string;
  title: string;
  is_archived: boolean;
  main_image: string;
  main_image_url: string;
  variants: VariantOfProduct[];
}

function toQueriedProduct({ main_image, variants, ...product }: ListedProduct, bundles: ReadonlyMap<string, number>): QueriedProduct {
  const main_image_url = getMainImageUrl(main_image, product.main_image_url);
  return {
    ...product,
    pid: product.product_uuid,
    main_image_url,
    quantity: variants.reduce((sum, { stock }) => sum + stock.on_hand, 0),
    product_variants: variants.map(({ variant_uuid, stock, ...variant }) => ({
      ...variant,
      vid: variant_uuid,
      variant_id: variant_uuid,
      main_image_url,
      quantity: stock.on_hand,
      available: variant.is_bundle ? (bundles.get(variant_uuid) ?? 0) : stock.available,
      reserved: stock.reserved,
    })),
  };
}

/** Reads the variants of products in the order of creation, without merged ones. */
export async function listVariantsOfProducts(tx: Tx, providerUuid: string, productUuids: readonly string[]): Promise<GoodsRow[]> {
  if (productUuids.length === 0) return [];
  const rows = await selectGoods(tx.selectFrom("variant"), providerUuid)
    .where("variant.provider_uuid", "=", providerUuid)
    .where(sql<SqlBool>`variant.product_uuid = any (${productUuids}::uuid[])`)
    .where("variant.merged_into_uuid", "is", null)
    .orderBy("variant.variant_uuid")
    .execute();
  return completeVariants(tx, providerUuid, rows);
}
