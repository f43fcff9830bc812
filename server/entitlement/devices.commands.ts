import { sql } from "kysely";
import { endSessions } from "#server/accounts/session.commands.ts";
import type { Tx } from "#server/db/tx.ts";

const longestUuid = 36;

/** What the list of sessions shows for one that a device opened: its name, and by its id the session is found again. */
export function sessionDevice({ name, deviceUuid }: { name: string; deviceUuid: string }): string {
  return `${name} · ${deviceUuid}`;
}

/** Ends the sessions that a device opened. Wants the gate, or its owner. */
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

/** Whether a device is linked to this customer, and stays so until the transaction ends: who removes it waits, and then ends what was opened. */
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
 * Takes a device off its owner's account, with the sessions that it opened. One that is off already is no error.
 * @returns null for a device that is not this customer's; else whether it was linked until now
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
