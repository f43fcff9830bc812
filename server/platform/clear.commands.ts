import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "#server/db/tx.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** A table with rows whose time is over, and which of them those are. */
interface Leftover {
  readonly table: string;
  /** its primary key */
  readonly key: readonly string[];
  readonly isOver: (now: Date) => RawBuilder<unknown>;
}

function before(now: Date, ageMs: number): Date {
  return new Date(now.getTime() - ageMs);
}

/** What is cleared by age alone. */
export const leftovers: readonly Leftover[] = [
  { table: "aes_key", key: ["key_id"], isOver: (now) => sql`expires_at <= ${now}` },
  { table: "rate_count", key: ["bucket", "window_start"], isOver: (now) => sql`window_start < ${before(now, day)}` },
  { table: "idempotency_key", key: ["provider_uuid", "user_uuid", "key"], isOver: (now) => sql`created_at < ${before(now, day)}` },
  // Kept for a season, so that an old token is still told "expired" and a person still finds where somebody was signed in.
  { table: "session", key: ["session_uuid"], isOver: (now) => sql`ends_at < ${before(now, 90 * day)}` },
  { table: "mailed_link", key: ["link_uuid"], isOver: (now) => sql`expires_at < ${before(now, 30 * day)}` },
  // Somebody typed an address and nobody opened the link; one that was mailed again just now may still be opened.
  {
    table: "app_user",
    key: ["user_uuid"],
    isOver: (now) => sql`role = 'customer' and status = 'invited' and created_at < ${before(now, 30 * day)}
      and not exists (select from mailed_link m where m.user_uuid = app_user.user_uuid and m.expires_at > ${now})`,
  },
  // A code that nobody let in, or whose device has long had its answer.
  { table: "device_link", key: ["link_uuid"], isOver: (now) => sql`expires_at < ${before(now, day)}` },
  // A removed device is shown nowhere any more; one that is unknown is answered as one that was removed.
  { table: "device", key: ["device_uuid"], isOver: (now) => sql`revoked_at < ${before(now, 30 * day)}` },
  // Kept until the provider has long stopped sending it again, done or not: the nightly look at the provider has long made up for one that was not.
  {
    table: "payment_event",
    key: ["provider_name", "event_id"],
    isOver: (now) => sql`received_at < ${before(now, 90 * day)} and coalesce(done_at, received_at) < ${before(now, 90 * day)}`,
  },
  // A year is long enough to come back to an answer, or to give one.
  {
    table: "support_request",
    key: ["request_uuid"],
    isOver: (now) => sql`answered_at < ${before(now, 365 * day)} or (status = 'OPEN' and created_at < ${before(now, 365 * day)})`,
  },
  // What nobody posted for a week goes with its rows; of the others the line in the list stays for a year.
  {
    table: "import_job",
    key: ["provider_uuid", "import_uuid"],
    isOver: (now) => sql`created_at < ${before(now, 365 * day)} or (status = 'CHECKED' and created_at < ${before(now, 7 * day)})`,
  },
  // By the database's own time, which wrote `created_at`: a clock that was moved ahead would take away what nobody was told yet.
  { table: "event", key: ["provider_uuid", "event_uuid"], isOver: (now) => sql`created_at < least(now(), ${now}) - interval '24 hours'` },
];

/** Removes at most `limit` rows whose time is over; gives how many those were. */
export async function clearSome(tx: Tx, { table, key, isOver }: Leftover, now: Date, limit: number): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${isOver(now)} limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Takes downloads whose time is over out of the lists and has their files go with them. */
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
