import type { Tx } from "#server/db/tx.ts";
import { nameKey } from "./account.queries.ts";
import { bucketOf, clearCount, countAgainst, countPaced, getCount, networkOf, uncount } from "./rate.commands.ts";
import type { Pace } from "./rate.commands.ts";

const quarterHourMs = 15 * 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Wrong passwords in a quarter of an hour: of one network at one username, of one known device, of one signed-in user. */
const mostInARow = 10;

/**
 * Tries at one username in a day, from every unknown device together, wherever they are: past the first ten they get slower and slower. At most 803 a
 * day are looked at, however many addresses take part (ADR 27).
 */
export const paceOfUsername: Pace = {
  windowMs: dayMs,
  free: 10,
  steps: [
    { upTo: 30, everyMs: 5000 },
    { upTo: 100, everyMs: 30_000 },
    { upTo: Number.POSITIVE_INFINITY, everyMs: 120_000 },
  ],
};

/** Tries from one network in an hour, at whatever usernames: past the first fifty they get slower. Who shares the network is slowed down, not locked. */
export const paceOfNetwork: Pace = {
  windowMs: hourMs,
  free: 50,
  steps: [
    { upTo: 100, everyMs: 5000 },
    { upTo: Number.POSITIVE_INFINITY, everyMs: 40_000 },
  ],
};

/** Somebody who tries a password: for which username, from where and when. */
export interface Attempt {
  readonly username: string;
  readonly address: string;
  readonly now: Date;
  /** the known device it comes from; null for any other */
  readonly deviceId: string | null;
}

function getBuckets({ username, address, deviceId }: Attempt) {
  const name = nameKey(username);
  return {
    device: deviceId === null ? null : bucketOf("accounts.sign-in device", deviceId),
    network: bucketOf("accounts.sign-in network", networkOf(address)),
    pair: bucketOf("accounts.sign-in pair", `${networkOf(address)} ${name}`),
    username: bucketOf("accounts.sign-in username", name),
  };
}

/**
 * Counts a try before the password is looked at, so that many at once get no more tries than one after another. A known device has a count of its
 * own, which nobody else can fill. The network always before the username, here and below: two that lock both rows wait in one order. What the pair
 * or the username refuses holds no lock that others wait for.
 * @returns `isAllowed`; else `signInLocked`. `isPressed` for the first try that was slowed down today: the owner is told
 */
export async function countAttempt(tx: Tx, attempt: Attempt): Promise<{ isAllowed: boolean; isPressed: boolean }> {
  const { device, network, pair, username } = getBuckets(attempt);
  const { now } = attempt;
  if (device !== null) return { isAllowed: await countAgainst(tx, device, mostInARow, quarterHourMs, now), isPressed: false };
  if ((await getCount(tx, pair, quarterHourMs, now)) >= mostInARow) return { isAllowed: false, isPressed: false };
  if (!(await countPaced(tx, network, paceOfNetwork, now))) return { isAllowed: false, isPressed: false };
  if (!(await countAgainst(tx, pair, mostInARow, quarterHourMs, now))) {
    await uncount(tx, network, paceOfNetwork.windowMs, now);
    return { isAllowed: false, isPressed: false };
  }
  if (await countPaced(tx, username, paceOfUsername, now)) return { isAllowed: true, isPressed: false };
  // Not looked at: it counts neither for the network nor for the pair.
  await uncount(tx, network, paceOfNetwork.windowMs, now);
  await uncount(tx, pair, quarterHourMs, now);
  return { isAllowed: false, isPressed: true };
}

/** The try is given back: it was right, or the password was not looked at after all. What was tried before stays counted. */
export async function takeAttemptBack(tx: Tx, attempt: Attempt): Promise<void> {
  const { device, network, pair, username } = getBuckets(attempt);
  const { now } = attempt;
  if (device !== null) return uncount(tx, device, quarterHourMs, now);
  await uncount(tx, network, paceOfNetwork.windowMs, now);
  await uncount(tx, pair, quarterHourMs, now);
  await uncount(tx, username, paceOfUsername.windowMs, now);
}

/** The password was right: the device, or this network at this username, begins anew. What others tried at the username stays counted. */
export async function forgiveAttempts(tx: Tx, attempt: Attempt): Promise<void> {
  await takeAttemptBack(tx, attempt);
  const { device, pair } = getBuckets(attempt);
  await clearCount(tx, device ?? pair);
}

/** The account's owner proved to be one by other means: tries at the username begin anew. */
export async function forgiveUsername(tx: Tx, username: string): Promise<void> {
  await clearCount(tx, bucketOf("accounts.sign-in username", nameKey(username)));
}

/** Whether the owner of a username is to be told now that somebody guesses: once a day. Counted likewise, and as quickly, where nobody has it. */
export async function countGuessingNotice(tx: Tx, username: string, now: Date): Promise<boolean> {
  const bucket = bucketOf("accounts.guessing-notice", nameKey(username));
  return (await getCount(tx, bucket, dayMs, now)) === 0 && countAgainst(tx, bucket, 1, dayMs, now);
}

/** Of a signed-in user who types the password again. Strangers have no session, so they cannot fill this count. */
function getOwnBucket(userUuid: string): string {
  return bucketOf("accounts.own-password", userUuid);
}

/** @returns whether the password may be looked at; else `signInLocked` */
export async function countOwnAttempt(tx: Tx, userUuid: string, now: Date): Promise<boolean> {
  return countAgainst(tx, getOwnBucket(userUuid), mostInARow, quarterHourMs, now);
}

/** The password was not looked at after all. */
export async function takeOwnAttemptBack(tx: Tx, userUuid: string, now: Date): Promise<void> {
  await uncount(tx, getOwnBucket(userUuid), quarterHourMs, now);
}

/** The password was right. */
export async function forgiveOwnAttempts(tx: Tx, userUuid: string): Promise<void> {
  await clearCount(tx, getOwnBucket(userUuid));
}
