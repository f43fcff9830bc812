import type { Selectable } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { Session } from "#server/platform/db/schema.generated.ts";
import type { Actor } from "#server/platform/http/context.ts";

/** As many as one call can end. */
const most = 200;

export type SessionRow = Pick<
  Selectable<Session>,
  "session_uuid" | "area" | "address" | "device" | "created_at" | "last_seen_at" | "opened_by"
>;

/** Lists the actor's open sessions, newest first. A support session sees itself alone: the retailer's other sessions are private. */
export async function listOpenSessions(tx: Tx, actor: Actor, now: Date): Promise<SessionRow[]> {
  const own = tx
    .selectFrom("session")
    .select(["session_uuid", "area", "address", "device", "created_at", "last_seen_at", "opened_by"])
    .where("user_uuid", "=", actor.userUuid)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now);
  const seen = actor.openedBy === null ? own : own.where("session_uuid", "=", actor.sessionUuid);
  return seen.orderBy("session_uuid", "desc").limit(most).execute();
}

/** Returns which of these are the user's own sessions, open or not. */
export async function ownAmong(tx: Tx, userUuid: string, sessionUuids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom("session")
    .select("session_uuid")
    .where("user_uuid", "=", userUuid)
    .where("session_uuid", "in", [...sessionUuids])
    .execute();
  return rows.map((row) => row.session_uuid);
}
