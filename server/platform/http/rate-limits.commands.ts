import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Names a counter, shared by all processes: what is counted (`accounts.sign-in account`), and whose. The owner is hashed, so that nobody is named. */
export function nameBucket(what: string, whose: string): string {
  return `${what} ${createHash("sha256").update(whose).digest("base64url")}`;
}

/** Returns the eight groups of an IPv6 address in hexadecimal. */
function splitGroups(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const between = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(between).fill("0"), ...after].map((group) => Number.parseInt(group, 16).toString(16));
}

/** Returns what an address counts as: itself, or for IPv6 its network of 64 bits, since one household has too many addresses to count. */
export function toNetwork(address: string): string {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain) || plain.includes(".")) return plain;
  return splitGroups(plain).slice(0, 4).join(":");
}

function windowStart(windowMs: number, now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}

/**
 * Counts once more, atomically, and returns whether that is still within the limit. The count must survive a refusal: in a call whose refusal rolls
 * its work back, count in a transaction of its own.
 *
 * @param bucket of `nameBucket`
 * @param limit how many are allowed in a window
 * @param windowMs windows follow each other from the epoch on, and each begins at zero
 * @returns whether this one is allowed
 */
export async function countAgainst(tx: Tx, bucket: string, limit: number, windowMs: number, now: Date): Promise<boolean> {
  const { hits } = await tx
    .insertInto("rate_count")
    .values({ bucket, window_start: windowStart(windowMs, now), hits: 1 })
    // past the limit the exact count no longer matters
    .onConflict((conflict) =>
      conflict.columns(["bucket", "window_start"]).doUpdateSet({ hits: sql`least(rate_count.hits + 1, ${limit + 1}::int)` }),
    )
    .returning("hits")
    .executeTakeFirstOrThrow();
  return hits <= limit;
}

/** How often something may be tried: several times at once, then slower and slower. */
export interface Pace {
  /** the counts follow each other from the epoch on, and each begins at zero */
  readonly windowMs: number;
  /** how many are allowed without a delay */
  readonly free: number;
  /** past them: up to which count one is allowed in `everyMs`, the last without an end */
  readonly steps: readonly { readonly upTo: number; readonly everyMs: number }[];
}

/** Returns the count of the window that contains `now`, without a lock. */
export async function getCount(tx: Tx, bucket: string, windowMs: number, now: Date): Promise<number> {
  const row = await tx
    .selectFrom("rate_count")
    .select("hits")
    .where("bucket", "=", bucket)
    .where("window_start", "=", windowStart(windowMs, now))
    .executeTakeFirst();
  return row?.hits ?? 0;
}

/**
 * Counts once more and returns whether it keeps to a pace; what comes too soon does not count. Atomic, over all processes, like `countAgainst`. A
 * refusal that reading alone can decide locks no row: a flood of refusals would otherwise queue, with a connection each.
 * @returns whether this one is allowed
 */
export async function countPaced(tx: Tx, bucket: string, { windowMs, free, steps }: Pace, now: Date): Promise<boolean> {
  const findStep = (hits: number) => (hits <= free ? undefined : steps.find(({ upTo }) => hits <= upTo));
  const getStepBucket = (everyMs: number) => `${bucket} ${everyMs}`;
  const next = findStep((await getCount(tx, bucket, windowMs, now)) + 1);
  if (next !== undefined && (await getCount(tx, getStepBucket(next.everyMs), next.everyMs, now)) > 0) return false;
  const { hits } = await tx
    .insertInto("rate_count")
    .values({ bucket, window_start: windowStart(windowMs, now), hits: 1 })
    .onConflict((conflict) => conflict.columns(["bucket", "window_start"]).doUpdateSet({ hits: sql`rate_count.hits + 1` }))
    .returning("hits")
    .executeTakeFirstOrThrow();
  if (hits <= free) return true;
  const step = findStep(hits);
  if (step !== undefined && (await countAgainst(tx, getStepBucket(step.everyMs), 1, step.everyMs, now))) return true;
  await uncount(tx, bucket, windowMs, now);
  return false;
}

/** Subtracts one from the count of the window that contains `now`. */
export async function uncount(tx: Tx, bucket: string, windowMs: number, now: Date): Promise<void> {
  await tx
    .updateTable("rate_count")
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where("bucket", "=", bucket)
    .where("window_start", "=", windowStart(windowMs, now))
    .execute();
}

/** Resets a bucket's count. */
export async function clearCount(tx: Tx, bucket: string): Promise<void> {
  await tx.deleteFrom("rate_count").where("bucket", "=", bucket).execute();
}
