import type { Language } from "#src/lib/look.ts";

/*
 * What the build leaves open in a drawn page, and the server fills in for the site that is asked for. Each stands between underscores, so that
 * none is the beginning of another.
 */

/** The site's name, in the language of the page; in a text or an attribute. */
export const siteTitle = "__SITE_TITLE__";
/** The site's stored origin, without a slash at its end. */
export const siteOrigin = "__SITE_ORIGIN__";
/** The address of the site's icon. */
export const siteIcon = "__SITE_ICON__";
/** `?lang=en_us` where the site speaks Chinese to whoever has not chosen; nothing elsewhere. */
export const englishQuery = "__ENGLISH_QUERY__";

/** `Homepage` or `Application`: what leads to the main page is shown on the home page alone. */
export const siteMode = "__SITE_MODE__";

/** The prefix of the application's paths (`/signup`, the logins): its stored origin on a home page, empty where the site is the application. */
export const applicationOrigin = "__APPLICATION_ORIGIN__";

/** A site as pages show it. */
export interface ShownSite {
  /** its name in the language of the page */
  readonly title: string;
  /** `/favicon.ico`, another path, or an https address */
  readonly icon: string;
  readonly origin: string;
  /** what it speaks to whoever has not chosen */
  readonly locale: Language;
  readonly isHomepage: boolean;
  /** of the application, without a slash at its end; empty where it is at the page's own */
  readonly applicationOrigin: string;
}

/** The icon of a site that has none of its own: its pages show our mark. */
export const ownIcon = "/favicon.ico";
/** Around our mark in the page's header, for the server to put a site's own icon in its place. */
const ownMark = /(<span class="frame-mark">)<svg[\s\S]*?<\/svg>(<\/span>)/g;

const inMarkup: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as it may stand in markup, in an attribute too. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => inMarkup[sign] ?? "");
}

/** A text within a string of JSON in a script's data block, which `</script>` or `<!--` would end. */
function escapeData(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What our own address without a query means in English. */
export function englishQueryOf(locale: Language): string {
  return locale === "en_us" ? "" : "?lang=en_us";
}

const openPlaces = new RegExp([siteTitle, siteOrigin, siteIcon, englishQuery, siteMode, applicationOrigin].join("|"), "g");
const dataBlock = /<script type="application\/ld\+json">[\s\S]*?<\/script>/g;

/** A drawn page with what it left open: each place by itself, so that nothing that a site says is looked at again. */
export function fillPage(drawn: string, { title, icon, origin, locale, isHomepage, applicationOrigin: application }: ShownSite): string {
  const values: Readonly<Record<string, string>> = {
    [siteTitle]: title,
    [siteOrigin]: origin,
    [siteIcon]: icon,
    [englishQuery]: englishQueryOf(locale),
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
