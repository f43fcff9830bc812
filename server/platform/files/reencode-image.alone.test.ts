import { setImmediate } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  exifSegment,
  jpegSegment,
  makeGif,
  makeInterlacedPng,
  makeJpeg,
  makePng,
  pngChunk,
  pngDataChunk,
  pngHeaderChunk,
  pngOf,
  quarters,
  withSegments,
} from "#tests/factories/images.ts";
import { detectImageType } from "#src/kit/files/files.rules.ts";
import { sampleOfToday } from "#tests/e2e/sample.ts";
import type { CleanImage, ImageLimits } from "./reencode-image.ts";
import { createAvatar, reencodeImage } from "./reencode-image.ts";

/*
 * Each image that is unreadable takes a process of its own. Of cases that differ by a number alone the usual run takes a part that changes by the
 * day; all of them are in the full one.
 */
const isFull = process.env["QUAYSIDE_FULL"] === "1";

const script = Buffer.from("<script>alert(document.domain)</script>");

async function clean(bytes: Uint8Array, limits: Partial<ImageLimits> = {}): Promise<CleanImage> {
  const result = await reencodeImage(bytes, limits);
  if (!result.ok) throw new Error(`refused: ${result.problem}`);
  return result.value;
}

async function problemOf(bytes: Uint8Array, limits: Partial<ImageLimits> = {}): Promise<string> {
  const result = await reencodeImage(bytes, limits);
  return result.ok ? "taken" : result.problem;
}

/** An image's pixels, four bytes each. */
async function readPixels(bytes: Uint8Array): Promise<{ width: number; height: number; data: Buffer }> {
  const { data, info } = await sharp(bytes).ensureAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** The four corners as words, clockwise from the top left. */
async function corners(bytes: Uint8Array): Promise<string> {
  const { width, height, data } = await readPixels(bytes);
  const colour = (x: number, y: number): string => {
    const bits = [0, 1, 2].map((sample) => ((data[(y * width + x) * 4 + sample] ?? 0) > 127 ? 1 : 0)).join("");
    return { "100": "red", "010": "green", "001": "blue", "110": "yellow", "111": "white", "000": "black" }[bits] ?? bits;
  };
  return [colour(0, 0), colour(width - 1, 0), colour(width - 1, height - 1), colour(0, height - 1)].join(" ");
}

/** What a PNG of ours consists of; pHYs is the 72 dots per inch that sharp always writes. */
const pixelChunks = ["IHDR", "pHYs", "IDAT", "IEND"];

const smallJpeg = await makeJpeg(8, 8);

const upright = "red green blue yellow";

/** A JPEG whose header claims another size. */
function withSize(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frameAt = changed.indexOf(Buffer.of(0xff, 0xc0));
  changed.writeUInt16BE(side, frameAt + 5);
  changed.writeUInt16BE(side, frameAt + 7);
  return changed;
}

function pngChunkNames(bytes: Uint8Array): string[] {
  const view = Buffer.from(bytes);
  const names: string[] = [];
  for (let at = 8; at < view.length; at += 12 + view.readUInt32BE(at)) names.push(view.toString("latin1", at + 4, at + 8));
  return names;
}

describe("an image is accepted", () => {
  test("by its content: a PNG is a PNG, regardless of its file name", async () => {
    const image = await clean(makePng(40, 30));
    expect(image).toMatchObject({ contentType: "image/png", width: 40, height: 30 });
    expect((await readPixels(image.bytes)).data.equals(quarters(40, 30))).toBe(true);
    expect(pngChunkNames(image.bytes)).toEqual(pixelChunks);
  });

  test("as a JPEG, with the same picture", async () => {
    const image = await clean(await makeJpeg(64, 48));
    expect(image).toMatchObject({ contentType: "image/jpeg", width: 64, height: 48 });
    expect(await corners(image.bytes)).toBe(upright);
  });

  test("as a GIF, reduced to its first frame at full screen size", async () => {
    const frames = [
      { left: 1, top: 1, width: 2, height: 1, pixels: [1, 3] },
      { left: 0, top: 0, width: 4, height: 3, pixels: Array.from({ length: 12 }, () => 2) },
    ];
    const image = await clean(makeGif(4, 3, frames));
    expect(image).toMatchObject({ contentType: "image/gif", width: 4, height: 3 });
    const { data } = await readPixels(image.bytes);
    expect(data.subarray(20, 28)).toEqual(Buffer.of(255, 0, 0, 255, 0, 255, 0, 255));
    // what no frame covers is black
    for (let at = 0; at < 20; at += 4) expect(data.subarray(at, at + 4)).toEqual(Buffer.of(0, 0, 0, 255));
  });

  test("with only one pixel, for each type", async () => {
    const gif = makeGif(1, 1, [{ left: 0, top: 0, width: 1, height: 1, pixels: [2] }]);
    for (const bytes of [makePng(1, 1), await makeJpeg(1, 1), gif, makeInterlacedPng(1, 1)]) {
      expect(await clean(bytes)).toMatchObject({ width: 1, height: 1 });
    }
  });

  test("if interlaced, at any size", async () => {
    for (const [width, height] of [
      [2, 9],
      [9, 2],
      [65, 33],
    ] as const) {
      const image = await clean(makeInterlacedPng(width, height));
      expect((await readPixels(image.bytes)).data.equals(quarters(width, height))).toBe(true);
    }
  });

  test("with its transparency", async () => {
    const data = quarters(8, 8);
    for (let at = 3; at < 64; at += 4) data[at] = 0x40;
    const png = pngOf([pngHeaderChunk(8, 8), pngDataChunk(8, data), pngChunk("IEND", Buffer.alloc(0))]);
    expect((await readPixels((await clean(png)).bytes)).data.equals(data)).toBe(true);
  });

  test("as an animated PNG, and loses its animation", async () => {
    const control = pngChunk("acTL", Buffer.of(0, 0, 0, 2, 0, 0, 0, 0));
    const image = await clean(makePng(8, 8, [control]));
    expect(pngChunkNames(image.bytes)).toEqual(pixelChunks);
  });

  test("with 24 million pixels, in 400 MB", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
    const create = { width: 6000, height: 4000, channels: 3, background: "black", noise } as const;
    const jpeg = await sharp({ create }).jpeg({ quality: 50 }).toBuffer();
    // The time limit is tested on its own.
    expect(await clean(jpeg, { maxMemoryMb: 400, timeoutMs: 100_000 })).toMatchObject({ width: 6000, height: 4000 });
  });

  test("with 12 million pixels, without blocking this thread", async () => {
    const png = makePng(4000, 3000);
    let turns = 0;
    const cleaning = clean(png).finally(() => {
      turns = -turns;
    });
    while (turns >= 0) {
      turns += 1;
      await setImmediate();
    }
    expect(await cleaning).toMatchObject({ width: 4000, height: 3000 });
    expect(-turns).toBeGreaterThan(10);
  });
});

describe("re-encoding an image removes", () => {
  test("the EXIF location and camera, comments, profiles and appended bytes of a JPEG", async () => {
    const more = [exifSegment(1, "QuaysideCam"), jpegSegment(0xfe, script), jpegSegment(0xe2, Buffer.from("ICC_PROFILE\0 a profile"))];
    const dirty = Buffer.concat([withSegments(await makeJpeg(32, 32), more), script]);
    const image = Buffer.from((await clean(dirty)).bytes);
    for (const word of ["Exif", "QuaysideCam", "ICC_PROFILE", "<script", "alert"]) {
      expect(dirty.includes(word)).toBe(true);
      expect(image.includes(word)).toBe(false);
    }
    expect(image.subarray(-2)).toEqual(Buffer.of(0xff, 0xd9));
  });

  const orientations: readonly (readonly [number, string])[] = [
    [2, "green red yellow blue"],
    [3, "blue yellow red green"],
    [4, "yellow blue green red"],
    [5, "red yellow blue green"],
    [6, "yellow red green blue"],
    [7, "blue green red yellow"],
    [8, "green blue yellow red"],
  ];
  test.each(sampleOfToday(orientations, 3))("the EXIF orientation %i, after applying it", async (orientation, expected) => {
    const image = await clean(withSegments(await makeJpeg(64, 32), [exifSegment(orientation)]));
    const isTurned = orientation > 4;
    expect([image.width, image.height]).toEqual(isTurned ? [32, 64] : [64, 32]);
    expect(await corners(image.bytes)).toBe(expected);
  });

  test("the texts, EXIF and appended bytes of a PNG", async () => {
    const more = [pngChunk("tEXt", Buffer.concat([Buffer.from("Comment\0"), script])), pngChunk("eXIf", Buffer.from("MM\0*secret place"))];
    const image = Buffer.from((await clean(Buffer.concat([makePng(16, 16, more), script]))).bytes);
    for (const word of ["Comment", "<script", "secret place"]) expect(image.includes(word)).toBe(false);
    expect(pngChunkNames(image)).toEqual(pixelChunks);
  });

  test("an HTML page appended to a GIF, in its comment or after its pixels", async () => {
    const frame = { left: 0, top: 0, width: 2, height: 2, pixels: [0, 1, 2, 3] };
    const comment = Buffer.concat([Buffer.of(0x21, 0xfe, script.length), script, Buffer.of(0)]);
    const appended = Buffer.concat([makeGif(2, 2, [frame], [comment]), script]);
    const plain = makeGif(2, 2, [frame]);
    // One more block after the code that ends the pixels: readers skip it.
    const behindPixels = Buffer.concat([plain.subarray(0, -2), Buffer.of(script.length), script, Buffer.of(0, 0x3b)]);
    for (const dirty of [appended, behindPixels]) {
      const image = await clean(dirty);
      expect(image.contentType).toBe("image/gif");
      expect(await corners(image.bytes)).toBe("white red green blue");
      expect(Buffer.from(image.bytes).includes("script")).toBe(false);
    }
  });
});

describe("an image is rejected", () => {
  test.each([
    ["an SVG", Buffer.concat([Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'), script, Buffer.from("</svg>")])],
    ["a page", Buffer.from("<!doctype html><title>x</title>")],
    ["a page behind a GIF's first bytes", Buffer.concat([Buffer.from("GIF89a=1;/*"), script])],
    ["a script in a GIF's size", Buffer.concat([Buffer.from("GIF89a/*\0\0\0\0\0,*/=1;"), script])],
    ["a PNG's first bytes alone", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
    ["a JPEG's first bytes alone", Buffer.of(0xff, 0xd8, 0xff)],
    ["a PNG of rubbish", pngOf([pngHeaderChunk(4, 4), pngChunk("IDAT", Buffer.alloc(40, 7)), pngChunk("IEND", Buffer.alloc(0))])],
    ["a PNG with too few pixels", pngOf([pngHeaderChunk(400, 400), pngDataChunk(4, quarters(4, 4)), pngChunk("IEND", Buffer.alloc(0))])],
    ["nothing", Buffer.alloc(0)],
  ])("if it is %s", async (_what, bytes) => {
    expect(await problemOf(bytes)).toBe("files.notAnImage");
  });

  test("at one byte over 5 MB, but not at 5 MB", async () => {
    const small = makePng(8, 8);
    const filler = (byteSize: number): Buffer => pngChunk("tEXt", Buffer.alloc(byteSize - small.length - 12, 32));
    expect(await problemOf(makePng(8, 8, [filler(5 * 1024 * 1024)]))).toBe("taken");
    expect(await problemOf(makePng(8, 8, [filler(5 * 1024 * 1024 + 1)]))).toBe("files.imageTooLarge");
  });

  test.each([
    ["a PNG", pngOf([pngHeaderChunk(50_000, 50_000), pngDataChunk(4, quarters(4, 4)), pngChunk("IEND", Buffer.alloc(0))])],
    ["a JPEG", withSize(smallJpeg, 65_000)],
    ["a GIF", makeGif(50_000, 50_000, [{ left: 0, top: 0, width: 50_000, height: 50_000, pixels: [0] }])],
  ])("without decoding its pixels if %s claims more than 40 million", async (_what, bytes) => {
    expect(await problemOf(bytes)).toBe("files.imageTooManyPixels");
  });

  test("just above the pixel limit, but not at the limit", async () => {
    expect(await problemOf(makePng(10, 10), { maxPixels: 100 })).toBe("taken");
    expect(await problemOf(makePng(10, 10), { maxPixels: 99 })).toBe("files.imageTooManyPixels");
  });

  test.each(sampleOfToday([0.02, 0.3, 0.6, 0.9, 0.999], 2))("if it is a JPEG truncated to %d of its length", async (part) => {
    const jpeg = await makeJpeg(200, 200);
    expect(await problemOf(jpeg.subarray(0, Math.floor(jpeg.length * part)))).toBe("files.notAnImage");
  });

  test("if it takes too long or too much memory, and the next one is accepted", async () => {
    const jpeg = await makeJpeg(2000, 2000);
    expect(await problemOf(jpeg, { timeoutMs: 1 })).toBe("files.notAnImage");
    expect(await problemOf(jpeg, { maxMemoryMb: 32 })).toBe("files.notAnImage");
    expect(await problemOf(jpeg)).toBe("taken");
  });
});

test("a PNG without its end chunk but with all its pixels is accepted", async () => {
  expect(await clean(makePng(8, 8).subarray(0, -12))).toMatchObject({ width: 8, height: 8 });
});

test("data compressed after the pixels of a PNG is not decompressed", async () => {
  expect(await clean(makeInterlacedPng(64, 64, 400_000_000), { maxMemoryMb: 300 })).toMatchObject({ width: 64, height: 64 });
});

test("a second PNG header does not bypass the size check", async () => {
  const headers = [pngHeaderChunk(8, 8), pngHeaderChunk(30_000, 30_000)];
  const png = pngOf([...headers, pngDataChunk(8, quarters(8, 8)), pngChunk("IEND", Buffer.alloc(0))]);
  expect(await problemOf(png)).toBe("files.notAnImage");
});

test("a second JPEG frame of another size does not bypass the size check", async () => {
  const jpeg = await makeJpeg(16, 16);
  const scanAt = jpeg.indexOf(Buffer.of(0xff, 0xda));
  const second = jpegSegment(0xc0, Buffer.of(8, 0x75, 0x30, 0x75, 0x30, 1, 1, 17, 0));
  expect(await problemOf(Buffer.concat([jpeg.subarray(0, scanAt), second, jpeg.subarray(scanAt)]))).toBe("files.notAnImage");
});

// Two are worked on at a time: some of five wait already.
const crowd = isFull ? 12 : 5;
test(`${crowd} concurrent images each yield their own result`, async () => {
  const images = await Promise.all(Array.from({ length: crowd }, (_, index) => clean(makePng(index + 1, 5))));
  expect(images.map(({ width }) => width)).toEqual(images.map((_, index) => index + 1));
});

test("an error not caused by the image is thrown, and does not block later images", async () => {
  const results = await Promise.allSettled([1, 2, 3].map(() => reencodeImage(makePng(8, 8), { maxPixels: Number.NaN })));
  for (const result of results) expect(String(result.status === "rejected" && result.reason)).toContain("files: the image worker failed");
  expect(await problemOf(makePng(8, 8))).toBe("taken");
});

test("the input bytes are not modified", async () => {
  const png = makePng(8, 8);
  const before = Buffer.from(png);
  await clean(png);
  expect(png.equals(before)).toBe(true);
});

test("corrupt bytes yield an image or a rejection, and never throw", async () => {
  const gif = makeGif(8, 8, [{ left: 0, top: 0, width: 8, height: 8, pixels: Array.from({ length: 64 }, (_, index) => index % 4) }]);
  const sources = [makePng(8, 8), await makeJpeg(24, 24), gif, makeInterlacedPng(8, 8)];
  const broken = fc
    .tuple(
      fc.constantFrom(...sources),
      fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    )
    .map(([source, changes]) => {
      const bytes = Buffer.from(source);
      for (const [at, byte] of changes) bytes[8 + Math.floor(at * (bytes.length - 8))] = byte;
      return bytes;
    });
  await fc.assert(
    fc.asyncProperty(broken, async (bytes) => {
      expect(["taken", "files.notAnImage", "files.imageTooManyPixels"]).toContain(await problemOf(bytes, { timeoutMs: 5000 }));
    }),
    // Others in each run.
    { numRuns: isFull ? 25 : 8 },
  );
});

describe("an avatar", () => {
  test("is the central square as a PNG of 128 by 128", async () => {
    const data = Buffer.alloc(300 * 100 * 4, 255);
    for (let at = 0; at < data.length; at += 4) data.set((at / 4) % 300 >= 100 && (at / 4) % 300 < 200 ? [0, 0, 255] : [255, 0, 0], at);
    const wide = pngOf([pngHeaderChunk(300, 100), pngDataChunk(300, data), pngChunk("IEND", Buffer.alloc(0))]);
    const avatar = await createAvatar(wide);
    const bytes = avatar.ok ? avatar.value : new Uint8Array();
    const { width, height, data: pixels } = await readPixels(bytes);
    expect([detectImageType(bytes), width, height]).toEqual(["image/png", 128, 128]);
    expect(new Set(Array.from({ length: 128 * 128 }, (_, pixel) => pixels.readUInt32BE(pixel * 4)))).toEqual(new Set([0x0000ffff]));
  });

  test("follows the EXIF orientation of a JPEG, even a small one", async () => {
    const avatar = await createAvatar(withSegments(await makeJpeg(16, 16), [exifSegment(6)]));
    expect(avatar.ok && (await corners(avatar.value))).toBe("yellow red green blue");
  });

  test("of an image one pixel wide or high is not first scaled up beyond memory", async () => {
    for (const bytes of [makePng(60_000, 1), makePng(1, 60_000)]) {
      const avatar = await createAvatar(bytes);
      expect(avatar.ok && pngChunkNames(avatar.value)).toEqual(pixelChunks);
    }
  });

  test("is rejected for the same reasons as any image", async () => {
    expect(await createAvatar(script)).toEqual({ ok: false, problem: "files.notAnImage" });
    const bomb = pngOf([pngHeaderChunk(50_000, 50_000), pngChunk("IDAT", deflateSync(Buffer.alloc(100)))]);
    expect(await createAvatar(bomb)).toEqual({ ok: false, problem: "files.imageTooManyPixels" });
  });
});
