import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import { exactTotalLimit } from "#src/api/list.ts";
import { searchTokens } from "#src/goods/search.rules.ts";
import type { SearchTokens } from "#src/goods/search.rules.ts";
import type { Tx } from "#server/db/tx.ts";

/** What a search finds, as a condition on the rows of `variant`. */
export interface FoundByWords {
  readonly condition: RawBuilder<SqlBool>;
  /** all of it was found already, and is no more than a total counts */
  readonly isShort: boolean;
  /** it is one stretch of the order by SKU; in any other order it may lie far from the start, where gathering it may be quicker than to walk there */
  readonly isStretch: boolean;
}

/** After every text that begins as the words that are looked for: words hold no character of this kind. */
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

/** The variants of a word, by the table's key alone. @param begins whether it is to be one that their SKU begins with: both are named, for the key begins with that */
function having(providerUuid: string, fits: RawBuilder<SqlBool>, begins: readonly boolean[] = anywhere): RawBuilder<unknown> {
  return sql`select w.variant_uuid from variant_word w
    where w.provider_uuid = ${providerUuid} and w.begins_sku = any (${begins}::boolean[]) and ${fits}`;
}

/** A variant has several words that begin alike: its SKU, and the SKU's first part. */
const wordsAlike = 2;

/** Some ids, few enough to name them all. */
export interface Few {
  readonly count: number;
  /** an array as the database writes it: it goes back as it came, and half a megabyte is not taken apart in between */
  readonly ids: string;
}

/**
 * The ids of a query, each once, where they are few: read from an index alone, and no further than it takes to know.
 * @returns null where there are more than a total counts
 */
export async function fewOf(tx: Tx, ids: RawBuilder<unknown>): Promise<Few | null> {
  const limit = (exactTotalLimit + 1) * wordsAlike;
  const { rows } = await sql<{ count: number; ids: string }>`
    with found as materialized (select few.variant_uuid from (${ids} limit ${limit}) as few (variant_uuid))
    select count(*) as count, coalesce(array_agg(variant_uuid)::text, '{}') as ids from (select distinct variant_uuid from found) as each
    having count(*) <= ${exactTotalLimit} and (select count(*) from found) < ${limit}`.execute(tx);
  return rows[0] ?? null;
}

/** A variant is one of these. Gone to by their ids: where the planner sees how many they are, it takes to reading the table. */
export function isOneOf({ ids }: Few): RawBuilder<SqlBool> {
  return sql<SqlBool>`variant.variant_uuid = any (array(select unnest(${ids}::uuid[])))`;
}

/** The variants that have all the words, by the words alone. */
function havingAll(providerUuid: string, fits: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> | null {
  const [first, ...others] = fits;
  if (first === undefined) return null;
  const also = others.map((fit) => sql`and w.variant_uuid in (${having(providerUuid, fit)})`);
  return sql`${having(providerUuid, first)} ${sql.join(also, sql` `)}`;
}

/** SKUs that begin so. */
function skuBegins(token: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`variant.sku_key >= ${token} and variant.sku_key < ${token + afterAll}`;
}

/** Whether a variant has a word, asked of each by itself ("offset 0"): many have it, so that a page is full before long. */
function hasWord(providerUuid: string, fits: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (${having(providerUuid, fits)} and w.variant_uuid = variant.variant_uuid offset 0)`;
}

/**
 * One begun word that very many have: mostly the beginning of SKUs, which are found by their own index. The others are those whose word is not the
 * beginning of their SKU.
 */
async function foundByBeginning(tx: Tx, providerUuid: string, token: string): Promise<FoundByWords> {
  const others = await fewOf(tx, having(providerUuid, isBegun(token), elsewhere));
  if (others?.count === 0) {
    // What the application's connections tell the planner of reading here and there (database.ts) has it go to the table for each SKU by itself, in their order.
    // By what PostgreSQL itself thinks it notes them all down first and reads each page once: 43 ms for 100,000, and not 118.
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
 * Looks for what has all the words of a search; the last may be begun only. Up to 10,000 are found by the words alone, and the list is those; of
 * more it is said what they have, and the list is walked in its order until a page is full.
 */
export async function findByWords(tx: Tx, providerUuid: string, search: string): Promise<FoundByWords> {
  const tokens = searchTokens(search);
  const all = havingAll(providerUuid, [...tokens.words.map(isWord), ...tokens.begun.map(isBegun)]);
  // Signs alone name nothing.
  // Each search on a core of its own: shared out among workers, two at a time wait for each other. And an index gives each word's variants in one order, so
  // that two words are laid side by side in half the time that it takes to hash one of them.
  await sql`select set_config('max_parallel_workers_per_gather', '0', true), set_config('enable_hashjoin', 'off', true)`.execute(tx);
  const few = all === null ? none : await fewOf(tx, all);
  await sql`set local enable_hashjoin = on`.execute(tx);
  if (few !== null) return { condition: isOneOf(few), isShort: true, isStretch: false };
  const [begun, ...more] = tokens.begun;
  const isAlone = begun !== undefined && more.length === 0 && tokens.words.length === 0;
  return isAlone ? foundByBeginning(tx, providerUuid, begun) : foundByAll(tokens, providerUuid);
}
