import { describe, expect, test } from "vitest";
import { fitText, flattenText, lineHeight, pointMm } from "./text-fit.rules.ts";
import type { TextRoom } from "./text-fit.rules.ts";

/** Every character is half as wide as high; East Asian ones are as wide as high. */
const measure = (text: string) => Array.from(text).reduce((sum, character) => sum + (/\p{sc=Han}|[，。…]/u.test(character) ? 1 : 0.5), 0);
const hair = 1e-9;
/** Room for `characters` of half width at 10 points, on that many lines. */
function room(characters: number, lines: number, more: Partial<TextRoom> = {}): TextRoom {
  return { width: characters * 5 * pointMm + hair, height: lines * 10 * lineHeight * pointMm + hair, size: 10, least: 6, lines, ...more };
}

describe("fitting text", () => {
  test("leaves it unchanged when it fits", () => {
    expect(fitText("MUG-RED-L", room(9, 1), measure)).toEqual({ size: 10, lines: ["MUG-RED-L"] });
  });

  test("makes it no larger than the box", () => {
    expect(fitText("A", room(40, 1, { size: 400 }), measure).size).toBeCloseTo(10);
  });

  test("shrinks it first, and only then cuts it with an ellipsis", () => {
    const shrunk = fitText("MUG-RED-LARGE", room(9, 1), measure);
    expect(shrunk.lines).toEqual(["MUG-RED-LARGE"]);
    expect(shrunk.size).toBeCloseTo((10 * 9) / 13, 5);
    expect(fitText("MUG-RED-LARGE-AND-LONG", room(9, 1), measure)).toEqual({ size: 6, lines: ["MUG-RED-LARGE…"] });
  });

  test("breaks between words, and not at a hyphen of a code that fits on a line", () => {
    expect(fitText("Receipt RC-2026-000123", room(14, 2), measure)).toEqual({ size: 10, lines: ["Receipt", "RC-2026-000123"] });
  });

  test("breaks Chinese anywhere except before closing punctuation", () => {
    expect(fitText("手工陶瓷杯，红色", room(12, 2), measure).lines).toEqual(["手工陶瓷杯，", "红色"]);
    expect(fitText("手工陶瓷杯，红色", room(10, 2), measure).lines).toEqual(["手工陶瓷", "杯，红色"]);
  });

  test("splits a word longer than a line, after a hyphen if it has one", () => {
    expect(fitText("ABCD-EFGHIJKL", room(8, 2, { least: 10 }), measure)).toEqual({ size: 10, lines: ["ABCD-", "EFGHIJKL"] });
    expect(fitText("ABCDEFGHIJKL", room(8, 2, { least: 10 }), measure)).toEqual({ size: 10, lines: ["ABCDEFGH", "IJKL"] });
  });

  test("never overflows, whatever the text", () => {
    for (const text of ["x".repeat(500), "陶瓷杯".repeat(100), "a-".repeat(200), "one two three ".repeat(30), "👩‍👩‍👧‍👦".repeat(40)]) {
      for (const lines of [1, 2, 4]) {
        const fitted = fitText(text, room(20, lines), measure);
        expect(fitted.lines.length).toBeLessThanOrEqual(Math.floor(room(20, lines).height / (fitted.size * lineHeight * pointMm) + 1e-6));
        expect(Math.max(...fitted.lines.map(measure)) * fitted.size).toBeLessThanOrEqual(100 + 1e-6);
        expect(fitted.lines.at(-1)).toMatch(/…$/);
      }
    }
  });

  test("goes below the smallest size only when the box is lower than one line of it", () => {
    const low = fitText("MUG", room(9, 1, { height: 3 * lineHeight * pointMm }), measure);
    expect(low.size).toBeCloseTo(3);
    expect(low.lines).toEqual(["MUG"]);
  });

  test("returns no lines for blank text, or for a box without width", () => {
    expect(fitText(" \n", room(9, 1), measure).lines).toEqual([]);
    expect(fitText("MUG", { ...room(9, 1), width: 0 }, measure).lines).toEqual([]);
  });
});

test("printed text has one line, composed letters and no invisible characters", () => {
  expect(flattenText("  e\u0301tage\n\t2\u202E\u0000 left\uD800 ")).toBe("étage 2 left\uFFFD");
});
