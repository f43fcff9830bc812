import type { Selectable } from "kysely";
import type { linkStates } from "#src/entitlement/entitlement.contract.ts";
import type { DeviceLink } from "#server/db/schema.generated.ts";
import type { Tx } from "#server/db/tx.ts";
import { tokenHash } from "#server/http/authenticate.ts";

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

/** What a link has come to: one that nobody decided in its time is over. */
export function stateOf({ state, expires_at }: Pick<LinkRow, "state" | "expires_at">, now: Date): LinkState {
  if (state === "PENDING") return expires_at > now ? "PENDING" : "EXPIRED";
  // a constraint holds it to the states that there are
  return state === "APPROVED" ? "APPROVED" : "DENIED";
}

/** What became of the link that a device asked for; EXPIRED for a device code that nobody was given. Wants the gate. */
export async function linkOfDevice(tx: Tx, deviceCode: string, now: Date): Promise<{ state: LinkState; deviceUuid: string | null }> {
  const row = await tx
    .selectFrom("device_link")
    .select(["state", "expires_at", "device_uuid"])
    .where("device_code_hash", "=", tokenHash(deviceCode))
    .executeTakeFirst();
  return row === undefined ? { state: "EXPIRED", deviceUuid: null } : { state: stateOf(row, now), deviceUuid: row.device_uuid };
}

/**
 * The link behind a code, as far as a customer may know of it: one that waits, or one that this customer decided. Null for every other. Wants the gate.
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
  return row.user_uuid === userUuid || stateOf(row, now) === "PENDING" ? row : null;
}
