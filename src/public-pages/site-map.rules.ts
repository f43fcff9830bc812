import type { Language } from "#src/lib/look.ts";
import { languages } from "#src/lib/look.ts";
import { englishQueryOf, escapeMarkup } from "./fill.rules.ts";
import { searchTag } from "./head.rules.ts";
import { publicPages } from "./public-pages.rules.ts";

/** The address of a page in a language on a site. @param locale what the site speaks to whoever has not chosen */
function addressOf(origin: string, path: string, language: Language, locale: Language): string {
  return origin + path + (language === "en_us" ? englishQueryOf(locale) : `?lang=${language}`);
}

/**
 * The indexed pages of a home page in each language, with the others beside each (sitemaps.org, and xhtml:link as search engines read it).
 * @param origin the site's stored origin, without a slash at its end
 */
export function siteMap(origin: string, locale: Language): string {
  const entries = publicPages
    .filter(({ isIndexed }) => isIndexed)
    .flatMap(({ path }) => {
      const alternates = [
        ...languages.map((one) => [searchTag[one], addressOf(origin, path, one, locale)] as const),
        ["x-default", origin + path] as const,
      ].map(([language, href]) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${escapeMarkup(href)}"/>`);
      return languages.map((language) => {
        const own = `    <loc>${escapeMarkup(addressOf(origin, path, language, locale))}</loc>`;
        return ["  <url>", own, ...alternates, "  </url>"].join("\n");
      });
    });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

/**
 * What robots may read (RFC 9309): of a home page all but calls, of the application nothing.
 * @param origin of a home page; null for the application
 */
export function robotsText(origin: string | null): string {
  const lines =
    origin === null ? ["Disallow: /"] : ["Allow: /", "Disallow: /v1/", "Disallow: /tools/", "", `Sitemap: ${origin}/sitemap.xml`];
  return ["User-agent: *", ...lines, ""].join("\n");
}
