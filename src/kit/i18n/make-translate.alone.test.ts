import { describe, expect, test } from "vitest";
import { createI18nextTranslate } from "#src/collector/texts/texts.ts";
import { texts as english } from "#web/texts/en_us.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { makeTranslate } from "./make-translate.ts";
import { texts as chinese } from "#web/texts/zh_cn.ts";

type Plain = (key: string, values: Record<string, unknown>) => string;

function flatten(node: object, prefix = ""): [key: string, text: string][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === "object" && value !== null ? flatten(value, `${prefix}${key}.`) : [[`${prefix}${key}`, String(value)]],
  );
}

/** Every key, plural forms as one, with all that its texts have. */
function textsByKey(texts: object): Map<string, string> {
  const byKey = new Map<string, string>();
  for (const [key, text] of flatten(texts)) {
    const base = key.replace(/_(one|other)$/, "");
    byKey.set(base, `${byKey.get(base) ?? ""} ${text}`);
  }
  return byKey;
}

/** A number for what the text writes as one, and a nasty text for the rest. */
function valuesFor(text: string, count: number): Record<string, unknown> {
  const found = [...text.matchAll(/\{\{(\w+)(, number)?\}\}/g)].map(([, name = "", asNumber]) => [
    name,
    asNumber === undefined ? `<b>$& & “${name}”` : 1234 + name.length,
  ]);
  return { ...Object.fromEntries(found), count };
}

describe.each([
  ["en_us", english],
  ["zh_cn", chinese],
] as const)("in %s", (language, texts) => {
  const locale = locales[language];
  const theirs = createI18nextTranslate(texts, locale) as unknown as Plain;

  test.each([0, 1, 2, 1240])("our translate returns the same as i18next, for a count of %d", (count) => {
    const ours = makeTranslate(texts, locale) as unknown as Plain;
    const byKey = [...textsByKey(texts)];
    expect(byKey.length).toBeGreaterThan(1000);
    const answersOf = (t: Plain) => byKey.map(([key, text]) => [key, t(key, valuesFor(text, count))]);
    expect(answersOf(ours)).toEqual(answersOf(theirs));
  });
});

test("a missing key is returned unchanged, and so is a key that every object has", () => {
  const ours = makeTranslate(english, "en-US") as unknown as Plain;
  expect(ours("collect.nothing", {})).toBe("collect.nothing");
  expect(ours("collect.constructor.name", {})).toBe("collect.constructor.name");
});
