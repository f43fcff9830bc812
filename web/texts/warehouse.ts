import { addCodeTexts } from "#src/kit/api/get-code-texts.ts";
import { createTexts } from "#src/kit/i18n/i18n.ts";
import { makeTranslate } from "#src/kit/i18n/make-translate.ts";

/** Loads the texts of refusals that screens behind the login need. */
async function loadCodeTexts(): Promise<void> {
  addCodeTexts((await import("#src/kit/api/work-code-texts.ts")).workCodeTexts);
}

/** The texts of the web application: those of the first screens at once, the others with the first other screen. */
export const { showLanguage, translator, loadRest, addTexts } = createTexts(
  {
    en_us: async () => (await import("./warehouse.en_us.ts")).texts,
    zh_cn: async () => (await import("./warehouse.zh_cn.ts")).texts,
  },
  makeTranslate,
  {
    en_us: async () => (await Promise.all([import("./work.en_us.ts"), loadCodeTexts()]))[0].texts,
    zh_cn: async () => (await Promise.all([import("./work.zh_cn.ts"), loadCodeTexts()]))[0].texts,
  },
);
