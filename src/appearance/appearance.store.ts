import { create } from "zustand";
import { showLanguage } from "#src/i18n/warehouse.ts";
import { localeOf } from "#src/i18n/locales.ts";
import type { Language, Theme } from "#src/lib/look.ts";
import { isLanguage, isTheme, themeMoveMs } from "#src/lib/look.ts";

const thirtyDaysSeconds = 30 * 24 * 3600;
/** The name of the cookie in which the language is kept for 30 days (specification, section 9). */
export const languageCookie = "language";

/** Language and theme as an account keeps them. */
export interface Looks {
  readonly defaultLanguage: Language;
  readonly defaultTheme: Theme;
}

interface Appearance {
  readonly language: Language;
  readonly theme: Theme;
  /** what somebody chose by hand on this page while nobody was signed in: newer than what the account says */
  readonly wishes: Partial<Looks>;
  /** shows and keeps another language; the newest wish wins */
  speak(language: Language): Promise<void>;
  /** shows and keeps another theme */
  paint(theme: Theme): void;
  /** remembers a choice for whoever signs in next */
  wish(looks: Partial<Looks>): void;
}

let newestWish = 0;

/** Language and theme of this page: at once everywhere. Filled by `startAppearance`. */
export const useAppearance = create<Appearance>((set) => ({
  language: "en_us",
  theme: "defaultTheme",
  wishes: {},
  async speak(language) {
    newestWish += 1;
    const mine = newestWish;
    document.cookie = `${languageCookie}=${language}; path=/; max-age=${thirtyDaysSeconds}; samesite=lax`;
    await show(language, () => mine === newestWish);
    if (mine === newestWish) set({ language });
  },
  paint(theme) {
    localStorage.setItem("theme", theme);
    paintPage(theme);
    set({ theme });
  },
  wish: (looks) => set(({ wishes }) => ({ wishes: { ...wishes, ...looks } })),
}));

async function show(language: Language, isWanted: () => boolean): Promise<void> {
  await showLanguage(language, isWanted);
  if (isWanted()) document.documentElement.lang = localeOf[language];
}

/** Puts a theme on the page; a switch fades for 500 ms. */
function paintPage(theme: Theme): void {
  const { dataset, classList } = document.documentElement;
  if (dataset["theme"] !== undefined && dataset["theme"] !== theme) {
    classList.add("theme-moves");
    setTimeout(() => classList.remove("theme-moves"), themeMoveMs);
  }
  dataset["theme"] = theme;
}

/** The language that the cookie keeps; null for none. */
export function keptLanguage(cookies: string): Language | null {
  const value = new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(cookies)?.[1];
  return isLanguage(value) ? value : null;
}

/**
 * Puts language and theme on the page before its first drawing: the address's `lang`, the cookie, the site's locale, English.
 * @param siteLocale what the initial configuration says; null where there is none yet
 */
export async function startAppearance(siteLocale: Language | null): Promise<void> {
  const asked = new URLSearchParams(location.search).get("lang");
  const language = isLanguage(asked) ? asked : (keptLanguage(document.cookie) ?? siteLocale ?? "en_us");
  const stored = localStorage.getItem("theme");
  const theme = isTheme(stored) ? stored : "defaultTheme";
  paintPage(theme);
  await show(language, () => true);
  useAppearance.setState({ language, theme });
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "theme" || !isTheme(newValue)) return;
    paintPage(newValue);
    useAppearance.setState({ theme: newValue });
  });
}
