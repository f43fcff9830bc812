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

const firstPerSecond = 20;
const mostPerSecond = 200;
/** How long to pause after a refusal without a retry time. */
const usualPauseMs = 1000;
/** Below the rate that the carrier accepted last, because requests are never evenly spaced. */
const caution = 0.96;

/**
 * Creates the pace of an account. It grows by half every second until the carrier refuses for the first time. Then it stays below what the carrier accepted
 * in the second before, and grows by little, in case the carrier accepts more later.
 */
export function createPace(now: () => number = Date.now): Pace {
  let perSecond = firstPerSecond;
  let isLearned = false;
  let nextAt = 0;
  let pausedUntil = 0;
  const acceptedAt: number[] = [];
  return {
    async take(signal) {
      for (;;) {
        signal.throwIfAborted();
        const at = now();
        const wait = Math.max(nextAt, pausedUntil) - at;
        if (wait <= 0) {
          // An unused turn is not made up for by two requests at once.
          nextAt = Math.max(nextAt + 1000 / perSecond, at);
          return;
        }
        await sleep(wait, undefined, { signal });
      }
    },
    accepted() {
      const at = now();
      acceptedAt.push(at);
      while ((acceptedAt[0] ?? at) < at - 1000) acceptedAt.shift();
      perSecond = Math.min(mostPerSecond, perSecond + (isLearned ? 0.0005 : 0.5));
    },
    limited(retryAfterMs) {
      const at = now();
      // Concurrent requests are refused together: only the first refusal lowers the pace.
      if (at >= pausedUntil) {
        const recent = acceptedAt.filter((time) => time > at - 1000).length;
        perSecond = Math.max(1, Math.min(perSecond, Math.max(recent, perSecond / 2) * caution));
        isLearned = true;
      }
      pausedUntil = Math.max(pausedUntil, at + (retryAfterMs ?? usualPauseMs));
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
    isPaused: () => now() < pausedUntil,
  };
}
