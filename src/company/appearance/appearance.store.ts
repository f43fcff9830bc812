import { create } from "zustand";
import type { Texts } from "#src/kit/i18n/i18n.ts";
import { readLanguageCookie, writeLanguageCookie } from "#src/kit/lib/language-cookie.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { isLanguage, locales } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import { isTheme, themeMoveMs } from "#src/kit/lib/themes.ts";

/** Language and theme as saved with an account. */
export interface SavedAppearance {
  readonly defaultLanguage: Language;
  readonly defaultTheme: Theme;
}

interface Appearance {
  readonly language: Language;
  readonly theme: Theme;
  /** choices made on this page before signing in: newer than the account's */
  readonly choices: Partial<SavedAppearance>;
  /** changes and stores the language; the latest call wins */
  setLanguage(language: Language): Promise<void>;
  /** changes and stores the theme */
  setTheme(theme: Theme): void;
  /** remembers a choice for the next user who signs in */
  choose(looks: Partial<SavedAppearance>): void;
}

let latestChoice = 0;
let showLanguage: Texts["showLanguage"] = async () => undefined;

/** Language and theme of this page. Filled by `startAppearance`. */
export const useAppearance = create<Appearance>((set) => ({
  language: "en_us",
  theme: "defaultTheme",
  choices: {},
  async setLanguage(language) {
    latestChoice += 1;
    const mine = latestChoice;
    writeLanguageCookie(language);
    await show(language, () => mine === latestChoice);
    if (mine === latestChoice) set({ language });
  },
  setTheme(theme) {
    localStorage.setItem("theme", theme);
    applyTheme(theme);
    set({ theme });
  },
  choose: (looks) => set(({ choices: wishes }) => ({ choices: { ...wishes, ...looks } })),
}));

async function show(language: Language, isWanted: () => boolean): Promise<void> {
  await showLanguage(language, isWanted);
  if (isWanted()) document.documentElement.lang = locales[language];
}

/** Applies a theme to the page; a switch fades for 500 ms. */
function applyTheme(theme: Theme): void {
  const { dataset, classList } = document.documentElement;
  if (dataset["theme"] !== undefined && dataset["theme"] !== theme) {
    classList.add("theme-moves");
    setTimeout(() => classList.remove("theme-moves"), themeMoveMs);
  }
  dataset["theme"] = theme;
}

/**
 * Applies language and theme before the first render: the address's `lang`, the cookie, the site's locale, English.
 * @param siteLocale from the initial configuration; null if there is none yet
 * @param texts the application's texts
 */
export async function startAppearance(siteLocale: Language | null, texts: Pick<Texts, "showLanguage">): Promise<void> {
  ({ showLanguage } = texts);
  const asked = new URLSearchParams(location.search).get("lang");
  const language = isLanguage(asked) ? asked : (readLanguageCookie(document.cookie) ?? siteLocale ?? "en_us");
  const stored = localStorage.getItem("theme");
  const theme = isTheme(stored) ? stored : "defaultTheme";
  applyTheme(theme);
  await show(language, () => true);
  useAppearance.setState({ language, theme });
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== "theme" || !isTheme(newValue)) return;
    applyTheme(newValue);
    useAppearance.setState({ theme: newValue });
  });
}
