import type pg from "pg";
import { makeDataFolder, withOwner } from "./data-folder.ts";

export const auditRows = 1_000_000;
/** Another supplier's rows are interleaved, as in a shared database. */
const foreignEvery = 11;
const rowsPerSeal = 1_000;

let made: Promise<string> | null = null;

/**
 * A data folder with the demo's accounts and 1,000,000 sealed rows of provider01's audit log over 231 days. Created once per
 * run in about a minute, and removed at the end; only one server or PostgreSQL may use it at a time.
 */
export function benchData(): Promise<string> {
  return (made ??= makeDataFolder("quayside-bench-", async ({ dataDir, ownerUrl, providerUuid }) => {
    await withOwner(ownerUrl, async (client) => {
      await client.query("begin");
      await client.query(forced("no force"));
      await insertAuditLog(client, providerUuid, auditRows);
      await client.query(forced("force"));
      await client.query("commit");
      await client.query("vacuum (analyze) audit_log, audit_person, audit_seal");
    });
    return dataDir;
  }));
}

// One row per 20 s in time order; 40 users, 25 retailers, 12 actions of varying frequency. The ids are UUIDv7 of each row's time.
const log = `
  insert into audit_log (provider_uuid, audit_uuid, at, retailer_uuid, user_uuid, action, subject_type, subject_uuid, detail, person_digest, seal_number)
  select case when n % $3 = 0 then $2::uuid else $1::uuid end, id, uuid_extract_timestamp(id),
    case when n % 3 = 0 then ($5::uuid[])[1 + n % 25] end,
    ($4::uuid[])[1 + (n * 7919) % 40],
    ($6::text[])[1 + least(11, floor(power(n * 31 % 1000 / 1000.0, 2) * 12))::int],
    'session', case when n % 2 = 0 then gen_random_uuid() end,
    jsonb_build_object('area', 'p', 'number', n), sha256(uuid_send(id)), 1 + n / $7::bigint
  from (select n, uuidv7(make_interval(secs => (n - $8) * 20)) as id from generate_series(1, $8::bigint) n) numbered`;

const people = `
  insert into audit_person (provider_uuid, audit_uuid, user_uuid, retailer_uuid, salt, about)
  select provider_uuid, audit_uuid, user_uuid, retailer_uuid, uuid_send(gen_random_uuid()),
    jsonb_build_object('username', 'user-' || left(user_uuid::text, 8), 'address', '192.0.2.' || (seal_number % 250))
  from audit_log order by audit_uuid`;

const seals = `
  insert into audit_seal (provider_uuid, seal_number, sealed_at, row_count, previous_hash, hash)
  select provider_uuid, seal_number, max(at), count(*), sha256('before'), sha256('after') from audit_log group by 1, 2`;

const slices = ["accounts", "files", "operators", "key-information"];
const actions = slices.flatMap((slice) => ["change", "create", "remove"].map((deed) => `${slice}.${deed}`));

/** Switches row-level security off or on for the owner: others can only insert unsealed rows. */
const forced = (how: "no force" | "force") =>
  ["audit_log", "audit_person", "audit_seal"].map((table) => `alter table ${table} ${how} row level security`).join("; ");

/**
 * Inserts sealed rows of a provider's log as the owner, without row-level security, interleaved with another provider's.
 * @param rows the provider's own
 */
export async function insertAuditLog(client: pg.Client, providerUuid: string, rows: number): Promise<void> {
  const ids = async (count: number) =>
    (await client.query<{ ids: string[] }>("select array(select uuidv7() from generate_series(1, $1)) as ids", [count])).rows[0]?.ids ?? [];
  const [foreign] = await ids(1);
  const all = Math.ceil((rows * foreignEvery) / (foreignEvery - 1));
  await client.query(log, [providerUuid, foreign, foreignEvery, await ids(40), await ids(25), actions, rowsPerSeal, all]);
  await client.query(people);
  await client.query(seals);
}
