import { crc32, deflateSync } from "node:zlib";
import type { Exchange, Reply } from "./exchange.ts";
import { hash32 } from "./random.ts";

const largestSide = 1000;

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Rows of palette indexes: a ground of two colours with a disc, whose place and size follow from `seed`. */
function pixels(width: number, height: number, seed: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  const [centreX, centreY] = [width * (0.3 + (seed % 40) / 100), height * (0.3 + ((seed >>> 8) % 40) / 100)];
  const radius = Math.min(width, height) * (0.15 + ((seed >>> 16) % 20) / 100);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const inDisc = (x - centreX) ** 2 + (y - centreY) ** 2 < radius ** 2;
      rows[y * (width + 1) + x + 1] = inDisc ? 2 : y > height * 0.7 ? 1 : 0;
    }
  }
  return rows;
}

/** A PNG (RFC 2083, palette of three colours) of at most 1000 x 1000 whose colours follow from `text`. */
export function picture(text: string, width: number, height: number): Buffer {
  const seed = hash32(text);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const [red, green, blue] = [96 + (seed & 0x7f), 96 + ((seed >>> 7) & 0x7f), 96 + ((seed >>> 14) & 0x7f)];
  const palette = Buffer.from([red, green, blue, red - 40, green - 40, blue - 40, 255 - blue, 255 - red, 255 - green]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(pixels(width, height, seed))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Whether the largest form of a photo is missing: one in five, so that the fallback is needed. */
export function isFullMissing(photoId: string): boolean {
  return hash32(`full/${photoId}`) % 5 === 0;
}

function parseSide(word: string, other: number): number {
  const side = Number(word);
  return Number.isInteger(side) && side > 0 ? Math.min(side, largestSide) : other;
}

/** GET on the image host: photos (iap), avatars (iusa) and the items' pictures (il). */
export function image(exchange: Exchange): Reply {
  const parts = /\/(iap|iusa|il)_(fullxfull|(\d{1,4})x(\d{1,4}|N))\.(\d+)_\w+\.jpg$/.exec(exchange.url.pathname);
  if (parts === null) return { status: 404, type: "text/plain", body: "" };
  const [, kind, size, widthWord, heightWord, id = ""] = parts;
  if (kind === "iap" && size === "fullxfull" && isFullMissing(id)) return { status: 404, type: "text/plain", body: "" };
  const width = parseSide(widthWord ?? "", largestSide);
  const height = parseSide(heightWord ?? "", size === "fullxfull" ? largestSide : width);
  const headers = { "cache-control": "public, max-age=86400", "access-control-allow-origin": "*" };
  return { status: 200, type: "image/png", body: picture(id, width, height), headers };
}
