import { inflateSync } from "node:zlib";

const signature = 0x77_4f_46_46;
const headerBytes = 44;
const entryBytes = 20;

/** Where a table stands in a font's file, and its sum as the original font has it. */
interface Table {
  readonly tag: string;
  readonly sum: number;
  readonly bytes: Buffer;
}

function tableAt(woff: Buffer, at: number): Table {
  const offset = woff.readUInt32BE(at + 4);
  const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
  const length = woff.readUInt32BE(at + 12);
  return {
    tag: woff.toString("latin1", at, at + 4),
    sum: woff.readUInt32BE(at + 16),
    bytes: packed.length < length ? inflateSync(packed) : packed,
  };
}

/** A table's length with the zeros behind it that bring the next one to a multiple of four. */
function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

/**
 * Unpacks a WOFF file to the font that it was made of, once and for all: fontkit would inflate a whole table for each glyph that it reads.
 * Source: WOFF File Format 1.0 (W3C), sections 3 to 5; OpenType, "Organization of an OpenType Font".
 * @throws RangeError for anything but a WOFF file
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.length < headerBytes || woff.readUInt32BE(0) !== signature) throw new RangeError("not a WOFF file");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, headerBytes + index * entryBytes));
  const bodyAt = 12 + count * 16;
  const font = Buffer.alloc(tables.reduce((sum, { bytes }) => sum + padded(bytes.length), bodyAt));
  const power = Math.floor(Math.log2(count));
  font.writeUInt32BE(woff.readUInt32BE(4), 0);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** power * 16, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE((count - 2 ** power) * 16, 10);
  let at = bodyAt;
  for (const [index, { tag, sum, bytes }] of tables.entries()) {
    const entry = 12 + index * 16;
    font.write(tag, entry, "latin1");
    font.writeUInt32BE(sum, entry + 4);
    font.writeUInt32BE(at, entry + 8);
    font.writeUInt32BE(bytes.length, entry + 12);
    bytes.copy(font, at);
    at += padded(bytes.length);
  }
  return font;
}
