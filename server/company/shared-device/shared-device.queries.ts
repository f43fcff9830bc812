import { sql } from "kysely";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { mostWrongTries } from "#src/company/shared-device/pin.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A user at a provider. */
export interface Who {
  readonly providerUuid: string;
  readonly userUuid: string;
}

/** Returns the state of the own PIN and badge. */
export async function readPinState(tx: Tx, { providerUuid, userUuid }: Who) {
  const row = await tx
    .selectFrom("operator_pin")
    .select(["pin_set_at", "badge_made_at", "wrong_tries"])
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .executeTakeFirst();
  return {
    pin_set_at: row?.pin_set_at?.toISOString() ?? null,
    badge_made_at: row?.badge_made_at?.toISOString() ?? null,
    is_locked: (row?.wrong_tries ?? 0) >= mostWrongTries,
  };
}

/** Whether a session was opened by PIN or badge. */
export async function isByPin(tx: Tx, sessionUuid: string): Promise<boolean> {
  const row = await tx.selectFrom("session").select("is_by_pin").where("session_uuid", "=", sessionUuid).executeTakeFirstOrThrow();
  return row.is_by_pin;
}

/** Returns the colleagues of a provider who signed in fully on a device. The caller must act as `anonymous`. */
export async function listPeopleOn(tx: Tx, { providerUuid, userUuid }: Who, deviceHash: Buffer) {
  const rows = await tx
    .selectFrom("shared_device as d")
    .innerJoin("app_user as u", "u.user_uuid", "d.user_uuid")
    .leftJoin("operator_pin as p", (join) => join.onRef("p.provider_uuid", "=", "d.provider_uuid").onRef("p.user_uuid", "=", "d.user_uuid"))
    .select(["u.username", "u.display_name", "p.pin_hash", "p.badge_hash", "p.wrong_tries"])
    .where("d.provider_uuid", "=", providerUuid)
    .where("d.device_hash", "=", deviceHash)
    .where("d.user_uuid", "!=", userUuid)
    .where("u.related_uuid", "=", providerUuid)
    .where("u.status", "=", "active")
    .orderBy("d.last_used_at", "desc")
    .orderBy("u.username")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    username: row.username,
    display_name: row.display_name,
    has_pin: row.pin_hash !== null,
    has_badge: row.badge_hash !== null,
    is_locked: (row.wrong_tries ?? 0) >= mostWrongTries,
  }));
}

/** A colleague who is registered on a device. */
export interface Colleague {
  readonly user_uuid: string;
  readonly username: string;
  readonly pin_hash: string | null;
  readonly wrong_tries: number | null;
  /** the session that an earlier switch opened here */
  readonly session_uuid: string | null;
  readonly role: string;
  readonly granted: readonly Permission[];
}

/**
 * Returns the colleague of a username or a badge who signed in fully on this device; null for everybody else. The caller must act as `anonymous`.
 * @param by `badgeHash` of the badge, or a username in lower case
 */
export async function findColleagueOn(
  tx: Tx,
  providerUuid: string,
  deviceHash: Buffer,
  by: { readonly nameKey: string } | { readonly badgeHash: Buffer },
): Promise<Colleague | null> {
  const whose = "badgeHash" in by ? sql`p.badge_hash = ${by.badgeHash}` : sql`lower(u.username) = ${by.nameKey}`;
  const { rows } = await sql<Colleague>`
    select u.user_uuid, u.username, u.role, p.pin_hash, p.wrong_tries, d.session_uuid,
      array(select g.permission from operator_grant g where g.provider_uuid = d.provider_uuid and g.user_uuid = u.user_uuid) as granted
    from shared_device d
    join app_user u on u.user_uuid = d.user_uuid and u.related_uuid = d.provider_uuid
    left join operator_pin p on p.provider_uuid = d.provider_uuid and p.user_uuid = d.user_uuid
    where d.provider_uuid = ${providerUuid} and d.device_hash = ${deviceHash} and u.status = 'active'
      and u.role in ('provider', 'operator') and ${whose}`.execute(tx);
  return rows[0] ?? null;
}
