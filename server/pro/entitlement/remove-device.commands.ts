import { sql } from "kysely";
import { endSessions } from "#server/company/accounts/session.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

const longestUuid = 36;

/** Describes a device for the list of sessions: its name, and the id by which its session is found again. */
export function findSessionDevice({ name, deviceUuid }: { name: string; deviceUuid: string }): string {
  return `${name} · ${deviceUuid}`;
}

/** Ends the sessions that a device opened. The caller must act as `anonymous`, or as its owner. */
export async function endDeviceSessions(
  tx: Tx,
  { deviceUuid, userUuid }: { deviceUuid: string; userUuid: string },
  now: Date,
): Promise<void> {
  const opened = await tx
    .selectFrom("session")
    .select("session_uuid")
    .where("user_uuid", "=", userUuid)
    .where("area", "=", "customer")
    .where("revoked_at", "is", null)
    .where(sql<boolean>`right(device, ${longestUuid}) = ${deviceUuid}`)
    .execute();
  await endSessions(tx, { sessionUuids: opened.map(({ session_uuid }) => session_uuid) }, now);
}

/** Whether a device is linked to this customer. Locks it until the transaction ends: a concurrent removal waits, and then ends the new session. */
export async function holdsLinked(tx: Tx, { deviceUuid, userUuid }: { deviceUuid: string; userUuid: string }): Promise<boolean> {
  const row = await tx
    .selectFrom("device")
    .select("device_uuid")
    .where("device_uuid", "=", deviceUuid)
    .where("user_uuid", "=", userUuid)
    .where("revoked_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes a device from its owner's account, with the sessions that it opened. Removing it again is not an error.
 * @returns null if the device is not this customer's; otherwise whether it was linked until now
 */
export async function removeOwnDevice(
  tx: Tx,
  { deviceUuid, userUuid }: { deviceUuid: string; userUuid: string },
  now: Date,
): Promise<{ wasLinked: boolean } | null> {
  const own = await tx
    .selectFrom("device")
    .select("revoked_at")
    .where("device_uuid", "=", deviceUuid)
    .where("user_uuid", "=", userUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (own === undefined) return null;
  if (own.revoked_at !== null) return { wasLinked: false };
  await tx.updateTable("device").set({ revoked_at: now }).where("device_uuid", "=", deviceUuid).where("user_uuid", "=", userUuid).execute();
  await endDeviceSessions(tx, { deviceUuid, userUuid }, now);
  return { wasLinked: true };
}
