import { setTimeout as sleep } from "node:timers/promises";

/** How long a set waits for more: each transaction costs more than the rows of a set. */
const gatherMs = 40;

/**
 * Creates what writes items in sets: those that come within a moment, or while a set is being written, are written together with the next. If a set fails, each of its items
 * is written on its own, so that one does not stop the others.
 * @returns adds an item; resolves once it is written, and throws what writing it threw
 */
export function createGatherer<T>(write: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  interface Waiting {
    readonly item: T;
    readonly written: PromiseWithResolvers<void>;
  }
  let waiting: Waiting[] = [];
  let isWriting = false;
  const writeSet = async (set: readonly Waiting[]): Promise<void> => {
    try {
      await write(set.map(({ item }) => item));
      for (const { written } of set) written.resolve();
    } catch (error) {
      if (set.length === 1) for (const { written } of set) written.reject(error);
      else for (const one of set) await writeSet([one]);
    }
  };
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      await sleep(gatherMs);
      const set = waiting;
      waiting = [];
      await writeSet(set);
    }
    isWriting = false;
  };
  return (item) => {
    const written = Promise.withResolvers<void>();
    waiting.push({ item, written });
    if (!isWriting) void writeAll();
    return written.promise;
  };
}
