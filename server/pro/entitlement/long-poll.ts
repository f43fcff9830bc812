import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 500;
/** How many requests may wait in this process; further ones are answered at once and polled again. */
const mostWaiting = 500;
/** How many of them may come from one network, so that a few addresses do not take every place. */
const mostOfNetwork = 20;
/** How many of them one device may have: it sends one at a time, and another after losing the network. The oldest is then answered at once. */
const mostOfRequester = 2;

/** A request that waits for a result. */
interface Waiter {
  /** the longest wait, in ms; 0 checks once */
  readonly waitMs: number;
  /** the device, or the device code */
  readonly requester: string;
  /** the network of the client, of `toNetwork` */
  readonly network: string;
}

interface Wait extends Waiter {
  readonly over: AbortController;
}

/** All waiting requests, the oldest first. */
const waits = new Set<Wait>();

/** Ends a wait: the request is answered with the current result. */
function endWait(wait: Wait): void {
  waits.delete(wait);
  wait.over.abort();
}

/** Ends all waits, because the server is about to stop. The clients poll again. */
export function endWaits(): void {
  for (const wait of waits) endWait(wait);
}

/** Reserves a place for a waiting request; null if there is none. */
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
 * Polls until there is a result or the time is over. Holds no transaction and no connection between two polls.
 *
 * @param look one short poll
 * @param isDone whether a result ends the wait
 * @param waiter who waits and for how long; if there is no place, polls once
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
      // an aborted wait is not an error
      await sleep(Math.max(0, Math.min(pollMs, until - performance.now())), undefined, { signal }).catch(() => undefined);
      seen = await look();
    }
    return seen;
  } finally {
    waits.delete(wait);
  }
}
