import { getConfirmationRefusal, getSignUpPasswordRefusal } from "#src/company/accounts/accounts.rules.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { RequestContext, SlowContext } from "#server/platform/http/context.ts";
import { hashPassword } from "#server/platform/runtime/passwords.ts";
import { openPasswords, peekKey, takeKey, takeKeyIn } from "./aes-key.commands.ts";
import { nameBucket, countAgainst, toNetwork } from "#server/platform/http/rate-limits.commands.ts";

const perAddress = 20;
const hourMs = 3_600_000;

/** The fields of every sign-up; `confirm` if the form asks for the password twice. */
export interface SignUpForm {
  readonly username: string;
  readonly password: string;
  readonly confirm?: string | undefined;
  readonly key_id: string;
}

/** Returns the new password's hash, or what is wrong with it. The key is read and not used up: `signUp` decides when. */
async function newPassword(form: SignUpForm, { services, now }: RequestContext): Promise<Result<string, RefusalName>> {
  const aesKey = await peekKey(services, form.key_id, now);
  if (aesKey === null) return refuse("keyExpired");
  const typed = await openPasswords({ password: form.password, confirm: form.confirm ?? form.password }, aesKey);
  if (typed === null) return refuse("parameterError");
  const refusal = getSignUpPasswordRefusal(typed.password, form.username) ?? getConfirmationRefusal(typed.password, typed.confirm);
  return refusal === null ? ok(await hashPassword(typed.password)) : refuse(refusal);
}

/**
 * Signs somebody up: counts by address, checks and hashes the password without an open transaction, then runs `create` in one.
 *
 * The key is used up in the transaction that claims the Idempotency-Key, not before: the second request of a double click finds either the key or
 * the first one's answer, never a used key and no answer. A refusal uses the key up all the same.
 * @throws LimitReached if too many passwords wait to be hashed
 */
export async function signUp<T>(
  form: SignUpForm,
  context: SlowContext<T>,
  create: (tx: Tx, passwordHash: string) => Promise<Result<T, RefusalName>>,
): Promise<Result<T, RefusalName>> {
  const { services, address, now } = context;
  const bucket = nameBucket("accounts.register address", toNetwork(address));
  const isAllowed = await services.database.transaction(anonymous, (tx) => countAgainst(tx, bucket, perAddress, hourMs, now));
  if (!isAllowed) return refuse("tooMany");
  const hashed = await newPassword(form, context);
  const result = await context.act(async (tx) => {
    if (!hashed.ok) return hashed;
    if ((await takeKeyIn(tx, services, form.key_id, now)) === null) return refuse("keyExpired");
    return create(tx, hashed.value);
  });
  if (!result.ok) await takeKey(services, form.key_id, now);
  return result;
}
