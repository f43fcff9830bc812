import type { RefusalName } from "#src/kit/api/codes.ts";
import { getNewPasswordRefusal, getOldPasswordRefusal, getConfirmationRefusal } from "#src/company/accounts/accounts.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { Actor, RequestContext } from "#server/platform/http/context.ts";
import { hashPassword } from "#server/platform/runtime/passwords.ts";
import { forgetSharedDevices } from "#server/company/shared-device/forget.commands.ts";
import { findAccount } from "./account.queries.ts";
import type { Account } from "./account.queries.ts";
import { countOwnAttempt, forgiveOwnAttempts, takeOwnAttemptBack } from "./password-attempts.commands.ts";
import { verifyAttempt } from "./sign-in.commands.ts";

/** The typed passwords; without `old` if a mailed link replaces it. */
export interface TypedPasswords {
  readonly old?: string;
  readonly password: string;
  readonly confirm: string;
}

/** Returns what is wrong with a new password and its repetition, and with the old one as far as is visible without looking it up. */
export function refuseTypedPassword({ old, password, confirm }: TypedPasswords, username: string): RefusalName | null {
  const ofOld = old === undefined ? null : getOldPasswordRefusal(old);
  return ofOld ?? getNewPasswordRefusal(password, username) ?? getConfirmationRefusal(password, confirm);
}

/** Returns the account if this attempt is within the user's own limit, which others' attempts to sign in do not affect. */
async function begin(actor: Actor, { services, now }: RequestContext): Promise<Result<Account, RefusalName>> {
  return services.database.transaction(anonymous, async (tx) => {
    if (!(await countOwnAttempt(tx, actor.userUuid, now))) return refuse("signInLocked");
    const account = await findAccount(tx, actor.userUuid);
    return account === null ? refuse("loginExpired") : ok(account);
  });
}

/**
 * Checks the old password and hashes the new one.
 * @throws LimitReached if too many passwords wait to be hashed
 */
export async function checkPasswordChange(
  typed: Required<TypedPasswords>,
  actor: Actor,
  context: RequestContext,
): Promise<Result<{ account: Account; newHash: string }, RefusalName>> {
  const refusal = refuseTypedPassword(typed, actor.username);
  if (refusal !== null) return refuse(refusal);
  const { services, now, acting } = context;
  const { userUuid } = actor;
  const begun = await begin(actor, context);
  if (!begun.ok) return begun;
  const account = begun.value;
  if (!(await verifyAttempt(account.password_hash, typed.old, (tx) => takeOwnAttemptBack(tx, userUuid, now), context))) {
    await services.database.transaction(acting, (tx) => writeAudit(tx, context, { action: "accounts.change-password-failed" }));
    return refuse("accounts.oldPasswordWrong");
  }
  await services.database.transaction(anonymous, (tx) => forgiveOwnAttempts(tx, userUuid));
  return ok({ account, newHash: await hashPassword(typed.password) });
}

/**
 * Sets a password if the current one is still the one that was checked, and deletes the PIN and the badge that depended on it. Until the
 * transaction ends nobody signs in with either.
 * @returns whether it was set; false if the account is blocked, or another change came first
 */
export async function setPassword(tx: Tx, account: Account, newHash: string): Promise<boolean> {
  const row = await tx
    .updateTable("app_user")
    .set((set) => ({ password_hash: newHash, version: set("version", "+", 1) }))
    .where("user_uuid", "=", account.user_uuid)
    .where("password_hash", "is not distinct from", account.password_hash)
    .where("status", "=", "active")
    .returning("user_uuid")
    .executeTakeFirst();
  if (row === undefined) return false;
  await forgetSharedDevices(tx, { providerUuid: account.provider_uuid, userUuid: account.user_uuid });
  return true;
}
