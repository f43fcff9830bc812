/** The stored values of the setting `theme`; the default first. */
export const themes = ["defaultTheme", "darkTheme"] as const;
export type Theme = (typeof themes)[number];

/** The duration of a theme switch's fade, in ms, as in tokens.css. */
export const themeMoveMs = 500;

/** Whether a stored or received value is one of our themes. */
export function isTheme(word: unknown): word is Theme {
  return themes.some((theme) => theme === word);
}
