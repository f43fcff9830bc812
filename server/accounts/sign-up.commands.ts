import { confirmationRefusal, signUpPasswordRefusal } from "#src/accounts/accounts.rules.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { gate } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import type { RequestContext, SlowContext } from "#server/http/context.ts";
import { hashPassword } from "#server/passwords.ts";
import { openPasswords, peekKey, takeKey, takeKeyIn } from "./aes-key.commands.ts";
import { bucketOf, countAgainst, networkOf } from "./rate.commands.ts";

const perAddress = 20;
const hourMs = 3_600_000;

/** What every sign-up sends; `confirm` where the form asks for the password twice. */
export interface SignUpForm {
  readonly username: string;
  readonly password: string;
  readonly confirm?: string | undefined;
  readonly key_id: string;
}

/** The new password's hash, or what is wrong with it. The key is looked at and left: `signUp` says when it is used up. */
async function newPassword(form: SignUpForm, { services, now }: RequestContext): Promise<Result<string, RefusalName>> {
  const aesKey = await peekKey(services, form.key_id, now);
  if (aesKey === null) return refuse("keyExpired");
  const typed = await openPasswords({ password: form.password, confirm: form.confirm ?? form.password }, aesKey);
  if (typed === null) return refuse("parameterError");
  const refusal = signUpPasswordRefusal(typed.password, form.username) ?? confirmationRefusal(typed.password, typed.confirm);
  return refusal === null ? ok(await hashPassword(typed.password)) : refuse(refusal);
}

/**
 * Signs somebody up: counts by address, checks and hashes the password without a transaction open, then does `create` in one.
 *
 * The key is used up in the transaction that claims the Idempotency-Key, not before: of a double click the second finds either the key or the first
 * one's answer, never a used key and no answer. Whatever was refused uses the key up all the same.
 * @throws LimitReached when too many passwords wait to be hashed
 */
export async function signUp<T>(
  form: SignUpForm,
  context: SlowContext<T>,
  create: (tx: Tx, passwordHash: string) => Promise<Result<T, RefusalName>>,
): Promise<Result<T, RefusalName>> {
  const { services, address, now } = context;
  const bucket = bucketOf("accounts.register address", networkOf(address));
  const isAllowed = await services.database.transaction(gate, (tx) => countAgainst(tx, bucket, perAddress, hourMs, now));
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
