import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillEveryTable } from "./fill.ts";
import { inhabitants } from "./inhabitants.ts";
import { freshDatabase } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";

// The audit log with its seals, wallet entries and recorded work: who may write them, and that nobody can change them.

const { alphaProvider, betaProvider } = inhabitants;
let fresh: FreshDatabase;
let owner: pg.Client;
let app: pg.Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  owner = new pg.Client({ connectionString: fresh.ownerUrl });
  app = new pg.Client({ connectionString: fresh.appUrl, options: "-c role=quayside_app" });
  await Promise.all([owner.connect(), app.connect()]);
  await fillEveryTable(owner, Object.values(inhabitants));
});

afterAll(async () => {
  await Promise.all([owner.end(), app.end()]);
  await fresh.drop();
});

/** Runs statements in a transaction with an identity and rolls back. @returns the last one's rows */
async function tryAs(client: pg.Client, kind: string, ...statements: readonly string[]): Promise<Record<string, unknown>[]> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT set_config('app.kind', $1, true), set_config('app.provider', $2, true), set_config('app.user', $3, true)", [
      kind,
      kind === "platform" ? "" : alphaProvider.providerUuid,
      kind === "platform" ? "" : alphaProvider.userUuid,
    ]);
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.query("ROLLBACK");
  }
}

describe.each(["audit_log", "audit_seal", "wallet_entry", "work_entry"])("%s", (table) => {
  const changes = [`UPDATE ${table} SET provider_uuid = provider_uuid`, `DELETE FROM ${table}`, `TRUNCATE ${table}`];

  it.each(changes)("refuses changes by the application, whoever it acts for: %s", async (statement) => {
    for (const kind of ["platform", "provider", "siteAdmin"])
      await expect(tryAs(app, kind, statement)).rejects.toThrow(`permission denied for table ${table}`);
  });

  it.each(changes)("refuses changes by its owner, even without forced row-level security: %s", async (statement) => {
    await expect(tryAs(owner, "platform", `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`, statement)).rejects.toThrow("append-only");
  });

  it("shows its owner no rows to change unless the owner acts for the platform", async () => {
    expect(await tryAs(owner, "", `UPDATE ${table} SET provider_uuid = provider_uuid RETURNING *`)).toEqual([]);
  });
});

describe("a row of the audit log", () => {
  const write = (seal: string) =>
    `INSERT INTO audit_log (provider_uuid, audit_uuid, at, action, seal_number) VALUES ('${alphaProvider.providerUuid}', gen_random_uuid(), now(), 'tests.write', ${seal})`;

  it("must be inserted without a seal number, even by the platform: otherwise no seal would include it", async () => {
    for (const kind of ["provider", "platform"]) {
      await expect(tryAs(app, kind, write("null"))).resolves.toEqual([]);
      await expect(tryAs(app, kind, write("1"))).rejects.toThrow("row-level security");
    }
  });

  it("can be sealed only by the platform", async () => {
    const stamp = `SELECT stamp_audit_seal('${alphaProvider.providerUuid}', 1, array(SELECT audit_uuid FROM audit_log))`;
    for (const kind of ["provider", "operator", "dropShipper", "gate", "siteAdmin", ""])
      await expect(tryAs(app, kind, stamp)).rejects.toThrow("only the platform seals");
  });

  const rows =
    "SELECT provider_uuid, audit_uuid, seal_number, to_jsonb(audit_log) - 'seal_number' AS rest FROM audit_log ORDER BY provider_uuid, audit_uuid";
  const stamp = (number: number) =>
    `SELECT stamp_audit_seal('${alphaProvider.providerUuid}', ${number}, array(SELECT audit_uuid FROM audit_log)) AS stamped`;

  it("gets the seal's number, and neither its other fields nor another tenant's rows change", async () => {
    const before = await tryAs(app, "platform", rows);
    const after = await tryAs(app, "platform", stamp(7), rows);
    expect(after.map(({ rest }) => rest)).toEqual(before.map(({ rest }) => rest));
    const sealed = (provider: string | null) =>
      new Set(after.filter((row) => row["provider_uuid"] === provider).map((row) => row["seal_number"]));
    expect(sealed(alphaProvider.providerUuid)).toEqual(new Set(["7"]));
    expect(sealed(betaProvider.providerUuid)).toEqual(new Set([null]));
  });

  it("keeps its seal number", async () => {
    const [again] = await tryAs(app, "platform", stamp(7), stamp(8));
    expect(again).toEqual({ stamped: 0 });
    const numbers = await tryAs(
      app,
      "platform",
      stamp(7),
      stamp(8),
      "SELECT DISTINCT seal_number FROM audit_log WHERE seal_number IS NOT NULL",
    );
    expect(numbers).toEqual([{ seal_number: "7" }]);
    await expect(tryAs(owner, "platform", stamp(7), "UPDATE audit_log SET seal_number = 8 WHERE seal_number = 7")).rejects.toThrow(
      "append-only",
    );
    await expect(tryAs(owner, "platform", stamp(7), "UPDATE audit_log SET seal_number = NULL")).rejects.toThrow("append-only");
  });

  it("accepts no other change together with its seal number", async () => {
    await expect(tryAs(owner, "platform", "UPDATE audit_log SET seal_number = 7, action = 'tests.other'")).rejects.toThrow("append-only");
  });
});

describe.each(["wallet_account", "statement"])("%s", (table) => {
  it("is written only through entries and issued statements, never directly", async () => {
    const columns = table === "wallet_account" ? "balance_cents = 1000000" : "charged_cents = 0";
    const changes = [
      `INSERT INTO ${table} SELECT * FROM ${table}`,
      `UPDATE ${table} SET ${columns}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ];
    for (const kind of ["platform", "provider", "siteAdmin"])
      for (const statement of changes) await expect(tryAs(app, kind, statement)).rejects.toThrow(`permission denied for table ${table}`);
  });
});

describe("a wallet entry", () => {
  const ids = ["1", "2", "3"].map((end) => `01890000-0000-7000-8000-00000000000${end}`);
  interface Entry {
    readonly nth: number;
    readonly amounts?: readonly number[];
    readonly currencies?: readonly string[];
    readonly sources?: readonly number[];
    readonly at?: string;
  }
  /** Inserts a valid or invalid top-up transaction. */
  const enter = ({ nth, amounts = [500, -500], currencies = ["USD", "USD"], sources = [nth, nth], at = "2026-06-10T00:00:00Z" }: Entry) => {
    const legs = amounts.map((amount, leg) => {
      const account = leg === 0 ? "balance" : "paid_in";
      const key = `'${alphaProvider.providerUuid}', '${ids[nth]}', ${leg + 1}, '${inhabitants.one.retailerUuid}'`;
      return `(${key}, '${account}', ${amount}, '${currencies[leg]}', 'top-up', '${ids[sources[leg] ?? 0]}', '${at}')`;
    });
    return `INSERT INTO wallet_entry (provider_uuid, transaction_uuid, leg, retailer_uuid, account, amount_cents, currency, source_type, source_uuid, at)
      VALUES ${legs.join()}`;
  };
  const issue = `SELECT issue_statement('${alphaProvider.providerUuid}', '${inhabitants.one.retailerUuid}', '2026-06-01', '2026-06-01Z', '2026-07-01Z',
    'S-1', '${ids[0]}', '2026-07-02Z')`;

  it("is a transaction of two non-zero legs that sum to zero and share their currency and source", async () => {
    await expect(tryAs(app, "provider", enter({ nth: 0 }))).resolves.toEqual([]);
    const wrong: Omit<Entry, "nth">[] = [{ amounts: [500] }, { amounts: [500, -499] }, { currencies: ["USD", "EUR"] }, { sources: [0, 1] }];
    for (const given of wrong)
      await expect(tryAs(app, "provider", enter({ nth: 0, ...given }))).rejects.toThrow("two legs that sum to nothing");
    await expect(tryAs(app, "provider", enter({ nth: 0, amounts: [0, 0] }))).rejects.toThrow("wallet_entry_moves_something");
  });

  it("keeps the wallet's single currency, uses each source once, and never exceeds the countable maximum", async () => {
    const [first, most] = [enter({ nth: 0 }), Number.MAX_SAFE_INTEGER];
    await expect(tryAs(app, "provider", first, enter({ nth: 1, currencies: ["EUR", "EUR"] }))).rejects.toThrow("one currency");
    await expect(tryAs(app, "provider", first, enter({ nth: 1, sources: [0, 0] }))).rejects.toThrow("wallet_entry_source_key");
    await expect(tryAs(app, "provider", first, enter({ nth: 1, amounts: [most, -most] }))).rejects.toThrow("wallet_account_countable");
  });

  it("cannot fall into a period whose statement has been issued", async () => {
    await expect(tryAs(app, "provider", enter({ nth: 0 }), issue, enter({ nth: 1, at: "2026-07-01T00:00:00Z" }))).resolves.toEqual([]);
    await expect(tryAs(app, "provider", enter({ nth: 0 }), issue, enter({ nth: 1, at: "2026-06-30T23:59:59Z" }))).rejects.toThrow(
      "the statement of that time is issued",
    );
  });

  it("can be created, and its statement issued, only by the provider or the platform", async () => {
    await expect(tryAs(app, "platform", enter({ nth: 0 }), issue)).resolves.toHaveLength(1);
    for (const kind of ["operator", "dropShipper", "gate", "siteAdmin", ""]) {
      await expect(tryAs(app, kind, enter({ nth: 0 }))).rejects.toThrow("row-level security");
      await expect(tryAs(app, kind, issue)).rejects.toThrow("the provider issues statements");
    }
  });
});
