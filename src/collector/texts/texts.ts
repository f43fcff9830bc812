import type { TFunction } from "i18next";
import i18next from "i18next";
import { createTexts } from "#src/kit/i18n/i18n.ts";

/**
 * Creates a translator of one catalogue by i18next, for the pages and files of the extension, which are on the machine. It shows texts that are added
 * to `texts` later. A missing key shows itself (tests hold both catalogues equal).
 * @param locale BCP 47
 */
export function createI18nextTranslate(texts: object, locale: string): TFunction {
  const instance = i18next.createInstance();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- i18next takes catalogues as plain records
  const resources = { [locale]: { translation: texts as Record<string, unknown> } };
  // React escapes, so i18next must not. All texts are given, so nothing is awaited.
  void instance.init({ lng: locale, fallbackLng: false, resources, interpolation: { escapeValue: false }, initAsync: false });
  return instance.getFixedT(locale);
}

/** The texts of the extension. */
export const { showLanguage, translator } = createTexts(
  {
    en_us: async () => (await import("./en_us.ts")).texts,
    zh_cn: async () => (await import("./zh_cn.ts")).texts,
  },
  createI18nextTranslate,
);
