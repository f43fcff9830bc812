import { sql } from "kysely";
import type { Expression, RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import { z } from "zod";

/** The database type of a sort key's values. */
export type KeyType = "uuid" | "text" | "timestamptz" | "bigint" | "date";

/** One of the values that a list is sorted by: an expression that is never null. */
export interface SortKey {
  readonly column: Expression<unknown>;
  readonly type: KeyType;
  readonly direction: "asc" | "desc";
}

/** The keys of a list, the most important first; together they are unique, mostly by a row's id at the end. */
export type SortKeys = readonly [SortKey, ...SortKey[]];

/** The position of a row in its list: its keys' values as the database writes them, so that no microsecond is lost. */
export type Position = readonly string[];

const day = 24 * 3_600_000;

function isMoment(text: string): boolean {
  const [, date, rest] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00$/.exec(text) ?? [];
  const time = Date.parse(`${date}T${rest}Z`);
  // JavaScript reads the 30th of February as the 2nd of March; the database would refuse it.
  return (
    !Number.isNaN(time) && date !== undefined && Math.abs(time - Date.parse(date)) < day && new Date(date).toISOString().startsWith(date)
  );
}

/** Whether the database accepts such a text as a value of the type: a cursor comes from outside and may be anything. */
const shapes: Record<KeyType, (text: string) => boolean> = {
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  text: (text) => !text.includes("\0"),
  timestamptz: isMoment,
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isMoment(`${text} 00:00:00+00`),
  bigint: (text) => /^-?\d{1,18}$/.test(text),
};

const cursorSchema = z.tuple([z.string()]).rest(z.string());

/** Encodes a position as an opaque text for the client; `list` is the list's name, because a cursor is valid for one list only. */
export function encodeCursor(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString("base64url");
}

/** Decodes a cursor; returns null if it is not one of this list's. */
export function decodeCursor(list: string, keys: SortKeys, cursor: string): Position | null {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
  const parsed = cursorSchema.safeParse(read);
  if (!parsed.success) return null;
  const [name, ...position] = parsed.data;
  const fits = name === list && position.length === keys.length && keys.every(({ type }, index) => shapes[type](position[index] ?? "\0"));
  return fits ? position : null;
}

/** A row's position as a column. @param more values to add after the keys */
export function positionColumn(keys: SortKeys, more: readonly Expression<unknown>[] = []): RawBuilder<string[]> {
  return sql<string[]>`array[${sql.join([...keys.map(({ column }) => column), ...more].map((value) => sql`(${value})::text`))}]`;
}

/** Selects rows in the order of the keys, each with its position. @param more see `positionColumn` */
export function placed<D, T extends keyof D>(
  rows: SelectQueryBuilder<D, T, object>,
  keys: SortKeys,
  more: readonly Expression<unknown>[] = [],
): SelectQueryBuilder<D, T, { position: string[] }> {
  let sorted = rows;
  for (const { column, direction } of keys) sorted = sorted.orderBy(column, direction);
  return sorted.select(positionColumn(keys, more).as("position")).$castTo<{ position: string[] }>();
}

/** Returns the same keys in reverse order. */
export function reversed(keys: SortKeys): SortKeys {
  const [first, ...others] = keys.map((key): SortKey => ({ ...key, direction: key.direction === "asc" ? "desc" : "asc" }));
  if (first === undefined) throw new Error("a list needs at least one key");
  return [first, ...others];
}

function toSqlValue({ type }: SortKey, text: string | undefined): RawBuilder<unknown> {
  if (text === undefined) throw new Error("a cursor needs a value for each key");
  return sql`${text}::${sql.raw(type)}`;
}

/**
 * Whether a row comes after a position (or at it, if `at` is true). Keys of one direction compare as rows, which an index serves completely; mixed
 * ones as a chain.
 */
export function isAfter(keys: SortKeys, position: Position, at = false): RawBuilder<SqlBool> {
  const [{ direction }] = keys;
  if (keys.every((key) => key.direction === direction)) {
    const columns = sql.join(keys.map(({ column }) => column));
    const values = sql.join(keys.map((key, index) => toSqlValue(key, position[index])));
    return sql<SqlBool>`(${columns}) ${sql.raw((direction === "asc" ? ">" : "<") + (at ? "=" : ""))} (${values})`;
  }
  return chain(keys, position, at);
}

function chain([key, ...others]: SortKeys, [text, ...rest]: Position, at: boolean): RawBuilder<SqlBool> {
  const value = toSqlValue(key, text);
  const sign = key.direction === "asc" ? ">" : "<";
  const [next, ...more] = others;
  if (next === undefined) return sql<SqlBool>`${key.column} ${sql.raw(sign + (at ? "=" : ""))} ${value}`;
  return sql<SqlBool>`(${key.column} ${sql.raw(sign)} ${value} or (${key.column} = ${value} and ${chain([next, ...more], rest, at)}))`;
}
