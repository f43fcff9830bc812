import { textsOf } from "./i18n.ts";
import { makeI18nextTranslate } from "./make-i18next-translate.ts";

/** The texts of the extension. */
export const { showLanguage, translator } = textsOf(
  {
    en_us: async () => (await import("./collector.en_us.ts")).texts,
    zh_cn: async () => (await import("./collector.zh_cn.ts")).texts,
  },
  makeI18nextTranslate,
);
