import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/** The notification channel of every process with sockets; its payload is a JSON array of uuids. */
export const sessionsChannel = "quayside_sessions_ended";

/** PostgreSQL accepts less than 8000 bytes a notification; a uuid with its quotes and comma has 39. */
const uuidsPerNotification = 200;

/**
 * Has every process look up the sockets of these sessions again once this transaction is committed: they are closed if the session was ended, and
 * use its new permissions and provider if it was changed.
 * @param uuids of sessions; of users or companies for all of theirs
 */
export async function recheckSockets(tx: Tx, uuids: readonly string[]): Promise<void> {
  for (let from = 0; from < uuids.length; from += uuidsPerNotification) {
    const payload = JSON.stringify(uuids.slice(from, from + uuidsPerNotification));
    await sql`select pg_notify(${sessionsChannel}, ${payload})`.execute(tx);
  }
}
