import { dayOf, momentOf } from "./list-url.rules.ts";
import type { AnyFilter } from "./list-shape.ts";

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
