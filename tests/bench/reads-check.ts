import { isDeepStrictEqual } from "node:util";
import { exactTotalLimit } from "#src/kit/api/list.ts";
import type { Read } from "./read.ts";

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The wire has empty texts for null, and ISO texts for times; PostgreSQL's driver returns texts for `numeric`, and its JSON has other times. */
function isSameScalar(answered: unknown, selected: unknown): boolean {
  if (selected === null || selected === undefined) return answered === null || answered === "";
  if (answered === selected) return true;
  if (selected instanceof Date) return answered === selected.toISOString();
  if (typeof answered === "number") return answered === Number(selected);
  return (
    typeof answered === "string" && typeof selected === "string" && answered.endsWith("Z") && Date.parse(answered) === Date.parse(selected)
  );
}

/** Lists the fields of an answer that a statement's row does not show in the same way. @param path of the fields, for the message */
function findDifferences(answered: unknown, selected: unknown, read: Read, path: string): string[] {
  if (Array.isArray(answered)) {
    const items: unknown[] = Array.isArray(selected) ? selected : [];
    const isOfTexts = answered.length > 0 && answered.every((item) => typeof item === "string");
    // Their order is a matter of display.
    if (isOfTexts) return isDeepStrictEqual(answered.toSorted(), items.toSorted()) ? [] : [path];
    if (items.length !== answered.length) return [`${path}.length`];
    return answered.flatMap((item, at) => findDifferences(item, items[at], read, `${path}[${at}]`));
  }
  if (!isFields(answered)) return isSameScalar(answered, selected) ? [] : [`${path} (${String(answered)}, ${String(selected)})`];
  if (!isFields(selected)) return [path];
  return Object.entries(answered).flatMap(([field, value]) => {
    if (read.derived?.includes(field) === true) return [];
    return findDifferences(value, read.flattened?.includes(field) === true ? selected : selected[field], read, `${path}.${field}`);
  });
}

/**
 * Compares an answer with the rows of its reference statement: the same rows in the same order with the same values, and the same total.
 * @throws Error naming what differs: a reference that returns something else measures nothing
 */
export function checkReference(read: Read, answer: unknown, rows: readonly Fields[]): void {
  const data: Fields = isFields(answer) ? answer : {};
  const { result } = data;
  const isList = Array.isArray(result);
  const differences = isList ? findDifferences(result, rows, read, "result") : findDifferences(data, rows[0], read, "answer");
  if (isList && result.length === 0) differences.push("no rows");
  if (isList && "total" in data && !isSameTotal(data, rows[0]?.["total"]))
    differences.push(`total (${String(data["total"])}, ${String(rows[0]?.["total"])})`);
  if (differences.length > 0) throw new Error(`the reference differs: ${differences.slice(0, 10).join(", ")}`);
}

/** A total past 10,000 is an estimate. */
function isSameTotal({ total, total_is_exact: isExact }: Fields, counted: unknown): boolean {
  return isExact === false ? Number(counted) === exactTotalLimit + 1 && Number(total) > exactTotalLimit : total === Number(counted);
}
