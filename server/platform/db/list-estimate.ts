import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { z } from "zod";
import type { Tx } from "./row-security.ts";
import { sampleList } from "./list-sample.ts";
import type { Base, Sampled } from "./list-sample.ts";

const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number() }) })]) })]);
const blocksWithoutStatistics = 100;

async function plannedRows(tx: Tx, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`explain (format json) ${query}`.execute(tx);
  const [{ "QUERY PLAN": plan }] = explained.parse(rows);
  return plan[0].Plan["Plan Rows"];
}

/**
 * Returns the number of rows at a table's last ANALYZE, scaled to its current size; null if it was never analysed, or if the transaction is bound to
 * warehouses: the planner does not know how many of the rows are theirs.
 */
async function tableRows(tx: Tx, table: string): Promise<number | null> {
  const { rows } = await sql<{ rows: number | null }>`
    select case when relpages > 0 and reltuples > 0 and acting_warehouses() is null
                then reltuples / relpages * (pg_relation_size(oid) / current_setting('block_size')::int) end as rows
      from pg_class where oid = ${table}::regclass`.execute(tx);
  return rows[0]?.rows ?? null;
}

/**
 * Estimates the number of rows of a list by the planner, without reading rows.
 *
 * The planner treats row-level security and the list's own filter as independent, though both mostly select the same tenant: of 1,000,000 rows of
 * which the tenant had 900,000 it expected 410,000. The same query without a filter shows how much it subtracts for that, and corrects it.
 */
export async function estimateTotal<D, T extends keyof D>(tx: Tx, list: Sampled<D, T>): Promise<number> {
  const all = await tableRows(tx, list.table);
  if (all === null) return (await sampleList(tx, list, { blocks: blocksWithoutStatistics, offset: null })).total;
  const visible = await plannedRows(tx, sql`select from ${sql.table(list.table)}`);
  const base: Base<D, T> = list.base;
  const listed = await plannedRows(tx, sql`${base.select(sql<number>`1`.as("one"))}`);
  return Math.round(Math.min(all, (listed / Math.max(1, visible)) * all));
}
