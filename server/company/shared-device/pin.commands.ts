import { createHash, randomBytes } from "node:crypto";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { toBadgeCode, getPinRefusal } from "#src/company/shared-device/pin.rules.ts";
import { findAccount } from "#server/company/accounts/account.queries.ts";
import { openPasswords, takeKey } from "#server/company/accounts/aes-key.commands.ts";
import { countOwnAttempt, forgiveOwnAttempts, takeOwnAttemptBack } from "#server/company/accounts/password-attempts.commands.ts";
import { verifyAttempt } from "#server/company/accounts/sign-in.commands.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { hashPassword } from "#server/platform/runtime/passwords.ts";
import type { Who } from "./shared-device.queries.ts";

/** Hashes a badge's code or a device's secret for storage: nobody who reads the table can present either. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Decrypts what was sealed for this request, and uses its key up. */
export async function openSecrets<N extends string>(
  sealed: Readonly<Record<N, string>>,
  keyId: string,
  { services, now }: RequestContext,
): Promise<Result<Record<N, string>, RefusalName>> {
  const aesKey = await takeKey(services, keyId, now);
  if (aesKey === null) return refuse("keyExpired");
  const typed = await openPasswords(sealed, aesKey);
  return typed === null ? refuse("parameterError") : ok(typed);
}

/**
 * Checks the account's password, counted as for a change of password: a session alone, which may be one by PIN, cannot set a PIN.
 * @throws LimitReached if too many passwords wait to be hashed
 */
export async function provePassword(password: string, context: RequestContext): Promise<RefusalName | null> {
  const { services, now, acting } = context;
  const { userUuid } = requireActor(context);
  const account = await services.database.transaction(anonymous, async (tx) =>
    (await countOwnAttempt(tx, userUuid, now)) ? findAccount(tx, userUuid) : null,
  );
  if (account === null) return "signInLocked";
  if (!(await verifyAttempt(account.password_hash, password, (tx) => takeOwnAttemptBack(tx, userUuid, now), context))) {
    await services.database.transaction(acting, (tx) => writeAudit(tx, context, { action: "scanning.password-failed" }));
    return "scanning.passwordWrong";
  }
  await services.database.transaction(anonymous, (tx) => forgiveOwnAttempts(tx, userUuid));
  return null;
}

/** Returns what is wrong with a new PIN and its repetition. */
export function refuseNewPin(pin: string, confirm: string, role: Role): RefusalName | null {
  return getPinRefusal(pin, role) ?? (pin === confirm ? null : "scanning.pinsDiffer");
}

/**
 * Stores a person's PIN. The person has just entered the password, so a lock is lifted.
 * @param pinHash of `hashPassword`
 */
export async function storePin(tx: Tx, { providerUuid, userUuid }: Who, pinHash: string, now: Date): Promise<void> {
  const kept = { pin_hash: pinHash, pin_set_at: now, wrong_tries: 0 };
  await tx
    .insertInto("operator_pin")
    .values({ provider_uuid: providerUuid, user_uuid: userUuid, ...kept })
    .onConflict((conflict) => conflict.columns(["provider_uuid", "user_uuid"]).doUpdateSet(kept))
    .execute();
}

/** Creates a person's badge and replaces the previous one. @returns its code, which is stored nowhere */
export async function createBadge(tx: Tx, { providerUuid, userUuid }: Who, now: Date): Promise<string> {
  const badge = toBadgeCode(randomBytes(20));
  const kept = { badge_hash: hashSecret(badge), badge_made_at: now, wrong_tries: 0 };
  await tx
    .insertInto("operator_pin")
    .values({ provider_uuid: providerUuid, user_uuid: userUuid, ...kept })
    .onConflict((conflict) => conflict.columns(["provider_uuid", "user_uuid"]).doUpdateSet(kept))
    .execute();
  return badge;
}

/** Hashes a PIN like a password. @throws LimitReached */
export const hashPin = hashPassword;

/** Deletes a person's PIN and badge. The count of wrong attempts stays: setting a new PIN needs the password. */
export async function forgetPin(tx: Tx, { providerUuid, userUuid }: Who): Promise<void> {
  await tx
    .updateTable("operator_pin")
    .set({ pin_hash: null, badge_hash: null, pin_set_at: null, badge_made_at: null })
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .execute();
}

/**
 * Records a full sign-in on a device. One that is newer than the last wrong attempt unlocks PIN and badge.
 * @returns whether it was not recorded before
 */
export async function noteDevice(
  tx: Tx,
  { providerUuid, userUuid }: Who,
  { deviceHash, sessionUuid, now }: { deviceHash: Buffer; sessionUuid: string; now: Date },
): Promise<boolean> {
  const { created_at } = await tx
    .selectFrom("session")
    .select("created_at")
    .where("session_uuid", "=", sessionUuid)
    .executeTakeFirstOrThrow();
  const noted = await tx
    .insertInto("shared_device")
    .values({ provider_uuid: providerUuid, device_hash: deviceHash, user_uuid: userUuid, signed_in_at: created_at, last_used_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["provider_uuid", "device_hash", "user_uuid"])
        .doUpdateSet({ signed_in_at: created_at, last_used_at: now })
        .where("shared_device.signed_in_at", "<", created_at),
    )
    .returning("user_uuid")
    .executeTakeFirst();
  if (noted === undefined) return false;
  await tx
    .updateTable("operator_pin")
    .set({ wrong_tries: 0 })
    .where("provider_uuid", "=", providerUuid)
    .where("user_uuid", "=", userUuid)
    .where("last_wrong_at", "<", created_at)
    .execute();
  return true;
}
