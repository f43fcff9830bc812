import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { getEnglishQuery, escapeMarkup } from "#src/pro/public-frame/fill.rules.ts";
import { searchTag } from "./head.rules.ts";
import { publicPages } from "#src/pro/public-frame/public-pages.rules.ts";

/**
 * Returns the address of a page in a language on a site.
 * @param locale the site's default language
 */
function toAddress(origin: string, path: string, language: Language, locale: Language): string {
  return origin + path + (language === "en_us" ? getEnglishQuery(locale) : `?lang=${language}`);
}

/**
 * Builds the sitemap of a home page in each language, with alternates (sitemaps.org, and xhtml:link for search engines).
 * @param origin the site's stored origin, without a trailing slash
 */
export function buildSiteMap(origin: string, locale: Language): string {
  const entries = publicPages
    .filter(({ isIndexed }) => isIndexed)
    .flatMap(({ path }) => {
      const alternates = [
        ...languages.map((one) => [searchTag[one], toAddress(origin, path, one, locale)] as const),
        ["x-default", origin + path] as const,
      ].map(([language, href]) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${escapeMarkup(href)}"/>`);
      return languages.map((language) => {
        const own = `    <loc>${escapeMarkup(toAddress(origin, path, language, locale))}</loc>`;
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
 * Builds robots.txt (RFC 9309): on a home page everything but calls, on the application nothing.
 * @param origin of a home page; null for the application
 */
export function buildRobotsText(origin: string | null): string {
  const lines =
    origin === null ? ["Disallow: /"] : ["Allow: /", "Disallow: /v1/", "Disallow: /tools/", "", `Sitemap: ${origin}/sitemap.xml`];
  return ["User-agent: *", ...lines, ""].join("\n");
}
