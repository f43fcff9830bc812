import { randomInt } from "node:crypto";
import { v7 } from "uuid";

let counter = randomInt(2 ** 32);

/**
 * Creates a movement's id: a UUIDv7 (RFC 9562, 6.2) with the movement's own time, then a counter that keeps what one process posts within a millisecond
 * in order. The time is exact, so that a bound on the time is a bound on the key.
 * @param at the movement's `at`, from 1970 on
 */
export function movementId(at: Date): string {
  counter = (counter + 1) >>> 0;
  return v7({ msecs: at.getTime(), seq: counter });
}

const longestMs = 2 ** 48 - 1;

/** Returns the lowest key of a movement at this time or later. */
export function lowestMovementId(at: Date): string {
  const ms = Math.min(Math.max(at.getTime(), 0), longestMs);
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
