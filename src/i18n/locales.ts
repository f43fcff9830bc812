import type { Language } from "#src/lib/look.ts";

/** BCP 47 tags of our languages, for Intl and `lang`. */
export const localeOf = { en_us: "en-US", zh_cn: "zh-CN" } as const satisfies Record<Language, string>;
