import type { Selectable } from "kysely";
import type { Tx } from "#server/db/tx.ts";
import type { Session } from "#server/db/schema.generated.ts";
import type { Actor } from "#server/http/context.ts";

/** As many as can be ended by one call. */
const most = 200;

export type SessionRow = Pick<
  Selectable<Session>,
  "session_uuid" | "area" | "address" | "device" | "created_at" | "last_seen_at" | "opened_by"
>;

/** The open sessions of who asks, newest first. Who looks on for support sees that look alone: where the retailer signs in from is not theirs. */
export async function openSessionsOf(tx: Tx, actor: Actor, now: Date): Promise<SessionRow[]> {
  const own = tx
    .selectFrom("session")
    .select(["session_uuid", "area", "address", "device", "created_at", "last_seen_at", "opened_by"])
    .where("user_uuid", "=", actor.userUuid)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now);
  const seen = actor.openedBy === null ? own : own.where("session_uuid", "=", actor.sessionUuid);
  return seen.orderBy("session_uuid", "desc").limit(most).execute();
}

/** Which of these are the user's own sessions, open or not. */
export async function ownAmong(tx: Tx, userUuid: string, sessionUuids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom("session")
    .select("session_uuid")
    .where("user_uuid", "=", userUuid)
    .where("session_uuid", "in", [...sessionUuids])
    .execute();
  return rows.map((row) => row.session_uuid);
}
