import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { installJobs } from "#server/platform/jobs/install-queues.ts";

const ownFolder = join(import.meta.dirname, "migrations");

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

function migrationsIn(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(folder, name), "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    });
}

/** Creates the application's role if needed: it owns nothing and is subject to row-level security. */
async function ensureRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = 'quayside_app'");
  if (rowCount === 0) await client.query("create role quayside_app nologin nosuperuser nobypassrls nocreatedb nocreaterole");
  // The login that migrates may also serve (DATABASE_URL alone): then it acts as the application's role.
  await client.query("do $$ begin execute format('grant quayside_app to %I', session_user); exception when others then null; end $$");
}

/**
 * Brings a database up to date: runs each file of `migrations/` once, in order, in a transaction of its own, one process at a time.
 * @param ownerUrl the login that owns the schema
 * @param folder the folder of the files; ours by default
 * @returns the names of the files applied now
 * @throws Error if an applied file has changed since, or one fails
 */
export async function migrate(ownerUrl: string, log: (line: string) => void, folder: string = ownFolder): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "quayside migrate" });
  await client.connect();
  try {
    // Of two processes that start together, the second waits and then finds nothing to do.
    await client.query("select pg_advisory_lock(7239160422)");
    await ensureRole(client);
    await client.query(
      "create table if not exists migration (name text constraint migration_pkey primary key, sha256 text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migration");
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const done: string[] = [];
    for (const migration of migrationsIn(folder)) {
      const before = applied.get(migration.name);
      if (before === migration.sha256) continue;
      if (before !== undefined) throw new Error(`${migration.name} was changed after it was applied to this database`);
      await client.query("begin");
      try {
        await client.query(migration.sql);
        await client.query("insert into migration (name, sha256) values ($1, $2)", [migration.name, migration.sha256]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
      log(`migrated: ${migration.name}`);
      done.push(migration.name);
    }
    await installJobs(ownerUrl, client);
    return done;
  } finally {
    await client.end();
  }
}
