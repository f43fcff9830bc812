import { createTexts } from "#src/kit/i18n/i18n.ts";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";

/** The texts of the web application: those of the first screens at once, the others with the first other screen. */
export const { showLanguage, translator, loadRest, addTexts } = createTexts(
  {
    en_us: async () => (await import("./warehouse.en_us.ts")).texts,
    zh_cn: async () => (await import("./warehouse.zh_cn.ts")).texts,
  },
  makeTranslate,
  {
    en_us: async () => (await import("./work.en_us.ts")).texts,
    zh_cn: async () => (await import("./work.zh_cn.ts")).texts,
  },
);
