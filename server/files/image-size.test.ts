import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { imageTypes } from "#src/files/files.rules.ts";
import {
  exifSegment,
  jpegSegment,
  makeGif,
  makeJpeg,
  makePng,
  pngChunk,
  pngHeaderChunk,
  pngOf,
  withSegments,
} from "#tests/factories/images.ts";
import { imageSizeOf } from "./image-size.ts";

const frame = { left: 0, top: 0, width: 1, height: 1, pixels: [0] };

describe("the size in a header", () => {
  test("of a PNG is its first chunk's", () => {
    expect(imageSizeOf(makePng(7, 5), "image/png")).toEqual({ width: 7, height: 5 });
    expect(imageSizeOf(pngOf([pngHeaderChunk(50_000, 40_000), pngHeaderChunk(1, 1)]), "image/png")).toEqual({
      width: 50_000,
      height: 40_000,
    });
  });

  test("of a JPEG is its first frame's, past whatever stands before", async () => {
    const jpeg = withSegments(await makeJpeg(70, 50), [
      exifSegment(6),
      jpegSegment(0xfe, Buffer.from("\xff\xc0\0\x11")),
      Buffer.of(0xff, 0xff),
    ]);
    expect(imageSizeOf(jpeg, "image/jpeg")).toEqual({ width: 70, height: 50 });
  });

  test("of a GIF is its screen's, past a colour table and extensions", () => {
    const comment = Buffer.of(0x21, 0xfe, 3, 0x2c, 0x2c, 0x2c, 0);
    expect(imageSizeOf(makeGif(300, 200, [frame], [comment]), "image/gif")).toEqual({ width: 300, height: 200 });
  });

  test.each([
    ["a PNG that begins with another chunk", pngOf([pngChunk("tEXt", Buffer.alloc(13)), pngHeaderChunk(1, 1)]), "image/png"],
    ["a PNG of no width", pngOf([pngHeaderChunk(0, 5), Buffer.alloc(20)]), "image/png"],
    [
      "a PNG of no known colours",
      pngOf([pngChunk("IHDR", Buffer.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 5, 0, 0, 0)), Buffer.alloc(20)]),
      "image/png",
    ],
    ["a JPEG whose scan comes first", Buffer.of(0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0, 0xff, 0xc0, 0, 9, 8, 0, 1, 0, 1), "image/jpeg"],
    [
      "a JPEG with bytes between its segments",
      Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 2, 0, 0, 0xff, 0xc0, 0, 9, 8, 0, 1, 0, 1),
      "image/jpeg",
    ],
    ["a JPEG of no height", withSegments(Buffer.of(0xff, 0xd8), [jpegSegment(0xc0, Buffer.of(8, 0, 0, 0, 9, 1, 1, 17, 0))]), "image/jpeg"],
    ["a GIF without a frame", makeGif(5, 5, []), "image/gif"],
    ["a GIF whose frame is larger than its screen", makeGif(5, 5, [{ ...frame, width: 60_000, height: 60_000 }]), "image/gif"],
    ["a GIF whose frame stands out", makeGif(5, 5, [{ ...frame, left: 5 }]), "image/gif"],
    ["a GIF of no screen", makeGif(0, 0, [{ ...frame, width: 0, height: 0 }]), "image/gif"],
  ] as const)("is none in %s", (_what, bytes, type) => {
    expect(imageSizeOf(bytes, type)).toBeNull();
  });

  test("is read from any bytes without a throw", () => {
    const starts = [makePng(3, 3), makeGif(3, 3, [frame]), Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 9, 8, 0, 1, 0, 1)];
    const anyBytes = fc
      .tuple(fc.constantFrom(...starts), fc.nat(60), fc.uint8Array({ maxLength: 60 }))
      .map(([start, length, rest]) => Buffer.concat([start.subarray(0, length), rest]));
    fc.assert(
      fc.property(anyBytes, fc.constantFrom(...imageTypes), (bytes, { contentType }) => {
        const size = imageSizeOf(bytes, contentType);
        expect(size === null || (size.width > 0 && size.height > 0)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
