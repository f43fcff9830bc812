import { z } from "zod";
import { query } from "./define-call.ts";

/** The largest page of a list, in rows (design.md "Lists"). */
export const maxPageSize = 200;
/** Totals up to this are exact; above it they are estimates, marked as such. */
export const exactTotalLimit = 10_000;

/** The input of every list, besides its own filters. A cursor takes precedence over a page number and stays exact at any depth. */
export const listInput = {
  cur_page: query.int(1, 10_000_000).default(1),
  page_size: query.int(1, maxPageSize).default(50),
  cursor: z.string().max(400).optional(),
};

/** The output of a list: `total` is exact if `total_is_exact`; `next_cursor` is null on the last page. */
export function listOutput<R extends z.ZodType>(row: R) {
  return z.object({
    result: z.array(row),
    total: z.int(),
    total_is_exact: z.boolean(),
    next_cursor: z.string().nullable(),
  });
}

export interface Page<R> {
  result: R[];
  total: number;
  total_is_exact: boolean;
  next_cursor: string | null;
}

/** Returns a page without rows. */
export function emptyPage<R>(): Page<R> {
  return { result: [], total: 0, total_is_exact: true, next_cursor: null };
}
