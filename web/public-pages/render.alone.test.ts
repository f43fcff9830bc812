// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { fillPage } from "#src/pro/public-frame/fill.rules.ts";
import type { PublicPageName } from "#src/pro/public-frame/public-pages.rules.ts";
import { findPublicPage, publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import { drawnFaults } from "../build/prerender.ts";
import { draw } from "./render.tsx";

const site = {
  title: "Quayside",
  icon: "/favicon.ico",
  origin: "https://quay.example",
  locale: "en_us",
  isHomepage: true,
  applicationOrigin: "https://app.quay.example",
} as const;
const drawn = new Map<string, Document>();

/** Renders a page once and parses it, as a browser would. */
async function pageOf(name: PublicPageName, language: Language): Promise<Document> {
  const key = `${name} ${language}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const html = await draw(name, language, { css: "a{color:red}", stylesheets: [], scripts: ["/assets/page-abc.js"] });
  expect(drawnFaults(html), key).toEqual([]);
  const page = new DOMParser().parseFromString(fillPage(html, site), "text/html");
  drawn.set(key, page);
  return page;
}

const all = publicPages.flatMap(({ name }) => languages.map((language) => [name, language] as const));
const attribute = (page: Document, selector: string, name: string) => page.querySelector(selector)?.getAttribute(name) ?? null;

describe.each(all)("%s in %s", (name, language) => {
  test("has one h1, and no heading skips a level", async () => {
    const ranks = [...(await pageOf(name, language)).querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ tagName }) => Number(tagName[1]));
    expect(ranks.filter((rank) => rank === 1)).toHaveLength(1);
    expect(ranks.filter((rank, at) => rank > (ranks[at - 1] ?? 0) + 1)).toEqual([]);
  });

  test("states in its head its site, its address, and its address in the other language", async () => {
    const page = await pageOf(name, language);
    const { path, isIndexed } = findPublicPage(publicPages.find((one) => one.name === name)?.path ?? "") ?? { path: "", isIndexed: true };
    const own = `https://quay.example${path}${language === "zh_cn" ? "?lang=zh_cn" : ""}`;
    expect(page.documentElement.lang).toBe(language === "zh_cn" ? "zh-CN" : "en-US");
    expect(page.title).toMatch(/^.{2,60} · Quayside$/);
    expect(attribute(page, "meta[name=description]", "content")?.length).toBeGreaterThan(15);
    expect(attribute(page, "meta[name=robots]", "content")).toBe(isIndexed ? null : "noindex");
    if (name === "not-found") return expect(page.querySelector("link[rel=canonical], link[hreflang]")).toBeNull();
    expect(attribute(page, "link[rel=canonical]", "href")).toBe(own);
    expect(attribute(page, 'meta[property="og:url"]', "content")).toBe(own);
    expect(attribute(page, "link[hreflang=zh-Hans]", "href")).toBe(`https://quay.example${path}?lang=zh_cn`);
    expect(attribute(page, "link[hreflang=en]", "href")).toBe(`https://quay.example${path}`);
  });

  test("links only to existing pages and anchors", async () => {
    const page = await pageOf(name, language);
    for (const link of page.querySelectorAll("main a[href], header a[href], footer a[href]")) {
      const href = link.getAttribute("href") ?? "";
      if (/^(https:|mailto:)/.test(href)) continue;
      const there = new URL(href, `https://quay.example${publicPages.find((one) => one.name === name)?.path ?? "/"}`);
      const target = findPublicPage(there.pathname);
      expect(target, href).not.toBeNull();
      if (target === null || there.hash === "") continue;
      const other = await pageOf(target.name, language);
      expect(other.getElementById(decodeURIComponent(there.hash.slice(1))), href).not.toBeNull();
    }
  });

  test("links to the other pages in its own language", async () => {
    const page = await pageOf(name, language);
    const links = [...page.querySelectorAll('a[href^="/"]:not([data-language])')].map((link) => link.getAttribute("href") ?? "");
    expect(links.filter((href) => href.includes("lang=zh_cn") !== (language === "zh_cn"))).toEqual([]);
    expect(attribute(page, "a[data-language]", "href")).toContain(language === "zh_cn" ? "?lang=en_us" : "?lang=zh_cn");
  });

  test("has unique ids, and an alt text and a size for each image", async () => {
    const page = await pageOf(name, language);
    const ids = [...page.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const nameless = [...page.querySelectorAll("img")].filter((img) => !["alt", "width", "height"].every((one) => img.hasAttribute(one)));
    expect(nameless.map((img) => img.outerHTML)).toEqual([]);
  });

  test("has valid structured data if it is indexed by search engines", async () => {
    const blocks = [...(await pageOf(name, language)).querySelectorAll('script[type="application/ld+json"]')];
    expect(blocks.length > 0).toBe(publicPages.find((one) => one.name === name)?.isIndexed);
    for (const { textContent } of blocks) expect(JSON.parse(textContent ?? "")).toMatchObject({ "@context": "https://schema.org" });
  });
});

test("a page contains an island if the table says so", async () => {
  for (const { name, hasIsland } of publicPages) {
    const page = await pageOf(name, "en_us");
    expect([name, attribute(page, "#island", "data-island")]).toEqual([name, hasIsland ? name : null]);
  }
});

test("the main page's structured data contains the price in the page's currency, and its questions", async () => {
  const texts = async (language: Language) =>
    [...(await pageOf("main-page", language)).querySelectorAll('script[type="application/ld+json"]')]
      .map(({ textContent }) => textContent)
      .join();
  const [english, chinese] = [await texts("en_us"), await texts("zh_cn")];
  expect(english).toContain('"price":"8.88","priceCurrency":"USD"');
  expect(chinese).toContain('"price":"69.00","priceCurrency":"CNY"');
  for (const data of [english, chinese]) expect(data).toContain("FAQPage");
});

test("the warehouse's page links to sign-up and to both logins of the application", async () => {
  for (const language of languages) {
    const links = [...(await pageOf("introduction", language)).querySelectorAll("main a")].map((link) => link.getAttribute("href"));
    for (const path of ["/signup", "/ds/login", "/p/login"]) expect(links).toContain(`https://app.quay.example${path}`);
  }
});
