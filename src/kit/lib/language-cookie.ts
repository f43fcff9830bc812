import type { Language } from "./languages.ts";
import { isLanguage } from "./languages.ts";

/** The name of the cookie that stores the chosen language (specification, section 9). */
export const languageCookie = "language";
const thirtyDaysSeconds = 30 * 24 * 3600;

/** Reads the language from the cookies; null if there is none. */
export function readLanguageCookie(cookies: string): Language | null {
  const value = new RegExp(`(?:^|;\\s*)${languageCookie}=([^;]*)`).exec(cookies)?.[1];
  return isLanguage(value) ? value : null;
}

/** Stores a language as the visitor's choice, for 30 days. */
export function writeLanguageCookie(language: Language): void {
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${thirtyDaysSeconds}; samesite=lax`;
}
