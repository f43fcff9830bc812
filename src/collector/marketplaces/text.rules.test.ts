import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText, parseCount, decodeText, parseRating } from "./text.rules.ts";

test.each([
  ["&amp;amp;", "&amp;"],
  ["&lt;b&gt; &#60;i&#x3E; &hellip;", "<b> <i> …"],
  ["Ga&szlig;n &Uuml;ber &eacute;", "Gaßn Über é"],
  ["AT&T &unknown; &#9999999; &#xFFFFFF; &", "AT&T &unknown; &#9999999; &#xFFFFFF; &"],
  ["&constructor; &toString;", "&constructor; &toString;"],
  ["a&#0;b&#10;c", "ab\nc"],
  ["&#xD83D;", "\ufffd"],
])("%j is decoded to %j", (raw, text) => {
  expect(decodeText(raw)).toBe(text);
});

test.each([
  [" a\tb \r\n c\rd\u2028e ", "a b \n c\nd\ne"],
  ["\u0000\u0008x\u007f\u0090", "x"],
  ["\ufeff x", "x"],
  ["\ud83d\udc4d", "\u{1f44d}"],
])("%j is cleaned to %j", (raw, text) => {
  expect(cleanText(raw)).toBe(text);
});

test("cleaning twice gives the same result as cleaning once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (raw) => {
      expect(cleanText(cleanText(raw))).toBe(cleanText(raw));
    }),
  );
});

test.each([
  ["1,240", 1240],
  ["1.240", 1240],
  ["1 240 567", 1240567],
  ["1\u00a0240", 1240],
  ["12", 12],
  [" 7 ", 7],
  [0, 0],
  ["1,24", null],
  ["1.5", null],
  ["-3", null],
  [-3, null],
  [1.5, null],
  ["1e3", null],
  ["", null],
  [null, null],
  ["12k", null],
  [Number.NaN, null],
  ["9".repeat(16), null],
])("the count %j is parsed as %j", (raw, count) => {
  expect(parseCount(raw)).toBe(count);
});

test.each([
  [5, 5],
  ["5", 5],
  [" 4.5 ", 4.5],
  ["4.9631", 4.9631],
  [0, null],
  [5.1, null],
  ["6", null],
  ["", null],
  ["5 stars", null],
  [Number.NaN, null],
  [[5], null],
])("the rating %j is parsed as %j", (raw, stars) => {
  expect(parseRating(raw)).toBe(stars);
});
