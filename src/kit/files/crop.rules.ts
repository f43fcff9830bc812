import type { ImageType } from "./files.rules.ts";
import { maxImageBytes } from "./files.rules.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of an image, in pixels of the rotated image. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

/** A clockwise rotation, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** Returns the rotation after one more quarter turn. */
export function nextTurn(turn: Turn): Turn {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- adding 90 degrees modulo 360 gives a Turn
  return ((turn + 90) % 360) as Turn;
}

/** Returns the size of an image after a rotation. */
export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

/** The longest side of a cropped image, in pixels: no label or list shows more, and some browsers cannot draw a larger canvas. */
const longestSide = 4096;

/** One attempt at encoding an image. */
export interface Encoding {
  readonly contentType: ImageType;
  /** 0 to 1; ignored for a PNG */
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
 * Lists the encodings to try, in order; the first that is small enough is used. A PNG stays a PNG to keep its transparency; every other image becomes a
 * JPEG.
 */
export function listEncodings(contentType: ImageType, size: Size): Encoding[] {
  const fit = Math.min(1, longestSide / Math.max(size.width, size.height));
  const type = contentType === "image/png" ? "image/png" : "image/jpeg";
  return tries.map(([quality, scale]) => ({ contentType: type, quality, scale: scale * fit }));
}

/** Whether an encoded image may be uploaded. */
export function isSmallEnough(byteSize: number): boolean {
  return byteSize <= maxImageBytes;
}

/** Returns the name of a cropped image: the original name with the extension of the new type. */
export function cutName(name: string, contentType: ImageType): string {
  const base = name.replace(/\.[^.]*$/, "");
  return `${base === "" ? "image" : base}.${contentType === "image/png" ? "png" : "jpg"}`;
}

/** The aspect ratios (width divided by height) that the user can choose from; null keeps the image's own. */
export const aspects = [
  { name: "own", ratio: null },
  { name: "square", ratio: 1 },
  { name: "landscape", ratio: 4 / 3 },
  { name: "portrait", ratio: 3 / 4 },
] as const;
export type AspectName = (typeof aspects)[number]["name"];

/** Returns the items with one of them moved one position; unchanged if there is no such position. */
export function moveItem<T>(items: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by;
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
