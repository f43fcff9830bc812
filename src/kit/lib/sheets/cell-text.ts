/** What Excel holds in one cell, in UTF-16 units; a longer one makes it call the file damaged. */
export const excelCellLimit = 32_767;

/** Ends a text that was cut to Excel's limit. The same in every language, and nothing that a buyer writes by chance. */
export const cutMark = " […]";

// Control characters (XML 1.0 cannot carry most, and nobody wants the rest), half surrogates, and the carriage return, which
// XML readers turn into a line feed anyway.
const unfit = /[[\p{Cc}\p{Cs}\ufffe\uffff]--[\t\n]]/v;
const illegal = /[[\p{Cc}\ufffe\uffff]--[\t\n]]/gv;

/** A text that every format can carry: control characters dropped, half surrogates as U+FFFD, line breaks as one line feed. */
export function cleanText(text: string): string {
  if (!unfit.test(text)) return text;
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(illegal, "");
}

// A spreadsheet that opens a CSV runs a cell that begins with one of these (OWASP, "CSV Injection"); blanks before it are
// skipped by some, the full-width forms are taken for the plain ones by Japanese and Chinese editions, and a tab or line
// break at the start can push the rest into a cell of its own.
const dangerous = /^'*(?:[\t\r\n]|[\s\u200b\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Whether a spreadsheet could take the text for a formula: also when apostrophes stand before it, so that guarding is undone exactly. */
export function looksLikeFormula(text: string): boolean {
  return dangerous.test(text);
}

/** The text with an apostrophe before it where a spreadsheet could run it. `unguardFormula` gives the text back. */
export function guardFormula(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text;
}

/** Takes off the apostrophe that `guardFormula` put before a text; any other text is left as it is. */
export function unguardFormula(text: string): string {
  return text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;
}

/** The text as Excel can hold it: past 32,767 units it is cut between characters and ends with a mark that one can see. */
export function cutToExcel(text: string): string {
  if (text.length <= excelCellLimit) return text;
  let end = excelCellLimit - cutMark.length;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return text.slice(0, end) + cutMark;
}
