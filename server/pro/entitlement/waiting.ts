import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 500;
/** How many may wait in this process; further ones are answered at once and ask again. */
const mostWaiting = 500;
/** How many of them one network may have, so that a few addresses do not take every place. */
const mostOfNetwork = 20;
/** How many one device may have: it sends one request at a time, and another after its network was lost. The oldest is answered at once. */
const mostOfRequester = 2;

/** Who waits, and how long. */
interface Waiter {
  /** at most, in ms; 0 checks once */
  readonly waitMs: number;
  /** the device, or the code by which it asks */
  readonly requester: string;
  /** the network it asks from, of `toNetwork` */
  readonly network: string;
}

interface Wait extends Waiter {
  readonly over: AbortController;
}

/** All waiting requests, the oldest first. */
const waits = new Set<Wait>();

/** Has one answered now, with the current result. */
function endWait(wait: Wait): void {
  waits.delete(wait);
  wait.over.abort();
}

/** Has all answered now, with the current result: the server is about to stop. They ask again. */
export function endWaits(): void {
  for (const wait of waits) endWait(wait);
}

/** Returns a place among the waiting; null if there is none. */
function beginWait(waiter: Waiter): Wait | null {
  const all = [...waits];
  const own = all.filter(({ requester }) => requester === waiter.requester);
  if (own[0] !== undefined && own.length >= mostOfRequester) endWait(own[0]);
  if (waits.size >= mostWaiting) return null;
  if (all.filter((wait) => wait.network === waiter.network && waits.has(wait)).length >= mostOfNetwork) return null;
  const wait = { ...waiter, over: new AbortController() };
  waits.add(wait);
  return wait;
}

/**
 * Polls until there is a result or the time is over. Between two polls nothing is held: no transaction, no connection.
 *
 * @param look one short poll
 * @param isDone whether a result is worth answering
 * @param waiter who waits and how long; without a place, one poll is all
 * @returns the last result
 */
export async function pollUntil<T>(look: () => Promise<T>, isDone: (seen: T) => boolean, waiter: Waiter): Promise<T> {
  const until = performance.now() + waiter.waitMs;
  let seen = await look();
  if (waiter.waitMs === 0 || isDone(seen)) return seen;
  const wait = beginWait(waiter);
  if (wait === null) return seen;
  const { signal } = wait.over;
  try {
    while (!isDone(seen) && performance.now() < until && !signal.aborted) {
      // the end of the waiting is no failure
      await sleep(Math.max(0, Math.min(pollMs, until - performance.now())), undefined, { signal }).catch(() => undefined);
      seen = await look();
    }
    return seen;
  } finally {
    waits.delete(wait);
  }
}
