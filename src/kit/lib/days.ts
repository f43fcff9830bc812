import { dateFormat } from "./formats.ts";

/** Calendar days as texts, `YYYY-MM-DD`, which sort chronologically. */

export const dayMs = 86_400_000;

/** Returns the UTC day of a moment; all days of the server are in UTC. @param time a moment or epoch ms @throws RangeError for an invalid date */
export function toDay(time: Date | number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the day of a moment (by default now) in this machine's time zone. */
export function toLocalDay(time = new Date()): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Returns the current day in a time zone. @param now epoch ms @param timeZone IANA name; UTC if unknown */
export function dayAt(timeZone: string, now: number): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return dateFormat("sv-SE", { ...options, timeZone }).format(now);
  } catch {
    return toDay(now);
  }
}

/** Adds days to a day, or subtracts them; returns an invalid day unchanged. */
export function addDays(day: string, count: number): string {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? day : toDay(start + count * dayMs);
}

/** Returns the number of days from one day to another; negative if `until` is earlier. */
export function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / dayMs);
}
