import { BinaryBitmap, GlobalHistogramBinarizer, MultiFormatReader, RGBLuminanceSource } from "@zxing/library";
import { expect, test } from "vitest";
import { encodeBars, quietModules } from "./code128.rules.ts";

/** Decodes bars like a scanner, from a picture with two dots per module. */
function readBack(text: string): string {
  const { bars, width } = encodeBars(text);
  const [wide, high] = [2 * (width + 2 * quietModules), 20];
  const picture = new Uint8ClampedArray(wide * high).fill(255);
  for (const bar of bars)
    for (let row = 0; row < high; row += 1) {
      const from = row * wide + 2 * (bar.from + quietModules);
      picture.fill(0, from, from + 2 * bar.width);
    }
  const bitmap = new BinaryBitmap(new GlobalHistogramBinarizer(new RGBLuminanceSource(picture, wide, high)));
  return new MultiFormatReader().decode(bitmap, new Map()).getText();
}

test("a badge's bars are read back as its code", () => {
  for (const code of ["QB-0123456789ABCDEFGHJK", "QB-KMNPQRSTVWXYZ0000000", "~ !a"]) expect(readBack(code)).toBe(code);
});

test("a character outside code set B is refused", () => {
  expect(() => encodeBars("码")).toThrow("ASCII");
});
