import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutName, listEncodings, isSmallEnough, moveItem, nextTurn, turnedSize } from "./crop.rules.ts";
import { maxImageBytes } from "./files.rules.ts";

describe("a rotated picture", () => {
  test("swaps width and height after a quarter turn, and swaps them back after two", () => {
    expect(turnedSize({ width: 4, height: 3 }, nextTurn(0))).toEqual({ width: 3, height: 4 });
    expect(turnedSize({ width: 4, height: 3 }, nextTurn(90))).toEqual({ width: 4, height: 3 });
    expect(nextTurn(nextTurn(nextTurn(nextTurn(0))))).toBe(0);
  });
});

describe("a saved picture", () => {
  test("stays a PNG if it was one, and is a JPEG otherwise", () => {
    const size = { width: 100, height: 100 };
    expect(listEncodings("image/png", size)[0]).toEqual({ contentType: "image/png", quality: 0.92, scale: 1 });
    expect(listEncodings("image/jpeg", size)[0]?.contentType).toBe("image/jpeg");
    expect(listEncodings("image/gif", size)[0]?.contentType).toBe("image/jpeg");
  });

  test("has no side over 4096 pixels, and each attempt is no larger than the one before", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
        const scales = listEncodings("image/jpeg", { width, height }).map(({ scale }) => scale);
        expect(Math.max(width, height) * (scales[0] ?? 0)).toBeLessThanOrEqual(4096.001);
        expect(scales).toEqual(scales.toSorted((one, other) => other - one));
      }),
    );
  });

  test("may be 5 MB and not a byte more", () => {
    expect(isSmallEnough(maxImageBytes)).toBe(true);
    expect(isSmallEnough(maxImageBytes + 1)).toBe(false);
  });

  test.each([
    ["front.jpeg", "image/jpeg", "front.jpg"],
    ["a.b.png", "image/png", "a.b.png"],
    [".png", "image/png", "image.png"],
    ["面单", "image/jpeg", "面单.jpg"],
  ] as const)("from %j as %s is named %j", (name, type, cut) => {
    expect(cutName(name, type)).toBe(cut);
  });
});

describe("the order of pictures", () => {
  test("changes by one position, and not past the ends", () => {
    expect(moveItem(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moveItem(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(moveItem(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
    expect(moveItem(["a", "b", "c"], 2, 1)).toEqual(["a", "b", "c"]);
  });
});
