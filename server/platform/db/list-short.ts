import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import { isAfter, placed } from "./list-keys.ts";
import type { Position, SortKeys } from "./list-keys.ts";
import type { Base } from "./list-sample.ts";
import type { Tx } from "./row-security.ts";

/**
 * Returns a page of a list that has no more rows than a total counts: all rows are collected once, counted and sorted, whereas counting and then
 * paging would collect them twice. Joins for display apply to the rows of the page alone.
 * @param list `table` is what `base` lists, by the name that conditions and keys use
 * @param wanted the page begins after `after`, or else `offset` rows from the start
 * @returns its rows in the list's order; each position ends with the total number of rows. Empty if the page lies past the end
 */
export function readShortPage<D, T extends keyof D>(
  tx: Tx,
  { table, base, keys }: { readonly table: string & T; readonly base: Base<D, T>; readonly keys: SortKeys },
  { after, offset, limit }: { readonly after: Position | null; readonly offset: number; readonly limit: number },
): SelectQueryBuilder<D, T, { position: string[] }> {
  const total = sql.ref("list_total");
  const all = base.selectAll(table).select(sql`count(*) over ()`.as("list_total"));
  const order = keys.map(({ column, direction }) => sql`${column} ${sql.raw(direction)}`);
  const page = sql`(select * from ${all} as ${sql.id(table)} where ${after === null ? sql`true` : isAfter(keys, after)}
    order by ${sql.join(order)} offset ${offset} limit ${limit})`;
  // The rows go by the table's name, so that a list selects from them as from the table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kysely cannot infer the columns of a subquery over a generic table
  const rows = tx.selectFrom(page.as(table)) as unknown as Base<D, T>;
  return placed(rows, keys, [total]);
}
