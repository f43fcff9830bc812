import { textsOf } from "./i18n.ts";

/** The texts of the web application. */
export const { showLanguage, translator } = textsOf({
  en_us: async () => (await import("./warehouse.en_us.ts")).texts,
  zh_cn: async () => (await import("./warehouse.zh_cn.ts")).texts,
});
