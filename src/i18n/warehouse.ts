import { createTexts } from "./i18n.ts";
import { makeTranslate } from "./make-translate.ts";

/** The texts of the web application: those of its first screens, and the others' when the first of those is opened. */
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
