import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { isCodeName } from "#src/kit/api/codes.ts";
import { texts as english } from "./en_us.ts";
import { createI18nextTranslate, showLanguage, translator } from "#src/collector/texts/texts.ts";
import { createTexts } from "#src/kit/i18n/i18n.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import { texts as popup } from "#src/collector/texts/popup.en_us.ts";
import { showTexts } from "#src/kit/i18n/translation.store.ts";
import { texts as warehouse } from "./warehouse.en_us.ts";
import { texts as work } from "./work.en_us.ts";
import { texts as chinese } from "./zh_cn.ts";

vi.mock(import("#src/kit/i18n/translation.store.ts"), { spy: true });

type Flat = ReadonlyMap<string, string>;

function flatten(node: object, prefix = ""): [string, string][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === "object" && value !== null) return flatten(value, `${prefix}${key}.`);
    return [[`${prefix}${key}`, String(value)] as [string, string]];
  });
}

const en: Flat = new Map(flatten(english));
const zh: Flat = new Map(flatten(chinese));

/** A plural's forms are one key to whoever uses it: English has two, Chinese one. */
function base(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, "");
}

function bases(flat: Flat): string[] {
  return [...new Set([...flat.keys()].map(base))].toSorted();
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? ""))].toSorted();
}

describe("the two catalogues", () => {
  test("have exactly the same keys", () => {
    expect(bases(zh)).toEqual(bases(en));
  });

  test("have the plural forms that their language needs, and no others", () => {
    const formsOf = (flat: Flat, key: string) => [...flat.keys()].filter((one) => base(one) === key).map((one) => one.slice(key.length));
    const plural = bases(en).filter((key) => !en.has(key));
    expect(plural.length).toBeGreaterThan(10);
    expect(plural.filter((key) => formsOf(en, key).toSorted().join(" ") !== "_one _other")).toEqual([]);
    expect(plural.filter((key) => formsOf(zh, key).join(" ") !== "_other")).toEqual([]);
    expect(bases(en).filter((key) => en.has(key) && !zh.has(key))).toEqual([]);
  });

  test("have no empty texts and no stray spaces", () => {
    // What stands between two items of a list may begin or end with a space.
    const texts = [...en, ...zh].filter(([key]) => !key.endsWith(".separator"));
    expect(texts.filter(([, text]) => text.trim() === "" || text.trim() !== text)).toEqual([]);
  });

  test("use the same placeholders", () => {
    const of = (flat: Flat, key: string) => placeholders(flat.get(key) ?? flat.get(`${key}_other`) ?? "").join(" ");
    expect(bases(en).filter((key) => of(zh, key) !== of(en, key))).toEqual([]);
  });

  test("have no English left in Chinese", () => {
    const same = [...zh]
      .filter(([key, text]) => text === (en.get(key) ?? "") && /[a-z]{3}/.test(text.replace(/\{\{.*?\}\}/g, "")))
      .map(([key]) => key);
    // Names stay as they are.
    expect(same.filter((key) => !key.includes(".marketplace."))).toEqual(["settings.languages.en_us", "accounts.look.languages.en_us"]);
  });
});

function sources(folder: URL): string[] {
  return readdirSync(folder).flatMap((name) => {
    const url = new URL(name, folder);
    if (statSync(url).isDirectory()) return sources(new URL(`${name}/`, folder));
    return /\.tsx?$/.test(name) && !name.includes(".test.") ? [readFileSync(url, "utf8")] : [];
  });
}

/** The sources of a page and of all that they import statically, one text. */
function codeBehind(...entries: string[]): { code: string; count: number } {
  const seen = new Set<string>();
  const walk = (url: URL): string => {
    if (seen.has(url.href)) return "";
    seen.add(url.href);
    const code = readFileSync(url, "utf8");
    const imports = [...code.matchAll(/from "(#src\/|\.\.?\/)([^"]+\.tsx?)"/g)];
    return [
      code,
      ...imports.map(([, start = "", path = ""]) =>
        walk(start === "#src/" ? new URL(`../../src/${path}`, import.meta.url) : new URL(start + path, url)),
      ),
    ].join("\n");
  };
  const code = entries.map((entry) => walk(new URL(`../../${entry}`, import.meta.url))).join("\n");
  return { code, count: seen.size };
}

test("the texts that the web application renders first are in the catalogue that is loaded first", () => {
  const { code, count } = codeBehind(
    "web/main.tsx",
    "src/company/accounts/login.screen.tsx",
    "src/company/home/home.screen.tsx",
    "src/company/navigation/not-found.screen.tsx",
  );
  expect(count).toBeGreaterThan(150);
  const later = new Set(flatten(work).map(([key]) => base(key)));
  expect(later.size).toBeGreaterThan(500);
  const used = [...code.matchAll(/["'`]([a-zA-Z]+(?:\.\w+)+)["'`]/g)].map((match) => match[1] ?? "");
  // A code of the wire may be called as a text is.
  expect([...new Set(used)].filter((key) => later.has(key) && !isCodeName(key))).toEqual([]);
});

test("the texts that the popup renders are in its own catalogue", () => {
  const { code, count } = codeBehind("entrypoints/popup/main.tsx");
  expect(count).toBeGreaterThan(20);
  const used = [...code.matchAll(/\bt\(\s*["'`](\w+)\./g)].map((match) => match[1]);
  expect([...new Set(used)].toSorted()).toEqual(["collect", "settings", "ui"]);
  // `collect.status.${status}` stands for every key that begins like it.
  const begun = [...code.matchAll(/[("'`]((?:collect|settings|ui)\.[\w.]+)(["'`]|\$\{)/g)];
  const wanted = begun.flatMap(([, key = "", end]) => bases(en).filter((one) => (end === "${" ? one.startsWith(key) : one === key)));
  expect(wanted.length).toBeGreaterThan(100);
  const own = new Set(flatten(popup).map(([key]) => base(key)));
  expect([...new Set(wanted)].filter((key) => !own.has(key))).toEqual([]);
});

test("every text is used somewhere", () => {
  const code = ["../../src/", "../../entrypoints/", "../"].flatMap((folder) => sources(new URL(folder, import.meta.url))).join("\n");
  const literal = new Set([...code.matchAll(/["'`]([a-zA-Z]+(?:\.\w+)+)["'`]/g)].map((match) => match[1]));
  // `collect.status.${status}` stands for every key of that shape.
  const shapes = [...code.matchAll(/`((?:[a-zA-Z]+)\.[\w.]*\$\{[^`]*)`/g)].map(
    (match) =>
      new RegExp(
        `^${(match[1] ?? "")
          .replace(/\$\{[^}]*\}/g, "\u0000")
          .replaceAll(".", "\\.")
          .replaceAll("\u0000", "[\\w.+ -]+")}$`,
      ),
  );
  const unused = bases(en).filter((key) => !literal.has(key) && !shapes.some((shape) => shape.test(key)));
  expect(unused).toEqual([]);
});

describe("a translator", () => {
  test("formats numbers and plurals of the language", async () => {
    const t = await translator("en_us");
    expect(t("collect.counts.about", { count: 1 })).toBe("About 1 review");
    expect(t("collect.counts.about", { count: 1240 })).toBe("About 1,240 reviews");
  });

  test("serves two languages side by side", async () => {
    const [t, z] = await Promise.all([translator("en_us"), translator("zh_cn")]);
    expect(z("collect.counts.about", { count: 1 })).toBe("约 1 条评论");
    expect(t("collect.event.pause")).toBe("Pause");
  });

  test("does not escape what React escapes anyway", async () => {
    const t = await translator("en_us");
    expect(t("collect.report.file", { name: "A & B <c>.xlsx" })).toBe("Saved as A & B <c>.xlsx");
  });

  test("does not interpret a title as a placeholder", async () => {
    const t = await translator("en_us");
    expect(t("collect.jobList.open", { title: "{{count}} $t(collect.name)" })).toContain("$t(collect.name)");
  });

  test("shows the requested language", async () => {
    await showLanguage("zh_cn");
    const [[shown] = []] = vi.mocked(showTexts).mock.calls;
    expect(shown?.locale).toBe(locales.zh_cn);
    expect(shown?.t("collect.event.pause")).toBe("暂停");
  });

  test.each([makeTranslate, createI18nextTranslate])("loads the remaining texts while the page is shown, by $name", async (make) => {
    const first = { en_us: async () => ({ ui: { close: "Close" } }), zh_cn: async () => ({ ui: { close: "关闭" } }) };
    const later = { en_us: async () => ({ list: { page: "Page" } }), zh_cn: async () => ({ list: { page: "页" } }) };
    const texts = createTexts(first, make, later);
    await texts.showLanguage("en_us");
    const t = (await texts.translator("en_us")) as unknown as (key: string) => string;
    expect(t("list.page")).toBe("list.page");
    await texts.loadRest();
    expect([t("ui.close"), t("list.page")]).toEqual(["Close", "Page"]);
    const chineseT = (await texts.translator("zh_cn")) as unknown as (key: string) => string;
    expect([chineseT("ui.close"), chineseT("list.page")]).toEqual(["关闭", "页"]);
  });

  test("requests texts again after a failed load", async () => {
    const load = vi.fn<() => Promise<object>>(async () => ({ ui: { close: "Close" } })).mockRejectedValueOnce(new Error("offline"));
    const texts = createTexts({ en_us: load, zh_cn: load }, makeTranslate);
    await expect(texts.translator("en_us")).rejects.toThrow("offline");
    expect((await texts.translator("en_us"))("ui.close")).toBe("Close");
  });

  test("has each slice's texts in one catalogue of the web application", () => {
    expect(Object.keys(work).filter((slice) => slice in warehouse)).toEqual([]);
  });
});
