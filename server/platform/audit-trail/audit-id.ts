import { randomInt } from "node:crypto";
import { v7 } from "uuid";

let counter = randomInt(2 ** 32);

/**
 * Creates an id for a row of the log: UUIDv7 (RFC 9562, 6.2) of exactly the row's own time, then a counter that orders what one process writes
 * within a millisecond. Because the time is exact, a bound on `at` is also a bound on the key, and the key's index serves it.
 * @param at the row's `at`, a time from 1970 on
 */
export function auditId(at: Date): string {
  counter = (counter + 1) >>> 0;
  return v7({ msecs: at.getTime(), seq: counter });
}

const longestMs = 2 ** 48 - 1;

/** Returns the lowest key that a row of this time or later can have. */
export function lowestAuditId(at: Date): string {
  const ms = Math.min(Math.max(at.getTime(), 0), longestMs);
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
