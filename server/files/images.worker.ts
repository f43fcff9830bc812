import { Jimp } from "jimp";
import type { ImageType } from "#src/files/files.rules.ts";
import type { Bitmap } from "./gif-writer.ts";
import { writeGif } from "./gif-writer.ts";
import { onlyPixelChunks } from "./png-chunks.ts";

/** What a worker is told, once. */
export interface ImageOrder {
  /** `avatar`: a PNG of `avatarSide` pixels; `same`: as it is, in its own type */
  wanted: "same" | "avatar";
  type: ImageType;
  bytes: Uint8Array;
  maxPixels: number;
}

/** What it answers, once; null where the bytes cannot be read. */
export type ImageAnswer = { bytes: Uint8Array; width: number; height: number } | null;

/** What it says: that it is ready, and then its answer. */
export type ImageWord = "ready" | ImageAnswer;

const avatarSide = 128;
/** What jpeg-js counts for 40 million pixels with full colour is 880 MB; its own limit of 512 MB would refuse them. */
const jpegMemoryMb = 1024;
const jpegQuality = 90;
/** RGB and RGBA: https://www.w3.org/TR/png-3/#6Colour-values */
const [pngColour, pngColourAlpha] = [2, 6] as const;

/** A format of jimp's; its types know no common options. */
interface Encoder {
  encode(bitmap: Bitmap, options: Record<string, unknown>): Uint8Array | Promise<Uint8Array>;
}

type Image = Awaited<ReturnType<typeof Jimp.fromBuffer>>;

/** Decodes, and turns a JPEG as its EXIF wants it. */
async function decode({ type, bytes, maxPixels }: ImageOrder): Promise<Image> {
  const readable = type === "image/png" ? onlyPixelChunks(bytes) : Buffer.from(bytes);
  const limits = { maxResolutionInMP: maxPixels / 1e6, maxMemoryUsageInMB: jpegMemoryMb };
  const image = await Jimp.fromBuffer(readable, { "image/jpeg": limits });
  const pixels = image.bitmap.width * image.bitmap.height;
  if (image.mime !== type || pixels === 0 || pixels > maxPixels) throw new Error("images: not what the header said");
  return image;
}

function isOpaque({ data }: Bitmap): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** The square in the middle, so that no side grows before it is cut: a line of one pixel's height would grow beyond all memory. */
function toAvatar(image: Image): void {
  const { width, height } = image.bitmap;
  const side = Math.min(width, height);
  image.crop({ x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), w: side, h: side });
  image.resize({ w: avatarSide, h: avatarSide });
}

async function encode({ bitmap, formats }: Image, type: ImageType): Promise<Uint8Array> {
  // The pixels alone: jimp's bitmap of a JPEG also holds its EXIF and comments, and the writer would write them again.
  const pixels: Bitmap = { width: bitmap.width, height: bitmap.height, data: bitmap.data };
  if (type === "image/gif") return writeGif(pixels);
  // `getBuffer` would first lay the image over a background: 1.4 s for 12 million pixels, and nothing to see of it.
  const format = formats.find(({ mime }) => mime === type) as Encoder | undefined;
  if (format === undefined) throw new Error(`images: jimp writes no ${type}`);
  if (type === "image/jpeg") return format.encode(pixels, { quality: jpegQuality });
  // Strategy 0 finds repetitions: 0.4 MB where jimp's own choice makes 2.7 MB, in the same time.
  const colorType = isOpaque(pixels) ? pngColour : pngColourAlpha;
  return format.encode(pixels, { deflateLevel: 6, deflateStrategy: 0, colorType });
}

async function answerTo(order: ImageOrder): Promise<ImageAnswer> {
  try {
    const image = await decode(order);
    if (order.wanted === "avatar") toAvatar(image);
    const { width, height } = image.bitmap;
    return { bytes: await encode(image, order.wanted === "avatar" ? "image/png" : order.type), width, height };
  } catch {
    // The decoders say no by throwing, each in its own words.
    return null;
  }
}

/**
 * Answers the one order that comes. This is a process of its own: `image-workers.ts` starts it, and says why it is no thread. When that
 * process is gone, the channel closes and nothing is left to wait for.
 */
function main(): void {
  // Ctrl-C reaches the whole group; the server lets what was begun come to its end, and ends this process itself.
  process.on("SIGINT", () => undefined);
  process.once("message", (order: ImageOrder) => {
    void answerTo(order).then(say);
  });
  say("ready");
}

function say(word: ImageWord): void {
  process.send?.(word);
}

main();
