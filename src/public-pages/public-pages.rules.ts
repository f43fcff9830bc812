import type { Language } from "#src/lib/look.ts";
import { isLanguage, languages } from "#src/lib/look.ts";

/** A page that is drawn at build, by its path. */
export interface PublicPage {
  /** in kebab case: its component is `<name>.page.tsx`, its texts `publicPages.head.<camelName>` */
  readonly name: string;
  readonly path: string;
  /** in the sitemap, and for search engines */
  readonly isIndexed: boolean;
  /** part of it is React in the browser: `web/public-pages/<name>.island.tsx` */
  readonly hasIsland: boolean;
  /** on the home page alone: the application has its own at this path */
  readonly isOfHomepageAlone: boolean;
}

const page = { isIndexed: true, hasIsland: false, isOfHomepageAlone: false } as const;
const island = { ...page, hasIsland: true } as const;

/** Every public page (specification, section 2; domain.md for the last three of the customers). */
export const publicPages = [
  { ...page, name: "main-page", path: "/", isOfHomepageAlone: true },
  { ...page, name: "introduction", path: "/esty-introduction" },
  { ...page, name: "collector-terms", path: "/esty-collector-tos" },
  { ...page, name: "collector-privacy", path: "/esty-collector-pp" },
  { ...page, name: "private-policy", path: "/private-policy" },
  { ...island, name: "checkout", path: "/esty-checkout/pro" },
  { ...island, name: "link", path: "/esty-link", isIndexed: false },
  { ...island, name: "subscription", path: "/esty-subscription", isIndexed: false },
  { ...island, name: "support", path: "/esty-support" },
  { ...page, name: "not-found", path: "/404", isIndexed: false, isOfHomepageAlone: true },
] as const satisfies readonly PublicPage[];

/** The page where a site administrator edits the sites. */
export const configurationPath = "/tools/config";

/** What the application draws on the home page too (specification, section 2); all else that is no public page is not there. */
export const applicationPathsOfHomepage: readonly string[] = ["/ds/thirdpart-success-redirect", configurationPath];

export type PublicPageName = (typeof publicPages)[number]["name"];

/** A path without a slash at its end. */
export function withoutEndSlash(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
}

/** The public page at a path, a slash at its end aside; null for none. A checkout of a plan that is not sold is none. */
export function publicPageAt(pathname: string): (typeof publicPages)[number] | null {
  const path = withoutEndSlash(pathname);
  return publicPages.find((one) => one.path === path) ?? null;
}

/** The page of a name. */
export function publicPageOf(name: PublicPageName): PublicPage {
  const found = publicPages.find((one) => one.name === name);
  if (found === undefined) throw new Error(`public pages: there is no ${name}`);
  return found;
}

/** The file of a drawn page, below `pages/` of the build. */
export function drawnFile(name: PublicPageName, language: Language): string {
  return `${name}.${language}.html`;
}

/** `collector-terms` as texts and components name it: `collectorTerms`. */
export function camelName(name: string): string {
  return name.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}

/**
 * The address of a public page in a language, from the root. A Chinese one says so, for whoever keeps no cookie.
 * @param more query and fragment besides: `{ query: "plan=pro", fragment: "faq" }`
 */
export function publicHref(name: PublicPageName, language: Language, more: { query?: string; fragment?: string } = {}): string {
  const query = [language === languages[0] ? "" : `lang=${language}`, more.query ?? ""].filter((part) => part !== "").join("&");
  return `${publicPageOf(name).path}${query === "" ? "" : `?${query}`}${more.fragment === undefined ? "" : `#${more.fragment}`}`;
}

/** The cookie in which a chosen language is kept for 30 days (specification, section 9), as the application has it. */
export const languageCookie = "language";
export const languageCookieSeconds = 30 * 24 * 3600;

/** The language that the cookies keep; null for none. */
function keptLanguage(cookies: string): Language | null {
  const value = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`).exec(cookies)?.[1];
  return isLanguage(value) ? value : null;
}

/** The language of an answer: the address's `lang`, the cookie, the site's. */
export function languageFor(asked: string | null, cookies: string, locale: Language): Language {
  return isLanguage(asked) ? asked : (keptLanguage(cookies) ?? locale);
}
