import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { Settings } from "./settings.contract.ts";

// Written without zod: the popup reads settings before its first paint and has no room for it.

function isColumn(value: unknown): value is ColumnId {
  return columnIds.some((id) => id === value);
}

/** Options that keep every review. */
export const defaultOptions: CollectOptions = {
  sort: "newest",
  stars: [],
  withPhotos: false,
  withText: false,
  dateFrom: "",
  dateTo: "",
  keyword: "",
  format: "xlsx",
};

/** The shortest wait between two requests, in seconds. Nothing may go below it. */
export const leastWaitSeconds = 4;
export const mostFromSeconds = 60;
export const mostToSeconds = 120;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pickKnown<V extends string>(values: readonly V[], value: unknown, otherwise: V): V {
  return values.find((one) => one === value) ?? otherwise;
}

function between(least: number, most: number, value: unknown, otherwise: number): number {
  return typeof value === "number" && value >= least && value <= most ? value : otherwise;
}

/** Whether a text is a day that exists, YYYY-MM-DD, or ''. */
export function isDayOrNone(value: unknown): value is string {
  if (value === "") return true;
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const [year = 0, month = 0, day = 0] = value.split("-").map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

function isStars(value: unknown): value is number[] {
  return Array.isArray(value) && value.length <= 5 && value.every((star) => Number.isInteger(star) && star >= 1 && star <= 5);
}

function repairOptions(raw: unknown): CollectOptions {
  if (!isRecord(raw)) return defaultOptions;
  const { sort, stars, withPhotos, withText, dateFrom, dateTo, keyword, format } = raw;
  if (sort !== "newest" && sort !== "suggested") return defaultOptions;
  if (format !== "xlsx" && format !== "csv") return defaultOptions;
  if (typeof withPhotos !== "boolean" || typeof withText !== "boolean") return defaultOptions;
  if (!isStars(stars) || !isDayOrNone(dateFrom) || !isDayOrNone(dateTo)) return defaultOptions;
  if (typeof keyword !== "string" || keyword.length > 200) return defaultOptions;
  return { sort, stars, withPhotos, withText, dateFrom, dateTo, keyword, format };
}

/**
 * Builds settings from stored data: a missing or invalid field gets its default.
 * @param raw the stored data, of any shape
 */
export function repairSettings(raw: unknown): Settings {
  const stored = isRecord(raw) ? raw : {};
  const chosen = stored["columns"];
  return {
    language: pickKnown(["en_us", "zh_cn"], stored["language"], "en_us"),
    theme: pickKnown(["defaultTheme", "darkTheme"], stored["theme"], "defaultTheme"),
    waitFromSeconds: between(leastWaitSeconds, mostFromSeconds, stored["waitFromSeconds"], leastWaitSeconds),
    waitToSeconds: between(leastWaitSeconds, mostToSeconds, stored["waitToSeconds"], 8),
    columns: Array.isArray(chosen) && chosen.length > 0 && chosen.every(isColumn) ? chosen : [...columnIds],
    pageButton: typeof stored["pageButton"] === "boolean" ? stored["pageButton"] : true,
    lastOptions: repairOptions(stored["lastOptions"]),
  };
}
