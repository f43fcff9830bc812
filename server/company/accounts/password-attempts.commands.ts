import type { Tx } from "#server/platform/db/row-security.ts";
import { nameKey } from "./account.queries.ts";
import {
  nameBucket,
  clearCount,
  countAgainst,
  countPaced,
  getCount,
  toNetwork,
  uncount,
} from "#server/platform/http/rate-limits.commands.ts";
import type { Pace } from "#server/platform/http/rate-limits.commands.ts";

const quarterHourMs = 15 * 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Wrong passwords in a quarter of an hour: from one network for one username, from one known device, of one signed-in user. */
const mostInARow = 10;

/**
 * Attempts on one username in a day, from all unknown devices together, wherever they are: after the first ten they are slowed down. At most 803 a
 * day are checked, however many addresses take part (ADR 27).
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

/**
 * Attempts from one network in an hour, on any usernames: after the first fifty they are slowed down. People who share the network are slowed down,
 * not locked out.
 */
export const paceOfNetwork: Pace = {
  windowMs: hourMs,
  free: 50,
  steps: [
    { upTo: 100, everyMs: 5000 },
    { upTo: Number.POSITIVE_INFINITY, everyMs: 40_000 },
  ],
};

/** An attempt at a password: for which username, from where and when. */
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
    device: deviceId === null ? null : nameBucket("accounts.sign-in device", deviceId),
    network: nameBucket("accounts.sign-in network", toNetwork(address)),
    pair: nameBucket("accounts.sign-in pair", `${toNetwork(address)} ${name}`),
    username: nameBucket("accounts.sign-in username", name),
  };
}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts get no more tries than sequential ones. A known device has a count
 * of its own, which nobody else can fill. The network always comes before the username, here and below, so that two that lock both rows wait in one
 * order. A refusal by the pair or the username holds no lock that others wait for.
 * @returns `isAllowed`; else `signInLocked`. `isPressed` for the first attempt slowed down today: the owner is notified
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
  // Not checked: it counts neither for the network nor for the pair.
  await uncount(tx, network, paceOfNetwork.windowMs, now);
  await uncount(tx, pair, quarterHourMs, now);
  return { isAllowed: false, isPressed: true };
}

/** Uncounts an attempt that was right, or whose password was not checked after all. Earlier attempts stay counted. */
export async function takeAttemptBack(tx: Tx, attempt: Attempt): Promise<void> {
  const { device, network, pair, username } = getBuckets(attempt);
  const { now } = attempt;
  if (device !== null) return uncount(tx, device, quarterHourMs, now);
  await uncount(tx, network, paceOfNetwork.windowMs, now);
  await uncount(tx, pair, quarterHourMs, now);
  await uncount(tx, username, paceOfUsername.windowMs, now);
}

/** Resets the count of the device, or of this network for this username, after the right password. Others' attempts on the username stay counted. */
export async function forgiveAttempts(tx: Tx, attempt: Attempt): Promise<void> {
  await takeAttemptBack(tx, attempt);
  const { device, pair } = getBuckets(attempt);
  await clearCount(tx, device ?? pair);
}

/** Resets the attempts on a username after its owner proved their identity by other means. */
export async function forgiveUsername(tx: Tx, username: string): Promise<void> {
  await clearCount(tx, nameBucket("accounts.sign-in username", nameKey(username)));
}

/** Whether to notify the owner of a username now that somebody is guessing: once a day. Unknown usernames are counted too, and in the same time. */
export async function countGuessingNotice(tx: Tx, username: string, now: Date): Promise<boolean> {
  const bucket = nameBucket("accounts.guessing-notice", nameKey(username));
  return (await getCount(tx, bucket, dayMs, now)) === 0 && countAgainst(tx, bucket, 1, dayMs, now);
}

/** Counts a signed-in user who types the password again. Others have no such session, so they cannot fill this count. */
function getOwnBucket(userUuid: string): string {
  return nameBucket("accounts.own-password", userUuid);
}

/** @returns whether the password may be checked; else `signInLocked` */
export async function countOwnAttempt(tx: Tx, userUuid: string, now: Date): Promise<boolean> {
  return countAgainst(tx, getOwnBucket(userUuid), mostInARow, quarterHourMs, now);
}

/** Uncounts an attempt whose password was not checked after all. */
export async function takeOwnAttemptBack(tx: Tx, userUuid: string, now: Date): Promise<void> {
  await uncount(tx, getOwnBucket(userUuid), quarterHourMs, now);
}

/** Resets the count after the right password. */
export async function forgiveOwnAttempts(tx: Tx, userUuid: string): Promise<void> {
  await clearCount(tx, getOwnBucket(userUuid));
}
