import { localDay } from "#src/lib/local-day.ts";
import type { AnyFilter } from "./list-definition.ts";

/** What of a list stands in the address: shared by a link, restored on load and on the way back. */
export interface ListUrl {
  /** by field; only what is filtered by */
  readonly filters: Readonly<Record<string, string>>;
  /** the word of the call's `sort`, descending with a minus before it; empty for the list's own order */
  readonly sort: string;
  /** the page whose first row is at the top, from 1 */
  readonly page: number;
}

/** The address's parameters as the router gives them: numbers and flags may have been read out of the text. */
export type Search = Readonly<Record<string, unknown>>;

const longestValue = 200;
const lastPage = 10_000_000;

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** What is written so that the router's address has the plain text: it would put quotes about a text that reads like a number. */
function plainOf(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    const isPlain = (typeof value === "number" || typeof value === "boolean") && String(value) === text;
    return isPlain ? value : text;
  } catch {
    return text;
  }
}

/**
 * Reads a list's part of the address. What is none of its own is left out, a page that is no page is the first.
 * @param fields names of its filters
 * @param sorts words that it can be sorted by
 */
export function readUrl(search: Search, fields: readonly string[], sorts: readonly string[]): ListUrl {
  const filters: Record<string, string> = {};
  for (const field of fields) {
    const text = textOf(search[field]).trim().slice(0, longestValue);
    if (text !== "") filters[field] = text;
  }
  const sort = textOf(search["sort"]);
  const page = Number(textOf(search["page"]));
  return {
    filters,
    sort: sorts.includes(sort.replace(/^-/, "")) ? sort : "",
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  };
}

/** The address's parameters with a list's part set; what belongs to others stays, what says nothing is left out. */
export function writeUrl(search: Search, fields: readonly string[], { filters, sort, page }: ListUrl): Record<string, unknown> {
  const own = new Set([...fields, "sort", "page"]);
  const kept: Record<string, unknown> = Object.fromEntries(Object.entries(search).filter(([name]) => !own.has(name)));
  for (const field of fields) {
    const text = filters[field]?.trim() ?? "";
    if (text !== "") kept[field] = plainOf(text);
  }
  if (sort !== "") kept["sort"] = sort;
  if (page > 1) kept["page"] = page;
  return kept;
}

/** What a press on a header makes of the sort: up, down, and the list's own order again. */
export function nextSort(current: string, word: string): string {
  if (current === word) return `-${word}`;
  return current === `-${word}` ? "" : word;
}

/** How a column is sorted, in ARIA's words. */
export function sortedAs(current: string, word: string | undefined): "ascending" | "descending" | "none" {
  if (word === undefined || current.replace(/^-/, "") !== word) return "none";
  return current.startsWith("-") ? "descending" : "ascending";
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The moment at which a chosen day starts or ends where the person is, as ISO text with offset. Anything but a day is given back as it is. */
export function momentOf(value: string, edge: "start" | "end"): string {
  const moment = new Date(`${value}T${edge === "start" ? "00:00:00.000" : "23:59:59.999"}`);
  return day.test(value) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : value;
}

/** The day in which a moment lies where the person is; a day is one already, and anything else is none. */
export function dayOf(value: string): string {
  if (value === "" || day.test(value)) return value;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? "" : localDay(moment);
}

/** A chosen day is a moment to the call, or the day itself; all else is asked for as it stands. */
function askedFor(filter: AnyFilter, value: string): string {
  if (filter.kind !== "day") return value;
  return filter.edge === "whole" ? dayOf(value) : momentOf(value, filter.edge);
}

/** What a list's call is asked, without the page: the fixed parts, the filters of the address, the sort. */
export function inputOf(
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
