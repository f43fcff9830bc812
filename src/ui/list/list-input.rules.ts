import { momentOf } from "./list-url.rules.ts";
import type { AnyFilter } from "./list-shape.ts";

/** What a list's call is asked, without the page: the fixed parts, the filters of the address, the sort. */
export function inputOf(
  { input = {}, filters = [] }: { readonly input?: Readonly<Record<string, unknown>>; readonly filters?: readonly AnyFilter[] },
  set: Readonly<Record<string, string>>,
  sort: string,
): Record<string, unknown> {
  const asked: Record<string, unknown> = { ...input };
  for (const filter of filters) {
    const value = set[filter.field];
    if (value !== undefined && value !== "") asked[filter.field] = filter.kind === "day" ? momentOf(value, filter.edge) : value;
  }
  if (sort !== "") asked["sort"] = sort;
  return asked;
}
