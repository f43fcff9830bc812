import { readdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { languages } from "#src/kit/lib/languages.ts";
import { themes } from "#src/kit/lib/themes.ts";
import { getPicture } from "./pictures.ts";
import type { PictureName } from "./pictures.ts";
import sizes from "./pictures/sizes.json" with { type: "json" };

const folder = new URL("pictures/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".webp"));

test("each picture exists in both languages and themes, with its size", () => {
  const names = Object.keys(sizes) as PictureName[];
  expect(names.length).toBeGreaterThan(4);
  for (const name of names)
    for (const language of languages)
      for (const theme of themes) {
        const { src, width, height } = getPicture(name, language, theme);
        expect(src).toContain(`${name}.${language}.${theme}`);
        expect(width).toBeGreaterThan(300);
        expect(height).toBeGreaterThan(200);
      }
  expect(files).toHaveLength(names.length * languages.length * themes.length + 1);
});

test("all pictures together are smaller than 600 kB", () => {
  const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0);
  expect(bytes).toBeLessThan(600_000);
});
