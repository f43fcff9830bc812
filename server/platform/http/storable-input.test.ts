import { describe, expect, test } from "vitest";
import { isReadable } from "./storable-input.ts";

function nested(levels: number): unknown {
  return JSON.parse("[".repeat(levels) + "]".repeat(levels));
}

describe("an input", () => {
  test("of ordinary shape is readable", () => {
    expect(isReadable({ name: "码头 ⚓ 🚢 \\u0000 \\ud83d", list: [1, null, true, { deep: ["x"] }] })).toBe(true);
    expect([undefined, null, "", 0, {}, []].every((one) => isReadable(one))).toBe(true);
  });

  test.each([
    ["a NUL", "a\0b"],
    ["half a character", "a\ud83d"],
  ])("with %s in a text or a name is unreadable", (_what, text) => {
    expect(isReadable(text)).toBe(false);
    expect(isReadable({ name: text })).toBe(false);
    expect(isReadable({ list: [{ [text]: 1 }] })).toBe(false);
  });

  test("is checked 32 levels deep, and rejected without a further check if it is deeper", () => {
    expect(isReadable(nested(32))).toBe(true);
    expect(isReadable(nested(33))).toBe(false);
    expect(isReadable(nested(100_000))).toBe(false);
  });
});
