import { cutToExcel, looksLikeFormula } from "./safe-cell-text.ts";

/** Indexes of the cell formats in `stylesXml` (parts.ts). */
export const cellStyles = { plain: 0, bold: 1, day: 2, instant: 3, link: 4, quoted: 5, id: 6, money: 7 } as const;

const special = /[&<>"_]/;
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Escapes a text for XML content or an attribute. In a workbook, `_x0041_` means the character 0041 (ECMA-376, ST_Xstring), so the underscore of a literal
 * `_x0041_` is escaped.
 * @param text the result of `cleanText`, without characters that XML cannot carry
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
 * Writes a text cell. Its type is `inlineStr`, which no program evaluates as a formula. When a user edits such a cell and presses Enter, a text that looks
 * like a formula would become one; `quotePrefix`, Excel's own leading apostrophe, prevents this and adds nothing to the value.
 * Not a shared string, because the table of shared strings would have to stay in memory.
 * @param reference A1-style
 */
export function textCellXml(reference: string, text: string, style: number): string {
  const format = style === cellStyles.plain && looksLikeFormula(text) ? cellStyles.quoted : style;
  const space = needsPreserve.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${reference}"${styleAttribute(format)} t="inlineStr"><is><t${space}>${escapeXml(cutToExcel(text))}</t></is></c>`;
}

/** Writes a number cell; a date is its serial number with a date format. */
export function numberCellXml(reference: string, value: number, style: number): string {
  return `<c r="${reference}"${styleAttribute(style)}><v>${value}</v></c>`;
}

/** Returns the letters of a column, from 0: A, B … Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
