import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderStatuses } from "#src/outbound/orders/orders.machine.ts";
import { openAccount } from "#server/carriers/carrier-accounts/open-account.queries.ts";
import { createCarrierOpener } from "#server/integrations/carriers/open-carrier.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { openFileStore } from "#server/platform/files/store.ts";
import { systemClock } from "#server/platform/runtime/clock.ts";
import { openSecrets } from "#server/platform/runtime/secrets.ts";
import { checkLedger } from "#server/warehouse/stock/reconciliation.queries.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import { freshDatabase } from "#tests/server/postgres.ts";
import type { FreshDatabase } from "#tests/server/postgres.ts";
import { addDemoTokens } from "./demo-carriers.ts";
import { addDemoPictures } from "./demo-pictures.ts";
import { seedDemo } from "./demo.ts";

let fresh: FreshDatabase;
let database: Database;
let people: Awaited<ReturnType<typeof seedDemo>> = null;

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

test("a new database is seeded once with a warehouse, goods, receipts in every state that needs action, a wallet, a catalogue, channels and orders", async () => {
  people = await seedDemo(database);
  expect(people).not.toBeNull();
  const made = {
    locations: 278,
    variants: 303,
    pieces: 14_009,
    entered: 14_009,
    drafts: 1,
    submitted: 1,
    confirmed: 1,
    balance_cents: 48_750,
    prices: 18,
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
  expect(shipping).toEqual([{ accounts: 3, channels: 6, enabled: 5, prices: 16, cut_offs: 6 }]);
  expect(await seedDemo(database)).toBeNull();
  expect(await numbers()).toEqual(made);
  // A page that is opened now has nothing to catch up on.
  const { rows: events } = await database.transaction(platform, (tx) => sql`select topic from event limit 1`.execute(tx));
  expect(events).toEqual([]);
});

test("the demo has forty products with a drawn picture each, and three hundred SKUs of them", async () => {
  if (people === null) throw new Error("the demo was not made");
  const folder = mkdtempSync(join(tmpdir(), "quayside-demo-"));
  const files = openFileStore({ kind: "local", folder });
  try {
    await addDemoPictures({ database, files, clock: systemClock, log: pino({ level: "silent" }) }, people);
    const { rows } = await database.transaction({ kind: "provider", ...people }, (tx) =>
      sql<{ title: string; skus: number; keys: string[] }>`select p.title, (select count(*)::int from variant v
          where v.provider_uuid = p.provider_uuid and v.product_uuid = p.product_uuid) as skus,
        array(select i.provider_uuid || '/' || i.file_uuid from product_image i join file f on f.provider_uuid = i.provider_uuid and f.file_uuid = i.file_uuid
          where i.provider_uuid = p.provider_uuid and i.product_uuid = p.product_uuid) as keys
        from product p`.execute(tx),
    );
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(rows.reduce((sum, { skus }) => sum + skus, 0)).toBeGreaterThanOrEqual(300);
    for (const { title, skus, keys } of rows) {
      expect(skus, title).toBeGreaterThan(0);
      expect(keys, title).toHaveLength(1);
      const stored = await files.get(keys[0] ?? "");
      if (stored === null) throw new Error(`no picture of ${title}`);
      const { width, height, format } = await sharp(await buffer(stored)).metadata();
      expect([format, Math.min(width, height) >= 200], title).toEqual(["png", true]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the demo's carrier accounts work with the sandbox carriers", async () => {
  const { rows } = await database.transaction(platform, (tx) =>
    sql<{ provider_uuid: string }>`select provider_uuid from retailer_provider`.execute(tx),
  );
  const providerUuid = rows[0]?.provider_uuid ?? "";
  const acting = { kind: "provider", providerUuid } as const;
  const folder = mkdtempSync(join(tmpdir(), "quayside-demo-"));
  const sandbox = await startSandboxCarriers();
  try {
    const services = {
      database,
      secrets: openSecrets(folder, undefined),
      openCarrier: createCarrierOpener(sandbox.bases),
      log: pino({ level: "silent" }),
    };
    await addDemoTokens(services, { providerUuid });
    const accounts = await database.transaction(acting, (tx) => tx.selectFrom("carrier_account").select("carrier_account_uuid").execute());
    expect(accounts).toHaveLength(3);
    for (const { carrier_account_uuid: accountUuid } of accounts) {
      const carrier = await openAccount(services, { acting, providerUuid, accountUuid });
      if (!carrier.ok) throw new Error(carrier.problem);
      expect(await carrier.value.testAccount()).toEqual({ ok: true, value: { channelCount: 3 } });
    }
  } finally {
    await sandbox.stop();
    rmSync(folder, { recursive: true });
  }
});

test("the demo's weighed parcels have their waybills, which the carriers are asked for once the server runs; one failed, and one is void", async () => {
  const { rows } = await database.transaction(platform, (tx) =>
    sql<{ status: string; weighed: number; due: number }>`select w.status, count(*)::int as weighed,
      count(*) filter (where w.next_try_at is not null)::int as due
      from waybill w join parcel p on p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid and p.status = 'weighed' group by 1 order by 1`.execute(
      tx,
    ),
  );
  expect(rows).toEqual([
    { status: "failed", weighed: 1, due: 0 },
    { status: "issued", weighed: 1, due: 0 },
    // One is numbered by hand.
    { status: "requested", weighed: 2, due: 1 },
    { status: "voided", weighed: 1, due: 0 },
  ]);
});

test("the demo has boxes, a sort wall with a complete order and another, and returns in every state", async () => {
  const [made] = await database.transaction(platform, async (tx) => {
    const { rows } = await sql<Record<string, unknown>>`select
      (select jsonb_object_agg(kind, names) from (select kind, jsonb_agg(name order by name) as names from box_type group by kind) b) as boxes,
      (select count(*)::int from parcel where box_uuid is not null and status <> 'voided') as boxed,
      (select count(*)::int from parcel_consumable) as consumables,
      (select jsonb_agg(pieces || ' of ' || demand_pieces order by slot_number) from wall_slot s
        join sales_order o on o.provider_uuid = s.provider_uuid and o.order_uuid = s.order_uuid
        cross join lateral (select sum(r.quantity) as pieces from reservation r where r.source_uuid = o.order_uuid and r.status = 'open' and r.location_uuid = s.location_uuid) r) as slots,
      (select count(distinct status)::int from return_order) as return_states`.execute(tx);
    return rows;
  });
  expect(made).toEqual({
    boxes: { box: ["BOX-M", "BOX-S"], consumable: ["PAPER-1"] },
    boxed: 7,
    consumables: 7,
    slots: ["2 of 2", "1 of 2"],
    return_states: 7,
  });
});

test("the demo's orders are in every state, of three retailers, over thirty days, and agree with the ledger", async () => {
  const staff = await database.transaction(platform, async (tx) => {
    const { rows } = await sql<{ provider_uuid: string }>`select distinct provider_uuid from retailer_provider`.execute(tx);
    return { kind: "provider", providerUuid: rows[0]?.provider_uuid ?? "" } as const;
  });
  const { states, facts } = await database.transaction(staff, async (tx) => {
    const { rows } = await sql<{ status: string }>`select distinct status from sales_order`.execute(tx);
    const { rows: all } = await sql<Record<string, number>>`select count(*)::int as orders, count(distinct owner_uuid)::int as owners,
      count(distinct created_at::date)::int as days, count(*) filter (where status = 'allocated')::int as allocated,
      count(*) filter (where holds <> '{}')::int as held, count(*) filter (where delay_until > now())::int as delayed,
      count(*) filter (where status = 'draft' and reason <> '')::int as returned,
      count(*) filter (where split_from_uuid is not null and status <> 'submitted')::int as parts,
      count(*) filter (where greatest(created_at, submitted_at, confirmed_at, allocated_at, ended_at) > now())::int as future
      from sales_order`.execute(tx);
    return { states: rows.map(({ status }) => status), facts: all[0] };
  });
  expect(states.toSorted()).toEqual(orderStatuses.toSorted());
  expect(facts).toMatchObject({ owners: 3, future: 0 });
  // What is split off an order hours later is of the next day, if the demo is created early in the morning.
  expect([30, 31]).toContain(facts?.["days"]);
  const { orders = 0, allocated = 0, held, delayed, returned, parts } = facts ?? {};
  expect(Math.abs(orders - 2000)).toBeLessThan(100);
  expect(allocated / orders).toBeGreaterThan(0.75);
  for (const some of [held, delayed, returned, parts]) expect(some).toBeGreaterThan(3);
  const { rows: cases } = await database.transaction(staff, (tx) =>
    sql<{ type: string; status: string }>`select distinct type, status from exception_case order by 1, 2`.execute(tx),
  );
  expect(cases.map(({ type, status }) => `${type} ${status}`)).toEqual([
    "address assigned",
    "address closed",
    "address open",
    "address resolved",
    "address waiting_retailer",
    "cancelled open",
    "damaged open",
    "label_failed open",
    "short open",
    "unknown_parcel open",
    "weight_variance open",
    "wrong_item open",
  ]);
  const { balanceCount, differences } = await database.transaction(platform, (tx) => checkLedger(tx, staff.providerUuid));
  expect(differences).toEqual([]);
  expect(balanceCount).toBeGreaterThan(300);
});
