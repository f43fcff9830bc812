import type { RefusalName } from "#src/api/codes.ts";

/** What rows of a report are of. */
export const ageGroupings = ["retailer", "warehouse", "sku"] as const;
export type AgeGrouping = (typeof ageGroupings)[number];
export const movementGroupings = ["day", "kind", "retailer"] as const;
export type MovementGrouping = (typeof movementGroupings)[number];
export const locationGroupings = ["warehouse", "partition", "type"] as const;
export type LocationGrouping = (typeof locationGroupings)[number];
/** The longest time of one report, in days. */
const mostReportDays = 366;

const dayMs = 86_400_000;

/** The first and the last day of a report, YYYY-MM-DD, both of them in it. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** Why a report of these days is refused, or null. */
export function daysRefusal({ from, until }: Days): RefusalName | null {
  const ms = Date.parse(until) - Date.parse(from);
  if (ms < 0) return "reports.daysTurned";
  return ms >= mostReportDays * dayMs ? "reports.tooLong" : null;
}

/** Days that a person chooses by one word. */
export const dayPresets = ["thisMonth", "lastMonth", "last90"] as const;
export type DayPreset = (typeof dayPresets)[number];

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The days that a word stands for. @param today YYYY-MM-DD on the person's own clock */
export function presetDays(preset: DayPreset, today: string): Days {
  const now = new Date(`${today}T00:00:00Z`);
  const monthStart = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
  if (preset === "thisMonth") return { from: iso(monthStart(0)), until: today };
  if (preset === "lastMonth") return { from: iso(monthStart(1)), until: iso(monthStart(0) - dayMs) };
  return { from: iso(now.getTime() - 89 * dayMs), until: today };
}

/** Each day from the first to the last: those on which nothing happened stand in a chart too. */
export function eachDay({ from, until }: Days): string[] {
  const [first, last] = [Date.parse(from), Date.parse(until)];
  const count = Math.min(mostReportDays, Math.round((last - first) / dayMs) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, at) => iso(first + at * dayMs));
}

/** The Monday of each week (ISO 8601) that has one of the days in it. */
export function eachWeek({ from, until }: Days): string[] {
  return [...new Set(eachDay({ from, until }).map(mondayOf))];
}

/** The Monday of a day's week (ISO 8601). @param day YYYY-MM-DD */
export function mondayOf(day: string): string {
  const ms = Date.parse(day);
  return iso(ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs);
}

/** A share in percent with one decimal at most; null where there is nothing to have a share of. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10;
}

/** Minutes as hours with one decimal at most; null stays null. */
export function hoursOf(minutes: number | null): number | null {
  return minutes === null ? null : Math.round(minutes / 6) / 10;
}
