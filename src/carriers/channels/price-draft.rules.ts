import { parsePrice, priceInField } from "#src/kit/lib/money.ts";
import type { Zone, ZonePrice } from "./channels.contract.ts";
import { mostGrams, mostMicros } from "./channels.rules.ts";

/** A row of the editor, all as text. Without a step, its last three fields are empty. */
export interface DraftRow {
  readonly key: string;
  readonly upTo: string;
  readonly base: string;
  readonly from: string;
  readonly every: string;
  readonly step: string;
}
/** The fields of a row, in the order of the columns. */
export const rowFields = ["upTo", "base", "from", "every", "step"] as const;
export type RowField = (typeof rowFields)[number];

/** A zone of the editor. */
export interface DraftZone {
  readonly key: string;
  readonly name: string;
  readonly countries: readonly string[];
  readonly rows: readonly DraftRow[];
}

/** Returns an empty row. */
export function createRow(key: string): DraftRow {
  return { key, upTo: "", base: "", from: "", every: "", step: "" };
}

function toRow({ up_to_grams, base_micros, step }: ZonePrice, locale: string, key: string): DraftRow {
  return {
    key,
    upTo: String(up_to_grams),
    base: priceInField(base_micros, locale),
    from: step === null ? "" : String(step.from_grams),
    every: step === null ? "" : String(step.every_grams),
    step: step === null ? "" : priceInField(step.price_micros, locale),
  };
}

/**
 * Converts zones to drafts.
 * @param locale BCP 47
 */
export function toDraft(zones: readonly Zone[], locale: string, newKey: () => string): DraftZone[] {
  return zones.map(({ name, countries, prices }) => ({
    key: newKey(),
    name,
    countries,
    rows: prices.map((price) => toRow(price, locale, newKey())),
  }));
}

/** Parses a weight in grams; null if it is not a whole number within bounds. Spaces, separators of thousands and "g" are ignored. */
export function parseGrams(text: string, least: number): number | null {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[\s,'’]/g, "")
    .replace(/g$/i, "");
  const grams = /^\d{1,9}$/.test(plain) ? Number(plain) : -1;
  return grams >= least && grams <= mostGrams ? grams : null;
}

/** Parses a price of zero or more; returns null if the text is not one. */
function parseMicros(text: string, locale: string): number | null {
  const micros = parsePrice(text, locale);
  return micros === null || micros < 0 || micros > mostMicros ? null : micros;
}

const hasStep = ({ from, every, step }: DraftRow) => [from, every, step].some((text) => text.trim() !== "");

/** The fields of a row that are wrong: `weight` is not a number of grams, `price` not a price. */
export type RowProblems = { readonly [F in RowField]?: "weight" | "price" };

/**
 * Finds what is wrong with a row. A step needs its weight and its price; without a weight that the base includes, it counts from 0.
 * @param locale BCP 47
 */
export function findRowProblems(row: DraftRow, locale: string): RowProblems {
  const ofStep = hasStep(row);
  return {
    ...(parseGrams(row.upTo, 1) === null ? { upTo: "weight" } : {}),
    ...(parseMicros(row.base, locale) === null ? { base: "price" } : {}),
    ...(row.from.trim() !== "" && parseGrams(row.from, 0) === null ? { from: "weight" } : {}),
    ...(ofStep && parseGrams(row.every, 1) === null ? { every: "weight" } : {}),
    ...(ofStep && parseMicros(row.step, locale) === null ? { step: "price" } : {}),
  };
}

function parseRow(row: DraftRow, locale: string): ZonePrice | null {
  if (Object.keys(findRowProblems(row, locale)).length > 0) return null;
  const step = hasStep(row)
    ? {
        from_grams: parseGrams(row.from, 0) ?? 0,
        every_grams: parseGrams(row.every, 1) ?? 1,
        price_micros: parseMicros(row.step, locale) ?? 0,
      }
    : null;
  return { up_to_grams: parseGrams(row.upTo, 1) ?? 1, base_micros: parseMicros(row.base, locale) ?? 0, step };
}

/**
 * Parses the zones of the editor; null if a row is wrong, or a zone has no name or no row.
 * @param locale BCP 47
 */
export function parseZones(zones: readonly DraftZone[], locale: string): Zone[] | null {
  const parsed: Zone[] = [];
  for (const { name, countries, rows } of zones) {
    const prices = rows.map((row) => parseRow(row, locale)).filter((price) => price !== null);
    if (name.trim() === "" || rows.length === 0 || prices.length < rows.length) return null;
    parsed.push({ name: name.trim(), countries: [...countries], prices });
  }
  return parsed;
}

/** Splits what was pasted from a spreadsheet into rows; null unless it has several cells. Lines without a digit in their first cell are headings. */
export function parsePasted(text: string, newKey: () => string): DraftRow[] | null {
  if (!/[\t\n]/.test(text.trim())) return null;
  const lines = text.split(/\r?\n/).map((line) => line.split("\t").map((cell) => cell.trim()));
  return lines
    .filter(([first = ""]) => /\d/.test(first))
    .map(([upTo = "", base = "", from = "", every = "", step = ""]) => ({ key: newKey(), upTo, base, from, every, step }));
}
