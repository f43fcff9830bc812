import type { ElementProblem, Elements } from "./gs1.rules.ts";
import { hasCheckDigit, readElements, separator } from "./gs1.rules.ts";

/** What was scanned: the code without what the scanner put around it, and what it says of itself. */
export interface Scan extends Elements {
  /** as it is looked up where `gtin` or `sscc` is not what is wanted */
  readonly text: string;
}

/** Why a scan is not taken; its words are `scan.problem.<name>`. */
export type ScanProblem = "tooLong" | ElementProblem;

/** What a warehouse's scanners do, as its settings say it. */
export interface ScannerRules {
  /** put before a code; the longest that fits is taken off */
  readonly prefixes: readonly string[];
  /** within so many ms the same code is the same scan */
  readonly repeat_ms: number;
  /** the key that ends a scan; either of the two does unless it is none: then a pause ends it */
  readonly suffix?: "enter" | "tab" | "none";
}

/** A trigger held too long reads the same code again; a warehouse may say otherwise. */
export const plainScanner: ScannerRules = { prefixes: [], repeat_ms: 300 };

/** No code that we print or know of is longer. */
export const longestCode = 200;

/** AIM symbology identifiers (ISO/IEC 15424): `]`, a letter, a figure. These mark GS1 element strings. */
const gs1Identifiers = ["]C1", "]d2", "]Q3", "]e0", "]J1"];

/** Ways in which scanners write the separator that no keyboard has. */
const writtenSeparators = /<GS>|\{GS\}|␝/g;

/** Full-width characters of a Chinese input method, as the ASCII that was scanned. */
function halfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0xfee0)).replaceAll("\u3000", " ");
}

/** Without blanks and control characters around it; the separator within stays. */
function trimmed(text: string): string {
  return text.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, "");
}

function withoutPrefix(text: string, prefixes: readonly string[]): string {
  const found = prefixes.toSorted((a, b) => b.length - a.length).find((prefix) => prefix !== "" && text.startsWith(prefix));
  return found === undefined ? text : text.slice(found.length);
}

/** EAN-8, UPC-A, EAN-13 and ITF-14 carry a GTIN. Of another last digit, the number is a warehouse's own. */
function plainGtin(text: string): string | undefined {
  return /^(?:\d{8}|\d{12,14})$/.test(text) && hasCheckDigit(text) ? text.padStart(14, "0") : undefined;
}

/**
 * Reads what a scanner typed or a camera saw.
 * @param raw with whatever the scanner puts around a code
 * @param thisYear decides the century of a date
 * @returns the scan; a problem; null for nothing at all
 */
export function readScan(raw: string, thisYear: number, rules: ScannerRules = plainScanner): Scan | ScanProblem | null {
  const bare = withoutPrefix(trimmed(halfWidth(raw)), rules.prefixes);
  const identifier = /^\][A-Za-z][0-9A-Za-z]/.exec(bare)?.[0] ?? "";
  const text = trimmed(bare.slice(identifier.length)).replace(writtenSeparators, separator);
  if (text === "") return null;
  if (text.length > longestCode) return "tooLong";
  const isMarked = gs1Identifiers.includes(identifier) || text.includes(separator);
  const elements = readElements(text, isMarked, thisYear);
  if (typeof elements === "string") return elements;
  // What is looked up holds no separator: no keyboard types one.
  if (elements !== null) return { text: text.replaceAll(separator, " "), ...elements };
  const gtin = plainGtin(text);
  return { text, ...(gtin === undefined ? {} : { gtin }) };
}

/** Whether a scan is the one before once more. Times in ms. */
export function isRepeat(
  before: { readonly text: string; readonly at: number } | null,
  text: string,
  at: number,
  withinMs: number,
): boolean {
  return before !== null && before.text === text && at - before.at < withinMs;
}
