import { describe, expect, test } from "vitest";
import { languageCookie as applicationsCookie } from "#src/appearance/appearance.store.ts";
import { soldPlans } from "#src/plan/plan.contract.ts";
import { camelName, languageCookie, languageFor, publicHref, publicPageAt, publicPages } from "./public-pages.rules.ts";

describe("the public pages", () => {
  test("are found by their path, with a slash at its end too", () => {
    for (const page of publicPages) expect(publicPageAt(page.path)).toBe(page);
    expect(publicPageAt("/esty-support/")?.name).toBe("support");
    expect(publicPageAt("/")?.name).toBe("main-page");
  });

  test("have a checkout for each plan that is sold, and for no other", () => {
    for (const plan of Object.keys(soldPlans)) expect(publicPageAt(`/esty-checkout/${plan}`)?.name).toBe("checkout");
    for (const path of ["/esty-checkout", "/esty-checkout/free", "/esty-checkout/pro/more", "/Esty-support", "/p/login", ""])
      expect(publicPageAt(path)).toBeNull();
  });

  test("have names and paths of their own", () => {
    for (const key of ["name", "path"] as const) expect(new Set(publicPages.map((page) => page[key])).size).toBe(publicPages.length);
    expect(camelName("collector-terms")).toBe("collectorTerms");
  });
});

describe("a link to a public page", () => {
  test("says its language where that is Chinese, with what it says besides", () => {
    expect(publicHref("support", "en_us")).toBe("/esty-support");
    expect(publicHref("support", "zh_cn")).toBe("/esty-support?lang=zh_cn");
    expect(publicHref("main-page", "zh_cn", { query: "a=1", fragment: "faq" })).toBe("/?lang=zh_cn&a=1#faq");
    expect(publicHref("main-page", "en_us", { fragment: "faq" })).toBe("/#faq");
  });
});

describe("the language of an answer", () => {
  test("is the address's, then the cookie's, then the site's", () => {
    expect(languageFor("zh_cn", "language=en_us", "en_us")).toBe("zh_cn");
    expect(languageFor(null, "a=b; language=zh_cn; c=d", "en_us")).toBe("zh_cn");
    expect(languageFor(null, "a=b", "zh_cn")).toBe("zh_cn");
  });

  test("is none of what nobody speaks here", () => {
    expect(languageFor("fr", "language=klingon", "en_us")).toBe("en_us");
    expect(languageFor("", "xlanguage=zh_cn; language=zh_cn2", "en_us")).toBe("en_us");
  });

  test("is kept in the application's own cookie", () => {
    expect(languageCookie).toBe(applicationsCookie);
  });
});
