import { setTimeout as sleep } from "node:timers/promises";

/** How fast an account's waybills are requested: learned from what the carrier accepts. */
export interface Pace {
  /** Waits for the next turn. @throws the reason of `signal` once it is aborted */
  take(signal: AbortSignal): Promise<void>;
  /** The carrier accepted a request. */
  accepted(): void;
  /** The carrier said that there are too many. @param retryAfterMs how long it says to wait */
  limited(retryAfterMs: number | null): void;
  /** Pauses all requests. */
  pause(ms: number): void;
  /** Whether no request may be sent at the moment. */
  isPaused(): boolean;
}

/** What a pace tells the time by, and waits with. */
export interface PaceClock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const realClock: PaceClock = { now: Date.now, sleep: (ms, signal) => sleep(ms, undefined, { signal }) };

/** Requests in a second: at first, and at most. */
const [firstMost, greatestMost] = [20, 200];
/** A carrier counts requests when they arrive, which is not exactly as they were sent. */
const windowMs = 1015;
/** How long to pause after a refusal without a retry time. */
const usualPauseMs = 1000;
/** When one request more than the carrier refused is tried again, in case it accepts more by now. */
const probeAfterMs = 300_000;
/** What each accepted request adds to the limit: before the first refusal, and below what was refused. */
const [fastGrowth, slowGrowth] = [0.5, 0.02];

/**
 * Creates the pace of an account: at most so many requests in any second, which makes up for turns that were late. The limit grows by half every second
 * until the carrier refuses for the first time. Then it falls to what the carrier accepted in the second before, and stays below what it refused.
 */
export function createPace({ now, sleep: sleepFor }: PaceClock = realClock): Pace {
  let most = firstMost;
  let refused: number | null = null;
  let probeAt = 0;
  let pausedUntil = 0;
  const sentAt: number[] = [];
  const acceptedAt: number[] = [];
  const forget = (times: number[], before: number) => {
    while ((times[0] ?? before) < before) times.shift();
  };
  /** Returns how long the next request has to wait: for a pause, for the second to have room, and so that not all are sent at once. */
  const getWait = (at: number): number => {
    forget(sentAt, at - windowMs);
    const oldest = sentAt[sentAt.length - Math.floor(most)];
    const roomAt = oldest === undefined ? at : oldest + windowMs;
    const spacedAt = (sentAt.at(-1) ?? Number.NEGATIVE_INFINITY) + 500 / most;
    return Math.max(roomAt, spacedAt, pausedUntil) - at;
  };
  return {
    async take(signal) {
      for (;;) {
        signal.throwIfAborted();
        const at = now();
        const wait = getWait(at);
        if (wait <= 0) {
          sentAt.push(at);
          return;
        }
        await sleepFor(wait, signal);
      }
    },
    accepted() {
      const at = now();
      acceptedAt.push(at);
      forget(acceptedAt, at - 1000);
      if (refused === null) most = Math.min(greatestMost, most + fastGrowth);
      else if (most < refused - 1) most = Math.min(refused - 1, most + slowGrowth);
      else if (at >= probeAt) {
        refused = Math.min(greatestMost + 1, refused + 1);
        probeAt = at + probeAfterMs;
      }
    },
    limited(retryAfterMs) {
      const at = now();
      // Concurrent requests are refused together: only the first refusal lowers the limit.
      if (at >= pausedUntil) {
        const recent = acceptedAt.filter((time) => time > at - 1000).length;
        refused = Math.max(2, Math.floor(most));
        most = Math.max(1, Math.min(refused - 1, Math.max(recent, most / 2)));
        probeAt = at + probeAfterMs;
      }
      pausedUntil = Math.max(pausedUntil, at + (retryAfterMs ?? usualPauseMs));
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
    isPaused: () => now() < pausedUntil,
  };
}

/** Counts requests that a carrier answered with 429, so that the error log has one entry for many of them. */
export interface RefusalCount {
  /** Counts one. @returns how many an entry is to be written for; null if there was an entry less than a minute ago */
  add(): number | null;
}

const entryEveryMs = 60_000;

export function createRefusalCount(now: () => number = Date.now): RefusalCount {
  let count = 0;
  let enteredAt = Number.NEGATIVE_INFINITY;
  return {
    add() {
      count += 1;
      if (now() < enteredAt + entryEveryMs) return null;
      const entered = count;
      enteredAt = now();
      count = 0;
      return entered;
    },
  };
}
