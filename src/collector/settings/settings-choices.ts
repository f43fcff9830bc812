import type { Language } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";

/** The languages in the order in which they are offered, each with its tag, so that screen readers read each name in its own language. */
export const languages: readonly { value: Language; lang: string }[] = [
  { value: "en_us", lang: "en" },
  { value: "zh_cn", lang: "zh-CN" },
];

export const themes: readonly Theme[] = ["defaultTheme", "darkTheme"];
