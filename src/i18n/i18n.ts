import type { TFunction } from "i18next";
import i18next from "i18next";
import type { Language } from "#src/settings/settings.contract.ts";
import { localeOf } from "./locales.ts";
import { showTexts } from "./shown.store.ts";

/** Texts are loaded a language at a time: a popup in English does not read the Chinese catalogue. */
const catalogues = {
  en_us: async () => (await import("./en_us.ts")).texts,
  zh_cn: async () => (await import("./zh_cn.ts")).texts,
} as const satisfies Record<Language, () => Promise<object>>;

let started: Promise<unknown> | null = null;

async function load(language: Language): Promise<void> {
  const locale = localeOf[language];
  // A missing key shows itself (tests hold both catalogues equal); React escapes, so i18next must not.
  started ??= i18next.init({ lng: locale, fallbackLng: false, resources: {}, interpolation: { escapeValue: false } });
  await started;
  if (!i18next.hasResourceBundle(locale, "translation")) i18next.addResourceBundle(locale, "translation", await catalogues[language]());
}

/** Makes `language` the language of this page: loads its texts and has React draw again. */
export async function showLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(localeOf[language]);
  showTexts({ t: i18next.getFixedT(localeOf[language]), locale: localeOf[language] });
}

/** The texts of a language without React: for the background and for files. */
export async function translator(language: Language): Promise<TFunction> {
  await load(language);
  return i18next.getFixedT(localeOf[language]);
}
