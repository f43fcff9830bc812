import { inflateSync } from "node:zlib";

/** What a PNG says of itself first. */
export interface PngHeader {
  width: number;
  height: number;
  bitsPerPixel: number;
  isInterlaced: boolean;
}

const signatureBytes = 8;
/** Length, name and checksum of a chunk. */
const chunkFrameBytes = 12;
/** What the pixels need, and nothing else: texts, times, profiles, EXIF and animation go. */
const kept = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Samples a pixel, by colour type: https://www.w3.org/TR/png-3/#6Colour-values */
const samplesByColourType = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

/** The header, or null where the first chunk is none. */
export function pngHeader(bytes: Uint8Array): PngHeader | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < signatureBytes + chunkFrameBytes + 13) return null;
  if (view.readUInt32BE(8) !== 13 || view.toString("latin1", 12, 16) !== "IHDR") return null;
  const samples = samplesByColourType.get(view.readUInt8(25));
  if (samples === undefined) return null;
  return {
    width: view.readUInt32BE(16),
    height: view.readUInt32BE(20),
    bitsPerPixel: samples * view.readUInt8(24),
    isInterlaced: view.readUInt8(28) !== 0,
  };
}

/** At least as many bytes as the pixels of an interlaced image fill: seven passes, each with broken rows and a filter byte a row. */
function mostPixelBytes({ width, height, bitsPerPixel }: PngHeader): number {
  return 2 * (Math.ceil((width * bitsPerPixel) / 8) + 2) * (height + 8);
}

/** As many bytes as the pixels of an image that is not interlaced fill: a filter byte before each row. */
function pixelBytes({ width, height, bitsPerPixel }: PngHeader): number {
  return (Math.ceil((width * bitsPerPixel) / 8) + 1) * height;
}

/**
 * Unpacks the pixels, to see that they are there: of rubbish the decoder (pngjs, in one go) makes an image of whatever its memory held, now and then.
 * @throws Error where they cannot be unpacked, are too few, or more than the image can hold
 */
function checkPixels(packed: readonly Buffer[], header: PngHeader): void {
  const { length } = inflateSync(Buffer.concat(packed), { maxOutputLength: mostPixelBytes(header) });
  if (!header.isInterlaced && length < pixelBytes(header)) throw new Error("png: too few pixels");
}

/**
 * The chunks of a PNG that hold its pixels, as a PNG of its own. A second header, which would go round a check of the first, is left out,
 * and so is what comes after the end.
 * @throws Error where it has no end, or holds more than its pixels: the decoder would unpack interlaced data of any size
 */
export function onlyPixelChunks(bytes: Uint8Array): Buffer {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = pngHeader(view);
  if (header === null) throw new Error("png: no header");
  const parts = [view.subarray(0, signatureBytes)];
  const packed: Buffer[] = [];
  let headers = 0;
  for (let at = signatureBytes; at + chunkFrameBytes <= view.length;) {
    const end = at + chunkFrameBytes + view.readUInt32BE(at);
    const name = view.toString("latin1", at + 4, at + 8);
    if (name === "IHDR") headers += 1;
    if (kept.has(name) && (name !== "IHDR" || headers === 1)) parts.push(view.subarray(at, end));
    if (name === "IDAT") packed.push(view.subarray(at + 8, end - 4));
    if (name === "IEND") {
      checkPixels(packed, header);
      return Buffer.concat(parts);
    }
    at = end;
  }
  throw new Error("png: no end");
}
