import { describe, expect, test } from "vitest";
import { publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import { buildRobotsText, buildSiteMap } from "./site-map.rules.ts";

const origin = "https://quay.example";
const addressesIn = (map: string) => [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

describe("the sitemap", () => {
  test("lists every indexed page in both languages, and no other", () => {
    const addresses = addressesIn(buildSiteMap(origin, "en_us"));
    const indexed = publicPages.filter(({ isIndexed }) => isIndexed);
    expect(addresses).toEqual(indexed.flatMap(({ path }) => [`${origin}${path}`, `${origin}${path}?lang=zh_cn`]));
    expect(addresses.some((address) => /404|esty-link|esty-subscription/.test(address ?? ""))).toBe(false);
  });

  test("lists each URL among its own alternates, which are the same in both languages", () => {
    for (const entry of buildSiteMap(origin, "en_us").split("<url>").slice(1)) {
      const [own = ""] = addressesIn(entry);
      const alternates = [...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)];
      expect(alternates.map(([, language]) => language)).toEqual(["en", "zh-Hans", "x-default"]);
      expect(alternates.map(([, , href]) => href)).toContain(own);
    }
  });

  test("names the language of English URLs when the site's language is Chinese", () => {
    expect(addressesIn(buildSiteMap(origin, "zh_cn"))).toContain(`${origin}/esty-introduction?lang=en_us`);
  });

  test("is valid markup, whatever the origin", () => {
    expect(buildSiteMap("https://a.example/?b&c", "en_us")).toContain("<loc>https://a.example/?b&amp;c/");
  });
});

describe("robots.txt", () => {
  test("allows the home page without its calls, and names its sitemap", () => {
    expect(buildRobotsText(origin)).toContain("Allow: /\n");
    expect(buildRobotsText(origin)).toContain("Disallow: /v1/\n");
    expect(buildRobotsText(origin)).toContain(`Sitemap: ${origin}/sitemap.xml\n`);
  });

  test("allows nothing of the application", () => {
    expect(buildRobotsText(null)).toBe("User-agent: *\nDisallow: /\n");
  });
});
