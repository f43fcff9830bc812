/** The bars of a chart over time. */
export interface MonthBars {
  unit: "month" | "year";
  /** "2026-05" or "2026", without gaps, oldest first */
  bars: { key: string; value: number }[];
  undated: number;
}

/** More months than these are drawn as years. */
const mostMonths = 60;

function sum(rows: readonly (readonly [string, number])[]): number {
  return rows.reduce((total, [, value]) => total + value, 0);
}

/**
 * Reviews by month for a chart: months without reviews are there as zero, and many months become years.
 * @param byMonth "2026-05" to a count; '' for reviews without a date. Keys of other shapes count as undated.
 */
export function monthBars(byMonth: Readonly<Record<string, number>>): MonthBars {
  const dated = Object.entries(byMonth).filter(([month]) => /^\d{4}-(0[1-9]|1[0-2])$/.test(month));
  const undated = sum(Object.entries(byMonth)) - sum(dated);
  const indexes = dated.map(([month]) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1);
  if (indexes.length === 0) return { unit: "month", bars: [], undated };
  const first = Math.min(...indexes);
  const last = Math.max(...indexes);
  if (last - first < mostMonths) {
    const keys = Array.from({ length: last - first + 1 }, (_, at) => monthKey(first + at));
    return { unit: "month", bars: keys.map((key) => ({ key, value: byMonth[key] ?? 0 })), undated };
  }
  const firstYear = Math.floor(first / 12);
  const years = Array.from({ length: Math.floor(last / 12) - firstYear + 1 }, (_, at) => String(firstYear + at).padStart(4, "0"));
  return { unit: "year", bars: years.map((key) => ({ key, value: sum(dated.filter(([month]) => month.startsWith(`${key}-`))) })), undated };
}

function monthKey(index: number): string {
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
}
