import { useAppearance } from "#src/appearance/appearance.store.ts";
import type { Language } from "#src/lib/look.ts";
import { publicPageAt } from "#src/public-pages/public-pages.rules.ts";
import type { InitialConfiguration } from "#src/sites/sites.contract.ts";

let site: InitialConfiguration | null = null;

/** The site's own name in a language; the product's where no configuration has come. */
export function siteTitle(language: Language): string {
  if (site === null) return "Quayside";
  return language === "zh_cn" ? site.homepage_title : site.homepage_title_en;
}

/** Whether the site is a public home page: it has no areas to sign in to. */
export function isHomepage(): boolean {
  return site?.main_function === "Homepage";
}

/** Whether a page of this site at an address is drawn at build: the way to it is a full load. */
export function isPublicPage(href: string): boolean {
  const page = publicPageAt(href.split(/[?#]/, 1)[0] ?? "");
  return page !== null && (isHomepage() || !page.isOfHomepageAlone);
}

/** The icon of the site, as an address. */
export function siteIcon(): string {
  return site?.homepage_icon ?? "/favicon.ico";
}

/** Puts the site's icon and title on the page, in the language of the page. */
export function applySite(configuration: InitialConfiguration): void {
  site = configuration;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon !== null) icon.href = configuration.homepage_icon;
  document.title = siteTitle(useAppearance.getState().language);
}
