/** The languages of every screen and file, the default first. */
export const languages = ["en_us", "zh_cn"] as const;
export type Language = (typeof languages)[number];

/** The names under which the two themes are stored, by the key `theme`; the default first. */
export const themes = ["defaultTheme", "darkTheme"] as const;
export type Theme = (typeof themes)[number];

/** How long a theme switch fades, as in tokens.css. */
export const themeMoveMs = 500;

/** Whether a stored or sent word is one of ours. */
export function isLanguage(word: unknown): word is Language {
  return languages.some((language) => language === word);
}

/** Whether a stored or sent word is one of ours. */
export function isTheme(word: unknown): word is Theme {
  return themes.some((theme) => theme === word);
}
