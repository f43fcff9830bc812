import type { Language } from "#src/kit/lib/languages.ts";

/* Placeholders in a rendered page that the server fills in for the requested site. Enclosed in underscores, so that none is the prefix of another. */

/** The site's name in the page's language; used in text or attributes. */
export const siteTitle = "__SITE_TITLE__";
/** The site's stored origin, without a trailing slash. */
export const siteOrigin = "__SITE_ORIGIN__";
/** The URL of the site's icon. */
export const siteIcon = "__SITE_ICON__";
/** `?lang=en_us` if the site's default is Chinese; otherwise empty. */
export const englishQuery = "__ENGLISH_QUERY__";

/** `Homepage` or `Application`: links to the main page are shown on the home page only. */
export const siteMode = "__SITE_MODE__";

/** The prefix of the application's paths (`/signup`, the logins): its stored origin on a home page, empty if the site is the application. */
export const applicationOrigin = "__APPLICATION_ORIGIN__";

/** The site's properties that pages show. */
export interface ShownSite {
  /** its name in the page's language */
  readonly title: string;
  /** `/favicon.ico`, another path, or an https URL */
  readonly icon: string;
  readonly origin: string;
  /** its default language */
  readonly locale: Language;
  readonly isHomepage: boolean;
  /** of the application, without a trailing slash; empty if it is the page's own */
  readonly applicationOrigin: string;
}

/** The icon of a site without its own: its pages show our logo. */
export const ownIcon = "/favicon.ico";
/** Matches our logo in the page's header, which the server replaces with a site's own icon. */
const ownMark = /(<span class="frame-mark">)<svg[\s\S]*?<\/svg>(<\/span>)/g;

const inMarkup: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for markup, including attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => inMarkup[sign] ?? "");
}

/** Escapes text inside a JSON string in a script's data block, which `</script>` or `<!--` would end. */
function escapeData(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns the query that makes an address English on a site with this default language. */
export function getEnglishQuery(locale: Language): string {
  return locale === "en_us" ? "" : "?lang=en_us";
}

const openPlaces = new RegExp([siteTitle, siteOrigin, siteIcon, englishQuery, siteMode, applicationOrigin].join("|"), "g");
const dataBlock = /<script type="application\/ld\+json">[\s\S]*?<\/script>/g;

/** Fills a rendered page's placeholders, each on its own, so that the site's values are never parsed again. */
export function fillPage(drawn: string, { title, icon, origin, locale, isHomepage, applicationOrigin: application }: ShownSite): string {
  const values: Readonly<Record<string, string>> = {
    [siteTitle]: title,
    [siteOrigin]: origin,
    [siteIcon]: icon,
    [englishQuery]: getEnglishQuery(locale),
    [applicationOrigin]: application,
    [siteMode]: isHomepage ? "Homepage" : "Application",
  };
  const filled = (part: string, escape: (text: string) => string) => part.replace(openPlaces, (place) => escape(values[place] ?? ""));
  const markup = (part: string) => {
    const marked = icon === ownIcon ? part : part.replace(ownMark, `$1<img src="${siteIcon}" width="28" height="28" alt="">$2`);
    return filled(marked, escapeMarkup);
  };
  let [page, end] = ["", 0];
  for (const { 0: block, index } of drawn.matchAll(dataBlock)) {
    page += markup(drawn.slice(end, index)) + filled(block, escapeData);
    end = index + block.length;
  }
  return page + markup(drawn.slice(end));
}
