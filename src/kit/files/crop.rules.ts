import type { ImageType } from "./files.rules.ts";
import { maxImageBytes } from "./files.rules.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in pixels of the turned picture. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

/** Quarter turns clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** The turn after another quarter. */
export function nextTurn(turn: Turn): Turn {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a quarter more of a turn, modulo 360, is a turn
  return ((turn + 90) % 360) as Turn;
}

/** The size of a picture after a turn. */
export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

/** The longest side that is kept: more shows on no label and in no list, and some browsers draw no larger picture. */
const longestSide = 4096;

/** One try of writing a picture: as what, how well, and how much smaller than it was cut. */
export interface Encoding {
  readonly contentType: ImageType;
  /** 0 to 1; without meaning for a PNG */
  readonly quality: number;
  readonly scale: number;
}

const tries = [
  [0.92, 1],
  [0.85, 1],
  [0.8, 0.75],
  [0.75, 0.5],
  [0.7, 0.25],
] as const;

/**
 * How a cut picture is written, in the order of the tries: the first that is small enough is taken. A PNG stays one, because of what shines through
 * it; all else becomes a JPEG.
 */
export function listEncodings(contentType: ImageType, size: Size): Encoding[] {
  const fit = Math.min(1, longestSide / Math.max(size.width, size.height));
  const type = contentType === "image/png" ? "image/png" : "image/jpeg";
  return tries.map(([quality, scale]) => ({ contentType: type, quality, scale: scale * fit }));
}

/** Whether a written picture may be uploaded. */
export function isSmallEnough(byteSize: number): boolean {
  return byteSize <= maxImageBytes;
}

/** The name of a cut picture: the one that it had, with the extension of what it became. */
export function cutName(name: string, contentType: ImageType): string {
  const base = name.replace(/\.[^.]*$/, "");
  return `${base === "" ? "image" : base}.${contentType === "image/png" ? "png" : "jpg"}`;
}

/** The forms that one may cut to where none is given; null is the picture's own. */
export const aspects = [
  { name: "own", ratio: null },
  { name: "square", ratio: 1 },
  { name: "landscape", ratio: 4 / 3 },
  { name: "portrait", ratio: 3 / 4 },
] as const;
export type AspectName = (typeof aspects)[number]["name"];

/** The items with one of them a place earlier or later; the same where there is no such place. */
export function moved<T>(items: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by;
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
