import { AsyncLocalStorage } from "node:async_hooks";
import { exactTotalLimit } from "#src/kit/api/list.ts";

/** The rows that a total counts, and one more, which tells that there are more. */
export const countLimit = exactTotalLimit + 1;

const currentLimit = new AsyncLocalStorage<number>();

/**
 * Runs a list call so that it counts its rows instead of reading a page: its answer has no rows, and its usual total.
 * @param limit counts no further than this: 1 tells whether there is a row. The total is at most this
 */
export function countOnly<T>(work: () => Promise<T>, limit = countLimit): Promise<T> {
  return currentLimit.run(limit, work);
}

/** Returns how far lists are counted; null outside of `countOnly`, where pages are read. */
export function getCountLimit(): number | null {
  return currentLimit.getStore() ?? null;
}
