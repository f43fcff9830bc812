import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";

/** What a cell may be told by its shape alone. */
type CellRefusal = Extract<RefusalName, `imports.${string}`>;
type Read<T> = Result<T, CellRefusal>;

interface Range {
  readonly min: number;
  readonly max: number;
}

/** A whole number of a cell, as `120` or `120.0` (a sheet knows no difference). @param range both ends are allowed, and are safe integers */
export function readWhole(text: string, { min, max }: Range): Read<number> {
  if (!/^[+-]?\d{1,15}(\.0+)?$/.test(text)) return refuse("imports.notWhole");
  const value = Number(text);
  return value < min || value > max ? refuse("imports.outOfRange") : ok(value);
}

/** A decimal number of a cell, with a point and without signs of thousands. @returns it as it is written, for a numeric column: `8.50` */
export function readDecimal(text: string, { min, max, digits }: Range & { digits: number }): Read<string> {
  const parts = /^[+-]?\d{1,15}(?:\.(\d{1,20}))?$/.exec(text);
  if (parts === null) return refuse("imports.notANumber");
  const isTooFine = (parts[1] ?? "").replace(/0+$/, "").length > digits;
  return isTooFine || Number(text) < min || Number(text) > max ? refuse("imports.outOfRange") : ok(text.replace(/^\+/, ""));
}

/** An amount of money of a cell, with up to two decimals. @returns hundredths @param maxCents the most, included */
export function readCents(text: string, maxCents: number): Read<number> {
  const read = readDecimal(text, { min: 0, max: maxCents / 100, digits: 2 });
  return read.ok ? ok(Math.round(Number(read.value) * 100)) : read;
}

/** A day of a cell. @returns `YYYY-MM-DD`, a day that there is */
export function readDay(text: string): Read<string> {
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:T00:00:00)?$/.exec(text);
  if (parts === null) return refuse("imports.notADate");
  const [, year = "", month = "", day = ""] = parts;
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${written}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
  return isDay && Number(year) >= 1900 ? ok(written) : refuse("imports.notADate");
}

/** One of a few words, without regard to case. */
export function readChoice<C extends string>(text: string, choices: readonly C[]): Read<C> {
  const chosen = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  return chosen === undefined ? refuse("imports.notAChoice") : ok(chosen);
}

const yesOrNo = new Map([
  ["yes", true],
  ["是", true],
  ["no", false],
  ["否", false],
]);

/** Yes or no, in either language. */
export function readYesOrNo(text: string): Read<boolean> {
  const chosen = yesOrNo.get(text.toLowerCase());
  return chosen === undefined ? refuse("imports.notAChoice") : ok(chosen);
}

/** A text of at most so many characters. */
export function readText(text: string, maxLength: number): Read<string> {
  return text.length > maxLength ? refuse("imports.cellTooLong") : ok(text);
}
