import { BinaryBitmap, GlobalHistogramBinarizer, MultiFormatReader, RGBLuminanceSource } from "@zxing/library";
import { expect, test } from "vitest";
import { barsOf, quietModules } from "./code128.rules.ts";

/** Reads bars as a scanner does, from a picture of two dots a module. */
function readBack(text: string): string {
  const { bars, width } = barsOf(text);
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

test("a badge's bars are read as its code", () => {
  for (const code of ["QB-0123456789ABCDEFGHJK", "QB-KMNPQRSTVWXYZ0000000", "~ !a"]) expect(readBack(code)).toBe(code);
});

test("what set B does not hold is refused", () => {
  expect(() => barsOf("码")).toThrow("ASCII");
});
