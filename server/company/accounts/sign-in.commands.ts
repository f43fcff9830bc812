import { mayEnter } from "#src/kit/api/roles-and-permissions.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { verifyPassword } from "#server/platform/runtime/passwords.ts";
import { findAccountByName, identifyForAudit } from "./account.queries.ts";
import type { Account } from "./account.queries.ts";
import { openPasswords, takeKeyIn } from "./aes-key.commands.ts";
import { countAttempt, countGuessingNotice, forgiveAttempts, takeAttemptBack } from "./password-attempts.commands.ts";
import type { Attempt } from "./password-attempts.commands.ts";
import { findKnownDevice } from "./known-device.ts";
import { mailPasswordGuessed } from "./password-reset-mail.commands.ts";

export interface SignInForm {
  readonly username: string;
  readonly password: string;
  readonly key_id: string;
  readonly area: Area;
}

type Outside = Pick<RequestContext, "services" | "address" | "now" | "cookies" | "host" | "log">;

/** The account of the password, and the attempt, which is uncounted once the session is open. */
interface Checked {
  readonly account: Account;
  readonly attempt: Attempt;
}

/**
 * Uses the key up, looks the account up and counts the attempt: an unknown username takes the same steps in the same time. The owner is notified by
 * mail when attempts from unknown devices come so fast that they are slowed down.
 */
async function begin(
  form: SignInForm,
  context: Outside,
): Promise<Result<{ aesKey: string; account: Account | null; attempt: Attempt }, RefusalName>> {
  const { services, address, now, cookies } = context;
  return services.database.transaction(anonymous, async (tx) => {
    const aesKey = await takeKeyIn(tx, services, form.key_id, now);
    if (aesKey === null) return refuse("keyExpired");
    const account = await findAccountByName(tx, form.username);
    const attempt = { username: form.username, address, now, deviceId: findKnownDevice(services, account, cookies) };
    const { isAllowed, isPressed } = await countAttempt(tx, attempt);
    if (isPressed && (await countGuessingNotice(tx, form.username, now)) && account?.status === "active")
      await mailPasswordGuessed(tx, account, context);
    return isAllowed ? ok({ aesKey, account, attempt }) : refuse("signInLocked");
  });
}

/**
 * Verifies without an open transaction.
 * @param uncount uncounts the attempt if the password could not be checked
 */
export async function verifyAttempt(
  kept: string | null,
  password: string,
  uncount: (tx: Tx) => Promise<void>,
  { services }: Pick<RequestContext, "services">,
): Promise<boolean> {
  try {
    return await verifyPassword(kept, password);
  } catch (error) {
    await services.database.transaction(anonymous, uncount);
    throw error;
  }
}

/** Returns why somebody with the right password is still refused; null if they are not. With a wrong password none of it is revealed. */
function notLetIn(account: Account, area: Area): RefusalName | null {
  if (account.status !== "active") return "accountBlocked";
  return mayEnter(account.role, area) ? null : "wrongArea";
}

async function noteFailure(
  reason: RefusalName,
  form: SignInForm,
  { account, attempt }: { account: Account | null; attempt: Attempt },
  context: Outside,
): Promise<void> {
  await context.services.database.transaction(anonymous, async (tx) => {
    await writeAudit(
      tx,
      { ...context, actor: null },
      {
        action: "accounts.sign-in-failed",
        detail: { reason, area: form.area },
        by: identifyForAudit(account, form.username),
      },
    );
    if (reason !== "wrongCredentials") await forgiveAttempts(tx, attempt);
  });
}

/**
 * Returns whose password this is, if its owner may enter the area. Each failure is counted and audited, whatever becomes of the request.
 * @throws LimitReached if too many passwords wait to be verified
 */
export async function checkSignIn(form: SignInForm, context: Outside): Promise<Result<Checked, RefusalName>> {
  const begun = await begin(form, context);
  if (!begun.ok) return begun;
  const { aesKey, account, attempt } = begun.value;
  const passwords = await openPasswords({ password: form.password }, aesKey);
  if (passwords === null) return refuse("parameterError");
  const uncount = (tx: Tx) => takeAttemptBack(tx, attempt);
  const isRight = await verifyAttempt(account?.password_hash ?? null, passwords.password, uncount, context);
  const refusal = account === null || !isRight ? "wrongCredentials" : notLetIn(account, form.area);
  if (account !== null && refusal === null) return ok({ account, attempt });
  await noteFailure(refusal ?? "wrongCredentials", form, { account, attempt }, context);
  return refuse(refusal ?? "wrongCredentials");
}

/**
 * Records that a user signed in, if the verified password is still current and the account not blocked since. Until the transaction ends nobody
 * changes either, so that no session is opened behind a reset's back.
 */
export async function confirmSignIn(tx: Tx, account: Account, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable("app_user")
    .set({ last_seen_at: now })
    .where("user_uuid", "=", account.user_uuid)
    .where("password_hash", "=", account.password_hash)
    .where("status", "=", "active")
    .returning("user_uuid")
    .executeTakeFirst();
  return row !== undefined;
}
