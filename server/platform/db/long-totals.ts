import { hash } from "node:crypto";
import type { Compilable } from "kysely";
import { getIdentity } from "#server/platform/runtime/requester-context.ts";

interface Estimate {
  readonly total: number;
  readonly at: number;
}

/** How long the estimate of a long list's total is shown again: it takes a count to 10,001 and a look at statistics, 3 ms or more. */
const shownAgainMs = 30_000;
const mostLists = 5000;
/** Filters of a list: one that holds the time is another each time. */
const mostFilters = 20;

/** By requester and list, then by the list's filtered statement; the latest last. */
const estimates = new Map<string, Map<string, Estimate>>();

function toKey(list: string): string | null {
  const identity = getIdentity();
  return identity === null ? null : `${identity} ${list}`;
}

/** Identifies a filtered list by its statement and values. Compiling takes some 30 microseconds, so it is left out while nothing is remembered. */
function toFilterKey(filtered: Compilable): string {
  const { sql, parameters } = filtered.compile();
  return hash("sha256", JSON.stringify([sql, parameters]), "base64");
}

/** Returns the total of a long list that the same session read within the last 30 s; null if it is not remembered. */
export function recallLongTotal(list: string, filtered: () => Compilable): number | null {
  const key = toKey(list);
  const known = key === null ? undefined : estimates.get(key);
  if (known === undefined) return null;
  const estimate = known.get(toFilterKey(filtered()));
  return estimate !== undefined && performance.now() - estimate.at < shownAgainMs ? estimate.total : null;
}

/** Remembers the estimated total of a long list for its session. */
export function rememberLongTotal(list: string, filtered: () => Compilable, total: number): void {
  const key = toKey(list);
  if (key === null) return;
  const known = estimates.get(key) ?? new Map<string, Estimate>();
  const now = performance.now();
  for (const [filter, { at }] of known) if (now - at >= shownAgainMs || known.size >= mostFilters) known.delete(filter);
  known.set(toFilterKey(filtered()), { total, at: now });
  estimates.delete(key);
  estimates.set(key, known);
  for (const oldest of estimates.keys()) {
    if (estimates.size <= mostLists) break;
    estimates.delete(oldest);
  }
}
