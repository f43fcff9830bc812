/** Months as statements go by them: `2026-06`, at a clock somewhere. */

/** Making a formatter takes some 0.1 ms, and a workbook asks once a row: each is made once. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockAt(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
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
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * What a clock somewhere shows at a moment.
 * @param timeZone IANA
 * @returns `2026-06-30T23:59:59`
 * @throws RangeError for a time zone that this machine does not know
 */
export function localTime(at: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    clockAt(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = parts;
  return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** The month that a moment is in, by a clock somewhere. */
export function monthAt(at: Date, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 7);
}

/** A month so many months later, or earlier where it is below nothing. */
export function monthAfter(month: string, months = 1): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** The last day of a month: `2026-06-30`. */
export function lastDayOf(month: string): string {
  const day = new Date(`${monthAfter(month)}-01T00:00:00Z`);
  day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/** No clock is further from UTC than this. */
const furthestSeconds = 16 * 3600;

/**
 * The first moment of a month by a clock somewhere. Looked for by what the clock shows, and not worked out from an offset: where clocks are put
 * forward or back at that very midnight, the month begins when its first second is shown.
 */
function startOf(month: string, timeZone: string): Date {
  const middle = Date.parse(`${month}-01T00:00:00Z`) / 1000;
  let before = middle - furthestSeconds;
  let within = middle + furthestSeconds;
  while (within - before > 1) {
    const half = Math.floor((before + within) / 2);
    if (monthAt(new Date(half * 1000), timeZone) >= month) within = half;
    else before = half;
  }
  return new Date(within * 1000);
}

/** A stretch of time: from its first moment on, and before its end. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/**
 * A month by a clock somewhere; where its clocks change, it is an hour shorter or longer.
 * @param month `2026-06`
 * @param timeZone IANA
 */
export function spanOf(month: string, timeZone: string): Span {
  return { from: startOf(month, timeZone), to: startOf(monthAfter(month), timeZone) };
}
