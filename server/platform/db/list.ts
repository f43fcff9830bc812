import { sql } from "kysely";
import type { SelectQueryBuilder } from "kysely";
import { exactTotalLimit } from "#src/kit/api/list.ts";
import type { Page } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "./row-security.ts";
import { countLimit, getCountLimit } from "./list-count.ts";
import { estimateTotal } from "./list-estimate.ts";
import { encodeCursor, isAfter, placed, positionColumn, decodeCursor, reversed } from "./list-keys.ts";
import type { Position, SortKeys } from "./list-keys.ts";
import { sampleList } from "./list-sample.ts";
import { recallLongTotal, rememberLongTotal } from "./long-totals.ts";
import type { Base, Sample, Sampled } from "./list-sample.ts";
import { readShortPage } from "./list-short.ts";

/** A row of a page with its position, which may end with the list's total. `show` leaves it out, and the contract removes it otherwise. */
export interface Placed {
  position: string[];
}

/** A list as its slice declares it. */
export interface List<D, T extends keyof D, Row extends Placed, Shown> {
  /** slice and list, with the sort if there are several: a cursor of one is invalid for another */
  readonly name: string;
  /** the table whose rows are listed, which `base` calls by its own name */
  readonly table: string & T;
  /** the filtered rows, nothing selected: counted, sampled and paged. A join here must not multiply rows. */
  readonly base: Base<D, T>;
  readonly keys: SortKeys;
  /** the list never has more rows than a total counts, so this need not be checked before counting */
  readonly isShort?: boolean | undefined;
  /** the planner cannot estimate its length, but a sample can: for conditions that are evaluated row by row */
  readonly isOpaque?: boolean | undefined;
  /** the total of a list whose rows are expensive to evaluate, and which therefore may be an estimate at any length */
  readonly total?: ((tx: Tx) => Promise<Total>) | undefined;
  /** adds columns, and joins for display, to the rows of a page */
  readonly select: (page: SelectQueryBuilder<D, T, Placed>) => { execute(): Promise<Row[]> };
  /** converts a row to its wire format */
  readonly show: (row: Row) => Shown;
}

/** The number of rows of a list, exact or estimated. */
export interface Total {
  readonly total: number;
  readonly isExact: boolean;
}

/** What was requested; see `listInput`. A cursor takes precedence over a page number. */
export interface PageRequest {
  readonly cur_page: number;
  readonly page_size: number;
  readonly cursor?: string | undefined;
}

const blocksForJump = 200;
const blocksForLength = 100;
/**
 * Fewer rows than this say too little about the positions of others. The list is then counted from the start, which is fast if it has few of a
 * table's rows.
 */
const leastSample = 400;

/** Where a page begins: after a row, at one, or so that it ends with the list. Null: at the start. */
type Start = { after: Position } | { at: Position } | "last" | null;

interface Found {
  /** `none`: there is no such page */
  start: Start | "none";
  /** the total, if it was computed on the way */
  total?: number;
}

/** The number of rows up to a limit, as a subquery: one statement reads a page with its total. */
function countFew<D, T extends keyof D>(base: Base<D, T>, limit = countLimit) {
  return sql<number>`(select count(*) from ${base.select(sql<number>`1`.as("one")).limit(sql.lit(limit))} as few)`;
}

/**
 * Reads the rows of a page.
 * @param isCounted whether each position ends with the number of rows of the list, up to one more than a total counts
 */
async function readRows<D, T extends keyof D, Row extends Placed>(
  list: List<D, T, Row, unknown>,
  start: Start,
  { limit, isCounted }: { limit: number; isCounted: boolean },
): Promise<Row[]> {
  const keys = start === "last" ? reversed(list.keys) : list.keys;
  let page: Base<D, T> = list.base;
  if (start !== null && start !== "last") page = page.where("after" in start ? isAfter(keys, start.after) : isAfter(keys, start.at, true));
  // A literal: for a parameter, the plan of a prepared statement assumes a tenth of the rows.
  const rows = await list.select(placed(page, keys, isCounted ? [countFew(list.base)] : []).limit(sql.lit(limit))).execute();
  return start === "last" ? rows.toReversed() : rows;
}

/** Returns the position of the row exactly so many rows from the start, or with reversed keys from the end. */
async function positionAt<D, T extends keyof D>({ base, keys }: Pick<List<D, T, Placed, unknown>, "base" | "keys">, offset: number) {
  let query: Base<D, T> = base;
  for (const { column, direction } of keys) query = query.orderBy(column, direction);
  const row = await query.select(positionColumn(keys).as("position")).offset(offset).limit(1).$castTo<Placed>().executeTakeFirst();
  return row?.position ?? null;
}

async function countUpToLimit<D, T extends keyof D>(tx: Tx, base: Base<D, T>, limit = countLimit): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${countFew(base, limit)} as total`.execute(tx);
  return rows[0]?.total ?? 0;
}

/**
 * Returns where the page of a given number begins. Pages near either end are counted exactly; others are reached by sampled keys, to within 1 % of
 * the list.
 */
async function findStart<D, T extends keyof D, Row extends Placed>(
  tx: Tx,
  list: List<D, T, Row, unknown>,
  offset: number,
  pageSize: number,
): Promise<Found> {
  if (offset === 0) return { start: null };
  if (offset > exactTotalLimit) {
    const sample = await sampleList(tx, list, { blocks: blocksForJump, offset });
    // So many rows in so few blocks cannot be a short list; for any other, only counting tells.
    const isLong = sample.matches >= leastSample && sample.total >= 2 * exactTotalLimit;
    if (isLong) {
      const total = await longTotal(tx, list, sample);
      const left = total - offset;
      return { start: left > exactTotalLimit ? jumpTo(sample, offset, pageSize) : await nearEnd(list, left), total };
    }
    const counted = await countUpToLimit(tx, list.base);
    if (counted <= exactTotalLimit) return { start: "none", total: counted };
  }
  const at = await positionAt(list, offset);
  return { start: at === null ? "none" : { at } };
}

/** The end of a list whose length is an estimate is its last page, whichever number led there. */
function jumpTo({ position, total }: Sample, offset: number, pageSize: number): Start {
  return position === null || offset + pageSize >= total ? "last" : { at: position };
}

/**
 * Counts a page near the end from there: sampled keys lie thousands of rows apart, so many page numbers would lead to the same last rows. This way
 * neighbouring numbers are neighbouring pages, and the last number that the total gives is the end.
 * @param left how many rows the total leaves from the page's first one on
 */
async function nearEnd<D, T extends keyof D>(
  { base, keys }: Pick<List<D, T, Placed, unknown>, "base" | "keys">,
  left: number,
): Promise<Start> {
  const at = left <= 0 ? null : await positionAt({ base, keys: reversed(keys) }, left - 1);
  return at === null ? "last" : { at };
}

type Counted<D, T extends keyof D> = Sampled<D, T> & Pick<List<D, T, Placed, unknown>, "isOpaque">;
type Listed<D, T extends keyof D> = Counted<D, T> & Pick<List<D, T, Placed, unknown>, "name" | "total">;

/** Estimates the total of a list that has more rows than are counted. @param known a sample of it, if one was taken */
async function longTotal<D, T extends keyof D>(tx: Tx, list: Counted<D, T>, known?: Sample): Promise<number> {
  const sample = async () => known ?? sampleList(tx, list, { blocks: blocksForLength, offset: null });
  return Math.max(list.isOpaque === true ? (await sample()).total : await estimateTotal(tx, list), countLimit);
}

/** Selects a list's rows without columns, by which its long total is remembered. */
function toFiltered<D, T extends keyof D>({ base }: Counted<D, T>) {
  return () => base.select(sql<number>`1`.as("one"));
}

/** Returns the total of a list of so many rows, or of more than are counted. */
async function completeTotal<D, T extends keyof D>(tx: Tx, list: Listed<D, T>, few: number): Promise<Total> {
  if (few <= exactTotalLimit) return toTotal(few);
  const total = await longTotal(tx, list);
  rememberLongTotal(list.name, toFiltered(list), total);
  return toTotal(total);
}

/** Returns the total that a list's page shows, without reading a page. @param limit see `countOnly` */
async function countList<D, T extends keyof D>(tx: Tx, list: Listed<D, T>, limit: number): Promise<Total> {
  if (limit < countLimit) {
    const few = await countUpToLimit(tx, list.base, limit);
    return toTotal(few, few < limit);
  }
  if (list.total !== undefined) {
    // It may be an estimate, and a to-do is there or not: none and one are told exactly.
    const few = await countUpToLimit(tx, list.base, 2);
    return few < 2 ? toTotal(few, true) : list.total(tx);
  }
  const recalled = recallLongTotal(list.name, toFiltered(list));
  return recalled === null ? completeTotal(tx, list, await countUpToLimit(tx, list.base)) : toTotal(recalled);
}

/**
 * Returns a page of a list: by cursor, which is exact at any depth and under concurrent writes, or by its number. Within `countOnly`, a page without rows.
 * @returns the page; `total` is exact up to 10,000 and an estimate past it, the cursor null at the end. `parameterError` if the cursor is not one
 *   of this list's
 */
export async function listPage<D, T extends keyof D, Row extends Placed, Shown>(
  tx: Tx,
  list: List<D, T, Row, Shown>,
  { cur_page, page_size, cursor }: PageRequest,
): Promise<Result<Page<Shown>, "parameterError">> {
  const after = cursor === undefined ? null : decodeCursor(list.name, list.keys, cursor);
  if (cursor !== undefined && after === null) return refuse("parameterError");
  const limitOfCount = getCountLimit();
  if (limitOfCount !== null) return ok(toPage(list, [], undefined, await countList(tx, list, limitOfCount)));
  const offset = (cur_page - 1) * page_size;
  if (list.isShort === true) return ok(await listShort(tx, list, { after, offset, limit: page_size }));
  const { start, total: known }: Found = after === null ? await findStart(tx, list, offset, page_size) : { start: { after } };
  const recalled = known ?? (list.total === undefined ? recallLongTotal(list.name, toFiltered(list)) : null);
  const isCounted = recalled === null && list.total === undefined && start !== "none";
  // One row more than requested tells whether there is a next page.
  const limit = start === "last" ? page_size : page_size + 1;
  const [counted, ownTotal] = await Promise.all([
    start === "none" ? [] : readRows(list, start, { limit, isCounted }),
    recalled === null ? list.total?.(tx) : undefined,
  ]);
  const shown = counted.slice(0, page_size);
  const last = counted.length > page_size ? shown.at(-1)?.position.slice(0, list.keys.length) : undefined;
  // A page counted from the start that reaches the end has counted the list.
  const isWhole = after === null && known === undefined && last === undefined && (shown.length > 0 || offset === 0);
  const readTotal = async (): Promise<Total> => {
    if (isWhole) return toTotal(offset + shown.length, true);
    if (ownTotal !== undefined) return ownTotal;
    if (recalled !== null) return toTotal(recalled);
    // No row brought it along: the list is empty, or the page lies past its end.
    return completeTotal(tx, list, Number(counted[0]?.position.at(-1) ?? (start === null ? 0 : await countUpToLimit(tx, list.base))));
  };
  return ok(toPage(list, shown, last, await readTotal()));
}

function toPage<D, T extends keyof D, Row extends Placed, Shown>(
  { name, show }: List<D, T, Row, Shown>,
  rows: readonly Row[],
  last: Position | undefined,
  { total, isExact }: Total,
): Page<Shown> {
  return {
    result: rows.map(show),
    total,
    total_is_exact: isExact,
    next_cursor: last === undefined ? null : encodeCursor(name, last),
  };
}

/** Returns a page of a short list (list-short.ts). */
async function listShort<D, T extends keyof D, Row extends Placed, Shown>(
  tx: Tx,
  list: List<D, T, Row, Shown>,
  { limit, ...from }: { after: Position | null; offset: number; limit: number },
): Promise<Page<Shown>> {
  const counted = await list.select(readShortPage(tx, list, { ...from, limit: limit + 1 })).execute();
  const total = Number(counted[0]?.position.at(-1) ?? (await countUpToLimit(tx, list.base)));
  const shown = counted.slice(0, limit);
  const last = counted.length > limit ? shown.at(-1)?.position.slice(0, list.keys.length) : undefined;
  return toPage(list, shown, last, toTotal(total));
}

function toTotal(total: number, isExact = total <= exactTotalLimit): Total {
  return { total, isExact };
}
