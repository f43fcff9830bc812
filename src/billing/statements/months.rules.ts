import { toDay } from "#src/kit/lib/days.ts";
import { dateFormat } from "#src/kit/lib/formats.ts";
/** Months of statements: `2026-06`, in a time zone. */

function createClock(timeZone: string): Intl.DateTimeFormat {
  return dateFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}

/**
 * Formats a moment as local time.
 * @param timeZone IANA
 * @returns `2026-06-30T23:59:59`
 * @throws RangeError for a time zone that this machine does not know
 */
export function formatLocalTime(at: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    createClock(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = parts;
  return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Returns the month of a moment in a time zone. */
export function getMonthAt(at: Date, timeZone: string): string {
  return formatLocalTime(at, timeZone).slice(0, 7);
}

/** Adds months to a month; negative numbers go back. */
export function addMonths(month: string, months = 1): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** Returns the last day of a month: `2026-06-30`. */
export function getLastDay(month: string): string {
  const day = new Date(`${addMonths(month)}-01T00:00:00Z`);
  day.setUTCDate(0);
  return toDay(day);
}

/** The maximum offset from UTC. */
const furthestSeconds = 16 * 3600;

/**
 * Finds the first moment of a month in a time zone. Searches by local time instead of computing from an offset: if clocks change at that very midnight, the
 * month begins when its first second is shown.
 */
function findMonthStart(month: string, timeZone: string): Date {
  const middle = Date.parse(`${month}-01T00:00:00Z`) / 1000;
  let before = middle - furthestSeconds;
  let within = middle + furthestSeconds;
  while (within - before > 1) {
    const half = Math.floor((before + within) / 2);
    if (getMonthAt(new Date(half * 1000), timeZone) >= month) within = half;
    else before = half;
  }
  return new Date(within * 1000);
}

/** A period: start inclusive, end exclusive. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Returns the period of a month in a time zone; a change of clocks makes it an hour shorter or longer.
 * @param month `2026-06`
 * @param timeZone IANA
 */
export function getMonthSpan(month: string, timeZone: string): Span {
  return { from: findMonthStart(month, timeZone), to: findMonthStart(addMonths(month), timeZone) };
}
