import type { CallProblem } from "#src/kit/api/client.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages, locales } from "#src/kit/lib/languages.ts";

/** Returns a text of both languages in the page's language. */
export function translate(texts: Texts, locale: string): string {
  const language: Language = languages.find((one) => locales[one] === locale) ?? "en_us";
  return texts[language];
}

/** Returns why a call failed, for display in place, including codes that raise no toast (4004). */
export function explainProblem(problem: CallProblem, locale: string): string {
  return translate(getProblemTexts(problem) ?? problem.msg ?? clientTexts.operationFailed, locale);
}
