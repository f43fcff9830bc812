/** The sandbox's own clock: real time, moved forward by the controls. */
export interface SandboxClock {
  /** now, in seconds since 1970 */
  now(): number;
  /** Moves it to that second; never back. */
  moveTo(seconds: number): void;
  /** Returns to real time. */
  reset(): void;
  /** how far it is ahead of real time, milliseconds */
  aheadMs(): number;
  setAhead(ms: number): void;
}

export function createClock(): SandboxClock {
  let aheadMs = 0;
  return {
    now: () => Math.floor((Date.now() + aheadMs) / 1000),
    moveTo: (seconds) => {
      aheadMs = Math.max(aheadMs, seconds * 1000 - Date.now());
    },
    reset: () => {
      aheadMs = 0;
    },
    aheadMs: () => aheadMs,
    setAhead: (ms) => {
      aheadMs = ms;
    },
  };
}

/**
 * Returns the end of the month of payment that contains `after`: so many whole months from the anchor, on the last day of a shorter month (31
 * January, 28 February, 31 March). Seconds, UTC.
 */
export function periodEnd(anchor: number, after: number): number {
  const start = new Date(anchor * 1000);
  const day = start.getUTCDate();
  const timeOfDay = anchor - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), day) / 1000;
  for (let months = 1; ; months += 1) {
    const year = start.getUTCFullYear();
    const month = start.getUTCMonth() + months;
    const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    const end = Date.UTC(year, month, Math.min(day, lastDay)) / 1000 + timeOfDay;
    if (end > after) return end;
  }
}
