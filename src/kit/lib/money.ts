import { numberFormat } from "./formats.ts";

/**
 * Formats and parses money. Amounts are whole hundredths of an ISO 4217 currency, unit prices are millionths of it. Numbers are converted through decimal
 * texts and BigInt, never through a float.
 */

const centDigits = 2;
const microDigits = 6;

/** Converts a whole number of 10^-digits units to a decimal: 1250 with 2 digits is "12.50". */
function toDecimal(value: number, digits: number): `${number}` {
  const all = BigInt(Math.abs(value))
    .toString()
    .padStart(digits + 1, "0");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- digits around a point are a numeric text
  return `${value < 0 ? "-" : ""}${all.slice(0, -digits)}.${all.slice(-digits)}` as `${number}`;
}

interface CurrencyLook {
  /** the most decimals */
  readonly most: number;
  /** whether the value has no fraction */
  readonly isWhole: boolean;
  readonly sign: "auto" | "exceptZero";
}

function currencyText(decimal: `${number}`, currency: string, locale: string, { most, isWhole, sign }: CurrencyLook): string {
  const style = { style: "currency", currency, currencyDisplay: "symbol", signDisplay: sign } as const;
  const usual = numberFormat(locale, style).resolvedOptions().maximumFractionDigits ?? centDigits;
  const least = isWhole ? Math.min(usual, centDigits) : centDigits;
  return numberFormat(locale, { ...style, minimumFractionDigits: least, maximumFractionDigits: Math.max(least, most) }).format(decimal);
}

/**
 * Formats an amount for a locale: "$12.50", "-US$3.00".
 * A currency without a minor unit (JPY) shows hundredths only if there are any.
 * @param cents hundredths @param currency ISO 4217; empty if unknown, the amount then stands alone: "12.50" @param locale BCP 47
 * @param sign `always`: positive amounts have a plus sign
 */
export function formatAmount(cents: number, currency: string, locale: string, sign: "auto" | "always" = "auto"): string {
  if (currency === "") {
    const style = { minimumFractionDigits: centDigits, signDisplay: sign === "always" ? "exceptZero" : "auto" } as const;
    return numberFormat(locale, style).format(toDecimal(cents, centDigits));
  }
  return currencyText(toDecimal(cents, centDigits), currency, locale, {
    most: centDigits,
    isWhole: cents % 100 === 0,
    sign: sign === "always" ? "exceptZero" : "auto",
  });
}

/**
 * Formats a price with as many decimals as it needs, at least two: "$0.50", "$0.0125".
 * @param micros millionths @param currency ISO 4217 @param locale BCP 47
 */
export function priceText(micros: number, currency: string, locale: string): string {
  return currencyText(toDecimal(micros, microDigits), currency, locale, {
    most: microDigits,
    isWhole: micros % 1_000_000 === 0,
    sign: "auto",
  });
}

/** Formats an amount for an input: "1234.50", without grouping and currency. @param cents hundredths @param locale BCP 47 */
export function formatAmountForField(cents: number, locale: string): string {
  const style = { useGrouping: false, minimumFractionDigits: centDigits, maximumFractionDigits: centDigits };
  return numberFormat(locale, style).format(toDecimal(cents, centDigits));
}

/** Formats a price for an input: "0.0125". @param micros millionths @param locale BCP 47 */
export function priceInField(micros: number, locale: string): string {
  const style = { useGrouping: false, minimumFractionDigits: centDigits, maximumFractionDigits: microDigits };
  return numberFormat(locale, style).format(toDecimal(micros, microDigits));
}

/** Returns a locale's thousands separator: "," in English and Chinese, "." in German. */
function groupSign(locale: string): string {
  const parts = numberFormat(locale, { useGrouping: true }).formatToParts(1_234_567);
  return parts.find(({ type }) => type === "group")?.value ?? ",";
}

/** Normalises full-width characters and minus signs, and removes spaces, apostrophes and underscores between groups of digits. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u2212\u2013]/g, "-")
    .replaceAll("\u3002", ".")
    .replaceAll(/(?<=\d)[\s'\u2019_](?=\d{3}(?!\d))/g, "")
    .trim();
}

const groups = { ",": /^[1-9]\d{0,2}(,\d{3})+$/, ".": /^[1-9]\d{0,2}(\.\d{3})+$/ } as const;

/** Splits digits, points and commas into whole part and decimals; null if they are not a number. */
function getParts(text: string, locale: string): { whole: string; rest: string } | null {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last === -1) return { whole: text, rest: "" };
  const sign = text[last] === "." ? "." : ",";
  const other = sign === "." ? "," : ".";
  const isGrouped = groups[sign].test(text);
  const count = text.split(sign).length - 1;
  // "1,234" is a thousand in a language that groups by commas, and a decimal fraction in others.
  if (isGrouped && (count > 1 || groupSign(locale) === sign)) return { whole: text.replaceAll(sign, ""), rest: "" };
  if (count > 1) return null;
  const whole = text.slice(0, last);
  const rest = text.slice(last + 1);
  if (rest === "" || (whole.includes(other) && !groups[other].test(whole))) return null;
  return { whole: whole === "" ? "0" : whole.replaceAll(other, ""), rest };
}

function parse(text: string, locale: string, digits: number): number | null {
  const { minus, number } = /^(?<minus>-?)(?<number>[\d.,]+)$/.exec(plain(text))?.groups ?? {};
  if (number === undefined) return null;
  const parts = getParts(number, locale);
  if (parts === null || !/^\d+$/.test(parts.whole) || parts.rest.length > digits) return null;
  const value = Number(BigInt(parts.whole + parts.rest.padEnd(digits, "0")));
  if (!Number.isSafeInteger(value)) return null;
  return minus === "-" && value !== 0 ? -value : value;
}

/**
 * Parses a typed amount: "12.50", "12,50", "1,234.5", "1 234,50", "-3".
 * A point or comma before three digits is read by the locale; more than two decimals are refused.
 * @param locale BCP 47
 * @returns hundredths; null if it is not an amount
 */
export function parseAmount(text: string, locale: string): number | null {
  return parse(text, locale, centDigits);
}

/** Parses a typed price with up to six decimals. @param locale BCP 47 @returns millionths; null if it is not a price */
export function parsePrice(text: string, locale: string): number | null {
  return parse(text, locale, microDigits);
}
