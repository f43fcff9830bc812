import { confirmationRefusal, signUpPasswordRefusal } from "#src/accounts/accounts.rules.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { openPasswords, takeKeyIn } from "#server/accounts/aes-key.commands.ts";
import { peekMailedLink, useMailedLink } from "#server/accounts/mailed-link.commands.ts";
import { bucketOf, countAgainst, networkOf } from "#server/accounts/rate.commands.ts";
import { gate } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { violatedUnique } from "#server/db/violations.ts";
import type { RequestContext } from "#server/http/context.ts";
import { hashPassword } from "#server/passwords.ts";

export interface Acceptance {
  /** of the mailed link */
  readonly token: string;
  readonly username: string;
  /** both sealed with the key */
  readonly password: string;
  readonly confirm: string;
  readonly key_id: string;
}

/** Somebody who is invited and may accept. */
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

/** Counts the try, uses the key up and finds who is invited; the link stays good until the account is made. */
async function begin(
  { key_id, token }: Acceptance,
  { services, address, now }: RequestContext,
): Promise<Result<{ aesKey: string; operator: InvitedOperator }, "tooMany" | "keyExpired" | "linkExpired">> {
  return services.database.transaction(gate, async (tx) => {
    const ofAddress = bucketOf("operators.accept-invitation address", networkOf(address));
    if (!(await countAgainst(tx, ofAddress, triesPerAddress, hourMs, now))) return refuse("tooMany");
    const aesKey = await takeKeyIn(tx, services, key_id, now);
    if (aesKey === null) return refuse("keyExpired");
    const operator = await invitedBy(tx, token, now);
    return operator === null ? refuse("linkExpired") : ok({ aesKey, operator });
  });
}

/**
 * Says who accepts, and hashes the password that was chosen, by the rule of sign-up.
 * @throws LimitReached when too many passwords wait to be hashed
 */
export async function checkedAcceptance(
  form: Acceptance,
  context: RequestContext,
): Promise<Result<{ operator: InvitedOperator; passwordHash: string }, RefusalName>> {
  const begun = await begin(form, context);
  if (!begun.ok) return begun;
  const { aesKey, operator } = begun.value;
  const typed = await openPasswords({ password: form.password, confirm: form.confirm }, aesKey);
  if (typed === null) return refuse("parameterError");
  const refusal = signUpPasswordRefusal(typed.password, form.username) ?? confirmationRefusal(typed.password, typed.confirm);
  return refusal === null ? ok({ operator, passwordHash: await hashPassword(typed.password) }) : refuse(refusal);
}

/** Uses the link up and makes the invited user's account. Wants the gate. */
export async function finishAcceptance(
  tx: Tx,
  { userUuid }: InvitedOperator,
  { username, passwordHash, token }: { username: string; passwordHash: string; token: string },
  now: Date,
): Promise<Result<null, "linkExpired" | "accounts.usernameTaken">> {
  // The user's row before the link, as everywhere: nobody waits in a circle.
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
    if (violatedUnique(error) === "app_user_username_key") return refuse("accounts.usernameTaken");
    throw error;
  }
}
