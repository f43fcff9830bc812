import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { z } from "zod";
import type { Tx } from "./tx.ts";
import { sampleList } from "./list-sample.ts";
import type { Base, Sampled } from "./list-sample.ts";

const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number() }) })]) })]);
const blocksWithoutStatistics = 100;

async function plannedRows(tx: Tx, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`explain (format json) ${query}`.execute(tx);
  const [{ "QUERY PLAN": plan }] = explained.parse(rows);
  return plan[0].Plan["Plan Rows"];
}

/** How many rows a table had when it was last analysed, carried on to its size of now; null where it never was. */
async function tableRows(tx: Tx, table: string): Promise<number | null> {
  const { rows } = await sql<{ rows: number | null }>`
    select case when relpages > 0 and reltuples > 0
                then reltuples / relpages * (pg_relation_size(oid) / current_setting('block_size')::int) end as rows
      from pg_class where oid = ${table}::regclass`.execute(tx);
  return rows[0]?.rows ?? null;
}

/**
 * About how many rows a list has: the planner's guess, which costs no look at the rows.
 *
 * The planner takes what row-level security hides for independent of what the list filters by, though it is mostly the same tenant twice: of 1,000,000
 * rows of which the tenant had 900,000 it expected 410,000. How much it takes off for that shows where nothing is filtered, and is given back.
 */
export async function estimateTotal<D, T extends keyof D>(tx: Tx, list: Sampled<D, T>): Promise<number> {
  const all = await tableRows(tx, list.table);
  if (all === null) return (await sampleList(tx, list, { blocks: blocksWithoutStatistics, offset: null })).total;
  const visible = await plannedRows(tx, sql`select from ${sql.table(list.table)}`);
  const base: Base<D, T> = list.base;
  const listed = await plannedRows(tx, sql`${base.select(sql<number>`1`.as("one"))}`);
  return Math.round(Math.min(all, (listed / Math.max(1, visible)) * all));
}
