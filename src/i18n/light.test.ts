import { describe, expect, test } from "vitest";
import type { Language } from "#src/lib/look.ts";
import { texts as english } from "./collector.en_us.ts";
import { translator } from "./collector.ts";
import { makeTranslate } from "./light.ts";
import { localeOf } from "./locales.ts";
import { texts as chinese } from "./collector.zh_cn.ts";

type Plain = (key: string, values: Record<string, unknown>) => string;

function keysOf(node: object, prefix = ""): string[] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? keysOf(value, `${prefix}${key}.`) : [`${prefix}${key.replace(/_(one|other)$/, "")}`],
  );
}

// Each value is given as a number where the text formats it as one, and as a nasty text elsewhere.
const numbers = [
  "count",
  "limit",
  "seen",
  "kept",
  "of",
  "page",
  "pages",
  "from",
  "to",
  "seconds",
  "expected",
  "rows",
  "total",
  "done",
  "place",
  "number",
  "row",
  "least",
  "most",
  "read",
  "withoutText",
  "missing",
];
const words = [
  "marketplace",
  "shop",
  "list",
  "date",
  "word",
  "price",
  "title",
  "time",
  "name",
  "fields",
  "format",
  "size",
  "when",
  "column",
  "value",
  "label",
  "text",
  "used",
  "quota",
  "columns",
  "keyword",
  "stars",
  "plan",
];

function valuesWith(count: number): Record<string, unknown> {
  return {
    ...Object.fromEntries(words.map((word) => [word, `<b>$& & “${word}”`])),
    ...Object.fromEntries(numbers.map((name, at) => [name, 1234 + at])),
    count,
  };
}

describe.each([
  ["en_us", english],
  ["zh_cn", chinese],
] as const)("in %s", (language: Language, texts) => {
  test.each([0, 1, 2, 1240])("the light translator answers as i18next does, for %d of everything", async (count) => {
    const heavy = (await translator(language)) as unknown as Plain;
    const light = makeTranslate(texts, localeOf[language]) as unknown as Plain;
    const values = valuesWith(count);
    const keys = [...new Set(keysOf(texts))];
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.map((key) => [key, light(key, values)])).toEqual(keys.map((key) => [key, heavy(key, values)]));
  });
});

test("a key that is not there shows itself, and so does one that every object has", () => {
  const light = makeTranslate(english, "en-US") as unknown as Plain;
  expect(light("collect.nothing", {})).toBe("collect.nothing");
  expect(light("collect.constructor.name", {})).toBe("collect.constructor.name");
});
