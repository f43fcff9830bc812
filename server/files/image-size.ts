import type { ImageType } from "#src/files/files.rules.ts";
import { pngHeader } from "./png-chunks.ts";

export interface ImageSize {
  width: number;
  height: number;
}

/** The markers that begin a frame: SOF0 to SOF15 without DHT, JPG and DAC. https://www.w3.org/Graphics/JPEG/itu-t81.pdf, table B.1 */
function beginsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** The size in the first frame's header; the decoder itself refuses a second frame. */
function jpegSize(view: Buffer): ImageSize | null {
  let at = 2;
  while (at + 9 <= view.length) {
    if (view.readUInt8(at) !== 0xff) return null;
    const marker = view.readUInt8(at + 1);
    if (marker === 0xff) {
      // a fill byte
      at += 1;
    } else if (beginsFrame(marker)) {
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
    } else {
      // a scan or the end before any frame
      if (marker === 0xda || marker === 0xd9) return null;
      at += 2 + view.readUInt16BE(at + 2);
    }
  }
  return null;
}

function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Where the blocks that begin at `at` end: each says its length, and an empty one is the last. */
function afterBlocks(view: Buffer, at: number): number {
  let next = at;
  while (next < view.length) {
    const byteSize = view.readUInt8(next);
    next += 1 + byteSize;
    if (byteSize === 0) break;
  }
  return next;
}

/** The size of the screen; null as well where the first frame does not lie within it. https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function gifSize(view: Buffer): ImageSize | null {
  if (view.length < 13) return null;
  const [width, height] = [view.readUInt16LE(6), view.readUInt16LE(8)];
  let at = 13 + colourTableBytes(view.readUInt8(10));
  while (at + 10 <= view.length) {
    const introducer = view.readUInt8(at);
    if (introducer === 0x2c) {
      const [left, top, frameWidth, frameHeight] = [1, 3, 5, 7].map((offset) => view.readUInt16LE(at + offset));
      const isWithin = (left ?? 0) + (frameWidth ?? 0) <= width && (top ?? 0) + (frameHeight ?? 0) <= height;
      return isWithin ? { width, height } : null;
    }
    if (introducer !== 0x21) return null;
    at = afterBlocks(view, at + 2);
  }
  return null;
}

/**
 * The size that an image's header names, in pixels. Nothing is decoded.
 * @param type what it is by its first bytes
 * @returns null where there is no such header, or one of no pixels
 */
export function imageSizeOf(bytes: Uint8Array, type: ImageType): ImageSize | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = { "image/jpeg": jpegSize, "image/png": pngHeader, "image/gif": gifSize }[type];
  const size = read(view);
  return size === null || size.width === 0 || size.height === 0 ? null : { width: size.width, height: size.height };
}
