import type { ElementProblem, Elements } from "./gs1.rules.ts";
import { hasCheckDigit, readElements, separator } from "./gs1.rules.ts";

/** A scanned code, without the prefixes and marks that the scanner adds, and the elements that it contains. */
export interface Scan extends Elements {
  /** the text to look up where `gtin` and `sscc` are not used */
  readonly text: string;
}

/** Why a scan is refused. The text is `scan.problem.<name>`. */
export type ScanProblem = "tooLong" | ElementProblem;

/** How a warehouse's scanners are configured. */
export interface ScannerRules {
  /** added before a code by the scanner; the longest match is removed */
  readonly prefixes: readonly string[];
  /** the same code within this many ms counts as the same scan */
  readonly repeat_ms: number;
  /** the key that ends a scan; Enter and Tab both end one unless this is `none`: then a pause does */
  readonly suffix?: "enter" | "tab" | "none";
}

/** The defaults. 300 ms, because a trigger held too long reads the same code again. */
export const plainScanner: ScannerRules = { prefixes: [], repeat_ms: 300 };

/** No code that we print or know of is longer. In characters. */
export const longestCode = 200;

/** AIM symbology identifiers (ISO/IEC 15424) are `]`, a letter and a digit. These mark GS1 element strings. */
const gs1Identifiers = ["]C1", "]d2", "]Q3", "]e0", "]J1"];

/** What scanners type in place of the separator, for which keyboards have no key. */
const writtenSeparators = /<GS>|\{GS\}|␝/g;

/** Converts the full-width characters of a Chinese input method to ASCII. */
function halfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0xfee0)).replaceAll("\u3000", " ");
}

/** Trims spaces and control characters; a separator inside the text stays. */
function trimmed(text: string): string {
  return text.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, "");
}

function withoutPrefix(text: string, prefixes: readonly string[]): string {
  const found = prefixes.toSorted((a, b) => b.length - a.length).find((prefix) => prefix !== "" && text.startsWith(prefix));
  return found === undefined ? text : text.slice(found.length);
}

/** Returns the GTIN of an EAN-8, UPC-A, EAN-13 or ITF-14. A number with an invalid check digit is a warehouse's own. */
function plainGtin(text: string): string | undefined {
  return /^(?:\d{8}|\d{12,14})$/.test(text) && hasCheckDigit(text) ? text.padStart(14, "0") : undefined;
}

/**
 * Parses what a scanner typed or the camera read.
 * @param raw with everything that the scanner adds to a code
 * @param thisYear decides the century of a date
 * @returns the scan; a problem; null for an empty text
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
  // The text to look up contains no separator, because no keyboard can type one.
  if (elements !== null) return { text: text.replaceAll(separator, " "), ...elements };
  const gtin = plainGtin(text);
  return { text, ...(gtin === undefined ? {} : { gtin }) };
}

/** Whether a scan repeats the one before it. Times in ms. */
export function isRepeat(
  before: { readonly text: string; readonly at: number } | null,
  text: string,
  at: number,
  withinMs: number,
): boolean {
  return before !== null && before.text === text && at - before.at < withinMs;
}
