import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platform } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { freshDatabase } from "#tests/server/postgres.ts";
import type { FreshDatabase } from "#tests/server/postgres.ts";
import { seedDemo } from "./demo.ts";

let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.appUrl, { connections: 2 });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

async function numbers() {
  return database.transaction(platform, async (tx) => {
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from location) as locations, (select count(*)::int from variant) as variants,
      (select sum(quantity)::int from stock_balance) as pieces, (select sum(quantity)::int from stock_entry where place = 'location') as entered,
      (select count(*)::int from receipt where status = 'draft') as drafts, (select count(*)::int from receipt where status = 'submitted') as submitted,
      (select count(*)::int from receipt where status = 'confirmed') as confirmed,
      (select balance_cents::int from wallet_account where account = 'balance') as balance_cents, (select count(*)::int from rate_price) as prices,
      (select count(*)::int from catalogue_item where status = 'listed') as offered`.execute(tx);
    return rows[0];
  });
}

test("a new database is seeded once with a warehouse, goods, receipts in every state that needs action, a wallet, a catalogue and channels", async () => {
  expect(await seedDemo(database)).toBe(true);
  const made = {
    locations: 99,
    variants: 7,
    pieces: 515,
    entered: 515,
    drafts: 1,
    submitted: 1,
    confirmed: 1,
    balance_cents: 48_750,
    prices: 16,
    offered: 1,
  };
  expect(await numbers()).toEqual(made);
  // Of the provider's staff and the retailer alone: the platform sees none.
  const { rows: providers } = await database.transaction(platform, (tx) =>
    sql<{ provider_uuid: string }>`select provider_uuid from retailer_provider`.execute(tx),
  );
  const staff = { kind: "provider", providerUuid: providers[0]?.provider_uuid ?? "" } as const;
  const { rows: asked } = await database.transaction(staff, (tx) => sql`select status, amount_cents::int from top_up_request`.execute(tx));
  expect(asked).toEqual([{ status: "requested", amount_cents: 20_000 }]);
  const { rows: shipping } = await database.transaction(staff, (tx) =>
    sql`select (select count(*)::int from carrier_account) as accounts, (select count(*)::int from channel) as channels,
      (select count(*)::int from channel where is_enabled and currency = 'USD') as enabled, (select count(*)::int from channel_price) as prices,
      (select count(*)::int from channel_cut_off) as cut_offs`.execute(tx),
  );
  expect(shipping).toEqual([{ accounts: 3, channels: 5, enabled: 4, prices: 14, cut_offs: 5 }]);
  expect(await seedDemo(database)).toBe(false);
  expect(await numbers()).toEqual(made);
});
