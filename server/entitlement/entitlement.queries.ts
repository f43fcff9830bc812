import { sql } from "kysely";
import type { SubscriptionStatus } from "#src/subscription/subscription.machine.ts";
import { bestOf } from "#src/subscription/subscription.rules.ts";
import type { SubscriptionFacts } from "#src/subscription/subscription.rules.ts";
import type { Database } from "#server/db/database.ts";
import type { Tx } from "#server/db/tx.ts";

/** A linked device with whose it is and what that gives. */
export interface DeviceStanding {
  readonly userUuid: string;
  readonly thumbprint: string;
  readonly name: string;
  readonly email: string;
  readonly isBlocked: boolean;
  /** null where there is no Pro now */
  readonly proUntil: Date | null;
  /** the subscription ends with its period */
  readonly isEnding: boolean;
}

interface StandingRow {
  user_uuid: string;
  thumbprint: string;
  name: string;
  email: string;
  status: string;
  /** of each subscription that may give Pro: status, end of its period, whether it is cancelled, since when it is late; times in ms since 1970 */
  subscriptions: [SubscriptionStatus, number, boolean, number | null][];
}

/**
 * A device that is linked, with all that decides about its token, in one round trip; it is noted once an hour that the device was there. Null for one
 * that is unknown or was removed.
 * @param thumbprint of the key that asked: nothing is noted for another's
 */
export async function standingOf(
  database: Pick<Database, "statement">,
  { deviceUuid, thumbprint }: { deviceUuid: string; thumbprint: string },
  now: Date,
): Promise<DeviceStanding | null> {
  const rows = await database.statement(sql<StandingRow>`select * from device_standing(${deviceUuid}, ${thumbprint}, ${now})`);
  const [row] = rows;
  if (row === undefined) return null;
  const facts = row.subscriptions.map(
    ([status, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince]) =>
      ({ status, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince }) satisfies SubscriptionFacts,
  );
  const isBlocked = row.status !== "active";
  const best = isBlocked ? null : bestOf(facts, now.getTime());
  return {
    userUuid: row.user_uuid,
    thumbprint: row.thumbprint,
    name: row.name,
    email: row.email,
    isBlocked,
    proUntil: best === null ? null : new Date(best.until),
    isEnding: best?.subscription.cancelAtPeriodEnd ?? false,
  };
}

/** A device as its owner's list shows it. */
export async function devicesOf(tx: Tx, userUuid: string) {
  return tx
    .selectFrom("device")
    .select(["device_uuid", "name", "linked_at", "last_renewed_at"])
    .where("user_uuid", "=", userUuid)
    .where("revoked_at", "is", null)
    .orderBy("linked_at")
    .orderBy("device_uuid")
    .execute();
}
