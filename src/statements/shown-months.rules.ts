import { monthAfter } from "./months.rules.ts";

const month = /^\d{4}-(0[1-9]|1[0-2])$/;
/** How many months are offered besides the running one. */
const monthsBack = 12;

/** The month that an address names (`?month=2026-06`); the running one for none, or one that has not come yet. */
export function monthIn({ month: named }: { month?: unknown }, running: string): string {
  return typeof named === "string" && month.test(named) && named <= running ? named : running;
}

/** The months to choose from, the newest first: the last year, and the one in sight where it is older. */
export function monthsShown(running: string, shown: string): string[] {
  const recent = Array.from({ length: monthsBack + 1 }, (_, back) => monthAfter(running, -back));
  return recent.includes(shown) ? recent : [...recent, shown];
}
