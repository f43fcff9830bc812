import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import english from "../../web/dev/en_us.json" with { type: "json" };
import chinese from "../../web/dev/zh_cn.json" with { type: "json" };

/** Words that only the component page contains. */
const itsWords = ["/dev/ui", "dev.suppliers", "dev-swatch", english.title, english.intro, chinese.intro];

/** Finds which words occur in a build's files. @throws Error if there is no build */
function wordsIn(folder: string, words: readonly string[]): string[] {
  const texts = readdirSync(resolve(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|css|html|json)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  expect(texts.length, folder).toBeGreaterThan(10);
  return words.filter((word) => texts.some((text) => text.includes(word)));
}

test("the shipped build does not contain the component page, unlike the test build", () => {
  expect(wordsIn(".output/web", itsWords)).toEqual([]);
  expect(wordsIn(process.env["WEB_DIR"] ?? ".output/web-e2e", itsWords)).toEqual(itsWords);
});
