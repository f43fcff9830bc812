import type { CallProblem } from "#src/api/client.ts";
import type { Texts } from "#src/api/envelope.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { problemTexts } from "#src/api/problem.rules.ts";
import type { Language } from "#src/lib/look.ts";
import { languages } from "#src/lib/look.ts";
import { localeOf } from "#src/i18n/locales.ts";

/** A sentence of both languages in that of the page. */
export function saidIn(texts: Texts, locale: string): string {
  const language: Language = languages.find((one) => localeOf[one] === locale) ?? "en_us";
  return texts[language];
}

/** Why a call failed, as it is said in place: codes that raise no toast (4004) are said here all the same. */
export function reasonOf(problem: CallProblem, locale: string): string {
  return saidIn(problemTexts(problem) ?? problem.msg ?? ownTexts.operationFailed, locale);
}
