import { randomInt } from "node:crypto";
import { v7 } from "uuid";

/** The source of the server's time. Code asks the clock that it was given, so that tests and the demo can move it. */
export interface Clock {
  now(): Date;
}

/** A clock that can be set. */
export interface MovableClock extends Clock {
  /** Moves the clock by so many milliseconds, back if negative. */
  advance(ms: number): void;
  /** Sets the clock. */
  set(date: Date): void;
}

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() };

function toTime(date: Date): number {
  const time = date.getTime();
  if (Number.isNaN(time)) throw new RangeError("clock: invalid date");
  return time;
}

/**
 * Creates a clock for tests and the demo.
 *
 * @param start its first time; now by default
 * @param options `ticks`: whether it runs on from there (the demo). By default it stands still until it is moved (tests).
 * @throws Error with NODE_ENV=production, where nobody moves time; RangeError if a date is invalid
 */
export function createMovableClock(start: Date = new Date(), options: { ticks?: boolean } = {}): MovableClock {
  if (process.env["NODE_ENV"] === "production") throw new Error("clock: a movable clock is not allowed in production");
  const passed = options.ticks === true ? () => Date.now() : () => 0;
  let base = toTime(start) - passed();
  return {
    now: () => new Date(base + passed()),
    advance: (ms) => {
      base = toTime(new Date(base + ms));
    },
    set: (date) => {
      base = toTime(date) - passed();
    },
  };
}

interface LastId {
  timeMs: number;
  counter: number;
}

const lastIds = new WeakMap<Clock, LastId>();
const counterEnd = 2 ** 32;

/** The counter begins at random in the lower half of its 32 bits, so that at least two thousand million ids are left in a millisecond. */
function newCounter(): number {
  return randomInt(counterEnd / 2);
}

function idAfter(last: LastId | undefined, nowMs: number): LastId {
  if (last === undefined || nowMs > last.timeMs) return { timeMs: nowMs, counter: newCounter() };
  if (last.counter + 1 < counterEnd) return { timeMs: last.timeMs, counter: last.counter + 1 };
  return { timeMs: last.timeMs + 1, counter: newCounter() };
}

/**
 * Creates an id: UUIDv7 (RFC 9562, 6.2 method 1) of the clock's time, a counter and 42 random bits. The ids of one clock's process sort in order of
 * creation, also within a millisecond and when the clock is set back; it then continues from the last id's time.
 */
export function newId(clock: Clock = systemClock): string {
  const next = idAfter(lastIds.get(clock), clock.now().getTime());
  lastIds.set(clock, next);
  return v7({ msecs: next.timeMs, seq: next.counter });
}
