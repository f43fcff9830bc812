import { mayEnter } from "#src/api/actors.ts";
import type { Area } from "#src/api/actors.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { gate } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import type { RequestContext } from "#server/http/context.ts";
import { verifyPassword } from "#server/passwords.ts";
import { accountByName, auditedAs } from "./account.queries.ts";
import type { Account } from "./account.queries.ts";
import { openPasswords, takeKeyIn } from "./aes-key.commands.ts";
import { countAttempt, countGuessingNotice, forgiveAttempts, takeAttemptBack } from "./attempts.commands.ts";
import type { Attempt } from "./attempts.commands.ts";
import { findKnownDevice } from "./known-device.ts";
import { mailPasswordGuessed } from "./password-mail.commands.ts";

export interface SignInForm {
  readonly username: string;
  readonly password: string;
  readonly key_id: string;
  readonly area: Area;
}

type Outside = Pick<RequestContext, "services" | "address" | "now" | "cookies" | "host" | "log">;

/** Whose password it was, and the try, which is forgiven once the session is open. */
interface Checked {
  readonly account: Account;
  readonly attempt: Attempt;
}

/**
 * Uses the key up, looks the account up and counts the try: for a username that nobody has the same steps in the same time. The owner is told by mail
 * when tries from unknown devices come so fast that they are slowed down.
 */
async function begin(
  form: SignInForm,
  context: Outside,
): Promise<Result<{ aesKey: string; account: Account | null; attempt: Attempt }, RefusalName>> {
  const { services, address, now, cookies } = context;
  return services.database.transaction(gate, async (tx) => {
    const aesKey = await takeKeyIn(tx, services, form.key_id, now);
    if (aesKey === null) return refuse("keyExpired");
    const account = await accountByName(tx, form.username);
    const attempt = { username: form.username, address, now, deviceId: findKnownDevice(services, account, cookies) };
    const { isAllowed, isPressed } = await countAttempt(tx, attempt);
    if (isPressed && (await countGuessingNotice(tx, form.username, now)) && account?.status === "active")
      await mailPasswordGuessed(tx, account, context);
    return isAllowed ? ok({ aesKey, account, attempt }) : refuse("signInLocked");
  });
}

/**
 * Verifies without a transaction open.
 * @param giveBack gives the try back where the password could not be looked at
 */
export async function verifyAttempt(
  kept: string | null,
  password: string,
  giveBack: (tx: Tx) => Promise<void>,
  { services }: Pick<RequestContext, "services">,
): Promise<boolean> {
  try {
    return await verifyPassword(kept, password);
  } catch (error) {
    await services.database.transaction(gate, giveBack);
    throw error;
  }
}

/** Why somebody with the right password is not let in all the same; null where they are. Who has a wrong one learns none of it. */
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
  await context.services.database.transaction(gate, async (tx) => {
    await writeAudit(
      tx,
      { ...context, actor: null },
      {
        action: "accounts.sign-in-failed",
        detail: { reason, area: form.area },
        by: auditedAs(account, form.username),
      },
    );
    if (reason !== "wrongCredentials") await forgiveAttempts(tx, attempt);
  });
}

/**
 * Says whose password this is, if it is anyone's who may enter the area. Each failure is counted and written down, whatever becomes of the request.
 * @throws LimitReached when too many passwords wait to be verified
 */
export async function checkSignIn(form: SignInForm, context: Outside): Promise<Result<Checked, RefusalName>> {
  const begun = await begin(form, context);
  if (!begun.ok) return begun;
  const { aesKey, account, attempt } = begun.value;
  const passwords = await openPasswords({ password: form.password }, aesKey);
  if (passwords === null) return refuse("parameterError");
  const giveBack = (tx: Tx) => takeAttemptBack(tx, attempt);
  const isRight = await verifyAttempt(account?.password_hash ?? null, passwords.password, giveBack, context);
  const refusal = account === null || !isRight ? "wrongCredentials" : notLetIn(account, form.area);
  if (account !== null && refusal === null) return ok({ account, attempt });
  await noteFailure(refusal ?? "wrongCredentials", form, { account, attempt }, context);
  return refuse(refusal ?? "wrongCredentials");
}

/**
 * Marks a user as seen if the password that was verified is still the one, and the account not blocked since. Until the transaction ends nobody changes
 * either, so that no session is opened behind a reset's back.
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
