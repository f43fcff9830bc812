import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** Builds an invented picture's RGBA pixels: red, green, blue and yellow quarters, clockwise from the top left. */
export function quarters(width: number, height: number): Buffer {
  const colours = { topLeft: [255, 0, 0], topRight: [0, 255, 0], bottomRight: [0, 0, 255], bottomLeft: [255, 255, 0] };
  const data = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [left, top] = [x < width / 2, y < height / 2];
      const colour = top ? (left ? colours.topLeft : colours.topRight) : left ? colours.bottomLeft : colours.bottomRight;
      data.set(colour, (y * width + x) * 4);
    }
  }
  return data;
}

/** Builds a PNG chunk. */
export function pngChunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** Builds the IHDR of a PNG with 8 bits per sample. */
export function pngHeaderChunk(width: number, height: number, some: { isInterlaced?: boolean } = {}): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([8, 6, 0, 0, some.isInterlaced === true ? 1 : 0], 8);
  return pngChunk("IHDR", content);
}

/** Builds a PNG from chunks. */
export function pngOf(chunks: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

/** Builds an IDAT from RGBA pixels. */
export function pngDataChunk(width: number, data: Buffer): Buffer {
  const rows: Buffer[] = [];
  for (let at = 0; at < data.length; at += width * 4) rows.push(Buffer.of(0), data.subarray(at, at + width * 4));
  return pngChunk("IDAT", deflateSync(Buffer.concat(rows)));
}

/** The seven passes of Adam7 as first column, first row, and steps: https://www.w3.org/TR/png-3/#8InterlaceMethods */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Builds an interlaced PNG of quarters; `padding` zero bytes follow its pixels in the compressed data. */
export function makeInterlacedPng(width: number, height: number, padding = 0): Buffer {
  const data = quarters(width, height);
  const rows: Buffer[] = [];
  for (const [firstX, firstY, stepX, stepY] of adam7) {
    if (firstX >= width) continue;
    for (let y = firstY; y < height; y += stepY) {
      rows.push(Buffer.of(0));
      for (let x = firstX; x < width; x += stepX) rows.push(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4));
    }
  }
  const packed = deflateSync(Buffer.concat([...rows, Buffer.alloc(padding)]));
  return pngOf([pngHeaderChunk(width, height, { isInterlaced: true }), pngChunk("IDAT", packed), pngChunk("IEND", Buffer.alloc(0))]);
}

/** Builds a PNG of quarters, optionally with chunks before its pixels. */
export function makePng(width: number, height: number, more: readonly Uint8Array[] = []): Buffer {
  const end = pngChunk("IEND", Buffer.alloc(0));
  return pngOf([pngHeaderChunk(width, height), ...more, pngDataChunk(width, quarters(width, height)), end]);
}

/** Builds a JPEG of quarters. */
export async function makeJpeg(width: number, height: number): Promise<Buffer> {
  return sharp(quarters(width, height), { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Builds a JPEG segment from a marker such as 0xe1 and its content. */
export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Inserts segments after a JPEG's first two bytes. */
export function withSegments(jpeg: Buffer, segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Builds an EXIF segment with an orientation (1 to 8), a camera's name and a place. */
export function exifSegment(orientation: number, camera = "QuaysideCam"): Buffer {
  const name = Buffer.from(`${camera}\0`, "latin1");
  const entries = 3;
  const firstFree = 8 + 2 + entries * 12 + 4;
  const gpsAt = firstFree + name.length;
  const tiff = Buffer.alloc(gpsAt + 2 + 12 + 4);
  tiff.write("MM", 0, "latin1");
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(entries, 8);
  const entry = (index: number, at: number, [tag, type, count]: [number, number, number]): number => {
    const start = at + 2 + index * 12;
    tiff.writeUInt16BE(tag, start);
    tiff.writeUInt16BE(type, start + 2);
    tiff.writeUInt32BE(count, start + 4);
    return start + 8;
  };
  tiff.writeUInt32BE(firstFree, entry(0, 8, [0x010f, 2, name.length]));
  tiff.writeUInt16BE(orientation, entry(1, 8, [0x0112, 3, 1]));
  tiff.writeUInt32BE(gpsAt, entry(2, 8, [0x8825, 4, 1]));
  name.copy(tiff, firstFree);
  tiff.writeUInt16BE(1, gpsAt);
  tiff.write("N\0\0\0", entry(0, gpsAt, [1, 2, 2]), "latin1");
  return jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]));
}

/** A GIF frame: its position, and its pixels as indexes of the colours white, red, blue and green. */
export interface GifFrame {
  left: number;
  top: number;
  width: number;
  height: number;
  pixels: readonly number[];
  transparentIndex?: number;
}

/** Encodes three-bit codes, clearing the table after every second one, so that no compression is needed. */
function gifCodes(pixels: readonly number[]): Buffer {
  const codes = [...pixels.flatMap((pixel, index) => (index % 2 === 0 ? [4, pixel] : [pixel])), 5];
  const bits = codes.map((code) => code.toString(2).padStart(3, "0").split("").toReversed().join("")).join("");
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.split("").toReversed().join(""), 2)) ?? [];
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) blocks.push(Buffer.of(Math.min(255, bytes.length - at), ...bytes.slice(at, at + 255)));
  return Buffer.concat([Buffer.of(2), ...blocks, Buffer.of(0)]);
}

const word = (value: number): [number, number] => [value & 255, value >> 8];

/** Builds a GIF of frames on a screen, with extensions (whole blocks) before them. */
export function makeGif(width: number, height: number, frames: readonly GifFrame[], extensions: readonly Uint8Array[] = []): Buffer {
  const colours = [255, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0];
  const parts = frames.map(({ transparentIndex, ...frame }) =>
    Buffer.concat([
      Buffer.of(0x21, 0xf9, 4, transparentIndex === undefined ? 0 : 1, 10, 0, transparentIndex ?? 0, 0),
      Buffer.of(0x2c, ...word(frame.left), ...word(frame.top), ...word(frame.width), ...word(frame.height), 0),
      gifCodes(frame.pixels),
    ]),
  );
  const head = Buffer.of(...word(width), ...word(height), 0x81, 0, 0, ...colours);
  return Buffer.concat([Buffer.from("GIF89a", "latin1"), head, ...extensions, ...parts, Buffer.of(0x3b)]);
}
