import type { TFunction } from "i18next";
import i18next from "i18next";
import type { Language } from "#src/lib/look.ts";
import { localeOf } from "./locales.ts";
import { showTexts } from "./shown.store.ts";

/** How a product's texts are loaded, a language at a time: a page in English does not read the Chinese catalogue. */
export type Catalogues = Readonly<Record<Language, () => Promise<object>>>;

/** What a product does with its texts. */
export interface Texts {
  /**
   * Makes a language that of this page: loads its texts and has React draw again.
   * @param isWanted asked when the texts have come: a newer wish may stand instead
   */
  showLanguage(language: Language, isWanted?: () => boolean): Promise<void>;
  /** The texts of a language without React: for the background and for files. */
  translator(language: Language): Promise<TFunction>;
}

/** The texts of one product; a page loads those of one product alone. */
export function textsOf(catalogues: Catalogues): Texts {
  let started: Promise<unknown> | null = null;

  async function translator(language: Language): Promise<TFunction> {
    const locale = localeOf[language];
    // A missing key shows itself (tests hold both catalogues equal); React escapes, so i18next must not.
    started ??= i18next.init({ lng: locale, fallbackLng: false, resources: {}, interpolation: { escapeValue: false } });
    await started;
    if (!i18next.hasResourceBundle(locale, "translation")) i18next.addResourceBundle(locale, "translation", await catalogues[language]());
    return i18next.getFixedT(locale);
  }

  return {
    translator,
    async showLanguage(language, isWanted = () => true) {
      const t = await translator(language);
      if (!isWanted()) return;
      await i18next.changeLanguage(localeOf[language]);
      showTexts({ t, locale: localeOf[language] });
    },
  };
}
