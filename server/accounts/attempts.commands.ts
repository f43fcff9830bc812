import type { Tx } from "#server/db/tx.ts";
import { nameKey } from "./account.queries.ts";
import { bucketOf, clearCount, countAgainst, networkOf, uncount } from "./rate.commands.ts";

const windowMs = 15 * 60_000;
const perAccount = 10;
const perAddress = 50;

/** Somebody who tries a password: for which username, from where and when. */
export interface Attempt {
  readonly username: string;
  readonly address: string;
  readonly now: Date;
}

function bucketsOf({ username, address }: Attempt): { ofAddress: string; ofAccount: string } {
  return {
    ofAddress: bucketOf("accounts.sign-in address", networkOf(address)),
    ofAccount: bucketOf("accounts.sign-in account", nameKey(username)),
  };
}

/**
 * Counts a try before the password is looked at, so that many at once get no more tries than one after another. The address always before the
 * account, here and below: who locks two rows in one order waits for nobody who waits for him.
 * @returns whether it may be looked at; else `signInLocked`
 */
export async function countAttempt(tx: Tx, attempt: Attempt): Promise<boolean> {
  const { ofAddress, ofAccount } = bucketsOf(attempt);
  if (!(await countAgainst(tx, ofAddress, perAddress, windowMs, attempt.now))) return false;
  return countAgainst(tx, ofAccount, perAccount, windowMs, attempt.now);
}

/** The password was right: the account begins anew, and the address gets this one try back; what it tried at others' accounts stays. */
export async function forgiveAttempts(tx: Tx, attempt: Attempt): Promise<void> {
  const { ofAddress, ofAccount } = bucketsOf(attempt);
  await uncount(tx, ofAddress, windowMs, attempt.now);
  await clearCount(tx, ofAccount);
}

/** The password was not looked at after all: the try is given back. */
export async function takeAttemptBack(tx: Tx, attempt: Attempt): Promise<void> {
  const { ofAddress, ofAccount } = bucketsOf(attempt);
  await uncount(tx, ofAddress, windowMs, attempt.now);
  await uncount(tx, ofAccount, windowMs, attempt.now);
}

/** The account's owner proved to be one by other means: its tries begin anew. */
export async function forgiveAccount(tx: Tx, username: string): Promise<void> {
  await clearCount(tx, bucketOf("accounts.sign-in account", nameKey(username)));
}
