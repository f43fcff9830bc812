import type { RefusalName } from "#src/kit/api/codes.ts";
import { dayMs, toDay } from "#src/kit/lib/days.ts";

/** Groupings of the reports' rows. */
export const ageGroupings = ["retailer", "warehouse", "sku"] as const;
export type AgeGrouping = (typeof ageGroupings)[number];
export const movementGroupings = ["day", "kind", "retailer"] as const;
export type MovementGrouping = (typeof movementGroupings)[number];
export const locationGroupings = ["warehouse", "partition", "type"] as const;
export type LocationGrouping = (typeof locationGroupings)[number];
/** The longest range of a report, in days. */
const mostReportDays = 366;

/** The first and last day of a report, YYYY-MM-DD, both inclusive. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** Returns why a range of days is refused, or null. */
export function getDaysRefusal({ from, until }: Days): RefusalName | null {
  const ms = Date.parse(until) - Date.parse(from);
  if (ms < 0) return "reports.daysTurned";
  return ms >= mostReportDays * dayMs ? "reports.tooLong" : null;
}

/** Preset ranges of days. */
export const dayPresets = ["thisMonth", "lastMonth", "last90"] as const;
export type DayPreset = (typeof dayPresets)[number];

/**
 * Returns the days of a preset.
 * @param today YYYY-MM-DD in the user's time zone
 */
export function getPresetDays(preset: DayPreset, today: string): Days {
  const now = new Date(`${today}T00:00:00Z`);
  const monthStart = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
  if (preset === "thisMonth") return { from: toDay(monthStart(0)), until: today };
  if (preset === "lastMonth") return { from: toDay(monthStart(1)), until: toDay(monthStart(0) - dayMs) };
  return { from: toDay(now.getTime() - 89 * dayMs), until: today };
}

/** Lists each day of a range: charts include days without data. */
export function listDays({ from, until }: Days): string[] {
  const [first, last] = [Date.parse(from), Date.parse(until)];
  const count = Math.min(mostReportDays, Math.round((last - first) / dayMs) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, at) => toDay(first + at * dayMs));
}

/** Lists the Monday of each ISO 8601 week that overlaps the range. */
export function listWeeks({ from, until }: Days): string[] {
  return [...new Set(listDays({ from, until }).map(getMonday))];
}

/**
 * Returns the Monday of a day's ISO 8601 week.
 * @param day YYYY-MM-DD
 */
export function getMonday(day: string): string {
  const ms = Date.parse(day);
  return toDay(ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs);
}

/** Converts a share to percent with at most one decimal; null if the whole is zero. */
export function toPercent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10;
}

/** Converts minutes to hours with at most one decimal; null stays null. */
export function toHours(minutes: number | null): number | null {
  return minutes === null ? null : Math.round(minutes / 6) / 10;
}
