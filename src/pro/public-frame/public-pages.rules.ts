import { readLanguageCookie } from "#src/kit/lib/language-cookie.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { isLanguage, languages } from "#src/kit/lib/languages.ts";

/** A page that is rendered at build time, by its path. */
export interface PublicPage {
  /** in kebab case: its component is `<name>.page.tsx`, its texts `publicPages.head.<camelName>` */
  readonly name: string;
  readonly path: string;
  /** listed in the sitemap and indexed by search engines */
  readonly isIndexed: boolean;
  /** contains an island, React in the browser: `web/public-pages/<name>-island.tsx` */
  readonly hasIsland: boolean;
  /** on the home page only: the application has its own page at this path */
  readonly isOfHomepageAlone: boolean;
}

const page = { isIndexed: true, hasIsland: false, isOfHomepageAlone: false } as const;
const island = { ...page, hasIsland: true } as const;

/** Every public page (specification, section 2; domain.md for the last three, for customers). */
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

/** Application pages that the home page also serves (specification, section 2); any other path that is no public page does not exist. */
export const applicationPathsOfHomepage: readonly string[] = ["/ds/thirdpart-success-redirect", configurationPath];

export type PublicPageName = (typeof publicPages)[number]["name"];

/** Removes a trailing slash from a path. */
export function removeEndSlash(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
}

/** Returns the public page at a path, ignoring a trailing slash; null for none, including a checkout of a plan that is not for sale. */
export function findPublicPage(pathname: string): (typeof publicPages)[number] | null {
  const path = removeEndSlash(pathname);
  return publicPages.find((one) => one.path === path) ?? null;
}

/** Returns a page by name. */
export function getPublicPage(name: PublicPageName): PublicPage {
  const found = publicPages.find((one) => one.name === name);
  if (found === undefined) throw new Error(`public pages: there is no ${name}`);
  return found;
}

/** Returns the file of a rendered page, below `pages/` of the build. */
export function getDrawnFile(name: PublicPageName, language: Language): string {
  return `${name}.${language}.html`;
}

/** Converts `collector-terms` to `collectorTerms`, as in texts and components. */
export function toCamelCase(name: string): string {
  return name.replace(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}

/**
 * Returns the path of a public page in a language. A Chinese one names its language, for visitors without the cookie.
 * @param more further query and fragment: `{ query: "plan=pro", fragment: "faq" }`
 */
export function getPublicHref(name: PublicPageName, language: Language, more: { query?: string; fragment?: string } = {}): string {
  const query = [language === languages[0] ? "" : `lang=${language}`, more.query ?? ""].filter((part) => part !== "").join("&");
  return `${getPublicPage(name).path}${query === "" ? "" : `?${query}`}${more.fragment === undefined ? "" : `#${more.fragment}`}`;
}

/** Chooses the language of a response: the address's `lang`, the cookie, the site's default. */
export function chooseLanguage(asked: string | null, cookies: string, locale: Language): Language {
  return isLanguage(asked) ? asked : (readLanguageCookie(cookies) ?? locale);
}
