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
  readonly onError: (error: unknown) => void;
}

/** Runs the work once at a time, at least once after the last request, and retries it until it succeeds. */
export function coalesceWork(work: () => Promise<void>, { retryAfterMs, onError }: CoalesceOptions): CoalescedWork {
  const closing = new AbortController();
  let isAsked = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (isAsked && !closing.signal.aborted) {
      isAsked = false;
      try {
        await work();
      } catch (error) {
        isAsked = true;
        if (!closing.signal.aborted) onError(error);
        await sleep(retryAfterMs, undefined, { signal: closing.signal }).catch(() => undefined);
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
