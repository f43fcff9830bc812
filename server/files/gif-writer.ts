// jimp's own GIF writer looks for new colours: 4.3 s for one million pixels, and a third of them came out changed (2 cores, Node 24).

/** An image as four bytes a pixel: red, green, blue, alpha. */
export interface Bitmap {
  width: number;
  height: number;
  data: Uint8Array;
}

const maxColours = 256;
const maxCodes = 4096;
/** A key of the code table is a code (12 bits) and a colour (8 bits). */
const tableSize = 1 << 20;
const transparent = -1;

/** What colour a pixel has in a GIF, where a pixel is there or not. */
function colourAt(data: Uint8Array, at: number): number {
  if ((data[at + 3] ?? 0) < 128) return transparent;
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
}

function nearest(palette: readonly number[], colour: number): number {
  const far = (one: number, shift: number): number => (((one >> shift) & 255) - ((colour >> shift) & 255)) ** 2;
  const farness = palette.map((one) => (one === transparent ? Infinity : far(one, 16) + far(one, 8) + far(one, 0)));
  return farness.indexOf(Math.min(...farness));
}

/** The colours in the order they are met, and each pixel's place among them. */
function indexed({ data }: Bitmap): { palette: number[]; pixels: Uint8Array } {
  const palette: number[] = [];
  const indexes = new Map<number, number>();
  const pixels = new Uint8Array(data.length >> 2);
  let [lastColour, lastIndex] = [Number.NaN, 0];
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    const colour = colourAt(data, pixel << 2);
    if (colour !== lastColour) {
      const known = indexes.get(colour);
      lastColour = colour;
      // A frame of 256 colours on a larger screen has transparency as the 257th.
      lastIndex = known ?? (palette.length < maxColours ? palette.push(colour) - 1 : nearest(palette, colour));
      if (known === undefined) indexes.set(colour, lastIndex);
    }
    pixels[pixel] = lastIndex;
  }
  return { palette, pixels };
}

/** Codes of varying width, lowest bit first, in blocks of at most 255 bytes. */
class CodeStream {
  #bytes = new Uint8Array(4096);
  #byteSize = 0;
  #pending = 0;
  #pendingBits = 0;

  add(code: number, width: number): void {
    this.#pending |= code << this.#pendingBits;
    this.#pendingBits += width;
    while (this.#pendingBits >= 8) this.#push();
  }

  #push(): void {
    if (this.#byteSize === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#byteSize] = this.#pending & 255;
    this.#byteSize += 1;
    this.#pending >>>= 8;
    this.#pendingBits -= 8;
  }

  blocks(): Uint8Array[] {
    if (this.#pendingBits > 0) this.#push();
    const blocks: Uint8Array[] = [];
    for (let at = 0; at < this.#byteSize; at += 255) {
      const block = this.#bytes.subarray(at, Math.min(at + 255, this.#byteSize));
      blocks.push(Uint8Array.of(block.length), block);
    }
    return [...blocks, Uint8Array.of(0)];
  }
}

/** LZW as in appendix F of https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function compressed(pixels: Uint8Array, bits: number): Uint8Array[] {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  const codes = new Uint16Array(tableSize);
  const stream = new CodeStream();
  let next = end + 1;
  let width = bits + 1;
  stream.add(clear, width);
  let prefix = pixels[0] ?? 0;
  for (let pixel = 1; pixel < pixels.length; pixel += 1) {
    const colour = pixels[pixel] ?? 0;
    const key = (prefix << 8) | colour;
    const code = codes[key] ?? 0;
    if (code !== 0) {
      prefix = code;
      continue;
    }
    stream.add(prefix, width);
    if (next === maxCodes) {
      stream.add(clear, width);
      codes.fill(0);
      next = end + 1;
      width = bits + 1;
    } else {
      // The reader is one code behind: the width grows once the code that does not fit has been given out.
      if (next >= 1 << width) width += 1;
      codes[key] = next;
      next += 1;
    }
    prefix = colour;
  }
  stream.add(prefix, width);
  // The last code has let the reader's table grow once more.
  if (next >= 1 << width && width < 12) width += 1;
  stream.add(end, width);
  return stream.blocks();
}

const word = (value: number): [number, number] => [value & 255, value >> 8];

/**
 * Writes a GIF89a of one frame.
 * @param bitmap at most 65,535 pixels wide and high, of at most 256 colours; further ones become the nearest of those met first. A pixel
 *   less than half opaque is transparent.
 */
export function writeGif(bitmap: Bitmap): Buffer {
  const { palette, pixels } = indexed(bitmap);
  const tableBits = Math.max(1, Math.ceil(Math.log2(palette.length)));
  const table = new Uint8Array(3 * 2 ** tableBits);
  for (const [index, colour] of palette.entries())
    if (colour !== transparent) table.set([colour >> 16, (colour >> 8) & 255, colour & 255], 3 * index);
  const transparentIndex = palette.indexOf(transparent);
  const size = [...word(bitmap.width), ...word(bitmap.height)];
  const control = transparentIndex === -1 ? [] : [0x21, 0xf9, 4, 1, 0, 0, transparentIndex, 0];
  const codeBits = Math.max(2, tableBits);
  return Buffer.concat([
    Buffer.from("GIF89a", "latin1"),
    Uint8Array.of(...size, 0xf0 | (tableBits - 1), 0, 0),
    table,
    Uint8Array.of(...control, 0x2c, 0, 0, 0, 0, ...size, 0, codeBits),
    ...compressed(pixels, codeBits),
    Uint8Array.of(0x3b),
  ]);
}
