import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const tokens = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const base = readFileSync(new URL("./base.css", import.meta.url), "utf8");

test("the accent of status tags is #40b5ff in both themes", () => {
  expect(tokens.match(/--accent: #40b5ff;/g)).toHaveLength(2);
});

test("the theme transition takes 500 ms, other motion at most 150 ms, and reduced motion is respected", () => {
  expect(tokens).toMatch(/--theme-move: 500ms/);
  expect(tokens).toMatch(/--move: 150ms/);
  expect(`${tokens}${base}`).toMatch(/prefers-reduced-motion/);
});
