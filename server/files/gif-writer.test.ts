import fc from "fast-check";
import { Jimp } from "jimp";
import { expect, test } from "vitest";
import { writeGif } from "./gif-writer.ts";

/** Pixels as a GIF holds them, as a reader that is not ours sees them. */
async function readBack(width: number, height: number, data: Buffer): Promise<Buffer> {
  const image = await Jimp.fromBuffer(writeGif({ width, height, data }));
  expect([image.mime, image.bitmap.width, image.bitmap.height]).toEqual(["image/gif", width, height]);
  return image.bitmap.data;
}

/** Opaque pixels from numbers, each number one colour. */
function pixelsOf(colours: readonly number[]): Buffer {
  return Buffer.concat(colours.map((colour) => Buffer.of((colour * 53) & 255, (colour * 101) & 255, colour & 255, 255)));
}

test("up to 256 colours come out exactly as they went in, whatever the pattern", async () => {
  const images = fc.integer({ min: 1, max: 256 }).chain((colours) =>
    fc.record({
      width: fc.integer({ min: 1, max: 40 }),
      rows: fc.array(fc.integer({ min: 0, max: colours - 1 }), { minLength: 40, maxLength: 2000, size: "max" }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(images, async ({ width, rows }) => {
      const height = Math.floor(rows.length / width);
      const data = pixelsOf(rows.slice(0, width * height));
      expect((await readBack(width, height, data)).equals(data)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test.each([1, 2, 3, 4, 5, 16, 17, 255, 256])("%i colours without any order fill the code table many times over", async (colours) => {
  let seed = colours;
  const next = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) >> 8;
  const data = pixelsOf(Array.from({ length: 300 * 200 }, () => next() % colours));
  expect((await readBack(300, 200, data)).equals(data)).toBe(true);
});

test("a pixel less than half opaque is transparent, the others are whole", async () => {
  const data = Buffer.of(10, 20, 30, 255, 1, 2, 3, 127, 1, 2, 3, 128, 0, 0, 0, 0);
  expect([...(await readBack(2, 2, data))]).toEqual([10, 20, 30, 255, 0, 0, 0, 0, 1, 2, 3, 255, 0, 0, 0, 0]);
});

test("a colour past the 256th becomes the nearest of those", async () => {
  const data = Buffer.concat([...Array.from({ length: 256 }, (_, index) => Buffer.of(index, 0, 0, 255)), Buffer.of(100, 0, 3, 255)]);
  expect([...(await readBack(257, 1, data)).subarray(-4)]).toEqual([100, 0, 0, 255]);
});

test("40 million pixels take seconds, not minutes", () => {
  const data = Buffer.alloc(8000 * 5000 * 4, 255);
  for (let at = 0; at < data.length; at += 4) data[at] = (at >> 6) & 63;
  const startedAt = process.cpuUsage();
  expect(writeGif({ width: 8000, height: 5000, data }).length).toBeGreaterThan(1000);
  expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(15_000);
});
