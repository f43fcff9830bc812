/** The line height as a multiple of the font size. */
export const lineHeight = 1.3;
/** Millimetres in a typographic point. */
export const pointMm = 25.4 / 72;

/** The box (mm) and style (points) of a text. */
export interface TextRoom {
  readonly width: number;
  readonly height: number;
  /** the preferred size, and the smallest it is shrunk to */
  readonly size: number;
  readonly least: number;
  readonly lines: number;
}

/** The wrapped lines and their size in points. */
export interface FittedText {
  readonly size: number;
  readonly lines: readonly string[];
}

/** Measures a text's width on one line as a multiple of the font size. */
export type Measure = (text: string) => number;

const east = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}`;
/** An unbreakable piece: an East Asian character with the punctuation that closes it, or a word; codes keep their hyphens. */
const piece = new RegExp(String.raw`[${east}][、，。；：！？）】」』》％…]*\s*|[^\s${east}]+\s*|\s+`, "gu");
/** Where a long word is broken first. */
const hyphenated = /[^-]*-+|[^-]+/g;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const step = 0.5;
const ellipsis = "…";

/** Puts a text on one line and removes invisible characters. */
export function flattenText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ")
    .trim();
}

function splitLetters(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Splits a word that is longer than a line, at hyphens if that suffices. */
function cutWord(word: string, width: number, measure: Measure): string[] {
  const units = (word.match(hyphenated) ?? []).flatMap((unit) => (measure(unit.trimEnd()) <= width ? [unit] : splitLetters(unit)));
  const parts = [""];
  for (const unit of units) {
    const longer = `${parts.at(-1) ?? ""}${unit}`;
    if (parts.at(-1) === "" || measure(longer.trimEnd()) <= width) parts[parts.length - 1] = longer;
    else parts.push(unit);
  }
  return parts;
}

/** Wraps a text to a width (a multiple of the font size), keeping spaces at the line ends; `isCut` means that a word had to be split. */
function breakLines(text: string, width: number, measure: Measure): { lines: string[]; isCut: boolean } {
  const lines: string[] = [];
  let line = "";
  let isCut = false;
  for (const word of text.match(piece) ?? []) {
    if (measure(`${line}${word}`.trimEnd()) <= width) {
      line += word;
      continue;
    }
    if (line !== "") lines.push(line);
    const parts = measure(word.trimEnd()) <= width ? [word] : cutWord(word, width, measure);
    isCut ||= parts.length > 1;
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? "";
  }
  return { lines: line === "" ? lines : [...lines, line], isCut };
}

function trimmed(lines: readonly string[]): string[] {
  return lines.map((line) => line.trimEnd());
}

/** Shortens a line with an ellipsis. */
function shortenLine(line: string, width: number, measure: Measure): string {
  const characters = splitLetters(line);
  while (characters.length > 0 && measure(`${characters.join("").trimEnd()}${ellipsis}`) > width) characters.pop();
  return `${characters.join("").trimEnd()}${ellipsis}`;
}

/** Returns how many lines fit at a size. */
function countLines({ height, lines }: TextRoom, size: number): number {
  return Math.min(lines, Math.floor(height / (size * lineHeight * pointMm) + 1e-6));
}

function cutToFit(text: string, room: TextRoom, measure: Measure): FittedText {
  const size = Math.min(room.least, room.height / (lineHeight * pointMm));
  const width = room.width / (size * pointMm);
  const { lines } = breakLines(text, width, measure);
  const count = Math.max(1, countLines(room, size));
  if (lines.length <= count) return { size, lines: trimmed(lines) };
  // Takes no more of the rest than a line could hold: it may be long.
  const rest = lines.slice(count - 1, count + 1).join("");
  return { size, lines: [...trimmed(lines.slice(0, count - 1)), shortenLine(rest, width, measure)] };
}

/**
 * Fits a text into its box: at its size, else smaller, and at the smallest size cut with an ellipsis. Words are split only if shrinking does not help.
 * @param measure the text's width, proportional to the size
 */
export function fitText(text: string, room: TextRoom, measure: Measure): FittedText {
  const flat = flattenText(text);
  if (flat === "" || room.width <= 0 || room.height <= 0) return { size: room.size, lines: [] };
  const highest = Math.min(room.size, room.height / (lineHeight * pointMm));
  const oneLine = Math.min(highest, room.width / (measure(flat) * pointMm));
  if (oneLine === highest || (room.lines === 1 && oneLine >= room.least)) return { size: oneLine, lines: [flat] };
  if (room.lines === 1) return cutToFit(flat, room, measure);
  for (let size = highest; size >= room.least; size -= step) {
    const { lines, isCut } = breakLines(flat, room.width / (size * pointMm), measure);
    if (!isCut && lines.length <= countLines(room, size)) return { size, lines: trimmed(lines) };
  }
  return cutToFit(flat, room, measure);
}
