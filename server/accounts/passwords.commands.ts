import type { RefusalName } from "#src/api/codes.ts";
import { newPasswordRefusal, oldPasswordRefusal, confirmationRefusal } from "#src/accounts/accounts.rules.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { gate } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import type { Actor, RequestContext } from "#server/http/context.ts";
import { hashPassword } from "#server/passwords.ts";
import { forgetHandOver } from "#server/scanning/forget.commands.ts";
import { accountOf } from "./account.queries.ts";
import type { Account } from "./account.queries.ts";
import { countOwnAttempt, forgiveOwnAttempts, takeOwnAttemptBack } from "./attempts.commands.ts";
import { verifyAttempt } from "./sign-in.commands.ts";

/** What was typed to set a new password; without `old` where a mailed link stands for it. */
export interface TypedPasswords {
  readonly old?: string;
  readonly password: string;
  readonly confirm: string;
}

/** What is wrong with a new password and its repetition, and with the old one as far as that can be seen without looking it up. */
export function typedRefusal({ old, password, confirm }: TypedPasswords, username: string): RefusalName | null {
  const ofOld = old === undefined ? null : oldPasswordRefusal(old);
  return ofOld ?? newPasswordRefusal(password, username) ?? confirmationRefusal(password, confirm);
}

/** The account, and whether this try is within the user's own limit, which strangers' tries at signing in do not touch. */
async function begin(actor: Actor, { services, now }: RequestContext): Promise<Result<Account, RefusalName>> {
  return services.database.transaction(gate, async (tx) => {
    if (!(await countOwnAttempt(tx, actor.userUuid, now))) return refuse("signInLocked");
    const account = await accountOf(tx, actor.userUuid);
    return account === null ? refuse("loginExpired") : ok(account);
  });
}

/**
 * Checks the old password and hashes the new one.
 * @throws LimitReached when too many passwords wait to be hashed
 */
export async function checkedChange(
  typed: Required<TypedPasswords>,
  actor: Actor,
  context: RequestContext,
): Promise<Result<{ account: Account; newHash: string }, RefusalName>> {
  const refusal = typedRefusal(typed, actor.username);
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
  await services.database.transaction(gate, (tx) => forgiveOwnAttempts(tx, userUuid));
  return ok({ account, newHash: await hashPassword(typed.password) });
}

/**
 * Sets a password where the one that is there is the one that was looked at, and forgets the PIN and the badge that the one before vouched for.
 * Until the transaction ends nobody signs in with either.
 * @returns whether it was set; not where the account is blocked, or another change came first
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
  await forgetHandOver(tx, { providerUuid: account.provider_uuid, userUuid: account.user_uuid });
  return true;
}
