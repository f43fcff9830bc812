import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { CatalogueItem, listItems } from "#src/billing/catalogue/catalogue.contract.ts";
import type { ItemStatus } from "#src/billing/catalogue/catalogue.rules.ts";
import { toSearchWords } from "#src/warehouse/goods/search-words.rules.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { listPage } from "#server/platform/db/list.ts";
import type { SortKeys } from "#server/platform/db/list-keys.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { findByWords } from "#server/warehouse/goods/word-search.queries.ts";
import { findProductPictures, listItemVariants } from "./variants.queries.ts";

/** A row of `catalogue_item`. */
export interface ItemRow {
  item_uuid: string;
  product_uuid: string;
  title: string;
  description: string;
  status: string;
  listed_at: Date | null;
  version: number;
}

export const itemColumns = ["item_uuid", "product_uuid", "title", "description", "status", "listed_at", "version"] as const;

type Filters = Pick<ParsedInputOf<typeof listItems>, "search" | "status" | "product_uuids">;

/**
 * Matches rows where `stands` holds for each word of a search.
 * @param stands builds the SQL condition for a word in lower case
 */
export function matchAllWords(search: string, stands: (word: string) => RawBuilder<unknown>): RawBuilder<SqlBool> {
  const words = toSearchWords(search);
  // A search without letters or digits matches nothing.
  return words.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(words.map(stands), sql` and `)})`;
}

/**
 * Matches items where each word occurs in the title or in the SKUs of offered variants, and nowhere else: retailers search what they can see, staff search
 * more. A catalogue has some thousands of items, so this scans all of them: 20,000 in 15 ms.
 */
export function matchesTitleOrSku(search: string): RawBuilder<SqlBool> {
  return matchAllWords(
    search,
    (word) => sql`(position(${word} in lower(catalogue_item.title)) > 0 or position(${word} in catalogue_item.skus) > 0)`,
  );
}

/**
 * Matches items by the words of their variants, which include barcodes. If few variants match, they are looked up once; if many do, each item checks its own
 * variants, unless its title or SKUs already match.
 */
async function matchesVariant(tx: Tx, providerUuid: string, search: string) {
  const found = await findByWords(tx, providerUuid, search);
  const those = sql`variant.provider_uuid = ${providerUuid} and variant.merged_into_uuid is null and ${found.condition}`;
  return found.isShort
    ? sql<SqlBool>`catalogue_item.product_uuid in (select variant.product_uuid from variant where ${those})`
    : sql<SqlBool>`exists (select from variant where variant.product_uuid = catalogue_item.product_uuid and ${those} offset 0)`;
}

async function filterItems(tx: Tx, providerUuid: string, { search, status, product_uuids }: Filters) {
  let base = tx.selectFrom("catalogue_item").where("provider_uuid", "=", providerUuid);
  if (status !== undefined) base = base.where("status", "=", status);
  if (product_uuids.length > 0) base = base.where(sql<SqlBool>`product_uuid = any (${product_uuids}::uuid[])`);
  if (search !== undefined && search !== "")
    base = base.where(sql<SqlBool>`(${matchesTitleOrSku(search)} or ${await matchesVariant(tx, providerUuid, search)})`);
  return base;
}

/** Ids are chronological, so sorting by "created" needs no key of its own. */
function getSortKeys(sort: string): SortKeys {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const last = { column: sql.ref("item_uuid"), type: "uuid", direction } as const;
  return sort.endsWith("title") ? [{ column: sql`lower(title)`, type: "text", direction }, last] : [last];
}

/** Lists a page of the provider's items, newest first unless sorted otherwise. */
export async function listItemRows(
  tx: Tx,
  providerUuid: string,
  { search, status, product_uuids, sort = "-created", ...wanted }: ParsedInputOf<typeof listItems>,
): Promise<Result<Page<CatalogueItem>, "parameterError">> {
  const page = await listPage(
    tx,
    {
      name: `catalogue.list-items ${sort}`,
      table: "catalogue_item",
      base: await filterItems(tx, providerUuid, { search, status, product_uuids }),
      keys: getSortKeys(sort),
      isOpaque: search !== undefined && search !== "",
      select: (rows) => rows.select(itemColumns),
      show: (row): ItemRow => row,
    },
    wanted,
  );
  return page.ok ? ok({ ...page.value, result: await buildItems(tx, providerUuid, page.value.result) }) : page;
}

/** Returns the item with this id, or null. */
export async function findItemRow(tx: Tx, providerUuid: string, itemUuid: string): Promise<ItemRow | null> {
  const row = await tx
    .selectFrom("catalogue_item")
    .select(itemColumns)
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "=", itemUuid)
    .executeTakeFirst();
  return row ?? null;
}

async function countClaims(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom("claim")
    .select(["item_uuid", sql<number>`count(*)`.as("claims")])
    .where("provider_uuid", "=", providerUuid)
    .where(sql<SqlBool>`item_uuid = any (${itemUuids}::uuid[])`)
    .where("status", "=", "active")
    .groupBy("item_uuid")
    .execute();
  return new Map(rows.map(({ item_uuid, claims }) => [item_uuid, claims]));
}

/** A list price of a variant. */
interface ListPrice {
  item_uuid: string;
  variant_uuid: string;
  currency: string;
  price_cents: number;
}

/** Reads the list prices of items, in all currencies; also those of archived and merged variants. */
export async function readListPrices(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<ListPrice[]> {
  return tx
    .selectFrom("catalogue_price")
    .select(["item_uuid", "variant_uuid", "currency", "price_cents"])
    .where("provider_uuid", "=", providerUuid)
    .where(sql<SqlBool>`item_uuid = any (${itemUuids}::uuid[])`)
    .where("scope", "=", "list")
    .execute();
}

/** Computes the lowest and highest of some list prices, by currency. */
function toPriceRanges(prices: readonly ListPrice[]): CatalogueItem["list_prices"] {
  const byCurrency = Map.groupBy(prices, ({ currency }) => currency);
  return [...byCurrency.keys()].toSorted().map((currency) => {
    const cents = (byCurrency.get(currency) ?? []).map(({ price_cents }) => price_cents);
    return { currency, from_cents: Math.min(...cents), until_cents: Math.max(...cents) };
  });
}

/** Builds items with their variants, pictures, claims and list prices: one query each for all items, in one round trip. */
export async function buildItems(tx: Tx, providerUuid: string, rows: readonly ItemRow[]): Promise<CatalogueItem[]> {
  if (rows.length === 0) return [];
  const uuids = rows.map(({ item_uuid }) => item_uuid);
  const products = rows.map(({ product_uuid }) => product_uuid);
  const [variantsOf, claims, prices, picturesOf] = await Promise.all([
    listItemVariants(tx, providerUuid, uuids),
    countClaims(tx, providerUuid, uuids),
    readListPrices(tx, providerUuid, uuids),
    findProductPictures(tx, providerUuid, products),
  ]);
  const pricesByVariant = Map.groupBy(prices, ({ variant_uuid }) => variant_uuid);
  return rows.map((row) => {
    const variants = variantsOf.get(row.item_uuid) ?? [];
    return {
      ...row,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
      status: row.status as ItemStatus,
      listed_at: row.listed_at?.toISOString() ?? "",
      ...picturesOf(row.product_uuid),
      variants,
      claim_count: claims.get(row.item_uuid) ?? 0,
      unpriced_count: variants.filter(({ variant_uuid }) => !pricesByVariant.has(variant_uuid)).length,
      list_prices: toPriceRanges(
        variants.flatMap(({ variant_uuid, is_offered }) => (is_offered ? (pricesByVariant.get(variant_uuid) ?? []) : [])),
      ),
    };
  });
}
