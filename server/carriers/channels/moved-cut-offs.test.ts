import { randomBytes, randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { runStatements, urlOfDatabase } from "#tests/server/postgres.ts";

const folder = "server/platform/db/migrations";
const name = `quayside_before_channels_${randomBytes(8).toString("hex")}`;
const quiet = () => undefined;
let ownerUrl: string;
let client: pg.Client;

beforeAll(async () => {
  const server = inject("postgres");
  await runStatements(server.ownerUrl, [`CREATE DATABASE ${name}`]);
  ownerUrl = urlOfDatabase(server.ownerUrl, name);
  const before = mkdtempSync(join(tmpdir(), "quayside-before-channels-"));
  try {
    for (const file of readdirSync(folder).filter((one) => one < "0015")) copyFileSync(join(folder, file), join(before, file));
    await migrate(ownerUrl, quiet, before);
  } finally {
    rmSync(before, { recursive: true });
  }
  client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await runStatements(inject("postgres").ownerUrl, [`DROP DATABASE ${name} WITH (FORCE)`]);
});

const actFor = (kind: string, provider = "") =>
  client.query("select set_config('app.kind', $1, false), set_config('app.provider', $2, false)", [kind, provider]);

/** Adds a provider with warehouses that have these settings. */
async function addProvider(settings: readonly object[]): Promise<string> {
  const provider = randomUUID();
  await actFor("gate");
  await client.query("insert into provider (provider_uuid, name) values ($1, $2)", [provider, `Supplier ${provider}`]);
  await actFor("provider", provider);
  for (const [at, each] of settings.entries())
    await client.query("insert into warehouse (provider_uuid, warehouse_uuid, name, code, settings) values ($1, $2, $3, $4, $5)", [
      provider,
      randomUUID(),
      `W${at}`,
      `W${at}`,
      each,
    ]);
  return provider;
}

async function readChannels(provider: string) {
  await actFor("provider", provider);
  const { rows } = await client.query(`
    select c.name, c.is_enabled, c.carrier_account_uuid as account, c.currency,
      (select json_agg(json_build_array(w.name, o.cut_off) order by w.name) from channel_cut_off o join warehouse w using (warehouse_uuid)
        where o.channel_uuid = c.channel_uuid) as cut_offs
    from channel c order by c.name`);
  return rows;
}

test("cut-offs in free text become disabled manual channels with the same times, and leave the settings", async () => {
  const one = await addProvider([
    {
      cut_offs: [
        { channel: "Yanwen", time: "16:00" },
        { channel: "4PX", time: "18:30" },
      ],
      over_receipt_percent: 7,
    },
    { cut_offs: [{ channel: "YANWEN", time: "15:00" }] },
    { over_receipt_percent: 3 },
    { cut_offs: [] },
  ]);
  const other = await addProvider([{ cut_offs: [{ channel: "Yanwen", time: "12:00" }] }]);
  expect(await migrate(ownerUrl, quiet)).toContain("0015_carriers.sql");

  const manual = { is_enabled: false, account: null, currency: null };
  expect(await readChannels(one)).toEqual([
    { name: "4PX", ...manual, cut_offs: [["W0", "18:30"]] },
    {
      name: "Yanwen",
      ...manual,
      cut_offs: [
        ["W0", "16:00"],
        ["W1", "15:00"],
      ],
    },
  ]);
  expect(await readChannels(other)).toEqual([{ name: "Yanwen", ...manual, cut_offs: [["W0", "12:00"]] }]);
  await actFor("provider", one);
  const { rows } = await client.query("select settings from warehouse order by name");
  expect(rows.map(({ settings }) => settings)).toEqual([{ over_receipt_percent: 7 }, {}, { over_receipt_percent: 3 }, {}]);
});

test("row-security is forced again afterwards", async () => {
  const { rows } = await client.query(
    "select relname from pg_class where relname in ('warehouse', 'channel', 'channel_cut_off') and relrowsecurity and relforcerowsecurity order by 1",
  );
  expect(rows.map(({ relname }) => relname)).toEqual(["channel", "channel_cut_off", "warehouse"]);
  await actFor("");
  expect((await client.query("select from channel")).rowCount).toBe(0);
});
