import { useAppearance } from "#src/appearance/appearance.store.ts";
import type { Language } from "#src/lib/look.ts";
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
