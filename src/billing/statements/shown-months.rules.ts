import { addMonths } from "./months.rules.ts";

const month = /^\d{4}-(0[1-9]|1[0-2])$/;
/** The number of months offered before the current one. */
const monthsBack = 12;

/** Returns the month named by the address (`?month=2026-06`); the current one if absent or in the future. */
export function readMonth({ month: named }: { month?: unknown }, running: string): string {
  return typeof named === "string" && month.test(named) && named <= running ? named : running;
}

/** Lists the months to choose from, newest first: the last year, and the displayed one if older. */
export function listShownMonths(running: string, shown: string): string[] {
  const recent = Array.from({ length: monthsBack + 1 }, (_, back) => addMonths(running, -back));
  return recent.includes(shown) ? recent : [...recent, shown];
}
