import type { Selectable } from "kysely";
import type { linkStates } from "#src/pro/entitlement/entitlement.contract.ts";
import type { DeviceLink } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { hashToken } from "#server/platform/http/authenticate.ts";

export type LinkState = (typeof linkStates)[number];
export type LinkRow = Pick<
  Selectable<DeviceLink>,
  "link_uuid" | "user_code" | "thumbprint" | "device_name" | "state" | "user_uuid" | "device_uuid" | "created_at" | "expires_at"
>;

const columns = [
  "link_uuid",
  "user_code",
  "thumbprint",
  "device_name",
  "state",
  "user_uuid",
  "device_uuid",
  "created_at",
  "expires_at",
] as const;

/** Returns the state of a link: one that nobody decided in time has expired. */
export function getLinkState({ state, expires_at }: Pick<LinkRow, "state" | "expires_at">, now: Date): LinkState {
  if (state === "PENDING") return expires_at > now ? "PENDING" : "EXPIRED";
  // a constraint limits it to the known states
  return state === "APPROVED" ? "APPROVED" : "DENIED";
}

/** Returns the state of the link that a device requested; EXPIRED for an unknown device code. The caller must act as `anonymous`. */
export async function linkOfDevice(tx: Tx, deviceCode: string, now: Date): Promise<{ state: LinkState; deviceUuid: string | null }> {
  const row = await tx
    .selectFrom("device_link")
    .select(["state", "expires_at", "device_uuid"])
    .where("device_code_hash", "=", hashToken(deviceCode))
    .executeTakeFirst();
  return row === undefined ? { state: "EXPIRED", deviceUuid: null } : { state: getLinkState(row, now), deviceUuid: row.device_uuid };
}

/**
 * Returns the link of a code if the customer may see it: a pending one, or one that this customer decided. Otherwise null. The caller must act as
 * `anonymous`.
 * @param code eight letters without dash
 */
export async function linkOfCode(
  tx: Tx,
  { code, userUuid, now }: { code: string; userUuid: string; now: Date },
  lock: "look" | "hold" = "look",
): Promise<LinkRow | null> {
  const found = tx.selectFrom("device_link").select(columns).where("user_code", "=", code);
  const row = await (lock === "hold" ? found.forNoKeyUpdate() : found).executeTakeFirst();
  if (row === undefined) return null;
  return row.user_uuid === userUuid || getLinkState(row, now) === "PENDING" ? row : null;
}
