import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function tokensOf(theme: string): Map<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, WCAG 2.2: 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["ground", "surface"];
const softs = ["primary-soft", "good-soft", "warn-soft", "bad-soft"];

/** Text of each colour stands on these. */
const textPairs: [string, string][] = [
  ...[...grounds, ...softs].flatMap((on): [string, string][] => [
    ["ink", on],
    ["quiet", on],
    ["primary", on],
  ]),
  ...grounds.flatMap((on): [string, string][] => [
    ["good", on],
    ["warn", on],
    ["bad", on],
  ]),
  ["bad", "bad-soft"],
  ["good", "good-soft"],
  ["warn", "warn-soft"],
  ["on-primary", "primary"],
  ["on-primary", "primary-hover"],
];

/** Borders of controls, the focus ring, bars and dots, on what they stand on. */
const partPairs: [string, string][] = [
  ...grounds.flatMap((on): [string, string][] => [
    ["edge", on],
    ["primary", on],
    ["good", on],
    ["warn", on],
    ["bad", on],
    ["quiet", on],
  ]),
  ["primary", "line"],
];

describe.each(["defaultTheme", "darkTheme"])("in %s", (theme) => {
  const tokens = tokensOf(theme);
  const colour = (name: string): string => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`tokens.css: ${theme} has no --${name}`);
    return value;
  };

  test.each(textPairs)("text in %s is readable on %s (4.5:1)", (text, on) => {
    expect(contrast(colour(text), colour(on))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(partPairs)("a part in %s stands out from %s (3:1)", (part, on) => {
    expect(contrast(colour(part), colour(on))).toBeGreaterThanOrEqual(3);
  });
});

test("both themes have the same tokens", () => {
  expect([...tokensOf("darkTheme").keys()]).toEqual([...tokensOf("defaultTheme").keys()]);
});

test("the contrast of black on white is 21, and of a colour on itself 1", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#0b63b6", "#0b63b6")).toBe(1);
});
