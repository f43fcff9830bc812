import { cutToExcel, looksLikeFormula } from "./cell-text.ts";

/** Indexes into the cell formats of `stylesXml` (parts.ts). */
export const cellStyles = { plain: 0, bold: 1, day: 2, instant: 3, link: 4, quoted: 5, id: 6 } as const;

const special = /[&<>"_]/;
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * A text as XML content or attribute. `_x0041_` in a workbook means the character 0041 (ECMA-376, ST_Xstring), so a buyer's own
 * `_x0041_` gets its underscore escaped.
 * @param text clean (`cleanText`): characters that XML cannot carry are gone already
 */
export function escapeXml(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(/[&<>"]/g, (found) => escapes[found] ?? found).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");
}

function styleAttribute(style: number): string {
  return style === cellStyles.plain ? "" : ` s="${style}"`;
}

const needsPreserve = /^\s|\s$|\n|\s{2}/;

/**
 * A text cell. It is a typed string (`inlineStr`), which no program runs as a formula, whatever it begins with. Typed strings do
 * become formulas when somebody edits the cell and presses Enter; so a text that looks like one gets `quotePrefix`, which is
 * Excel's own leading apostrophe: it stays text even then, and reads back without anything added.
 * Inline and not in a table of shared strings, because that table would have to stay in memory.
 * @param reference A1-style
 */
export function textCellXml(reference: string, text: string, style: number): string {
  const format = style === cellStyles.plain && looksLikeFormula(text) ? cellStyles.quoted : style;
  const space = needsPreserve.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${reference}"${styleAttribute(format)} t="inlineStr"><is><t${space}>${escapeXml(cutToExcel(text))}</t></is></c>`;
}

/** A number cell; a date is Excel's number for it with a date's style. */
export function numberCellXml(reference: string, value: number, style: number): string {
  return `<c r="${reference}"${styleAttribute(style)}><v>${value}</v></c>`;
}

/** The letters of a column, from 0: A, B … Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
