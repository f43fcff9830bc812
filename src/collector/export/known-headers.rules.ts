import type { Language } from "#src/kit/lib/languages.ts";
import en_us from "./en_us.json" with { type: "json" };
import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import zh_cn from "./zh_cn.json" with { type: "json" };

/** A column's header in each language, for reading exported files back. */
export const headersByLanguage: Readonly<Record<Language, Readonly<Record<ColumnId, string>>>> = {
  en_us: en_us.column,
  zh_cn: zh_cn.column,
};

/** The text of a cell whose field was not read, in each language. */
export const notReadByLanguage: Readonly<Record<Language, string>> = { en_us: en_us.notRead, zh_cn: zh_cn.notRead };

/** The words for yes and no in each language. */
export const yesNoByLanguage: Readonly<Record<Language, { yes: string; no: string }>> = {
  en_us: { yes: en_us.yes, no: en_us.no },
  zh_cn: { yes: zh_cn.yes, no: zh_cn.no },
};
