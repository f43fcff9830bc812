import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { Page } from "#src/kit/api/list.ts";
import type { CatalogueItem, listItems } from "#src/billing/catalogue/catalogue.contract.ts";
import type { ItemStatus } from "#src/billing/catalogue/catalogue.rules.ts";
import { toSearchWords } from "#src/warehouse/goods/search.rules.ts";
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
    .where("item_uuid", "in", itemUuids)
    .where("status", "=", "active")
    .groupBy("item_uuid")
    .execute();
  return new Map(rows.map(({ item_uuid, claims }) => [item_uuid, claims]));
}

interface PriceRange {
  item_uuid: string;
  currency: string;
  from_cents: number;
  until_cents: number;
}

/** Reads the list prices of offered variants, lowest and highest, by currency. */
async function readPriceRanges(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<Map<string, PriceRange[]>> {
  const { rows } = await sql<PriceRange>`
    select p.item_uuid, p.currency, min(p.price_cents) as from_cents, max(p.price_cents) as until_cents
    from catalogue_price p
      join variant v on v.provider_uuid = p.provider_uuid and v.variant_uuid = p.variant_uuid and v.merged_into_uuid is null and not v.is_archived
    where p.provider_uuid = ${providerUuid} and p.item_uuid = any (${itemUuids}::uuid[]) and p.scope = 'list'
    group by p.item_uuid, p.currency order by p.item_uuid, p.currency`.execute(tx);
  return Map.groupBy(rows, ({ item_uuid }) => item_uuid);
}

/** Lists the variants of items that have a list price in any currency. */
export async function listPricedVariants(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("catalogue_price")
    .select("variant_uuid")
    .distinct()
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "in", itemUuids)
    .where("scope", "=", "list")
    .execute();
  return new Set(rows.map(({ variant_uuid }) => variant_uuid));
}

/** Builds items with their variants, pictures, claims and list prices, with one query each for all items. */
export async function buildItems(tx: Tx, providerUuid: string, rows: readonly ItemRow[]): Promise<CatalogueItem[]> {
  if (rows.length === 0) return [];
  const uuids = rows.map(({ item_uuid }) => item_uuid);
  const variants = await listItemVariants(tx, providerUuid, uuids);
  const claims = await countClaims(tx, providerUuid, uuids);
  const prices = await readPriceRanges(tx, providerUuid, uuids);
  const priced = await listPricedVariants(tx, providerUuid, uuids);
  const picturesOf = await findProductPictures(
    tx,
    providerUuid,
    rows.map(({ product_uuid }) => product_uuid),
  );
  return rows.map((row) => ({
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
    status: row.status as ItemStatus,
    listed_at: row.listed_at?.toISOString() ?? "",
    ...picturesOf(row.product_uuid),
    variants: variants.get(row.item_uuid) ?? [],
    claim_count: claims.get(row.item_uuid) ?? 0,
    unpriced_count: (variants.get(row.item_uuid) ?? []).filter(({ variant_uuid }) => !priced.has(variant_uuid)).length,
    list_prices: prices.get(row.item_uuid) ?? [],
  }));
}
