import { numberFormat } from "./formats.ts";

/**
 * Money as people read and write it. Amounts are whole hundredths of an ISO 4217 currency, prices are millionths of it for one piece.
 * Numbers go through decimal texts and BigInt, never through a float.
 */

const centDigits = 2;
const microDigits = 6;

/** A whole number of the digit-th part of one, as a decimal: 1250 of 2 digits is "12.50". */
function toDecimal(value: number, digits: number): `${number}` {
  const all = BigInt(Math.abs(value))
    .toString()
    .padStart(digits + 1, "0");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- digits around a point are a number's text
  return `${value < 0 ? "-" : ""}${all.slice(0, -digits)}.${all.slice(-digits)}` as `${number}`;
}

interface CurrencyLook {
  /** the most decimals */
  readonly most: number;
  /** whether there is nothing behind the point */
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
 * An amount in words of the language: "$12.50", "-US$3.00".
 * A currency without a small unit (JPY) shows hundredths only where there are some.
 * @param cents hundredths @param currency ISO 4217 @param locale BCP 47
 * @param sign `always`: what is above nothing has a plus
 */
export function formatAmount(cents: number, currency: string, locale: string, sign: "auto" | "always" = "auto"): string {
  return currencyText(toDecimal(cents, centDigits), currency, locale, {
    most: centDigits,
    isWhole: cents % 100 === 0,
    sign: sign === "always" ? "exceptZero" : "auto",
  });
}

/**
 * A price with as many digits as it needs, two at least: "$0.50", "$0.0125".
 * @param micros millionths @param currency ISO 4217 @param locale BCP 47
 */
export function priceText(micros: number, currency: string, locale: string): string {
  return currencyText(toDecimal(micros, microDigits), currency, locale, {
    most: microDigits,
    isWhole: micros % 1_000_000 === 0,
    sign: "auto",
  });
}

/** An amount as it stands in a field: "1234.50", without grouping and currency. @param cents hundredths @param locale BCP 47 */
export function formatAmountForField(cents: number, locale: string): string {
  const style = { useGrouping: false, minimumFractionDigits: centDigits, maximumFractionDigits: centDigits };
  return numberFormat(locale, style).format(toDecimal(cents, centDigits));
}

/** A price as it stands in a field: "0.0125". @param micros millionths @param locale BCP 47 */
export function priceInField(micros: number, locale: string): string {
  const style = { useGrouping: false, minimumFractionDigits: centDigits, maximumFractionDigits: microDigits };
  return numberFormat(locale, style).format(toDecimal(micros, microDigits));
}

/** What separates thousands in a language: "," in English and Chinese, "." in German. */
function groupSign(locale: string): string {
  const parts = numberFormat(locale, { useGrouping: true }).formatToParts(1_234_567);
  return parts.find(({ type }) => type === "group")?.value ?? ",";
}

/** Full-width signs of a Chinese keyboard as their plain ones, the signs for minus as one, and no spaces or apostrophes between digits. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u2212\u2013]/g, "-")
    .replaceAll("\u3002", ".")
    .replaceAll(/(?<=\d)[\s'\u2019_](?=\d{3}(?!\d))/g, "")
    .trim();
}

const groups = { ",": /^[1-9]\d{0,2}(,\d{3})+$/, ".": /^[1-9]\d{0,2}(\.\d{3})+$/ } as const;

/** Whole part and decimals of a text of digits, points and commas; null where it is no number. */
function getParts(text: string, locale: string): { whole: string; rest: string } | null {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last === -1) return { whole: text, rest: "" };
  const sign = text[last] === "." ? "." : ",";
  const other = sign === "." ? "," : ".";
  const isGrouped = groups[sign].test(text);
  const count = text.split(sign).length - 1;
  // "1,234" is a thousand where the language groups by commas, and one and a bit where it does not.
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
 * What somebody typed as an amount: "12.50", "12,50", "1,234.5", "1 234,50", "-3".
 * A point or comma with three digits after it goes by the language; more than two decimals are none.
 * @param locale BCP 47
 * @returns hundredths; null where it is no amount
 */
export function parseAmount(text: string, locale: string): number | null {
  return parse(text, locale, centDigits);
}

/** What somebody typed as a price, with up to six decimals. @param locale BCP 47 @returns millionths; null where it is no price */
export function parsePrice(text: string, locale: string): number | null {
  return parse(text, locale, microDigits);
}
