import type { Language, Theme } from "#src/lib/look.ts";

/** The languages in the order in which they are offered, each with its tag: its name is read in its own language. */
export const languages: readonly { value: Language; lang: string }[] = [
  { value: "en_us", lang: "en" },
  { value: "zh_cn", lang: "zh-CN" },
];

export const themes: readonly Theme[] = ["defaultTheme", "darkTheme"];
