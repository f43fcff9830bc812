import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Tree = { readonly [key: string]: string | Tree };

function* textsOf(tree: Tree, at = ""): Generator<readonly [key: string, text: string]> {
  for (const [name, value] of Object.entries(tree)) {
    const key = at === "" ? name : `${at}.${name}`;
    if (typeof value === "string") yield [key, value];
    else yield* textsOf(value, key);
  }
}

const files = globSync("src/**/en_us.json", { cwd: `${import.meta.dirname}/../..` });

/** Bounds that are never 1 (the free plan's reviews, the longest text, the days of grace), and the end of a range. */
const neverOne = new Set(["limit", "max", "min", "most", "least", "grace", "devices", "to"]);

/** Said only of more than can be written to a file. */
const alwaysMany = new Set(["src/kit/ui/list/en_us.json export.tooMany"]);

/** Words that end in s and are no plurals. */
const noPlurals = new Set(["is", "was", "has", "s", "ms", "stands"]);

const countedNoun = /\{\{(?:(\w+), ?number|(count|stars))\}\}\s+([a-z]+s)\b/g;

/** What is counted in a text that has no form for one of it. */
function withoutSingular(key: string, text: string, keys: ReadonlySet<string>): string[] {
  const base = key.replace(/_(one|other)$/, "");
  const hasBoth = keys.has(`${base}_one`) && keys.has(`${base}_other`);
  return [...text.matchAll(countedNoun)]
    .filter(([, formatted, plain, noun = ""]) => !neverOne.has(formatted ?? plain ?? "") && !noPlurals.has(noun) && !hasBoth)
    .map(([words]) => words);
}

test("an English text that counts things has a singular form", () => {
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((file) => {
    const texts = [...textsOf(JSON.parse(readFileSync(`${import.meta.dirname}/../../${file}`, "utf8")) as Tree)];
    const keys = new Set(texts.map(([key]) => key));
    return texts.flatMap(([key, text]) =>
      alwaysMany.has(`${file} ${key}`) ? [] : withoutSingular(key, text, keys).map((words) => `${file} ${key}: ${words}`),
    );
  });
  expect(found).toEqual([]);
});

test("a singular form has a plural counterpart, and Chinese has one form for all numbers", () => {
  for (const file of files) {
    const english = new Set(
      [...textsOf(JSON.parse(readFileSync(`${import.meta.dirname}/../../${file}`, "utf8")) as Tree)].map(([key]) => key),
    );
    for (const key of english) if (key.endsWith("_one")) expect(english, `${file} ${key}`).toContain(key.replace(/_one$/, "_other"));
    const chinese = textsOf(JSON.parse(readFileSync(`${import.meta.dirname}/../../${file.replace("en_us", "zh_cn")}`, "utf8")) as Tree);
    for (const [key] of chinese) expect(key.endsWith("_one"), `${file} ${key}`).toBe(false);
  }
});
