import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "./postgres.ts";
import type { FreshDatabase } from "./postgres.ts";

// Rules for every table, checked in PostgreSQL's catalogue. Each list names the exceptions with their reasons; an extra name fails like a missing one.

const openTables = {
  migration: "names no one and is not the application's to read",
  rate_count: "counts tries by digest: no one's data",
  site: "public by its nature",
};

const tenantless = {
  aes_key: "one use, one minute, before anybody is known",
  app_user: "shared: signing in looks over all",
  authentication: "a company's own: its retailer's or its provider's, whichever supplier a retailer works with now",
  company: "a company's own: its retailer's or its provider's",
  contact: "a company's own: its retailer's or its provider's",
  device: "a customer's: no provider has a part in it",
  device_link: "found by its code, before anybody is known",
  mailed_link: "found by its token, before anybody is known",
  migration: "the database's own",
  payment_customer: "a customer's: no provider has a part in it",
  payment_event: "the payment provider's word, before it is known whom it is about",
  payment_receipt: "a customer's: no provider has a part in it",
  rate_count: "counted before anybody is known",
  retailer: "shared: it works with several suppliers",
  site: "shared: a site is no supplier's",
  subscription: "a customer's: no provider has a part in it",
  support_request: "written by anybody, read by the site's administrators",
};

const otherwiseKeyed = {
  authentication_document: "goes with its authentication, a company's own; the provider is the file's",
  session: "found by its token; the provider is whose data it shows at the moment",
};

const indexesOverTenants = {
  download_by_expiry: "clearing goes over all tenants",
  event_by_age: "clearing goes over all tenants",
  event_unnumbered: "positions are given over all tenants",
  file_by_expiry: "clearing goes over all tenants",
  idempotency_key_by_age: "clearing goes over all tenants",
  batch_set_by_age: "clearing goes over all tenants",
  carrier_error_by_age: "clearing goes over all tenants",
  import_job_by_age: "clearing goes over all tenants",
  retailer_provider_by_retailer: "a retailer's suppliers: which tenant it is to be is what is asked",
  session_by_end: "clearing goes over all tenants",
  session_by_opener: "the support sessions that end with the session that opened them",
  session_by_user: "a user's sessions",
  waybill_to_track: "tracking goes over all tenants",
};

const uniqueOverTenants = {
  event_position_key: "readers ask for what is past a position, over all tenants",
  provider_name_key: "two suppliers of one name could not be told apart at sign-up",
  session_pkey: "see its table",
  session_previous_token_hash_key: "found by its token",
  session_token_hash_key: "found by its token",
  authentication_document_pkey: "see its table",
};

const tables = "pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')";

let fresh: FreshDatabase;
let owner: pg.Client;
let app: pg.Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  owner = new pg.Client({ connectionString: fresh.ownerUrl });
  app = new pg.Client({ connectionString: fresh.appUrl, options: "-c role=quayside_app" });
  await Promise.all([owner.connect(), app.connect()]);
});

afterAll(async () => {
  await Promise.all([owner.end(), app.end()]);
  await fresh.drop();
});

/** Returns a query's only column, to be compared with a list of names. */
async function names(query: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(query);
  return rows.map(({ name }) => name).toSorted();
}

function named(list: Record<string, string>): string[] {
  return Object.keys(list).toSorted();
}

describe("row-level security", () => {
  it("is enabled, forced for the owner, and has a policy on every table except the listed ones", async () => {
    const without = await names(`SELECT relname AS name FROM ${tables} AND NOT (relrowsecurity AND relforcerowsecurity
      AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid))`);
    expect(without).toEqual(named(openTables));
  });

  it("has a policy for each command granted to the application, so that none is refused by mistake", async () => {
    const unanswered = await names(`SELECT c.relname || ': ' || command AS name
      FROM (VALUES ('SELECT', 'r'), ('INSERT', 'a'), ('UPDATE', 'w'), ('DELETE', 'd')) AS k(command, letter), ${tables} AND relrowsecurity
        AND CASE command WHEN 'DELETE' THEN has_table_privilege('quayside_app', c.oid, command) ELSE has_any_column_privilege('quayside_app', c.oid, command) END
        AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polpermissive AND polcmd::text IN ('*', letter))`);
    expect(unanswered).toEqual([]);
  });

  it("applies to all roles: no policy names one, so no other role bypasses it", async () => {
    expect(await names("SELECT polname AS name FROM pg_policy WHERE polroles <> '{0}'")).toEqual([]);
  });
});

describe("the tenant's column", () => {
  const withProvider = `${tables} AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'provider_uuid' AND NOT attisdropped)`;
  const firstColumn = "(SELECT attname FROM pg_attribute WHERE attrelid = indrelid AND attnum = indkey[0])";

  it("exists in every table except the shared ones", async () => {
    expect(await names(`SELECT relname AS name FROM ${tables} EXCEPT SELECT relname FROM ${withProvider}`)).toEqual(named(tenantless));
  });

  it("leads each primary key", async () => {
    const found = await names(`SELECT relname AS name FROM ${withProvider} AND NOT EXISTS (
      SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary AND ${firstColumn} = 'provider_uuid')`);
    expect(found).toEqual(named(otherwiseKeyed));
  });

  it("leads each index used for lookups", async () => {
    const found = await names(`SELECT i.relname AS name FROM pg_index JOIN pg_class i ON i.oid = indexrelid JOIN pg_am a ON a.oid = i.relam
      WHERE amname = 'btree' AND NOT indisunique AND indrelid IN (SELECT c.oid FROM ${withProvider}) AND ${firstColumn} IS DISTINCT FROM 'provider_uuid'`);
    expect(found).toEqual(named(indexesOverTenants));
  });

  it("leads each unique index, so that tenants can be moved to separate machines", async () => {
    const found = await names(`SELECT i.relname AS name FROM pg_index JOIN pg_class i ON i.oid = indexrelid
      WHERE indisunique AND indrelid IN (SELECT c.oid FROM ${withProvider}) AND ${firstColumn} IS DISTINCT FROM 'provider_uuid'`);
    expect(found).toEqual(named(uniqueOverTenants));
  });
});

describe("names", () => {
  it("of constraints are not generated, and begin with their table's", async () => {
    const found = await names(`SELECT conname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid
      WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND (
        NOT starts_with(conname, relname || '_') OR conname ~ '(_check|_(pkey|key|fkey|excl)[0-9]+$)'
        OR contype = 'f' AND conname = relname || '_' || (
          SELECT string_agg(attname, '_' ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS u(attnum, place)
          JOIN pg_attribute a USING (attnum) WHERE attrelid = conrelid) || '_fkey')`);
    expect(found).toEqual([]);
  });

  it("of indexes are not generated, and begin with their table's", async () => {
    const found =
      await names(`SELECT i.relname AS name FROM pg_index JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
      WHERE t.relnamespace = 'public'::regnamespace AND (NOT starts_with(i.relname, t.relname || '_') OR i.relname ~ '_idx[0-9]*$')`);
    expect(found).toEqual([]);
  });
});

describe("the application's role", () => {
  it("owns nothing in any database", async () => {
    const { rows } = await owner.query("SELECT FROM pg_shdepend WHERE refobjid = 'quayside_app'::regrole AND deptype = 'o'");
    expect(rows).toEqual([]);
  });

  it("has no privileges beyond that: no superuser, bypasses no policy, creates no databases or roles, is a member of no role", async () => {
    const { rows } = await owner.query(`
      SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication, rolcanlogin,
        EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) AS is_member
      FROM pg_roles WHERE rolname = 'quayside_app'`);
    const no = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolcanlogin: false,
    };
    expect(rows).toEqual([{ ...no, is_member: false }]);
  });

  it("cannot create anything in any schema", async () => {
    const schemas = await names(`SELECT nspname AS name FROM pg_namespace
      WHERE has_schema_privilege('quayside_app', oid, 'CREATE') AND nspname !~ '^pg_(toast_)?temp_'`);
    expect(schemas).toEqual([]);
    await expect(app.query("CREATE TABLE public.own (id int)")).rejects.toThrow("permission denied for schema public");
    await expect(app.query("CREATE SCHEMA own")).rejects.toThrow("permission denied for database");
  });

  it("cannot truncate tables, reference them or add triggers to them", async () => {
    const found =
      await names(`SELECT relname || ': ' || privilege AS name FROM (VALUES ('TRUNCATE'), ('REFERENCES'), ('TRIGGER'), ('MAINTAIN')) AS p(privilege), pg_class
      WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND relkind IN ('r', 'p') AND has_table_privilege('quayside_app', oid, privilege)`);
    expect(found).toEqual([]);
  });

  it("can only insert into append-only tables", async () => {
    const { rows } = await owner.query(`SELECT relname, has_any_column_privilege('quayside_app', oid, 'UPDATE') AS updates,
        has_table_privilege('quayside_app', oid, 'DELETE') AS deletes, has_table_privilege('quayside_app', oid, 'TRUNCATE') AS truncates
      FROM pg_class WHERE relname IN ('audit_log', 'audit_seal', 'stock_entry') ORDER BY relname`);
    const no = { updates: false, deletes: false, truncates: false };
    expect(rows).toEqual([
      { relname: "audit_log", ...no },
      { relname: "audit_seal", ...no },
      { relname: "stock_entry", ...no },
    ]);
  });

  it("can read but not change balances, which follow the ledger and the reservations", async () => {
    const { rows } = await owner.query(`SELECT privilege, has_any_column_privilege('quayside_app', 'stock_balance', privilege) AS may
      FROM (VALUES ('SELECT'), ('INSERT'), ('UPDATE')) AS p(privilege)`);
    expect(rows).toEqual([
      { privilege: "SELECT", may: true },
      { privilege: "INSERT", may: false },
      { privilege: "UPDATE", may: false },
    ]);
  });

  it("can call security definer functions only when granted, and each of them has a fixed search_path", async () => {
    const functions = await names(`SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef AND (
      EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0)
      OR NOT EXISTS (SELECT FROM unnest(proconfig) AS setting WHERE setting ~ '^search_path=.*pg_temp"?$'))`);
    expect(functions).toEqual([]);
  });
});

describe("the jobs' schema", () => {
  it.each([
    "CREATE TABLE pgboss.own (id int)",
    "CREATE FUNCTION pgboss.own() RETURNS int RETURN 1",
    "ALTER TABLE pgboss.job ADD COLUMN own int",
    "ALTER TABLE pgboss.job RENAME TO own",
    "DROP TABLE pgboss.job CASCADE",
    "TRUNCATE pgboss.job",
    "CREATE INDEX own ON pgboss.job (name)",
    "DROP SCHEMA pgboss CASCADE",
  ])("cannot be altered by the application: %s", async (statement) => {
    await expect(app.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it("can be used by the application", async () => {
    const { rows } = await app.query<{ name: string }>("SELECT name FROM pgboss.queue");
    expect(rows.length).toBeGreaterThan(0);
  });
});
