import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** A table with expired rows, and the condition that selects them. */
interface Leftover {
  readonly table: string;
  /** its primary key */
  readonly key: readonly string[];
  readonly isOver: (now: Date) => RawBuilder<unknown>;
}

function before(now: Date, ageMs: number): Date {
  return new Date(now.getTime() - ageMs);
}

/** The tables that are cleared by age alone. */
export const leftovers: readonly Leftover[] = [
  { table: "aes_key", key: ["key_id"], isOver: (now) => sql`expires_at <= ${now}` },
  { table: "rate_count", key: ["bucket", "window_start"], isOver: (now) => sql`window_start < ${before(now, day)}` },
  { table: "idempotency_key", key: ["provider_uuid", "user_uuid", "key"], isOver: (now) => sql`created_at < ${before(now, day)}` },
  { table: "batch_set", key: ["provider_uuid", "user_uuid", "key", "set_number"], isOver: (now) => sql`created_at < ${before(now, day)}` },
  // Kept for a season, so that an old token still gets "expired" and a person can still see their sessions.
  { table: "session", key: ["session_uuid"], isOver: (now) => sql`ends_at < ${before(now, 90 * day)}` },
  { table: "mailed_link", key: ["link_uuid"], isOver: (now) => sql`expires_at < ${before(now, 30 * day)}` },
  // Somebody typed an address and nobody opened the link; one that was just mailed again may still be opened.
  {
    table: "app_user",
    key: ["user_uuid"],
    isOver: (now) => sql`role = 'customer' and status = 'invited' and created_at < ${before(now, 30 * day)}
      and not exists (select from mailed_link m where m.user_uuid = app_user.user_uuid and m.expires_at > ${now})`,
  },
  // A code that nobody approved, or whose device has long had its answer.
  { table: "device_link", key: ["link_uuid"], isOver: (now) => sql`expires_at < ${before(now, day)}` },
  // A removed device is shown nowhere any more; an unknown one gets the same answer as a removed one.
  { table: "device", key: ["device_uuid"], isOver: (now) => sql`revoked_at < ${before(now, 30 * day)}` },
  // Kept until the provider has long stopped resending it, processed or not: by then the nightly reconciliation has compensated for a missed one.
  {
    table: "payment_event",
    key: ["provider_name", "event_id"],
    isOver: (now) => sql`received_at < ${before(now, 90 * day)} and coalesce(done_at, received_at) < ${before(now, 90 * day)}`,
  },
  // A year is long enough to return to an answer, or to give one.
  {
    table: "support_request",
    key: ["request_uuid"],
    isOver: (now) => sql`answered_at < ${before(now, 365 * day)} or (status = 'OPEN' and created_at < ${before(now, 365 * day)})`,
  },
  // What nobody posted for a week is deleted with its rows; the others stay in the list for a year.
  {
    table: "import_job",
    key: ["provider_uuid", "import_uuid"],
    isOver: (now) => sql`created_at < ${before(now, 365 * day)} or (status = 'CHECKED' and created_at < ${before(now, 7 * day)})`,
  },
  { table: "carrier_error", key: ["provider_uuid", "carrier_error_uuid"], isOver: (now) => sql`at < ${before(now, 90 * day)}` },
  // By the database's own time, which wrote `created_at`: a clock that was set ahead would delete events that were not delivered yet.
  { table: "event", key: ["provider_uuid", "event_uuid"], isOver: (now) => sql`created_at < least(now(), ${now}) - interval '24 hours'` },
];

/** Deletes at most `limit` expired rows and returns their number. */
export async function clearSome(tx: Tx, { table, key, isOver }: Leftover, now: Date, limit: number): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${isOver(now)} limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Removes expired downloads from the lists and expires their files. */
export async function clearDownloads(tx: Tx, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with gone as (
      delete from download where (provider_uuid, download_uuid) in (
        select provider_uuid, download_uuid from download where expires_at <= ${now} order by expires_at limit ${limit})
      returning provider_uuid, file_uuid
    ), expired as (
      update file f set expires_at = least(f.expires_at, ${now}) from gone
       where f.provider_uuid = gone.provider_uuid and f.file_uuid = gone.file_uuid
    )
    select 1 from gone`.execute(tx);
  return rows.length;
}
