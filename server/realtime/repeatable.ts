import { setTimeout as sleep } from "node:timers/promises";

/** Work that is asked for more often than it needs to be done. */
export interface Repeatable {
  /** Has it done now or, where it is at it, once more after that. */
  ask(): void;
  /** Does nothing more; resolves when what is under way has ended. */
  close(): Promise<void>;
}

export interface RepeatableOptions {
  /** how long to wait after a failure before it is tried again */
  readonly retryAfterMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * However often it is asked for, the work is done once at a time, begins once more after the last asking, and is tried again until it succeeds.
 */
export function repeatable(work: () => Promise<void>, { retryAfterMs, onError }: RepeatableOptions): Repeatable {
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
