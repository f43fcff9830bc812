import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actAs, anonymous, platform } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { fillEveryTable, insertion, keyOf, rowOf, tablesOf } from "./fill.ts";
import type { Owners, TableShape } from "./fill.ts";
import { actingOf, inhabitants } from "./inhabitants.ts";
import type { Inhabitant } from "./inhabitants.ts";
import { freshDatabase } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";

// Every table is filled with everyone's rows: who can see, change, remove, or add what in whose name?

const everyone: readonly Inhabitant[] = Object.values(inhabitants);
const { alphaProvider, alphaOperator, one, two, sharedUnderAlpha, sharedUnderBeta, betaProvider, customer, siteAdmin } = inhabitants;
const ofAlpha = [alphaProvider, alphaOperator, one, two, sharedUnderAlpha];

/** The actors, and whose rows each may ever see. */
const actors: readonly (readonly [Inhabitant, readonly Inhabitant[]])[] = [
  [alphaProvider, ofAlpha],
  [alphaOperator, ofAlpha],
  [one, [one]],
  [sharedUnderAlpha, [sharedUnderAlpha]],
  [customer, [customer]],
  [siteAdmin, [siteAdmin]],
];

interface Beyond {
  table: string;
  actor: Inhabitant;
  whose: readonly Inhabitant[];
  reason: string;
}

const itself = { actor: sharedUnderAlpha, whose: [sharedUnderBeta] };
const alwaysOwn: readonly Beyond[] = [
  { table: "authentication", ...itself, reason: "the company's own, whichever supplier it works with now" },
  { table: "authentication_document", ...itself, reason: "the company's own, whichever supplier it works with now" },
  { table: "contact", ...itself, reason: "the company's own, whichever supplier it works with now" },
  { table: "batch_set", ...itself, reason: "a user's own: it belongs to an idempotency key" },
  { table: "idempotency_key", ...itself, reason: "a user's own: a retry may come after a switch to another supplier" },
  { table: "session", ...itself, reason: "a user's own: switching and signing out" },
];
const toSupport = {
  table: "support_request",
  actor: siteAdmin,
  whose: everyone.filter((who) => who !== siteAdmin),
  reason: "what people write to support is answered by the site's administrators",
};
/** What a retailer shares with all others of its supplier. */
const withItsSupplier = (table: string, reason: string): Beyond[] =>
  [one, sharedUnderAlpha].map((actor) => ({ table, actor, whose: ofAlpha, reason }));
const counters = withItsSupplier("number_counter", "numbers are counted over all receipts of a supplier");
const changedBeyond: readonly Beyond[] = [...alwaysOwn, toSupport, ...counters];
const seenBeyond: readonly Beyond[] = [
  ...alwaysOwn,
  toSupport,
  ...counters,
  ...withItsSupplier("warehouse", "a retailer chooses where its goods go"),
  ...withItsSupplier("channel", "a retailer chooses how its orders are shipped"),
  ...withItsSupplier("channel_cut_off", "a retailer reads until when an order leaves today"),
  ...withItsSupplier("channel_price", "a retailer reads what shipping costs"),
  ...withItsSupplier("channel_zone", "a retailer reads what shipping costs"),
  { table: "file", ...itself, reason: "the company's own documents" },
  { table: "retailer_provider", ...itself, reason: "the switcher lists its suppliers" },
  { table: "provider", actor: one, whose: [alphaProvider, betaProvider], reason: "a supplier that takes retailers shows its public face" },
  {
    table: "provider",
    actor: sharedUnderAlpha,
    whose: [alphaProvider, betaProvider],
    reason: "a supplier that takes retailers shows its public face",
  },
];
const own = [alphaProvider, alphaOperator];
const tenantless = everyone.filter(({ providerUuid }) => providerUuid === null);
const addedBeyond: readonly Beyond[] = [
  ...alwaysOwn,
  ...counters,
  ...[one, sharedUnderAlpha].flatMap((actor) => [
    { table: "audit_log", actor, whose: own, reason: "what it did at its supplier, written down in no retailer's name" },
    { table: "audit_person", actor, whose: own, reason: "what it did at its supplier, written down in no retailer's name" },
    { table: "event", actor, whose: own, reason: "its supplier's people hear what it does" },
  ]),
  { table: "retailer_provider", ...itself, reason: "it joins a supplier that takes retailers" },
  ...[customer, siteAdmin].flatMap((actor) => [
    { table: "audit_log", actor, whose: tenantless, reason: "of no tenant: the platform alone reads it" },
    { table: "audit_person", actor, whose: tenantless, reason: "of no tenant: the platform alone reads it" },
    { table: "event", actor, whose: tenantless, reason: "of no tenant: the platform alone reads it" },
  ]),
];

let fresh: FreshDatabase;
let database: Database;
let owner: pg.Client;
let tables: readonly TableShape[];
let owners: Owners;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.appUrl, { connections: 2 });
  owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  owners = await fillEveryTable(owner, everyone);
  tables = (await tablesOf(owner)).filter(({ hasRowSecurity }) => hasRowSecurity);
  await layTripwires(owner, tables);
});

afterAll(async () => {
  await database.close();
  await owner.end();
  await fresh.drop();
});

/** Instead of being changed or removed, a row is recorded in `tripwire.touched`: that shows what would have been possible without side effects. */
async function layTripwires(client: pg.Client, over: readonly TableShape[]): Promise<void> {
  await client.query(`
    CREATE SCHEMA tripwire;
    CREATE TABLE tripwire.touched (about text, deed text);
    CREATE FUNCTION tripwire.touch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO tripwire.touched SELECT concat(tg_table_name, ' ', string_agg(to_jsonb(old) ->> name, ' ' ORDER BY place)), lower(tg_op)
        FROM unnest(tg_argv) WITH ORDINALITY AS k(name, place);
      RETURN NULL;
    END $$;
    GRANT USAGE ON SCHEMA tripwire TO quayside_app;
    GRANT SELECT ON tripwire.touched TO quayside_app`);
  for (const { name, key } of over)
    await client.query(
      `CREATE TRIGGER a_tripwire BEFORE UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION tripwire.touch(${key.map((column) => `'${column}'`).join(", ")})`,
    );
}

class TakenBack<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super("taken back");
    this.value = value;
  }
}

/** Does something as the application for somebody or (null) nobody, and rolls it back. */
async function tryAs<T>(acting: Acting | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outcome = await database
    .begin(async (tx) => {
      if (acting !== null) actAs(tx, acting);
      throw new TakenBack(await work(tx));
    })
    .catch((error: unknown) => error);
  if (outcome instanceof TakenBack) return outcome.value as T;
  throw outcome;
}

/** @returns PostgreSQL's objection to a statement, or null. The transaction continues as if it had not run. */
async function refusalOf(tx: Tx, text: string, values: readonly unknown[] = []): Promise<string | null> {
  await sql`savepoint before`.execute(tx);
  // Every other part is a parameter's number.
  const parts = text.split(/\$(\d+)/).map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.val(values[Number(part) - 1])));
  const statement = sql.join(parts, sql.raw(""));
  const refusal = await statement.execute(tx).then(
    () => null,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.message : Promise.reject(error)),
  );
  await sql`rollback to savepoint before`.execute(tx);
  return refusal;
}

async function seenBy(acting: Acting | null, table: TableShape): Promise<string[]> {
  return tryAs(acting, async (tx) => {
    const { rows } = await sql<{
      about: string;
    }>`select ${sql.lit(`${table.name} `)} || ${sql.raw(keyOf(table))} as about from ${sql.table(table.name)}`.execute(tx);
    return rows.map(({ about }) => about);
  });
}

/** Lists the rows that belong to nobody of `allowed`, as "<table> of <whose>". */
function strangers(rows: readonly string[], allowed: readonly Inhabitant[]): string[] {
  const isAllowed = (about: string) => allowed.some(({ name }) => owners.get(about)?.has(name));
  return rows.flatMap((about) =>
    isAllowed(about) ? [] : [`${about.split(" ")[0]} of ${[...(owners.get(about) ?? ["no one known"])].join(", ")}`],
  );
}

function allowedIn(table: TableShape, actor: Inhabitant, usual: readonly Inhabitant[], beyond: readonly Beyond[]): readonly Inhabitant[] {
  return [...usual, ...beyond.filter((line) => line.table === table.name && line.actor === actor).flatMap(({ whose }) => whose)];
}

describe("the filled database", () => {
  it("has rows in every table", async () => {
    const filled = new Set([...owners.keys()].map((about) => about.split(" ")[0]));
    expect((await tablesOf(owner)).map(({ name }) => name).filter((name) => !filled.has(name))).toEqual([]);
  });

  it("shows rows of every table to some actor, so that no test below passes on an empty table", async () => {
    const actings = [anonymous, platform, ...everyone.map(actingOf)];
    for (const table of tables) {
      const counts = await Promise.all(actings.map(async (acting) => (await seenBy(acting, table)).length));
      expect(Math.max(...counts), table.name).toBeGreaterThan(0);
    }
  });
});

describe("a transaction without an identity", () => {
  it("sees no rows in any table", async () => {
    for (const table of tables) expect(await seenBy(null, table), table.name).toEqual([]);
  });

  it("changes and deletes no rows", async () => {
    expect(await touchedBy(null)).toEqual([]);
  });

  it("inserts no rows, not even without an owner", async () => {
    expect((await addedBy(null)).map(({ table, who }) => `${table.name} of ${who.name}`)).toEqual([]);
  });

  it("is the result of an unknown token", async () => {
    const seen = await tryAs(null, async (tx) => {
      await sql`select * from open_session('\\x00'::bytea, now())`.execute(tx);
      return (await sql`select from app_user`.execute(tx)).rows.length;
    });
    expect(seen).toBe(0);
  });
});

/** Finds every row that an unconditional statement would change or remove. */
async function touchedBy(acting: Acting | null): Promise<{ about: string; deed: string }[]> {
  return tryAs(acting, async (tx) => {
    const { rows: may } = await sql<{ table: string; column: string | null; mayDelete: boolean }>`
      select relname as "table", has_table_privilege(c.oid, 'delete') as "mayDelete",
        (select attname from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege(c.oid, attnum, 'update')
          order by attnum limit 1) as "column"
      from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity order by relname`.execute(tx);
    for (const { table, column, mayDelete } of may) {
      // A default, because reading a value from the row would apply the read policies too.
      if (column !== null) await sql`update ${sql.table(table)} set ${sql.id(column)} = default`.execute(tx);
      if (mayDelete) await sql`delete from ${sql.table(table)}`.execute(tx);
    }
    return (await sql<{ about: string; deed: string }>`select about, deed from tripwire.touched`.execute(tx)).rows;
  });
}

interface Added {
  table: TableShape;
  who: Inhabitant;
  /** all owners of the row: what two share belongs to either */
  names: ReadonlySet<string>;
}

/** Tries to add everyone's row to every table. @returns what no policy and no missing right refused */
async function addedBy(acting: Acting | null): Promise<Added[]> {
  return tryAs(acting, async (tx) => {
    const added: Added[] = [];
    for (const table of tables)
      for (const who of everyone) {
        const row = rowOf(table, who);
        if (row === null) continue;
        const { text, values } = insertion(table, row);
        const refusal = await refusalOf(tx, text, values);
        const names = owners.get(`${table.name} ${table.key.map((column) => row[column]).join(" ")}`) ?? new Set();
        if (!/row-level security|permission denied/.test(refusal ?? "")) added.push({ table, who, names });
      }
    return added;
  });
}

describe.each(actors.map(([actor, usual]) => ({ name: actor.name, actor, usual })))("$name", ({ actor, usual }) => {
  it("sees no stranger's row in any table", async () => {
    const found: string[] = [];
    for (const table of tables) found.push(...strangers(await seenBy(actingOf(actor), table), allowedIn(table, actor, usual, seenBeyond)));
    expect(found).toEqual([]);
  });

  it("changes and deletes no stranger's row, not even one it cannot see", async () => {
    const touched = await touchedBy(actingOf(actor));
    expect(touched).not.toEqual([]);
    const found = tables.flatMap((table) => {
      const rows = touched.filter(({ about }) => about.startsWith(`${table.name} `)).map(({ about }) => about);
      return strangers(rows, allowedIn(table, actor, usual, changedBeyond));
    });
    expect([...new Set(found)]).toEqual([]);
  });

  it("inserts no row in a stranger's name", async () => {
    const added = await addedBy(actingOf(actor));
    expect(added.map(({ who }) => who)).toContain(actor);
    const found = added.filter(({ table, names }) => !allowedIn(table, actor, usual, addedBeyond).some(({ name }) => names.has(name)));
    expect(found.map(({ table, who }) => `${table.name} of ${who.name}`)).toEqual([]);
  });
});

it("every read exception is needed: without it a stranger's row would be found", async () => {
  for (const { table: name, actor, whose, reason } of seenBeyond) {
    const table = tables.find((shape) => shape.name === name);
    const seen = table === undefined ? [] : await seenBy(actingOf(actor), table);
    for (const stranger of whose)
      expect(
        seen.some((about) => owners.get(about)?.has(stranger.name)),
        `${name}: ${reason}`,
      ).toBe(true);
  }
});

describe("cases that the generated rows do not cover", () => {
  const session = (row: Record<string, unknown>) => ({
    text: "INSERT INTO session (session_uuid, user_uuid, area, token_hash, provider_uuid, is_read_only, opened_by, created_at, last_seen_at, expires_at, ends_at) VALUES (gen_random_uuid(), $1, $2, '\\x01', $3, $4, $5, now(), now(), now(), now())",
    values: [row["user"], row["area"], row["provider"], row["isReadOnly"], row["openedBy"]],
  });
  const support = {
    user: one.userUuid,
    area: "ds",
    provider: alphaProvider.providerUuid,
    isReadOnly: true,
    openedBy: alphaProvider.userUuid,
  };
  const open = (row: Record<string, unknown>) =>
    tryAs(actingOf(alphaProvider), (tx) => refusalOf(tx, session(row).text, session(row).values));

  it("a provider can open a read-only support session in the area of its own retailer", async () => {
    expect(await open(support)).toBeNull();
  });

  it.each([
    ["that may write", { isReadOnly: false }],
    ["in another's name", { openedBy: alphaOperator.userUuid }],
    ["for another provider's retailer", { user: inhabitants.three.userUuid }],
    ["for another provider", { user: betaProvider.userUuid, area: "p", provider: betaProvider.providerUuid }],
    ["for its own operator", { user: alphaOperator.userUuid, area: "p" }],
    ["under another provider, which the retailer has too", { user: sharedUnderAlpha.userUuid, provider: betaProvider.providerUuid }],
  ])("a provider cannot open a support session %s", async (_what, change) => {
    expect(await open({ ...support, ...change })).toContain("row-level security");
  });

  it("a provider cannot make a stranger its retailer", async () => {
    const { retailerUuid } = inhabitants.three;
    const refusals = await tryAs(actingOf(alphaProvider), async (tx) => [
      await refusalOf(tx, "INSERT INTO retailer_provider (provider_uuid, retailer_uuid) VALUES ($1, $2)", [
        alphaProvider.providerUuid,
        retailerUuid,
      ]),
      await refusalOf(tx, "UPDATE retailer_provider SET retailer_uuid = $1", [retailerUuid]),
    ]);
    expect(refusals).toEqual([expect.stringContaining("row-level security"), expect.stringContaining("permission denied")]);
  });

  it("a retailer can join only a provider that accepts retailers", async () => {
    const join = "INSERT INTO retailer_provider (provider_uuid, retailer_uuid) VALUES ($1, $2)";
    const refusals = await tryAs(actingOf(one), async (tx) => [
      await refusalOf(tx, join, [betaProvider.providerUuid, one.retailerUuid]),
      await refusalOf(tx, join, [inhabitants.closedProvider.providerUuid, one.retailerUuid]),
    ]);
    expect(refusals).toEqual([null, expect.stringContaining("row-level security")]);
  });

  it.each(["user_uuid", "role", "related_uuid"])("nobody can change their own %s", async (column) => {
    const value = column === "role" ? "provider" : betaProvider.providerUuid;
    for (const actor of [alphaProvider, alphaOperator, one, siteAdmin])
      expect(await tryAs(actingOf(actor), (tx) => refusalOf(tx, `UPDATE app_user SET ${column} = $1`, [value]))).toContain(
        "permission denied",
      );
  });

  it("a supplier's session acts for its user's own supplier, whatever provider it names", async () => {
    const acted = await tryAs(anonymous, async (tx) => {
      await sql`insert into session (session_uuid, user_uuid, area, token_hash, provider_uuid, created_at, last_seen_at, expires_at, ends_at)
        values (gen_random_uuid(), ${alphaOperator.userUuid}, 'p', '\\x02', ${betaProvider.providerUuid}, now(), now(), now() + interval '1 hour', now() + interval '1 hour')`.execute(
        tx,
      );
      const { rows } = await sql<{ provider_uuid: string }>`select * from open_session('\\x02'::bytea, now())`.execute(tx);
      return rows.map(({ provider_uuid }) => provider_uuid);
    });
    expect(acted).toEqual([alphaProvider.providerUuid]);
  });

  it("only one's own file can be a document", async () => {
    const attach = (who: Inhabitant, file: string) =>
      tryAs(actingOf(one), (tx) =>
        refusalOf(
          tx,
          "INSERT INTO authentication_document (owner_uuid, authentication_uuid, position, provider_uuid, file_uuid) VALUES ($1, $1, 9, $2, $3)",
          [one.retailerUuid, who.providerUuid, file],
        ),
      );
    const fileOf = (who: Inhabitant) =>
      [...owners].find(([about, names]) => about.startsWith("file ") && names.has(who.name))?.[0].split(" ")[2] ?? "";
    expect(await attach(one, fileOf(one))).toBeNull();
    expect(await attach(two, fileOf(two))).toContain("row-level security");
    expect(await attach(betaProvider, fileOf(betaProvider))).toContain("row-level security");
  });
});
