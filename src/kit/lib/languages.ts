/** The languages of all screens and files, the default first. */
export const languages = ["en_us", "zh_cn"] as const;
export type Language = (typeof languages)[number];

/** BCP 47 tags of our languages, for Intl and `lang` attributes. */
export const locales = { en_us: "en-US", zh_cn: "zh-CN" } as const satisfies Record<Language, string>;

/** Whether a stored or received value is one of our languages. */
export function isLanguage(word: unknown): word is Language {
  return languages.some((language) => language === word);
}

/** Returns our language for a BCP 47 tag: Chinese for any Chinese, else English. */
export function toLanguage(locale: string): Language {
  return locale.startsWith("zh") ? "zh_cn" : "en_us";
}

/** Picks a text of both languages by a BCP 47 tag. */
export function pickText<T>(texts: Readonly<Record<Language, T>>, locale: string): T {
  return texts[toLanguage(locale)];
}
