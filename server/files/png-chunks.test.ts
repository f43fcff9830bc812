import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { makeInterlacedPng, makePng, pngChunk, pngDataChunk, pngHeaderChunk, pngOf, quarters } from "#tests/factories/images.ts";
import { onlyPixelChunks, pngHeader } from "./png-chunks.ts";

const end = pngChunk("IEND", Buffer.alloc(0));

describe("the header of a PNG", () => {
  test("says size, depth and order", () => {
    expect(pngHeader(makePng(7, 5))).toEqual({ width: 7, height: 5, bitsPerPixel: 32, isInterlaced: false });
    expect(pngHeader(makeInterlacedPng(3, 4))).toEqual({ width: 3, height: 4, bitsPerPixel: 32, isInterlaced: true });
  });
});

describe("the chunks of pixels", () => {
  test("stay as they are, and nothing else does", () => {
    const plain = makePng(8, 8);
    const dirty = Buffer.concat([
      makePng(8, 8, [pngChunk("tEXt", Buffer.from("a\0b")), pngChunk("acTL", Buffer.alloc(8))]),
      Buffer.from("more"),
    ]);
    expect(onlyPixelChunks(plain)).toEqual(plain);
    expect(onlyPixelChunks(dirty)).toEqual(plain);
  });

  test("have one header: the first", () => {
    const pixels = pngDataChunk(2, quarters(2, 2));
    const chunks = onlyPixelChunks(pngOf([pngHeaderChunk(2, 2), pngHeaderChunk(9, 9), pixels, end]));
    expect(chunks).toEqual(pngOf([pngHeaderChunk(2, 2), pixels, end]));
  });

  test("must be there: rubbish in their place, or too few of them, is no image", () => {
    const rubbish = pngChunk("IDAT", Buffer.alloc(40, 7));
    expect(() => onlyPixelChunks(pngOf([pngHeaderChunk(4, 4), rubbish, end]))).toThrow("incorrect header check");
    expect(() => onlyPixelChunks(pngOf([pngHeaderChunk(4, 4), end]))).toThrow("unexpected end of file");
    expect(() => onlyPixelChunks(pngOf([pngHeaderChunk(400, 400), pngDataChunk(4, quarters(4, 4)), end]))).toThrow("too few pixels");
  });

  test("unpack to what interlaced pixels fill, at every size", () => {
    for (let side = 1; side <= 40; side += 1) {
      for (const png of [makeInterlacedPng(side, 1), makeInterlacedPng(1, side), makeInterlacedPng(side, side)]) {
        expect(onlyPixelChunks(png)).toEqual(png);
      }
    }
  });

  test("are not unpacked any further than that: the decoder would, to any size", () => {
    expect(() => onlyPixelChunks(makeInterlacedPng(64, 64, 40_000))).toThrow("Cannot create a Buffer larger");
    const bomb = pngChunk("IDAT", deflateSync(Buffer.alloc(200_000_000), { level: 1 }));
    expect(() => onlyPixelChunks(pngOf([pngHeaderChunk(64, 64, { isInterlaced: true }), bomb, end]))).toThrow(
      "Cannot create a Buffer larger",
    );
  });

  test("end with their end; a chunk that claims to be longer than the file has none", () => {
    const tooLong = Buffer.concat([pngOf([pngHeaderChunk(2, 2)]), Buffer.of(0xff, 0xff, 0xff, 0xff), Buffer.from("IDAT1234")]);
    expect(() => onlyPixelChunks(tooLong)).toThrow("png: no end");
    expect(() => onlyPixelChunks(pngOf([end]))).toThrow("png: no header");
  });
});
