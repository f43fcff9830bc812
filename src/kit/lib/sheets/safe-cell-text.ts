/** The longest text of an Excel cell, in UTF-16 units; Excel reports a file with a longer one as damaged. */
export const excelCellLimit = 32_767;

/** Marks a text that was cut to Excel's limit. The same in every language, and unlikely to be written by a buyer. */
export const cutMark = " […]";

// Control characters (XML 1.0 cannot carry most), lone surrogates, and the carriage return, which XML parsers convert to a line feed anyway.
const unfit = /[[\p{Cc}\p{Cs}\ufffe\uffff]--[\t\n]]/v;
const illegal = /[[\p{Cc}\ufffe\uffff]--[\t\n]]/gv;

/** Returns a text that every format can carry: without control characters, lone surrogates as U+FFFD, line breaks as line feeds. */
export function cleanText(text: string): string {
  if (!unfit.test(text)) return text;
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(illegal, "");
}

// A spreadsheet that opens a CSV evaluates a cell that begins with one of these (OWASP, "CSV Injection"). Some skip leading spaces, Japanese and Chinese
// editions accept the full-width forms, and a leading tab or line break can move the rest into its own cell.
const dangerous = /^'*(?:[\t\r\n]|[\s\u200b\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Whether a spreadsheet could evaluate the text as a formula, also after leading apostrophes, so that guarding can be undone exactly. */
export function looksLikeFormula(text: string): boolean {
  return dangerous.test(text);
}

/** Puts an apostrophe before a text that a spreadsheet could evaluate. `unguardFormula` restores the text. */
export function guardFormula(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text;
}

/** Removes the apostrophe of `guardFormula`; returns any other text unchanged. */
export function unguardFormula(text: string): string {
  return text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;
}

/** Cuts a text to Excel's limit of 32,767 units, between characters, and ends it with `cutMark`. */
export function cutToExcel(text: string): string {
  if (text.length <= excelCellLimit) return text;
  let end = excelCellLimit - cutMark.length;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return text.slice(0, end) + cutMark;
}
