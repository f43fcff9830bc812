import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { findPublicPage } from "#src/pro/public-frame/public-pages.rules.ts";
import type { InitialConfiguration } from "#src/company/sites/sites.contract.ts";

let site: InitialConfiguration | null = null;

/** Returns the site's name in a language; the product's name without a configuration. */
export function getSiteTitle(language: Language): string {
  if (site === null) return "Quayside";
  return language === "zh_cn" ? site.homepage_title : site.homepage_title_en;
}

/** Whether the site is a public home page: it has no areas to sign in to. */
export function isHomepage(): boolean {
  return site?.main_function === "Homepage";
}

/** Whether the page at an address is rendered at build time, so that a link to it loads the whole page. */
export function isPublicPage(href: string): boolean {
  const page = findPublicPage(href.split(/[?#]/, 1)[0] ?? "");
  return page !== null && (isHomepage() || !page.isOfHomepageAlone);
}

/** Returns the URL of the site's icon. */
export function getSiteIcon(): string {
  return site?.homepage_icon ?? "/favicon.ico";
}

/** Sets the page's icon and title to the site's, in the page's language. */
export function applySite(configuration: InitialConfiguration): void {
  site = configuration;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon !== null) icon.href = configuration.homepage_icon;
  document.title = getSiteTitle(useAppearance.getState().language);
}
