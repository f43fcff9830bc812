import { z } from "zod";
import { query } from "./define-call.ts";

/** Rows of a page: at most 200 (design.md "Lists"). */
export const maxPageSize = 200;
/** A total is exact up to here; past it an estimate that says so. */
export const exactTotalLimit = 10_000;

/** What every list takes besides its own filters. A cursor goes before a page number: it is exact however deep. */
export const listInput = {
  cur_page: query.int(1, 10_000_000).default(1),
  page_size: query.int(1, maxPageSize).default(50),
  cursor: z.string().max(400).optional(),
};

/** A page of `row`s: `total` is exact where `total_is_exact`; `next_cursor` is null on the last page. */
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

/** A page without rows: for those who have none, or who named nothing. */
export function emptyPage<R>(): Page<R> {
  return { result: [], total: 0, total_is_exact: true, next_cursor: null };
}
