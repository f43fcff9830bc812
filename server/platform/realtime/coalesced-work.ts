import { setTimeout as sleep } from "node:timers/promises";

/** Work that is requested more often than it needs to run. */
export interface CoalescedWork {
  /** Runs the work now or, if it is running, once more afterwards. */
  ask(): void;
  /** Starts nothing more; resolves when the current run has ended. */
  close(): Promise<void>;
}

export interface CoalesceOptions {
  /** delay before a retry after a failure */
  readonly retryAfterMs: number;
  /** the least time from the beginning of one run to the next; 0 by default */
  readonly notWithinMs?: number;
  readonly onError: (error: unknown) => void;
}

/** Runs the work once at a time, at least once after the last request, and retries it until it succeeds. */
export function coalesceWork(work: () => Promise<void>, { retryAfterMs, notWithinMs = 0, onError }: CoalesceOptions): CoalescedWork {
  const closing = new AbortController();
  let isAsked = false;
  let begunAt = -Infinity;
  let running: Promise<void> | null = null;

  const rest = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  async function run(): Promise<void> {
    while (isAsked && !closing.signal.aborted) {
      const restMs = begunAt + notWithinMs - performance.now();
      if (restMs > 0) await rest(restMs);
      if (closing.signal.aborted) break;
      isAsked = false;
      begunAt = performance.now();
      try {
        await work();
      } catch (error) {
        isAsked = true;
        if (!closing.signal.aborted) onError(error);
        await rest(retryAfterMs);
      }
    }
    running = null;
  }

  return {
    ask() {
      isAsked = true;
      running ??= run();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
