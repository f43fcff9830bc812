import type { Page } from "#src/kit/api/list.ts";

/** The number of rows of a page. */
export const pageSize = 100;
/** The most pages held in memory; older ones are fetched again. */
export const pagesCached = 30;
/** The server counts pages off exactly to here (`exactTotalLimit`); farther ones by number are near the place and not at it. */
const exactRows = 10_000;

/** The length of a list, as far as it is known. */
export interface Length {
  readonly rows: number;
  readonly isExact: boolean;
}

/** Returns the page (from 1) of the row at `index` (from 0). */
export function getPageNumber(index: number): number {
  return Math.floor(index / pageSize) + 1;
}

/** Returns the index of a page's first row. */
export function getFirstRow(page: number): number {
  return (page - 1) * pageSize;
}

/** Whether a page asked for by its number may lie somewhat beside its place, so that it has to be joined to its neighbour by cursor. */
export function isNearlyPlaced(page: number): boolean {
  return getFirstRow(page) > exactRows;
}

/** The pages of the rows in sight, from `first` to `last` (inclusive), in order, and one ahead where the scrolling goes. */
export function listPagesInSight(first: number, last: number, rows: number, direction: 1 | -1): number[] {
  const end = getPageNumber(Math.max(0, rows - 1));
  const from = getPageNumber(Math.max(0, first)) - (direction === -1 ? 1 : 0);
  const to = getPageNumber(Math.max(0, last)) + (direction === 1 ? 1 : 0);
  return Array.from({ length: to - from + 1 }, (_, place) => from + place).filter((page) => page >= 1 && page <= end);
}

/**
 * How long the list is after a page has come. An estimate is kept as it was until the end is found or passed, so that the scrollbar does not
 * tremble with each answer. Past the end of a long list the server gives the last page, whichever number was asked for: then the list ends before
 * that place.
 * @param isByNumber whether the page was asked for by its number, and not by the cursor of the one before
 */
export function getLengthAfter(known: Length | null, page: number, answer: Page<unknown>, isByNumber: boolean): Length {
  const { result, total, total_is_exact: isExact, next_cursor } = answer;
  const before = getFirstRow(page);
  if (result.length === 0 && page > 1) return { rows: Math.min(isExact ? total : (known?.rows ?? total), before), isExact };
  const isBeyond = isByNumber && !isExact && before >= Math.max(total, known?.rows ?? 0);
  if (isBeyond) return { rows: total, isExact };
  if (next_cursor === null) return { rows: before + result.length, isExact };
  // There is at least one more row.
  const least = before + result.length + 1;
  const wanted = isExact || known === null || known.isExact ? total : known.rows;
  return { rows: Math.max(wanted, least), isExact };
}

/** Returns the pages to drop: those farthest from the visible rows, until `pagesKept` are left. */
export function listPagesToForget(kept: Iterable<number>, wanted: readonly number[], most = pagesCached): number[] {
  const middle = ((wanted[0] ?? 1) + (wanted.at(-1) ?? 1)) / 2;
  const byDistance = [...kept].filter((page) => !wanted.includes(page)).toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return byDistance.slice(Math.max(0, most - wanted.length));
}
