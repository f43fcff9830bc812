import { newKey } from "./client.ts";

/** The idempotency keys of calls that have no response yet. */
export interface IdempotencyKeys {
  /**
   * Returns the key to send: that of the earlier attempt if the same call failed before, so that a lost response changes nothing twice.
   * @param attempt names the call and its input
   * @param hasFiles files are not compared, so a call with files gets a new key
   */
  getKey(attempt: string, hasFiles: boolean): string;
  /** Forgets the key of a call that has its response: the same input sent again is a new change. */
  forget(attempt: string): void;
}

/** Creates the memory of keys. @param remembers `last`: another attempt replaces the previous one; `all`: of several calls that belong together */
export function createIdempotencyKeys(remembers: "last" | "all"): IdempotencyKeys {
  const keys = new Map<string, string>();
  return {
    getKey(attempt, hasFiles) {
      const key = (hasFiles ? undefined : keys.get(attempt)) ?? newKey();
      if (remembers === "last") keys.clear();
      if (!hasFiles) keys.set(attempt, key);
      return key;
    },
    forget(attempt) {
      if (remembers === "last") keys.clear();
      else keys.delete(attempt);
    },
  };
}
