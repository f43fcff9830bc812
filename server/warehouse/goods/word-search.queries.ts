import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import { exactTotalLimit } from "#src/kit/api/list.ts";
import { toSearchTokens } from "#src/warehouse/goods/search-words.rules.ts";
import type { SearchTokens } from "#src/warehouse/goods/search-words.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** The result of a search, as a condition on the rows of `variant`. */
export interface FoundByWords {
  readonly condition: RawBuilder<SqlBool>;
  /** everything was found, and it is at most what a total counts */
  readonly isShort: boolean;
  /** it is one range of the order by SKU; in any other order it may be far from the start, where collecting it may be faster than walking there */
  readonly isStretch: boolean;
}

/** Sorts after every text with the searched prefix: words contain no such character. */
const afterAll = "\u{10ffff}";

function isWord(token: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`w.word = ${token}`;
}

function isBegun(token: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`w.word >= ${token} and w.word < ${token + afterAll}`;
}

const none: Few = { count: 0, ids: "{}" };

const anywhere = [true, false];
const elsewhere = [false];

/** Selects the variants of a word by the table's key alone. @param begins whether the word begins their SKU: it is the first column of the key, so both values are named */
function having(providerUuid: string, fits: RawBuilder<SqlBool>, begins: readonly boolean[] = anywhere): RawBuilder<unknown> {
  return sql`select w.variant_uuid from variant_word w
    where w.provider_uuid = ${providerUuid} and w.begins_sku = any (${begins}::boolean[]) and ${fits}`;
}

/** A variant may have several words with the same prefix: its SKU, and the SKU's first part. */
const wordsAlike = 2;

/** Ids, few enough to list them all. */
export interface Few {
  readonly count: number;
  /** an array in PostgreSQL's text form: it is sent back as it came, without parsing half a megabyte */
  readonly ids: string;
}

/**
 * Returns the distinct ids of a query if they are few, read from an index alone.
 * @returns null if there are more than a total counts
 */
export async function findFew(tx: Tx, ids: RawBuilder<unknown>): Promise<Few | null> {
  const limit = (exactTotalLimit + 1) * wordsAlike;
  const { rows } = await sql<{ count: number; ids: string }>`
    with found as materialized (select few.variant_uuid from (${ids} limit ${sql.lit(limit)}) as few (variant_uuid))
    select count(*) as count, coalesce(array_agg(variant_uuid)::text, '{}') as ids from (select distinct variant_uuid from found) as each
    having count(*) <= ${sql.lit(exactTotalLimit)} and (select count(*) from found) < ${sql.lit(limit)}`.execute(tx);
  return rows[0] ?? null;
}

/** SQL for whether a variant is one of these. The ids are hidden from the planner, which would otherwise choose to read the table. */
export function isAmong({ ids }: Few): RawBuilder<SqlBool> {
  return sql<SqlBool>`variant.variant_uuid = any (array(select unnest(${ids}::uuid[])))`;
}

/** Finds the variants that have all the words, by the words alone. */
function havingAll(providerUuid: string, fits: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> | null {
  const [first, ...others] = fits;
  if (first === undefined) return null;
  const also = others.map((fit) => sql`and w.variant_uuid in (${having(providerUuid, fit)})`);
  return sql`${having(providerUuid, first)} ${sql.join(also, sql` `)}`;
}

/** SQL for SKUs with this prefix. */
function skuBegins(token: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`variant.sku_key >= ${token} and variant.sku_key < ${token + afterAll}`;
}

/** SQL for whether a variant has a word, evaluated row by row ("offset 0"): many have it, so a page fills soon. */
function hasWord(providerUuid: string, fits: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (${having(providerUuid, fits)} and w.variant_uuid = variant.variant_uuid offset 0)`;
}

/**
 * Finds the variants of one word prefix that very many have: mostly a prefix of SKUs, found by their own index. The others are those whose word is not
 * the beginning of their SKU.
 */
async function foundByBeginning(tx: Tx, providerUuid: string, token: string): Promise<FoundByWords> {
  const others = await findFew(tx, having(providerUuid, isBegun(token), elsewhere));
  if (others?.count === 0) {
    // With the planner settings of our connections (database.ts) it would fetch each SKU from the table by itself, in index order.
    // With PostgreSQL's defaults it uses a bitmap scan and reads each page once: 43 ms instead of 118 for 100,000.
    await sql`set local random_page_cost = 4`.execute(tx);
    return { condition: skuBegins(token), isShort: false, isStretch: true };
  }
  return { condition: hasWord(providerUuid, isBegun(token)), isShort: false, isStretch: false };
}

function foundByAll({ words, begun }: SearchTokens, providerUuid: string): FoundByWords {
  const fits = [...words.map(isWord), ...begun.map(isBegun)];
  const all = fits.map((fit) => hasWord(providerUuid, fit));
  return { condition: sql<SqlBool>`${sql.join(all, sql` and `)}`, isShort: false, isStretch: false };
}

/**
 * Finds the variants that have all words of a search; the last may be a prefix. Up to 10,000 are found by the words alone; for more, the words become a
 * condition and the list is walked in its order until a page is full.
 */
export async function findByWords(tx: Tx, providerUuid: string, search: string): Promise<FoundByWords> {
  const tokens = toSearchTokens(search);
  const all = havingAll(providerUuid, [...tokens.words.map(isWord), ...tokens.begun.map(isBegun)]);
  // Punctuation alone matches nothing.
  // One core for each search: with parallel workers, two searches at a time wait for each other. And an index returns each word's variants in one order, so
  // that merging two words takes half the time of hashing one of them.
  // Planned for the words: one that half of the rows have wants another plan than a rare one (two words in 1,000,000 SKUs: 150 ms, not 540).
  await sql`select set_config('max_parallel_workers_per_gather', '0', true), set_config('enable_hashjoin', 'off', true),
    set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
  const few = all === null ? none : await findFew(tx, all);
  await sql`set local enable_hashjoin = on`.execute(tx);
  if (few !== null) return { condition: isAmong(few), isShort: true, isStretch: false };
  const [begun, ...more] = tokens.begun;
  const isAlone = begun !== undefined && more.length === 0 && tokens.words.length === 0;
  return isAlone ? foundByBeginning(tx, providerUuid, begun) : foundByAll(tokens, providerUuid);
}
