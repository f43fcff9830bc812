import { toDay } from "#src/kit/lib/days.ts";
/**
 * GS1 element strings as a scanner reads them: a sequence of application identifiers (AI) with their values. A value of variable length ends at the
 * separator GS. Source: GS1 General Specifications, chapters 3 (AIs), 7.8 (processing), 7.9 (check digits), 7.12 (dates).
 */

/** The separator GS, ASCII 29. */
export const separator = "\u001D";

export interface Elements {
  /** global trade item number, padded to 14 digits */
  readonly gtin?: string;
  /** serial shipping container code, 18 digits */
  readonly sscc?: string;
  readonly lot?: string;
  /** YYYY-MM-DD */
  readonly expiry?: string;
  readonly serial?: string;
  /** pieces */
  readonly quantity?: number;
}

/** Lengths of values that need no separator, by the first two digits of their AI (figure 7.8.5-2). */
const fixedLengths: Readonly<Record<string, number>> = {
  "00": 18,
  "01": 14,
  "02": 14,
  "03": 14,
  "04": 16,
  "11": 6,
  "12": 6,
  "13": 6,
  "14": 6,
  "15": 6,
  "16": 6,
  "17": 6,
  "18": 6,
  "19": 6,
  "20": 2,
};

/** The same for AIs of four digits. */
const fixedOfFour: Readonly<Record<string, number>> = { "31": 6, "32": 6, "33": 6, "34": 6, "35": 6, "36": 6 };

/** Returns the number of digits of an AI, by its first two; null if they do not start an AI. */
function lengthOfAi(start: string): number | null {
  if (!/^\d\d$/.test(start)) return null;
  if (["23", "24", "25", "40", "41", "42", "71"].includes(start)) return 3;
  if (["31", "32", "33", "34", "35", "36", "39", "43", "70", "72", "80", "81", "82"].includes(start)) return 4;
  return /^[01]|^2[012]|^30|^37|^9\d/.test(start) ? 2 : null;
}

const longestValue = 90;

function getFixedLength(ai: string): number | undefined {
  const start = ai.slice(0, 2);
  return start === "41" ? 13 : (fixedLengths[start] ?? fixedOfFour[start]);
}

/** Splits an element string into AIs and values; null if it is not one. */
function splitElements(text: string): [ai: string, value: string][] | null {
  const found: [string, string][] = [];
  let rest = text;
  while (rest !== "") {
    const length = lengthOfAi(rest.slice(0, 2));
    if (length === null || rest.length <= length) return null;
    const ai = rest.slice(0, length);
    const tail = rest.slice(length);
    const fixed = getFixedLength(ai);
    const end = fixed ?? (tail.includes(separator) ? tail.indexOf(separator) : tail.length);
    const value = tail.slice(0, end);
    if (value === "" || value.length < end || value.length > longestValue || value.includes(separator)) return null;
    found.push([ai, value]);
    rest = tail.slice(end);
    // A value of fixed length may be followed by a separator nevertheless.
    if (rest.startsWith(separator)) rest = rest.slice(1);
  }
  return found.length === 0 ? null : found;
}

/** Splits the human-readable text below a code: `(01)09501101530003(10)AB-1`. */
function splitPrinted(text: string): [ai: string, value: string][] | null {
  if (!/^(?:\(\d{2,4}\)[^()]+)+$/.test(text)) return null;
  return [...text.matchAll(/\((\d{2,4})\)([^()]+)/g)].map(([, ai = "", value = ""]) => [ai, value.trim()]);
}

/** Whether the last digit is a valid check digit: weights 3 and 1 from the right, modulo 10 (section 7.9). */
export function hasCheckDigit(digits: string): boolean {
  if (!/^\d{8,18}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Returns the full year of two digits: at most 49 years back, 50 ahead (section 7.12). */
function fullYear(short: number, thisYear: number): number {
  const century = thisYear - (thisYear % 100);
  const difference = short - (thisYear % 100);
  if (difference >= 51) return century - 100 + short;
  return difference <= -50 ? century + 100 + short : century + short;
}

/** Parses a date YYMMDD into YYYY-MM-DD; day 00 is the last of the month. Null for an invalid date. */
function toDate(value: string, thisYear: number): string | null {
  if (!/^\d{6}$/.test(value)) return null;
  const [year, month, day] = [fullYear(Number(value.slice(0, 2)), thisYear), Number(value.slice(2, 4)), Number(value.slice(4))];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day > last) return null;
  return toDay(Date.UTC(year, month - 1, day === 0 ? last : day));
}

/** Why an element string is refused. */
export type ElementProblem = "checkDigit" | "date" | "elements";

function getElements(parts: readonly [string, string][], thisYear: number): Elements | ElementProblem {
  const values = new Map(parts);
  const [gtin, content, sscc] = [values.get("01"), values.get("02"), values.get("00")];
  if ([gtin, content, sscc].some((number) => number !== undefined && !hasCheckDigit(number))) return "checkDigit";
  const day = values.get("17");
  const expiry = day === undefined ? undefined : toDate(day, thisYear);
  if (expiry === null) return "date";
  const count = values.get("37") ?? values.get("30");
  if (count !== undefined && !/^\d{1,8}$/.test(count)) return "elements";
  const [lot, serial, item] = [values.get("10"), values.get("21"), gtin ?? content];
  return {
    ...(item === undefined ? {} : { gtin: item.padStart(14, "0") }),
    ...(sscc === undefined ? {} : { sscc }),
    ...(lot === undefined ? {} : { lot }),
    ...(expiry === undefined ? {} : { expiry }),
    ...(serial === undefined ? {} : { serial }),
    ...(count === undefined ? {} : { quantity: Number(count) }),
  };
}

/**
 * Reads an element string.
 * @param isMarked the scanner marked it as one: if it cannot be split, that is then a problem
 * @param thisYear decides the century of a date
 * @returns the elements; a problem; null if it is not an element string
 */
export function readElements(text: string, isMarked: boolean, thisYear: number): Elements | ElementProblem | null {
  const printed = splitPrinted(text);
  if (printed !== null) return getElements(printed, thisYear);
  const parts = splitElements(text.startsWith(separator) ? text.slice(1) : text);
  if (parts === null) return isMarked ? "elements" : null;
  if (isMarked) return getElements(parts, thisYear);
  // Unmarked: a leading 01 with a valid check digit and further elements is no coincidence.
  const isSure = parts.length > 1 && parts[0]?.[0] === "01" && hasCheckDigit(parts[0][1]);
  return isSure ? getElements(parts, thisYear) : null;
}
