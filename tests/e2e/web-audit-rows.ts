import pg from "pg";
import { ownerUrlOf } from "#tests/server/process.ts";

const actions = ["accounts.sign-in", "accounts.sign-out", "operators.set-permissions", "files.upload-images", "audit.export"];

// One row per 20 s back from now, newest first, by existing users; not sealed yet.
const log = `
  insert into audit_log (provider_uuid, audit_uuid, at, user_uuid, action, subject_type, subject_uuid, detail, person_digest)
  select $1, id, uuid_extract_timestamp(id), $2, ($4::text[])[1 + n % $5], 'session', gen_random_uuid(), jsonb_build_object('area', 'p'), sha256(uuid_send(id))
  from (select n, uuidv7(make_interval(secs => -60 - n * 20)) as id from generate_series(1, $3::bigint) n) numbered`;

const people = `
  insert into audit_person (provider_uuid, audit_uuid, user_uuid, salt, about)
  select provider_uuid, audit_uuid, user_uuid, uuid_send(gen_random_uuid()), jsonb_build_object('username', 'provider01', 'address', '192.0.2.7')
  from audit_log l where not exists (select from audit_person p where (p.provider_uuid, p.audit_uuid) = (l.provider_uuid, l.audit_uuid))`;

/** Writes audit rows for provider01; each of five actions has a fifth of them. */
export async function writeAuditRows(dataDir: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrlOf(dataDir) });
  await client.connect();
  try {
    await client.query("select set_config('app.kind', 'gate', false)");
    const { rows: found } = await client.query<{ user_uuid: string; related_uuid: string }>(
      "select user_uuid, related_uuid from app_user where username = 'provider01'",
    );
    const user = found[0];
    if (user === undefined) throw new Error("the demo has no provider01");
    await client.query("select set_config('app.kind', 'platform', false)");
    await client.query(log, [user.related_uuid, user.user_uuid, rows, actions, actions.length]);
    await client.query(people);
  } finally {
    await client.end();
  }
}
