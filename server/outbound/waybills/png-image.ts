import { crc32, inflateSync } from "node:zlib";

/** A PNG whose compressed rows a PDF can hold as they are. */
interface PlainPng {
  /** in pixels */
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colors: 1 | 3;
  /** RGB of each index, for a picture with a palette */
  readonly palette: Buffer | null;
  /** zlib, each row with PNG's filter byte */
  readonly rows: Buffer;
}

/** What a PNG file says. `plain` is null for one whose pixels must be rewritten first: transparent or interlaced. */
export interface PngFile {
  readonly width: number;
  readonly height: number;
  /** null if the file has no physical size */
  readonly pixelsPerMeter: { readonly x: number; readonly y: number } | null;
  readonly plain: PlainPng | null;
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");
/** More than any label has at 600 dpi: 100 x 150 mm are 2,362 x 3,543. */
const mostPixels = 40_000_000;

/** Lists the chunks of a PNG, or returns null if one is cut off or its checksum is wrong. */
function listChunks(bytes: Buffer): { type: string; data: Buffer }[] | null {
  if (!bytes.subarray(0, 8).equals(signature)) return null;
  const chunks: { type: string; data: Buffer }[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) return null;
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    const type = bytes.toString("latin1", at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end) });
    if (type === "IEND") return chunks;
    at = end + 4;
  }
  return null;
}

/** The channels of each colour type of PNG: grey, RGB, palette, grey and RGB with transparency. */
const channelCounts: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Returns true if the rows are complete. */
function hasAllRows(rows: Buffer, expected: number): boolean {
  try {
    return inflateSync(rows, { maxOutputLength: expected }).length === expected;
  } catch {
    // zlib throws for damaged data and for more than it should have
    return false;
  }
}

/** Reads a PNG without decoding its pixels; null if it is damaged. */
export function readPng(bytes: Buffer): PngFile | null {
  const chunks = listChunks(bytes);
  const header = chunks?.[0];
  if (chunks === null || header?.type !== "IHDR" || header.data.length < 13) return null;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [bitDepth = 0, colorType = 0, , , interlacing = 0] = header.data.subarray(8);
  const channels = channelCounts[colorType];
  if (channels === undefined || width === 0 || height === 0 || width * height > mostPixels) return null;
  const find = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const size = find("pHYs");
  const pixelsPerMeter =
    size?.length === 9 && size[8] === 1 && size.readUInt32BE(0) > 0 && size.readUInt32BE(4) > 0
      ? { x: size.readUInt32BE(0), y: size.readUInt32BE(4) }
      : null;
  const file = { width, height, pixelsPerMeter };
  if (interlacing !== 0 || colorType > 3 || find("tRNS") !== undefined) return { ...file, plain: null };
  const rows = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  if (!hasAllRows(rows, height * (1 + Math.ceil((width * channels * bitDepth) / 8)))) return null;
  const palette = colorType === 3 ? (find("PLTE") ?? null) : null;
  if (colorType === 3 && palette === null) return null;
  return { ...file, plain: { width, height, bitDepth, colors: colorType === 2 ? 3 : 1, palette, rows } };
}
