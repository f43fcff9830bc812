import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import { isAfter, placed } from "./list-keys.ts";
import type { Position, SortKeys } from "./list-keys.ts";
import type { Base } from "./list-sample.ts";
import type { Tx } from "./tx.ts";

/**
 * A page of a list that has no more rows than a total counts: all of them are gathered once, counted and sorted, where counting and then paging would
 * gather them twice. What is joined to show a row is joined to those of the page alone.
 * @param list `table` is what `base` lists, by the name that conditions and keys call it
 * @param wanted the page begins behind `after`, or else `offset` rows from the start
 * @returns its rows in the list's order; behind the keys of each one's position stands how many there are in all. None where the page lies past the end
 */
export function shortPage<D, T extends keyof D>(
  tx: Tx,
  { table, base, keys }: { readonly table: string & T; readonly base: Base<D, T>; readonly keys: SortKeys },
  { after, offset, limit }: { readonly after: Position | null; readonly offset: number; readonly limit: number },
): SelectQueryBuilder<D, T, { position: string[] }> {
  const total = sql.ref("list_total");
  const all = base.selectAll(table).select(sql`count(*) over ()`.as("list_total"));
  const order = keys.map(({ column, direction }) => sql`${column} ${sql.raw(direction)}`);
  const page = sql`(select * from ${all} as ${sql.id(table)} where ${after === null ? sql`true` : isAfter(keys, after)}
    order by ${sql.join(order)} offset ${offset} limit ${limit})`;
  // The rows are the table's, under its name: so a list selects from them as it would from the table.
  const rows = tx.selectFrom(page.as(table)) as unknown as Base<D, T>;
  return placed(rows, keys, [total]);
}
