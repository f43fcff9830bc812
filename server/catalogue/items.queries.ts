import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import type { Page } from "#src/api/list.ts";
import type { CatalogueItem, listItems } from "#src/catalogue/catalogue.contract.ts";
import type { ItemStatus } from "#src/catalogue/catalogue.rules.ts";
import { searchWords } from "#src/goods/search.rules.ts";
import { ok } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { listPage } from "#server/db/list.ts";
import type { SortKeys } from "#server/db/list-keys.ts";
import type { Tx } from "#server/db/tx.ts";
import { findByWords } from "#server/goods/words.queries.ts";
import { picturesOfProducts, variantsOfItems } from "./surroundings.queries.ts";

/** An item's own row. */
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

/** Each word of a search stands in something. @param stands SQL of where, given a word in lower case */
export function eachWord(search: string, stands: (word: string) => RawBuilder<unknown>): RawBuilder<SqlBool> {
  const words = searchWords(search);
  // Signs alone name nothing.
  return words.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(words.map(stands), sql` and `)})`;
}

/**
 * Each word stands somewhere in the item's title or in the SKUs of what is offered of it, and nowhere else: retailers find by what they are shown, staff
 * by more. A catalogue has some thousands of items, so that each is looked at: 20,000 in 15 ms.
 */
export function isCalled(search: string): RawBuilder<SqlBool> {
  return eachWord(
    search,
    (word) => sql`(position(${word} in lower(catalogue_item.title)) > 0 or position(${word} in catalogue_item.skus) > 0)`,
  );
}

/**
 * A variant of the item's product has the words, which are its barcodes too. Where few have them they are looked up once; where many, each item asks
 * after its own, unless it is called so already.
 */
async function variantHas(tx: Tx, providerUuid: string, search: string) {
  const found = await findByWords(tx, providerUuid, search);
  const those = sql`variant.provider_uuid = ${providerUuid} and variant.merged_into_uuid is null and ${found.condition}`;
  return found.isShort
    ? sql<SqlBool>`catalogue_item.product_uuid in (select variant.product_uuid from variant where ${those})`
    : sql<SqlBool>`exists (select from variant where variant.product_uuid = catalogue_item.product_uuid and ${those} offset 0)`;
}

async function filtered(tx: Tx, providerUuid: string, { search, status, product_uuids }: Filters) {
  let base = tx.selectFrom("catalogue_item").where("provider_uuid", "=", providerUuid);
  if (status !== undefined) base = base.where("status", "=", status);
  if (product_uuids.length > 0) base = base.where(sql<SqlBool>`product_uuid = any (${product_uuids}::uuid[])`);
  if (search !== undefined && search !== "")
    base = base.where(sql<SqlBool>`(${isCalled(search)} or ${await variantHas(tx, providerUuid, search)})`);
  return base;
}

/** Ids are given in the order of time, so that "created" needs no key of its own. */
function keysOf(sort: string): SortKeys {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const last = { column: sql.ref("item_uuid"), type: "uuid", direction } as const;
  return sort.endsWith("title") ? [{ column: sql`lower(title)`, type: "text", direction }, last] : [last];
}

/** A page of the provider's items, the newest first unless sorted otherwise. */
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
      base: await filtered(tx, providerUuid, { search, status, product_uuids }),
      keys: keysOf(sort),
      isOpaque: search !== undefined && search !== "",
      select: (rows) => rows.select(itemColumns),
      show: (row): ItemRow => row,
    },
    wanted,
  );
  return page.ok ? ok({ ...page.value, result: await shownItems(tx, providerUuid, page.value.result) }) : page;
}

/** The item of this id, or null. */
export async function itemRow(tx: Tx, providerUuid: string, itemUuid: string): Promise<ItemRow | null> {
  const row = await tx
    .selectFrom("catalogue_item")
    .select(itemColumns)
    .where("provider_uuid", "=", providerUuid)
    .where("item_uuid", "=", itemUuid)
    .executeTakeFirst();
  return row ?? null;
}

async function claimCounts(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<Map<string, number>> {
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

/** List prices of what is offered, from the lowest to the highest. */
async function listPrices(tx: Tx, providerUuid: string, itemUuids: readonly string[]): Promise<Map<string, PriceRange[]>> {
  const { rows } = await sql<PriceRange>`
    select p.item_uuid, p.currency, min(p.price_cents) as from_cents, max(p.price_cents) as until_cents
    from catalogue_price p
      join variant v on v.provider_uuid = p.provider_uuid and v.variant_uuid = p.variant_uuid and v.merged_into_uuid is null and not v.is_archived
    where p.provider_uuid = ${providerUuid} and p.item_uuid = any (${itemUuids}::uuid[]) and p.scope = 'list'
    group by p.item_uuid, p.currency order by p.item_uuid, p.currency`.execute(tx);
  return Map.groupBy(rows, ({ item_uuid }) => item_uuid);
}

/** The variants of items that have a list price, in whichever currency. */
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

/** Items with their variants, pictures, claims and list prices: each looked up once for all of them. */
export async function shownItems(tx: Tx, providerUuid: string, rows: readonly ItemRow[]): Promise<CatalogueItem[]> {
  if (rows.length === 0) return [];
  const uuids = rows.map(({ item_uuid }) => item_uuid);
  const variants = await variantsOfItems(tx, providerUuid, uuids);
  const claims = await claimCounts(tx, providerUuid, uuids);
  const prices = await listPrices(tx, providerUuid, uuids);
  const priced = await listPricedVariants(tx, providerUuid, uuids);
  const picturesOf = await picturesOfProducts(
    tx,
    providerUuid,
    rows.map(({ product_uuid }) => product_uuid),
  );
  return rows.map((row) => ({
    ...row,
    status: row.status as ItemStatus,
    listed_at: row.listed_at?.toISOString() ?? "",
    ...picturesOf(row.product_uuid),
    variants: variants.get(row.item_uuid) ?? [],
    claim_count: claims.get(row.item_uuid) ?? 0,
    unpriced_count: (variants.get(row.item_uuid) ?? []).filter(({ variant_uuid }) => !priced.has(variant_uuid)).length,
    list_prices: prices.get(row.item_uuid) ?? [],
  }));
}
