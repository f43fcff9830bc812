import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { exportAuditLog } from "#src/company/audit/audit.contract.ts";
import { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { rowsPerSeal, sealRows } from "./audit-seal.ts";
import { findActions, auditRows } from "./audit-filters.ts";
import type { AuditFilter } from "./audit-filters.ts";
import { mostRows } from "./audit-export.ts";

/*
 * What was seen with 1,000,000 rows of one provider and 111,111 of another, with as many persons, on two busy cores (2026-11-21): the rows of a
 * page 0.3 ms, first or deep by cursor; of a slice's actions merged 1 ms, whether they were a share of 0.1 % from long ago or of 70 %; by user,
 * subject or action 0.4 ms; the whole call with count, estimate and session 25 ms. A retailer who had 55,000 rows and filtered by an action that it
 * had last done 40,000 rows ago: 330 ms, for no index has both. All rows into a file: CSV 27 s, workbook 23 s, in 300 MB for the process.
 */

let server: TestApp;
let world: World;
let owner: pg.Client;

const usual = 60_000;

/** Rows of both providers, ten seconds apart, a tenth of them provider B's. */
async function fill(from: number, to: number): Promise<void> {
  const { providerA, providerB, retailerA } = world;
  await owner.query(`
    alter table audit_log no force row level security;
    insert into audit_log (provider_uuid, audit_uuid, at, retailer_uuid, user_uuid, action, subject_uuid)
    select case when n % 10 = 0 then '${providerB}'::uuid else '${providerA}'::uuid end,
           (lpad(to_hex(1767225600000 + n * 10000::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
           timestamptz '2026-01-01 00:00:00+00' + n * interval '10 seconds',
           case when n % 20 = 1 then '${retailerA}'::uuid end, md5((n % 50)::text)::uuid,
           case when n % 100 = 1 then 'seldom.done' when n % 3 = 0 then 'often.this' else 'often.that' end, md5((n / 100)::text)::uuid
      from generate_series(${from}, ${to}) n;
    alter table audit_log force row level security`);
  await owner.query("analyze audit_log");
}

beforeAll(async () => {
  server = await startTestApp();
  world = await makeWorld(server);
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await fill(1, usual);
}, 120_000);

afterAll(async () => {
  await owner.end();
  await server.close();
});

const staff = (): Acting => ({ kind: "provider", providerUuid: world.providerA, userUuid: world.provider.userUuid });
const retailer = (): Acting => ({
  kind: "dropShipper",
  providerUuid: world.providerA,
  retailerUuid: world.retailerA,
  userUuid: world.retailer.userUuid,
});

/** How the database reads the rows of a page: an index for each action where a slice is meant. */
async function planOf(acting: Acting, filter: Partial<AuditFilter>): Promise<string> {
  const whole = { providerUuid: world.providerA, retailerUuid: null, ...filter };
  return server.services.database.transaction(acting, async (tx) => {
    const actions = await findActions(tx, whole);
    let rows = auditRows(tx, whole, actions).select("audit_log.detail");
    if (actions !== null) rows = rows.where("audit_log.action", "=", actions[0] ?? "");
    const page = rows.orderBy("audit_log.audit_uuid", "desc").limit(51);
    const { rows: lines } = await sql<{ "QUERY PLAN": string }>`explain ${page}`.execute(tx);
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });
}

describe("a page of a large log is read in index order", () => {
  const from = new Date("2026-01-03T00:00:00Z");
  const until = new Date("2026-01-03T06:00:00Z");
  const userUuid = "a87ff679-a2f3-e71d-9181-a67b7542122c";
  test.each([
    ["all", {}, "audit_log_pkey"],
    ["a time", { from, until }, "audit_log_pkey"],
    ["an action", { action: "seldom.done" }, "audit_log_by_action"],
    ["a slice", { action: "often" }, "audit_log_by_action"],
    ["a slice and a time", { action: "often", from, until }, "audit_log_(by_action|pkey)"],
    ["a user", { userUuid }, "audit_log_by_user"],
    ["a subject", { subjectUuid: userUuid }, "audit_log_by_subject"],
  ])("for %s", async (_what, filter, index) => {
    const plan = await planOf(staff(), filter);
    expect(plan).toMatch(new RegExp(`Index Scan Backward using ${index} on audit_log`));
    expect(plan).not.toContain("Sort");
    // A bound of time is a bound of the key.
    expect(plan.includes("audit_uuid >=")).toBe("from" in filter);
  });

  test.each([{}, { action: "often" }])("for a retailer, filtered by %j", async (filter) => {
    const plan = await planOf(retailer(), { retailerUuid: world.retailerA, ...filter });
    expect(plan).toContain("Index Scan Backward using audit_log_by_retailer on audit_log");
  });
});

describe("sealing a large log", () => {
  test("seals 10,000 rows in one transaction within seconds", async () => {
    const started = performance.now();
    const sealed = await server.services.database.transaction(platform, (tx) => sealRows(tx, world.providerA, server.clock.now()));
    expect(sealed).toBe(rowsPerSeal);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("an export of more rows than fit into a file", () => {
  test("is refused and creates nothing, while a shorter period is accepted", { timeout: 240_000 }, async () => {
    // The indexes of the filters play no part here, and would take most of the time.
    for (const index of ["action", "user", "subject", "retailer"]) await owner.query(`drop index audit_log_by_${index}`);
    const last = Math.ceil(((mostRows + 1) / 9) * 10);
    await fill(usual + 1, last);
    server.clock.set(new Date("2026-12-31T00:00:00Z"));
    await server.services.database.transaction({ kind: "anonymous" }, (tx) =>
      tx
        .updateTable("session")
        .set({ expires_at: new Date("2027-01-30T00:00:00Z"), ends_at: new Date("2027-01-30T00:00:00Z") })
        .execute(),
    );
    const { token } = world.provider;
    const refused = await request(server.app, exportAuditLog, { format: "csv" }, { token });
    expect(refused).toMatchObject({ status: 200, code: codes["audit.tooManyRows"].code, data: null });
    expect((await request(server.app, listDownloads, {}, { token })).data.total).toBe(0);
    const shorter = await request(server.app, exportAuditLog, { format: "csv", from: "2026-01-01T00:00:30Z" }, { token });
    expect(shorter.code).toBe(200);
    const { rows } = await server.services.database.pool.query<{ total: number }>(
      "select (data->'input'->>'total')::int as total from pgboss.job where name = 'audit.export'",
    );
    expect(rows).toEqual([{ total: mostRows }]);
  });
});
