import { endSessions } from "#server/accounts/session.commands.ts";
import type { Tx } from "#server/db/tx.ts";

/**
 * Forgets all by which a person takes over a hand-held: PIN, badge, and the devices that know the person. Nothing is left that an older password
 * vouched for. Sessions stay: who calls this ends them.
 * @param tx acts for the gate, or the person
 * @param who `providerUuid` null for who has no provider, and nothing of this
 */
export async function forgetHandOver(tx: Tx, { providerUuid, userUuid }: { providerUuid: string | null; userUuid: string }): Promise<void> {
  if (providerUuid === null) return;
  await tx.deleteFrom("shared_device").where("provider_uuid", "=", providerUuid).where("user_uuid", "=", userUuid).execute();
  await tx.deleteFrom("operator_pin").where("provider_uuid", "=", providerUuid).where("user_uuid", "=", userUuid).execute();
}

/** Ends a person's sessions that PIN or badge opened. @param tx acts for the gate, the person, or the operator's provider */
export async function endSessionsByPin(tx: Tx, userUuid: string, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom("session")
    .select("session_uuid")
    .where("user_uuid", "=", userUuid)
    .where("is_by_pin", "=", true)
    .where("revoked_at", "is", null)
    .execute();
  await endSessions(tx, { sessionUuids: rows.map(({ session_uuid }) => session_uuid) }, now);
}
