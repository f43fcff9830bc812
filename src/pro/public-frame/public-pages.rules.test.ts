import { describe, expect, test } from "vitest";
import { soldPlans } from "#src/pro/plan/plan.contract.ts";
import { toCamelCase, chooseLanguage, getPublicHref, findPublicPage, publicPages } from "./public-pages.rules.ts";

describe("the public pages", () => {
  test("are found by their path, with or without a trailing slash", () => {
    for (const page of publicPages) expect(findPublicPage(page.path)).toBe(page);
    expect(findPublicPage("/esty-support/")?.name).toBe("support");
    expect(findPublicPage("/")?.name).toBe("main-page");
  });

  test("have a checkout for each plan on sale, and for no other", () => {
    for (const plan of Object.keys(soldPlans)) expect(findPublicPage(`/esty-checkout/${plan}`)?.name).toBe("checkout");
    for (const path of ["/esty-checkout", "/esty-checkout/free", "/esty-checkout/pro/more", "/Esty-support", "/p/login", ""])
      expect(findPublicPage(path)).toBeNull();
  });

  test("have unique names and paths", () => {
    for (const key of ["name", "path"] as const) expect(new Set(publicPages.map((page) => page[key])).size).toBe(publicPages.length);
    expect(toCamelCase("collector-terms")).toBe("collectorTerms");
  });
});

describe("a link to a public page", () => {
  test("names its language when that is Chinese, and keeps its query and fragment", () => {
    expect(getPublicHref("support", "en_us")).toBe("/esty-support");
    expect(getPublicHref("support", "zh_cn")).toBe("/esty-support?lang=zh_cn");
    expect(getPublicHref("main-page", "zh_cn", { query: "a=1", fragment: "faq" })).toBe("/?lang=zh_cn&a=1#faq");
    expect(getPublicHref("main-page", "en_us", { fragment: "faq" })).toBe("/#faq");
  });
});

describe("the language of a response", () => {
  test("is the URL's, then the cookie's, then the site's", () => {
    expect(chooseLanguage("zh_cn", "language=en_us", "en_us")).toBe("zh_cn");
    expect(chooseLanguage(null, "a=b; language=zh_cn; c=d", "en_us")).toBe("zh_cn");
    expect(chooseLanguage(null, "a=b", "zh_cn")).toBe("zh_cn");
  });

  test("is never an unsupported one", () => {
    expect(chooseLanguage("fr", "language=klingon", "en_us")).toBe("en_us");
    expect(chooseLanguage("", "xlanguage=zh_cn; language=zh_cn2", "en_us")).toBe("en_us");
  });
});
