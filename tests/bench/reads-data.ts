import type pg from "pg";
import { makeDataFolder, withOwner } from "./data-folder.ts";
import { carriers } from "./reads-data-carriers.ts";
import { companies, papers } from "./reads-data-companies.ts";
import { goods, places } from "./reads-data-goods.ts";
import { catalogue, money } from "./reads-data-money.ts";
import { exceptions, orders, picks } from "./reads-data-orders.ts";
import { parcels } from "./reads-data-parcels.ts";
import { receipts } from "./reads-data-receipts.ts";
import { stock, stocktakes } from "./reads-data-stock.ts";
import { insertAuditLog } from "./server-data.ts";

const auditRows = 100_000;

let made: Promise<string> | null = null;

/**
 * A data folder with the demo's accounts in which every list has well over a page of rows for the person who asks: 20,000 variants, 25,000 balances,
 * 5,000 receipts, 100,000 rows of the audit log. Every sixth row is another provider's. Created once per run.
 */
export function readsData(): Promise<string> {
  return (made ??= makeDataFolder("quayside-reads-bench-", async ({ dataDir, ownerUrl, providerUuid }) => {
    await withOwner(ownerUrl, (client) => fill(client, providerUuid));
    return dataDir;
  }));
}

async function fill(client: pg.Client, providerUuid: string): Promise<void> {
  await client.query("begin");
  const { rows } = await client.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace",
  );
  const force = (how: "no force" | "force") => rows.map(({ name }) => `alter table ${name} ${how} row level security`).join("; ");
  await client.query(force("no force"));
  await insertAuditLog(client, providerUuid, auditRows);
  for (const statement of [
    ...companies,
    ...places,
    ...goods,
    ...stock,
    ...stocktakes,
    ...receipts,
    ...money,
    ...catalogue,
    ...carriers,
    ...orders,
    ...picks,
    ...exceptions,
    ...parcels,
    ...papers,
  ]) {
    await client.query(statement);
    // Later statements join it, and the planner would expect a handful of rows.
    const [, table] = /^(?:create temp table|insert into) (\w+)/.exec(statement) ?? [];
    if (table !== undefined) await client.query(`analyze ${table}`);
  }
  await client.query(force("force"));
  await client.query("commit");
  await client.query("vacuum (analyze)");
}
