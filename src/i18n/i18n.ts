import type { TFunction } from "i18next";
import i18next from "i18next";
import type { Language } from "#src/lib/look.ts";
import { languages } from "#src/lib/look.ts";
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
  /** Loads the rest of the texts, of the language in sight now and of each that is shown later. Once is enough. */
  loadRest(): Promise<void>;
}

/**
 * The texts of one product; a page loads those of one product alone.
 * @param rest what the product's first screens do not need, key by key apart from the first ones
 */
export function textsOf(catalogues: Catalogues, rest?: Catalogues): Texts {
  let started: Promise<unknown> | null = null;
  let needsRest = false;
  const loaded = new Map<() => Promise<object>, Promise<void>>();

  /** Each catalogue is loaded once; one that did not come is asked for again. */
  async function add(locale: string, load: () => Promise<object>): Promise<void> {
    const known = loaded.get(load) ?? load().then((texts) => void i18next.addResourceBundle(locale, "translation", texts, true));
    loaded.set(load, known);
    try {
      await known;
    } catch (error) {
      loaded.delete(load);
      throw error;
    }
  }

  async function translator(language: Language): Promise<TFunction> {
    const locale = localeOf[language];
    // A missing key shows itself (tests hold both catalogues equal); React escapes, so i18next must not.
    started ??= i18next.init({ lng: locale, fallbackLng: false, resources: {}, interpolation: { escapeValue: false } });
    await started;
    await Promise.all([add(locale, catalogues[language]), needsRest && rest !== undefined ? add(locale, rest[language]) : undefined]);
    return i18next.getFixedT(locale);
  }

  return {
    translator,
    async loadRest() {
      needsRest = true;
      const shown = languages.find((language) => localeOf[language] === i18next.language);
      if (shown !== undefined) await translator(shown);
    },
    async showLanguage(language, isWanted = () => true) {
      const t = await translator(language);
      if (!isWanted()) return;
      await i18next.changeLanguage(localeOf[language]);
      showTexts({ t, locale: localeOf[language] });
    },
  };
}
