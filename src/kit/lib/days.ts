import { dateFormat } from "./formats.ts";

/** Calendar days as texts, `YYYY-MM-DD`, whose order is that of time. */

export const dayMs = 86_400_000;

/** The day of a moment in UTC, as all days of the server are. @param time a moment or epoch ms @throws RangeError for an invalid date */
export function toDay(time: Date | number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The day on this machine's own clock; today's without a moment. */
export function toLocalDay(time = new Date()): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** The day that a clock shows. @param now epoch ms @param timeZone IANA name; one that is not known is UTC */
export function dayAt(timeZone: string, now: number): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return dateFormat("sv-SE", { ...options, timeZone }).format(now);
  } catch {
    return toDay(now);
  }
}

/** The day so many days after one, or before it; a text that is no day stays as it is. */
export function addDays(day: string, count: number): string {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? day : toDay(start + count * dayMs);
}

/** Days from one to another; below nothing where the other comes first. */
export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / dayMs);
}
