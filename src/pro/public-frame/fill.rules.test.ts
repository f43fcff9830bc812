import { describe, expect, test } from "vitest";
import type { ShownSite } from "./fill.rules.ts";
import { englishQuery, escapeMarkup, fillPage, siteIcon, siteMode, siteOrigin, siteTitle } from "./fill.rules.ts";

const site: ShownSite = {
  title: "Quayside",
  icon: "/favicon.ico",
  origin: "https://quay.example",
  locale: "en_us",
  isHomepage: true,
  applicationOrigin: "https://app.quay.example",
};
const drawn = [
  `<title>Terms · ${siteTitle}</title><link rel="canonical" href="${siteOrigin}/x${englishQuery}">`,
  `<link rel="icon" href="${siteIcon}"><html data-site="${siteMode}">`,
  `<script type="application/ld+json">{"name":"${siteTitle}","url":"${siteOrigin}/"}</script>`,
  `<span class="frame-mark"><svg viewBox="0 0 1 1"><path d="m0 0"></path></svg></span>`,
].join("\n");

describe("a page filled in for its site", () => {
  test("has the site's title, origin, icon and mode, and no placeholder left", () => {
    const page = fillPage(drawn, site);
    expect(page).toContain("<title>Terms · Quayside</title>");
    expect(page).toContain('href="https://quay.example/x">');
    expect(page).toContain('data-site="Homepage"');
    expect(page).not.toMatch(/__[A-Z]/);
  });

  test("names the language in its English URL when the site's language is Chinese", () => {
    expect(fillPage(drawn, { ...site, locale: "zh_cn" })).toContain('href="https://quay.example/x?lang=en_us">');
  });

  test("shows our logo, or the site's own icon instead", () => {
    expect(fillPage(drawn, site)).toContain("<svg");
    const own = fillPage(drawn, { ...site, icon: "https://cdn.example/i.png" });
    expect(own).toContain('<span class="frame-mark"><img src="https://cdn.example/i.png" width="28" height="28" alt=""></span>');
    expect(own).not.toContain("<svg");
  });

  const hostile = `"><script>alert(1)</script>'&amp; </script><!-- $& $1 \\" \u2028`;

  test("escapes markup in a title", () => {
    const page = fillPage(drawn, { ...site, title: hostile });
    expect(page).not.toContain("<script>");
    expect(page).toContain(`<title>Terms · ${escapeMarkup(hostile)}</title>`);
    expect(page.match(/<\/script>/g)).toHaveLength(1);
  });

  test("has structured data with exactly the title, whatever it contains", () => {
    const page = fillPage(drawn, { ...site, title: hostile });
    const data: unknown = JSON.parse(/ld\+json">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "");
    expect(data).toEqual({ name: hostile, url: "https://quay.example/" });
  });

  test("does not fill in placeholders inside a title", () => {
    expect(fillPage(drawn, { ...site, title: `x${siteOrigin}y${siteTitle}` })).toContain(
      "<title>Terms · x__SITE_ORIGIN__y__SITE_TITLE__</title>",
    );
  });
});
