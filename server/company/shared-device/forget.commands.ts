import { endSessions } from "#server/company/accounts/session.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/**
 * Deletes everything with which a person takes over a hand-held: PIN, badge, and the devices that know the person. Nothing remains that depended on
 * an older password. Sessions stay: the caller ends them.
 * @param tx acts for `anonymous`, or the person
 * @param who `providerUuid` null for users without a provider, who have none of this
 */
export async function forgetSharedDevices(
  tx: Tx,
  { providerUuid, userUuid }: { providerUuid: string | null; userUuid: string },
): Promise<void> {
  if (providerUuid === null) return;
  await tx.deleteFrom("shared_device").where("provider_uuid", "=", providerUuid).where("user_uuid", "=", userUuid).execute();
  await tx.deleteFrom("operator_pin").where("provider_uuid", "=", providerUuid).where("user_uuid", "=", userUuid).execute();
}

/** Ends a person's sessions opened by PIN or badge. @param tx acts for `anonymous`, the person, or the operator's provider */
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
