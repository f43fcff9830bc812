import type { TFunction } from "i18next";
import i18next from "i18next";

/**
 * A translator of one catalogue by i18next, for the pages and files of the extension, which are on the machine. It shows texts that are added to
 * `texts` later. A missing key shows itself (tests hold both catalogues equal).
 * @param locale BCP 47
 */
export function makeI18nextTranslate(texts: object, locale: string): TFunction {
  const instance = i18next.createInstance();
  const resources = { [locale]: { translation: texts as Record<string, unknown> } };
  // React escapes, so i18next must not. All is there: nothing is waited for.
  void instance.init({ lng: locale, fallbackLng: false, resources, interpolation: { escapeValue: false }, initAsync: false });
  return instance.getFixedT(locale);
}
