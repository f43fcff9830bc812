import { crc32, deflateSync } from "node:zlib";
import type { Shape } from "./demo-names.ts";

/** Pixels of each side. */
const side = 320;

/** The colours of a drawing, by their place in its palette. */
const [ground, body, accent] = [0, 1, 2] as const;
type Colour = typeof ground | typeof body | typeof accent;

/** Says what is at a point: both coordinates are 0 to 1, from the top left corner. */
type Drawing = (x: number, y: number) => Colour;

function isWithin(x: number, y: number, [left, top, right, bottom]: readonly [number, number, number, number]): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

function isInDisc(x: number, y: number, [centreX, centreY, radius]: readonly [number, number, number]): boolean {
  return (x - centreX) ** 2 + (y - centreY) ** 2 < radius ** 2;
}

const drawings: Readonly<Record<Shape, Drawing>> = {
  box: (x, y) => {
    if (isWithin(x, y, [0.2, 0.32, 0.8, 0.42])) return accent;
    return isWithin(x, y, [0.24, 0.42, 0.76, 0.78]) ? body : ground;
  },
  jar: (x, y) => {
    if (isWithin(x, y, [0.3, 0.28, 0.68, 0.78])) return y < 0.34 ? accent : body;
    return isInDisc(x, y, [0.68, 0.52, 0.15]) && !isInDisc(x, y, [0.68, 0.52, 0.09]) ? accent : ground;
  },
  bottle: (x, y) => {
    if (isWithin(x, y, [0.44, 0.14, 0.56, 0.22])) return accent;
    if (isWithin(x, y, [0.45, 0.22, 0.55, 0.42])) return body;
    return isInDisc(x, y, [0.5, 0.6, 0.22]) || isWithin(x, y, [0.28, 0.6, 0.72, 0.84]) ? body : ground;
  },
  round: (x, y) => {
    if (!isInDisc(x, y, [0.5, 0.5, 0.34])) return ground;
    return isInDisc(x, y, [0.5, 0.5, 0.22]) && !isInDisc(x, y, [0.5, 0.5, 0.18]) ? accent : body;
  },
  cloth: (x, y) => {
    if (!isWithin(x, y, [0.22, 0.24, 0.78, 0.78])) return ground;
    return Math.floor(y * 20) % 4 === 0 ? accent : body;
  },
  book: (x, y) => {
    if (!isWithin(x, y, [0.28, 0.2, 0.74, 0.82])) return ground;
    return x < 0.36 || isWithin(x, y, [0.44, 0.32, 0.68, 0.38]) ? accent : body;
  },
  lamp: (x, y) => {
    const halfWidth = 0.12 + (y - 0.2) * 0.45;
    if (y >= 0.2 && y < 0.5 && Math.abs(x - 0.5) < halfWidth) return body;
    return isWithin(x, y, [0.47, 0.5, 0.53, 0.78]) || isWithin(x, y, [0.34, 0.78, 0.66, 0.84]) ? accent : ground;
  },
  tool: (x, y) => {
    if (isInDisc(x, y, [0.34, 0.34, 0.16])) return body;
    return Math.abs(x - y) < 0.05 && x > 0.4 && x < 0.82 ? accent : ground;
  },
};

/** Converts a hue in degrees, and a lightness of 0 to 1, to red, green and blue of 0 to 255; the saturation is 0.4 (CSS Color 4, section 7). */
function toRgb(hue: number, lightness: number): readonly [number, number, number] {
  const strength = 0.4 * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

function toChunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** Rows of palette indexes, compressed. Each row begins with its filter: none. */
function drawPixels(draw: Drawing): Buffer {
  const rows = Buffer.alloc((side + 1) * side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) rows[y * (side + 1) + x + 1] = draw((x + 0.5) / side, (y + 0.5) / side);
  return deflateSync(rows);
}

/** Returns a function that draws a product as a PNG (RFC 2083) with a palette of three colours, of a hue in degrees. Products of a shape share pixels. */
export function startDrawing(): (shape: Shape, hue: number) => Buffer {
  const pixels = new Map<Shape, Buffer>();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits a pixel, a palette, and the only methods that there are.
  header.set([8, 3, 0, 0, 0], 8);
  return (shape, hue) => {
    const drawn = pixels.get(shape) ?? drawPixels(drawings[shape]);
    pixels.set(shape, drawn);
    const palette = Buffer.from([...toRgb(hue, 0.94), ...toRgb(hue, 0.6), ...toRgb((hue + 40) % 360, 0.38)]);
    return Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      toChunk("IHDR", header),
      toChunk("PLTE", palette),
      toChunk("IDAT", drawn),
      toChunk("IEND", Buffer.alloc(0)),
    ]);
  };
}
