/** A line of a draft as it is typed: everything is text, a line without a SKU is not there yet. */
export interface DraftLine {
  readonly key: string;
  readonly sku: string;
  /** what the product is called, where it is known */
  readonly title: string;
  readonly expected: string;
  readonly boxNumber: string;
  readonly lot: string;
  readonly expiresOn: string;
  readonly remark: string;
}

/** What is wrong with a line, by its field. */
export type LineProblem = "sku" | "expected" | "boxNumber" | "expiresOn";

const wholeFrom1 = /^[1-9]\d{0,7}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** A line of a draft that nothing is typed into yet. @param key by which the form knows it */
export function emptyLine(key: string): DraftLine {
  return { key, sku: "", title: "", expected: "", boxNumber: "", lot: "", expiresOn: "", remark: "" };
}

/** Whether nothing was typed into a line: such a line is left out. */
export function isEmptyLine({ sku, expected, boxNumber, lot, expiresOn, remark }: DraftLine): boolean {
  return [sku, expected, boxNumber, lot, expiresOn, remark].every((text) => text.trim() === "");
}

/** What is wrong with a line that is not empty; pieces and boxes are whole numbers from 1. */
export function lineProblems(line: DraftLine): LineProblem[] {
  if (isEmptyLine(line)) return [];
  const wrong: [LineProblem, boolean][] = [
    ["sku", line.sku.trim() === ""],
    ["expected", !wholeFrom1.test(line.expected.trim())],
    ["boxNumber", line.boxNumber.trim() !== "" && !/^[1-9]\d{0,3}$/.test(line.boxNumber.trim())],
    ["expiresOn", line.expiresOn !== "" && !day.test(line.expiresOn)],
  ];
  return wrong.flatMap(([field, isWrong]) => (isWrong ? [field] : []));
}

/** Sums of what is filled in: lines, pieces and boxes. */
export function draftSums(lines: readonly DraftLine[]): { lines: number; pieces: number; boxes: number } {
  const filled = lines.filter((line) => !isEmptyLine(line));
  const boxes = new Set(filled.map(({ boxNumber }) => boxNumber.trim()).filter((box) => box !== ""));
  const pieces = filled.reduce((sum, { expected }) => sum + (wholeFrom1.test(expected.trim()) ? Number(expected) : 0), 0);
  return { lines: filled.length, pieces, boxes: boxes.size };
}

/** A day as people write it, year first, as YYYY-MM-DD; empty for anything else: which is month and which is day is not guessed. */
function dayOf(text: string): string {
  const parts = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text);
  return parts === null ? "" : [parts[1], parts[2]?.padStart(2, "0"), parts[3]?.padStart(2, "0")].join("-");
}

/**
 * Rows as they come from a spreadsheet: SKU, pieces, and if they are there box, lot and expiry, with tabs, semicolons or commas between.
 * @returns null where the text is not several cells: then it is simply typed
 */
export function pastedLines(text: string, newKey: () => string): DraftLine[] | null {
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split(/\t|;|,(?! )/).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ""));
  if (rows.length === 0 || (rows.length === 1 && (rows[0]?.length ?? 0) < 2)) return null;
  return rows.map(([sku = "", expected = "", boxNumber = "", lot = "", expiresOn = ""]) => ({
    ...emptyLine(newKey()),
    sku,
    expected,
    boxNumber,
    lot,
    expiresOn: dayOf(expiresOn),
    // What is no day stays in sight: it is not dropped in silence.
    remark: expiresOn !== "" && dayOf(expiresOn) === "" ? expiresOn : "",
  }));
}

/** The lines as the calls take them. */
export function linesToSend(lines: readonly DraftLine[]) {
  return lines
    .filter((line) => !isEmptyLine(line))
    .map(({ sku, expected, boxNumber, lot, expiresOn, remark }) => ({
      sku: sku.trim(),
      expected: Number(expected),
      box_number: boxNumber.trim() === "" ? null : Number(boxNumber),
      lot: lot.trim(),
      expires_on: expiresOn === "" ? null : expiresOn,
      remark: remark.trim(),
    }));
}
