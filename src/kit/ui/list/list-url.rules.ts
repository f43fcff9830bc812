import { toLocalDay } from "#src/kit/lib/days.ts";
import type { AnyFilter } from "./list-definition.ts";

/** The part of a list's state that is in the URL: shared by links, restored on load and on going back. */
export interface ListUrl {
  /** the active filters by field */
  readonly filters: Readonly<Record<string, string>>;
  /** the value of the call's `sort`, with a minus for descending; empty for the list's own order */
  readonly sort: string;
  /** the page whose first row is at the top, counted from 1 */
  readonly page: number;
}

/** The search parameters as the router parses them: texts may have become numbers or booleans. */
export type Search = Readonly<Record<string, unknown>>;

const longestValue = 200;
const lastPage = 10_000_000;

function getText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** Converts a text so that the router writes it without quotes, which it would put around one that looks like a number. */
function toPlainValue(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    const isPlain = (typeof value === "number" || typeof value === "boolean") && String(value) === text;
    return isPlain ? value : text;
  } catch {
    return text;
  }
}

/**
 * Reads a list's state from the search parameters. Ignores foreign parameters; an invalid page is the first.
 * @param fields the names of its filters
 * @param sorts the values that it can be sorted by
 */
export function readUrl(search: Search, fields: readonly string[], sorts: readonly string[]): ListUrl {
  const filters: Record<string, string> = {};
  for (const field of fields) {
    const text = getText(search[field]).trim().slice(0, longestValue);
    if (text !== "") filters[field] = text;
  }
  const sort = getText(search["sort"]);
  const page = Number(getText(search["page"]));
  return {
    filters,
    sort: sorts.includes(sort.replace(/^-/, "")) ? sort : "",
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  };
}

/** Returns the search parameters with a list's state; foreign parameters stay, defaults are left out. */
export function writeUrl(search: Search, fields: readonly string[], { filters, sort, page }: ListUrl): Record<string, unknown> {
  const own = new Set([...fields, "sort", "page"]);
  const kept: Record<string, unknown> = Object.fromEntries(Object.entries(search).filter(([name]) => !own.has(name)));
  for (const field of fields) {
    const text = filters[field]?.trim() ?? "";
    if (text !== "") kept[field] = toPlainValue(text);
  }
  if (sort !== "") kept["sort"] = sort;
  if (page > 1) kept["page"] = page;
  return kept;
}

/** Returns the sort after a press on a header: ascending, descending, then the list's own order. */
export function getNextSort(current: string, word: string): string {
  if (current === word) return `-${word}`;
  return current === `-${word}` ? "" : word;
}

/** Returns a column's `aria-sort`. */
export function getSortState(current: string, word: string | undefined): "ascending" | "descending" | "none" {
  if (word === undefined || current.replace(/^-/, "") !== word) return "none";
  return current.startsWith("-") ? "descending" : "ascending";
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the moment at which a day starts or ends in the local time zone, as ISO text with offset. Other texts are returned unchanged. */
export function toMoment(value: string, edge: "start" | "end"): string {
  const moment = new Date(`${value}T${edge === "start" ? "00:00:00.000" : "23:59:59.999"}`);
  return day.test(value) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : value;
}

/** Returns the local day of a moment; a day is returned unchanged, anything else gives an empty text. */
export function readLocalDay(value: string): string {
  if (value === "" || day.test(value)) return value;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? "" : toLocalDay(moment);
}

/** Converts a filter's value for the call: a day becomes a moment, or stays a day; other values stay as they are. */
function askedFor(filter: AnyFilter, value: string): string {
  if (filter.kind !== "day") return value;
  return filter.edge === "whole" ? readLocalDay(value) : toMoment(value, filter.edge);
}

/** Builds the input of a list's call without the page: the fixed parts, the filters and the sort. */
export function buildInput(
  { input = {}, filters = [] }: { readonly input?: Readonly<Record<string, unknown>>; readonly filters?: readonly AnyFilter[] },
  set: Readonly<Record<string, string>>,
  sort: string,
): Record<string, unknown> {
  const asked: Record<string, unknown> = { ...input };
  for (const filter of filters) {
    const value = set[filter.field];
    if (value !== undefined && value !== "") asked[filter.field] = askedFor(filter, value);
  }
  if (sort !== "") asked["sort"] = sort;
  return asked;
}
