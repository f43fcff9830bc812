import { sql } from "kysely";
import type { Expression, QueryCreator, RawBuilder, SelectQueryBuilder } from "kysely";
import type { Placed } from "#server/platform/db/list.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";

type Named = Record<string, unknown>;

/**
 * Limits a page to its rows before `select` of its list joins anything for display: PostgreSQL joins first, and with a wrong estimate joined all of
 * 29,000 balances for 50 of them (190 ms instead of 1).
 * @param page the rows of a page as its list passes them, sorted and limited. Columns of joined tables that it selects are the table's here
 * @param users columns of people, whose names `selectName` then has
 * @returns the same rows by the table's name, in the same order
 */
export function limitFirst<T extends keyof DB>(
  tx: Tx,
  table: T,
  page: { selectAll(table: T): Expression<unknown> },
  users: readonly Extract<keyof DB[T], string>[] = [],
): SelectQueryBuilder<DB, T, Placed> {
  // A page read from the end is sorted in reverse, so the order is the subquery's and not that of the keys.
  const rows = sql<Named>`(select page.*, row_number() over () as page_order from (${page.selectAll(table)}) as page)`;
  const first = tx.with("page", () => rows);
  const people = sql`select unnest(array[${sql.join(users.map((column) => sql.ref(column)))}]) from page`;
  const named = users.length === 0 ? first : withNames(first, people);
  const limited = named.selectFrom(sql`page`.as(table));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kysely cannot infer the columns of a subquery over a generic table
  const typed = limited as unknown as SelectQueryBuilder<DB, T, object>;
  return typed
    .select(sql<string[]>`${sql.ref(`${table}.position`)}`.as("position"))
    .orderBy(sql.ref(`${table}.page_order`))
    .$castTo<Placed>();
}

/**
 * Adds the names of people to a statement for `selectName`: MATERIALIZED looks each person up once. That takes 50 microseconds, and few people fill
 * a page.
 * @param users a statement of their uuids, which may repeat
 */
export function withNames(creator: QueryCreator<DB>, users: RawBuilder<unknown>): QueryCreator<DB> {
  const people = sql<Named>`(select user_uuid, colleague_name(user_uuid) as name from (select distinct user_uuid from (${users}) as every (user_uuid)) as known)`;
  return creator.with(
    (cte) => cte("person").materialized(),
    () => people,
  );
}

/**
 * SQL for a person's name; empty if there is none, or if the caller may not see it.
 * @param column one of the `users` of `limitFirst` or `withNames`, as `table.column`
 */
export function selectName(column: string) {
  return sql<string>`coalesce((select person.name from person where person.user_uuid = ${sql.ref(column)}), '')`;
}
