import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmTopUpRequest, listTopUpRequests } from "#src/billing/wallet/top-up-requests.contract.ts";
import { getWallet, listTopUps, listWalletEntries } from "#src/billing/wallet/wallet.contract.ts";
import { until } from "#tests/e2e/until.ts";
import { freshDemo } from "./demo-database.ts";
import type { DemoDatabase } from "./demo-database.ts";
import { signInAt } from "./people-process.ts";
import type { SignedIn } from "./people-process.ts";
import { samePorts, startProcess } from "./process.ts";
import type { ServerProcess } from "./process.ts";

/*
 * A top-up request is confirmed while the server is killed: a table locked for writing stops the confirmation half way, with everything
 * before it done in its transaction.
 */
let database: DemoDatabase;
let server: ServerProcess;
let provider: SignedIn;

beforeAll(async () => {
  database = await freshDemo();
  server = await startProcess("web", { DATABASE_URL: database.ownerUrl, DATA_DIR: database.dataDir });
  provider = await signInAt(server.origin, "provider01", "p");
});
afterAll(async () => {
  await server.kill();
  await database.drop();
});

async function startAgain(): Promise<void> {
  server = await startProcess("web", { DATABASE_URL: database.ownerUrl, DATA_DIR: database.dataDir, ...samePorts(server.ports) });
}

/** Reads the demo's only request, and its retailer's money, as the supplier. */
async function readMoney() {
  const { result: requests } = await provider.client.call(listTopUpRequests, {});
  const [request] = requests;
  if (request === undefined || requests.length !== 1) throw new Error(`the demo has ${requests.length} requests to top up`);
  const { retailer_uuid } = request;
  const { result: topUps } = await provider.client.call(listTopUps, { retailer_uuid });
  const { result: entries } = await provider.client.call(listWalletEntries, { retailer_uuid });
  const { balance_cents } = await provider.client.call(getWallet, { retailer_uuid });
  return { request, topUps: topUps.length, entries: entries.length, balance_cents };
}

/** Locks a table against writing from a separate connection. */
async function lockTable(table: string): Promise<{ untilConfirmationWaits(): Promise<void>; release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query("begin");
  await client.query(`lock table ${table} in share mode`);
  // Who waits for us and has inserted its top-up already.
  const sql = `select from pg_locks waiting join pg_locks held using (pid)
    where not waiting.granted and waiting.relation = $1::regclass and held.relation = 'top_up'::regclass and held.mode = 'RowExclusiveLock'`;
  return {
    untilConfirmationWaits: async () => {
      await until(async () => ((await client.query(sql, [table])).rowCount === 1 ? true : null), `a confirmation that waits for ${table}`);
    },
    release: () => client.end(),
  };
}

describe("a confirmation of a top-up request", () => {
  const key = randomUUID();

  /** Confirms the demo's request; killed once it waits for a table. @returns the money before */
  async function killWhileItWaitsFor(table: string): Promise<Awaited<ReturnType<typeof readMoney>>> {
    const before = await readMoney();
    expect(before.request.status).toBe("requested");
    const { request_uuid, amount_cents, sent_on } = before.request;
    const lock = await lockTable(table);
    const confirming = provider.client
      .call(confirmTopUpRequest, { request_uuid, amount_cents, received_on: sent_on }, { idempotencyKey: key })
      .then(() => "answered")
      .catch(() => "cut");
    await lock.untilConfirmationWaits();
    await server.kill();
    await lock.release();
    expect(await confirming).toBe("cut");
    await startAgain();
    return before;
  }

  test.each([
    ["its top-up and before its entry", "wallet_entry"],
    ["its entry and before the request's new state", "top_up_request"],
  ])("leaves no trace when the server is killed after %s", async (_when, table) => {
    const before = await killWhileItWaitsFor(table);
    expect(await readMoney()).toEqual(before);
  });

  test("that was killed after it had sent its commit is whole, and repeated with the same key credits nothing more", async () => {
    // Its events travel with the commit: PostgreSQL has both when the server is killed, and finishes once the table is free.
    const { request, topUps, entries, balance_cents } = await killWhileItWaitsFor("event");
    const after = await until(async () => {
      const money = await readMoney();
      return money.request.status === "confirmed" ? money : null;
    }, "the commit");
    const { request_uuid, amount_cents, sent_on } = request;
    const credited = { topUps: topUps + 1, entries: entries + 1, balance_cents: balance_cents + amount_cents };
    expect(after).toMatchObject({ request: { status: "confirmed", received_cents: amount_cents }, ...credited });
    const confirm = (idempotencyKey: string) =>
      provider.client.call(confirmTopUpRequest, { request_uuid, amount_cents, received_on: sent_on }, { idempotencyKey });
    expect(await confirm(key)).toEqual(await confirm(key));
    await expect(confirm(randomUUID())).rejects.toMatchObject({ codeName: "wallet.requestDecided" });
    expect(await readMoney()).toEqual(after);
  });
});
