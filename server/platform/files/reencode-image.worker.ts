import sharp from "sharp";
import type { Sharp } from "sharp";
import type { ImageType } from "#src/kit/files/files.rules.ts";

/** One image to encode again. */
export interface ImageOrder {
  /** `avatar`: a PNG of `avatarSide` pixels; `print`: a JPEG on white of at most `printSide` pixels a side; `same`: the size it has, in its own type */
  wanted: "same" | "avatar" | "print";
  type: ImageType;
  bytes: Uint8Array;
  /** width times height */
  maxPixels: number;
  /** up to this many pixels it is worked on; above, the answer is `isForLargeLane` */
  lanePixels: number;
  /** resident memory of the whole process */
  maxMemoryMb: number;
}

/** The answer to an order; `isUnreadable` covers whatever a decoder objects to. */
export type ImageAnswer = { bytes: Uint8Array; width: number; height: number } | "isTooLarge" | "isUnreadable";
export type LaneAnswer = ImageAnswer | "isForLargeLane";

/** Messages of the worker: `ready` once, then one answer per order. `isWorn` asks for the process to be replaced: it holds memory it no longer needs. */
export type ImageMessage = "ready" | { answer: LaneAnswer; isWorn: boolean };

const avatarSide = 128;
const printSide = 1200;
const jpegQuality = 90;
/** Above this, the allocator has kept what an image needed; a fresh worker has 75 MB. */
const wornMemoryMb = 200;
const memoryCheckMs = 25;
const formats: Record<string, ImageType> = { jpeg: "image/jpeg", png: "image/png", gif: "image/gif" };

// Only the decoders of the three types: sharp also reads SVG, PDF, TIFF and more, each of which is more code for a hostile file to reach.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadNsgifBuffer"] });
sharp.cache(false);
sharp.concurrency(1);

function getMemoryMb(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}

/** The central square is cut out before it is resized: a line of one pixel's height would first grow to a width of millions. */
function toAvatar(image: Sharp, { width, height }: { width: number; height: number }): Sharp {
  const side = Math.min(width, height);
  const square = { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), width: side, height: side };
  return image.extract(square).resize(avatarSide, avatarSide).png();
}

/** What is transparent is white, as paper is. */
function toPrint(image: Sharp): Sharp {
  return image
    .resize(printSide, printSide, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColorspace("srgb")
    .jpeg({ quality: jpegQuality });
}

/**
 * A GIF gets a palette of its own: that of the file lacks the black of what no frame covers. Metadata is not copied unless asked for; the first frame of a GIF is read
 * unless more are asked for.
 */
function encode(image: Sharp, type: ImageType): Sharp {
  if (type === "image/jpeg") return image.jpeg({ quality: jpegQuality });
  return type === "image/png" ? image.png() : image.gif({ reuse: false });
}

async function reencode(order: ImageOrder): Promise<LaneAnswer> {
  const image = sharp(order.bytes, { failOn: "error", limitInputPixels: order.maxPixels });
  try {
    const { format, width, height, autoOrient } = await sharp(order.bytes, { limitInputPixels: false }).metadata();
    if (formats[format] !== order.type) return "isUnreadable";
    if (width * height > order.maxPixels) return "isTooLarge";
    if (width * height > order.lanePixels) return "isForLargeLane";
    const upright = image.autoOrient();
    const encoded =
      order.wanted === "avatar" ? toAvatar(upright, autoOrient) : order.wanted === "print" ? toPrint(upright) : encode(upright, order.type);
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return "isUnreadable";
  }
}

/** Decoding happens on another thread, so this one can watch the memory. A process that ends itself by a signal counts as ended by its image. */
function watchMemory(maxMemoryMb: number): NodeJS.Timeout {
  return setInterval(() => {
    if (getMemoryMb() > maxMemoryMb) process.kill(process.pid, "SIGKILL");
  }, memoryCheckMs);
}

function send(message: ImageMessage): void {
  process.send?.(message);
}

async function work(order: ImageOrder): Promise<void> {
  const watch = watchMemory(order.maxMemoryMb);
  const answer = await reencode(order);
  clearInterval(watch);
  send({ answer, isWorn: getMemoryMb() > wornMemoryMb });
}

/** Answers one order after another. `image-workers.ts` starts this process; when the server is gone, the channel closes and the process ends. */
function main(): void {
  // Ctrl-C reaches the whole group; the server finishes what has begun, and ends this process itself.
  process.on("SIGINT", () => undefined);
  process.on("message", (order: ImageOrder) => void work(order));
  send("ready");
}

main();
