import { getAnnouncedLotRefusal } from "./lot-and-expiry.rules.ts";

/** A line of a draft as typed: all fields are text, and a line without a SKU is incomplete. */
export interface DraftLine {
  readonly key: string;
  readonly sku: string;
  /** the product's title, if known */
  readonly title: string;
  readonly expected: string;
  readonly boxNumber: string;
  readonly lot: string;
  readonly expiresOn: string;
  readonly remark: string;
}

/** What is wrong with a line, and the field that is marked for it. */
const fieldsOfProblems = {
  sku: "sku",
  unknown: "sku",
  expected: "expected",
  boxNumber: "boxNumber",
  lotNotKept: "lot",
  expiresOn: "expiresOn",
  expiryNotKept: "expiresOn",
} as const;
export type LineProblem = keyof typeof fieldsOfProblems;
export type LineField = (typeof fieldsOfProblems)[LineProblem] | "remark";

/** The products of a draft by SKU in lower case, read after the server refused it; null for a SKU that the owner does not have. */
export type DraftProducts = ReadonlyMap<string, { readonly keeps_lots: boolean; readonly keeps_expiry: boolean } | null>;

const wholeFrom1 = /^[1-9]\d{0,7}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Creates an empty draft line. @param key identifies it in the form */
export function createEmptyLine(key: string): DraftLine {
  return { key, sku: "", title: "", expected: "", boxNumber: "", lot: "", expiresOn: "", remark: "" };
}

/** Returns true if nothing was typed into a line; empty lines are not sent. */
export function isEmptyLine({ sku, expected, boxNumber, lot, expiresOn, remark }: DraftLine): boolean {
  return [sku, expected, boxNumber, lot, expiresOn, remark].every((text) => text.trim() === "");
}

/** Finds what the server refuses about the product of a line. */
function findProductProblem({ sku, lot, expiresOn }: DraftLine, products: DraftProducts): LineProblem | null {
  const product = products.get(sku.trim().toLowerCase());
  if (product === undefined) return null;
  if (product === null) return "unknown";
  const refusal = getAnnouncedLotRefusal(product, { lot: lot.trim(), hasDay: expiresOn !== "" });
  if (refusal === null) return null;
  return refusal === "receipts.lotNotKept" ? "lotNotKept" : "expiryNotKept";
}

/** Finds what is wrong with a line that is not empty; pieces and boxes are whole numbers from 1. @param products those known so far */
export function findLineProblems(line: DraftLine, products: DraftProducts = new Map()): LineProblem[] {
  if (isEmptyLine(line)) return [];
  const ofProduct = findProductProblem(line, products);
  const wrong: [LineProblem, boolean][] = [
    ["sku", line.sku.trim() === ""],
    ["expected", !wholeFrom1.test(line.expected.trim())],
    ["boxNumber", line.boxNumber.trim() !== "" && !/^[1-9]\d{0,3}$/.test(line.boxNumber.trim())],
    ["expiresOn", line.expiresOn !== "" && !day.test(line.expiresOn)],
  ];
  return [...wrong.flatMap(([problem, isWrong]) => (isWrong ? [problem] : [])), ...(ofProduct === null ? [] : [ofProduct])];
}

/** Returns the problem that a field of a line is marked with; null for none. */
export function findFieldProblem(problems: readonly LineProblem[], field: LineField): LineProblem | null {
  return problems.find((problem) => fieldsOfProblems[problem] === field) ?? null;
}

/** Sums the completed lines, pieces and boxes. */
export function sumDraft(lines: readonly DraftLine[]): { lines: number; pieces: number; boxes: number } {
  const filled = lines.filter((line) => !isEmptyLine(line));
  const boxes = new Set(filled.map(({ boxNumber }) => boxNumber.trim()).filter((box) => box !== ""));
  const pieces = filled.reduce((sum, { expected }) => sum + (wholeFrom1.test(expected.trim()) ? Number(expected) : 0), 0);
  return { lines: filled.length, pieces, boxes: boxes.size };
}

/** Parses a date written year first as YYYY-MM-DD; empty for anything else, since the order of day and month would be a guess. */
function parseDay(text: string): string {
  const parts = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text);
  return parts === null ? "" : [parts[1], parts[2]?.padStart(2, "0"), parts[3]?.padStart(2, "0")].join("-");
}

/**
 * Parses rows pasted from a spreadsheet: SKU, pieces, and optionally box, lot and expiry, separated by tabs, semicolons or commas.
 * @returns null if the text is a single cell, which is pasted as usual
 */
export function parsePastedLines(text: string, newKey: () => string): DraftLine[] | null {
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split(/\t|;|,(?! )/).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ""));
  if (rows.length === 0 || (rows.length === 1 && (rows[0]?.length ?? 0) < 2)) return null;
  return rows.map(([sku = "", expected = "", boxNumber = "", lot = "", expiresOn = ""]) => ({
    ...createEmptyLine(newKey()),
    sku,
    expected,
    boxNumber,
    lot,
    expiresOn: parseDay(expiresOn),
    // An invalid date is kept as the remark rather than dropped silently.
    remark: expiresOn !== "" && parseDay(expiresOn) === "" ? expiresOn : "",
  }));
}

/** Converts the lines to the call's input. */
export function toAnnouncedLines(lines: readonly DraftLine[]) {
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
