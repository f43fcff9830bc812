import { setTimeout as sleep } from "node:timers/promises";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { hashPassword } from "#server/platform/runtime/passwords.ts";
import { findAccountByName, findAccount, identifyForAudit, nameKey } from "./account.queries.ts";
import type { Account } from "./account.queries.ts";
import { openPasswords, takeKeyIn } from "./aes-key.commands.ts";
import { forgiveUsername } from "./password-attempts.commands.ts";
import { createMailedLink, peekMailedLink, useMailedLink, voidMailedLinks } from "./one-time-link.commands.ts";
import { mailResetLink } from "./password-reset-mail.commands.ts";
import { setPassword, refuseTypedPassword } from "./passwords.commands.ts";
import { nameBucket, countAgainst, toNetwork } from "#server/platform/http/rate-limits.commands.ts";
import { endSessions } from "./session.commands.ts";

const purpose = "resetPassword";
const linkLifeMs = 30 * 60_000;
const hourMs = 3_600_000;
const asksPerAccount = 5;
const asksPerAddress = 20;
const resetsPerAddress = 20;
/** Several times what a request for an existing account takes: a mail's job, a link, a line of the log. */
const answeredAfterMs = 250;

/** Answers no sooner than after a quarter of a second, so that the response time reveals nothing. No transaction is open meanwhile. */
export async function padResponseTime<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    await sleep(Math.max(0, answeredAfterMs - (performance.now() - started)));
  }
}

/** Counts a request for a link, by address and by the typed username, whether there is such an account or not. */
export async function countResetRequest(username: string, { services, address, now }: RequestContext): Promise<boolean> {
  return services.database.transaction(anonymous, async (tx) => {
    const ofAddress = nameBucket("accounts.request-password-reset address", toNetwork(address));
    if (!(await countAgainst(tx, ofAddress, asksPerAddress, hourMs, now))) return false;
    return countAgainst(tx, nameBucket("accounts.request-password-reset account", nameKey(username)), asksPerAccount, hourMs, now);
  });
}

/** Mails a link to the account's owner, if the account exists, may sign in and has an address. Earlier links are voided. */
export async function askForReset(tx: Tx, form: { username: string; language: Language }, context: RequestContext): Promise<void> {
  const account = await findAccountByName(tx, form.username);
  if (account === null || account.status !== "active" || account.password_hash === null || account.email === "") return;
  await holdUser(tx, account);
  const token = await createMailedLink(tx, { purpose, userUuid: account.user_uuid, lifeMs: linkLifeMs, now: context.now });
  await mailResetLink(tx, account, token, form.language, context);
  await writeAudit(tx, context, {
    action: "accounts.request-password-reset",
    subjectType: "user",
    subjectUuid: account.user_uuid,
    by: identifyForAudit(account, account.username),
  });
}

/** Locks a user's row, everywhere before its links and its sessions, to avoid deadlocks. */
async function holdUser(tx: Tx, { user_uuid }: Account): Promise<void> {
  await tx.selectFrom("app_user").select("user_uuid").where("user_uuid", "=", user_uuid).forNoKeyUpdate().execute();
}

export interface ResetForm {
  readonly token: string;
  readonly password: string;
  readonly confirm: string;
  readonly key_id: string;
}

/** Counts the attempt, uses the key up and finds the link's owner; the link is used up only with the new password. */
async function begin(
  form: ResetForm,
  { services, address, now }: RequestContext,
): Promise<Result<{ aesKey: string; account: Account }, RefusalName>> {
  return services.database.transaction(anonymous, async (tx) => {
    const ofAddress = nameBucket("accounts.reset-password address", toNetwork(address));
    if (!(await countAgainst(tx, ofAddress, resetsPerAddress, hourMs, now))) return refuse("tooMany");
    const aesKey = await takeKeyIn(tx, services, form.key_id, now);
    if (aesKey === null) return refuse("keyExpired");
    const userUuid = await peekMailedLink(tx, { purpose, token: form.token, now });
    const account = userUuid === null ? null : await findAccount(tx, userUuid);
    return account === null ? refuse("linkExpired") : ok({ aesKey, account });
  });
}

/**
 * Finds whose password the link sets, and hashes the new one.
 * @throws LimitReached if too many passwords wait to be hashed
 */
export async function checkReset(
  form: ResetForm,
  context: RequestContext,
): Promise<Result<{ account: Account; newHash: string }, RefusalName>> {
  const begun = await begin(form, context);
  if (!begun.ok) return begun;
  const { aesKey, account } = begun.value;
  const typed = await openPasswords({ password: form.password, confirm: form.confirm }, aesKey);
  if (typed === null) return refuse("parameterError");
  const refusal = refuseTypedPassword(typed, account.username);
  return refusal === null ? ok({ account, newHash: await hashPassword(typed.password) }) : refuse(refusal);
}

/**
 * Uses the link up and sets the password, ends every session and resets the account's limits on signing in.
 * @returns false if the link was used or voided meanwhile, or the account is blocked
 */
export async function finishReset(
  tx: Tx,
  reset: { account: Account; newHash: string; token: string },
  { now }: RequestContext,
): Promise<boolean> {
  const { account, newHash, token } = reset;
  await holdUser(tx, account);
  if ((await useMailedLink(tx, { purpose, token, now })) === null) return false;
  if (!(await setPassword(tx, account, newHash))) return false;
  await voidMailedLinks(tx, { purpose, userUuid: account.user_uuid, now });
  await endSessions(tx, { userUuids: [account.user_uuid] }, now);
  await forgiveUsername(tx, account.username);
  return true;
}
