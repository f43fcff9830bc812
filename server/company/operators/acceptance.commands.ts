import { getConfirmationRefusal, getSignUpPasswordRefusal } from "#src/company/accounts/accounts.rules.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { openPasswords, takeKeyIn } from "#server/company/accounts/aes-key.commands.ts";
import { peekMailedLink, useMailedLink } from "#server/company/accounts/one-time-link.commands.ts";
import { nameBucket, countAgainst, toNetwork } from "#server/platform/http/rate-limits.commands.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { hashPassword } from "#server/platform/runtime/passwords.ts";

export interface Acceptance {
  /** of the mailed link */
  readonly token: string;
  readonly username: string;
  /** both sealed with the key */
  readonly password: string;
  readonly confirm: string;
  readonly key_id: string;
}

/** An invited user who may accept. */
export interface InvitedOperator {
  readonly userUuid: string;
  readonly providerUuid: string;
}

const purpose = "operatorInvitation";
const triesPerAddress = 20;
const hourMs = 3_600_000;

async function invitedBy(tx: Tx, token: string, now: Date): Promise<InvitedOperator | null> {
  const userUuid = await peekMailedLink(tx, { purpose, token, now });
  if (userUuid === null) return null;
  const user = await tx
    .selectFrom("app_user")
    .select("related_uuid")
    .where("user_uuid", "=", userUuid)
    .where("role", "=", "operator")
    .where("status", "=", "invited")
    .executeTakeFirst();
  return user === undefined || user.related_uuid === null ? null : { userUuid, providerUuid: user.related_uuid };
}

/** Counts the attempt, uses the key up and finds who is invited; the link is used up only with the account. */
async function begin(
  { key_id, token }: Acceptance,
  { services, address, now }: RequestContext,
): Promise<Result<{ aesKey: string; operator: InvitedOperator }, "tooMany" | "keyExpired" | "linkExpired">> {
  return services.database.transaction(anonymous, async (tx) => {
    const ofAddress = nameBucket("operators.accept-invitation address", toNetwork(address));
    if (!(await countAgainst(tx, ofAddress, triesPerAddress, hourMs, now))) return refuse("tooMany");
    const aesKey = await takeKeyIn(tx, services, key_id, now);
    if (aesKey === null) return refuse("keyExpired");
    const operator = await invitedBy(tx, token, now);
    return operator === null ? refuse("linkExpired") : ok({ aesKey, operator });
  });
}

/**
 * Returns who accepts, and hashes the chosen password, by the rule of sign-up.
 * @throws LimitReached if too many passwords wait to be hashed
 */
export async function checkAcceptance(
  form: Acceptance,
  context: RequestContext,
): Promise<Result<{ operator: InvitedOperator; passwordHash: string }, RefusalName>> {
  const begun = await begin(form, context);
  if (!begun.ok) return begun;
  const { aesKey, operator } = begun.value;
  const typed = await openPasswords({ password: form.password, confirm: form.confirm }, aesKey);
  if (typed === null) return refuse("parameterError");
  const refusal = getSignUpPasswordRefusal(typed.password, form.username) ?? getConfirmationRefusal(typed.password, typed.confirm);
  return refusal === null ? ok({ operator, passwordHash: await hashPassword(typed.password) }) : refuse(refusal);
}

/** Uses the link up and creates the invited user's account. The caller must act as `anonymous`. */
export async function finishAcceptance(
  tx: Tx,
  { userUuid }: InvitedOperator,
  { username, passwordHash, token }: { username: string; passwordHash: string; token: string },
  now: Date,
): Promise<Result<null, "linkExpired" | "accounts.usernameTaken">> {
  // The user's row before the link, as everywhere, to avoid deadlocks.
  await tx.selectFrom("app_user").select("user_uuid").where("user_uuid", "=", userUuid).forUpdate().execute();
  if ((await useMailedLink(tx, { purpose, token, now })) !== userUuid) return refuse("linkExpired");
  try {
    const made = await tx
      .updateTable("app_user")
      .set((user) => ({ username, password_hash: passwordHash, status: "active", version: user("version", "+", 1) }))
      .where("user_uuid", "=", userUuid)
      .where("status", "=", "invited")
      .returning("user_uuid")
      .executeTakeFirst();
    return made === undefined ? refuse("linkExpired") : ok(null);
  } catch (error) {
    if (getViolatedUnique(error) === "app_user_username_key") return refuse("accounts.usernameTaken");
    throw error;
  }
}
