import { sql } from "kysely";
import type { SubscriptionStatus } from "#src/pro/subscription/subscription.machine.ts";
import { findBest } from "#src/pro/subscription/subscription.rules.ts";
import type { SubscriptionFacts } from "#src/pro/subscription/subscription.rules.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A linked device with its owner and the owner's Pro. */
export interface DeviceStanding {
  readonly userUuid: string;
  readonly thumbprint: string;
  readonly name: string;
  readonly email: string;
  readonly isBlocked: boolean;
  /** null without Pro */
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
  /** each subscription that may grant Pro: status, end of the period, whether it is cancelled, when it became past due; times in ms since 1970 */
  subscriptions: [SubscriptionStatus, number, boolean, number | null][];
}

/**
 * Returns a linked device with everything that decides about its token, in one round trip; records hourly that the device was seen. Null if it is
 * unknown or was removed.
 * @param thumbprint of the requesting key: with another key, nothing is recorded
 */
export async function findLinkedDevice(
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
  const best = isBlocked ? null : findBest(facts, now.getTime());
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

/** Returns the devices as their owner's list shows them. */
export async function findDevices(tx: Tx, userUuid: string) {
  return tx
    .selectFrom("device")
    .select(["device_uuid", "name", "linked_at", "last_renewed_at"])
    .where("user_uuid", "=", userUuid)
    .where("revoked_at", "is", null)
    .orderBy("linked_at")
    .orderBy("device_uuid")
    .execute();
}
