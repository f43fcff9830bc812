import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";
import { showTexts } from "#src/kit/i18n/translation.store.ts";

/** The slices that the popup draws; the others' texts are not loaded. */
const catalogues = {
  en_us: async () => (await import("./popup.en_us.ts")).texts,
  zh_cn: async () => (await import("./popup.zh_cn.ts")).texts,
} as const satisfies Record<Language, () => Promise<object>>;

/** Makes `language` the language of the popup. */
export async function showLanguageLightly(language: Language): Promise<void> {
  const locale = locales[language];
  showTexts({ t: makeTranslate(await catalogues[language](), locale), locale });
}
