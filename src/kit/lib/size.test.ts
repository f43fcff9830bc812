import { expect, test } from "vitest";
import { formatSize, parseCentimetres } from "./size.ts";

test("sides in mm are shown in centimetres, and not at all where one is unknown", () => {
  expect(formatSize([300, 225, 1604], "en-US")).toBe("30 × 22.5 × 160.4 cm");
  expect(formatSize([300, null, 160], "en-US")).toBe("");
});

test.each([
  ["30", 300],
  [" 30.5 ", 305],
  ["20,2", 202],
  ["30.55", null],
  ["-30", null],
  ["1e3", null],
  ["", null],
])("the centimetres %j are %s mm", (text, mm) => {
  expect(parseCentimetres(text)).toBe(mm);
});
