/** The names under which the two themes are stored, by the key `theme`; the default first. */
export const themes = ["defaultTheme", "darkTheme"] as const;
export type Theme = (typeof themes)[number];

/** How long a theme switch fades, as in tokens.css. */
export const themeMoveMs = 500;

/** Whether a stored or received value is one of our themes. */
export function isTheme(word: unknown): word is Theme {
  return themes.some((theme) => theme === word);
}
