import type { Language } from "#src/kit/lib/languages.ts";
import { locales } from "#src/kit/lib/languages.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import en_us from "./en_us.json" with { type: "json" };
import zh_cn from "./zh_cn.json" with { type: "json" };

type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}` }[keyof T & string];
export type ExportTextKey = `export.${KeysOf<typeof en_us>}`;

/** Returns a text in the person's language, with its {{values}} filled in. i18next's `t` is one. */
export type Translate = (key: ExportTextKey, values?: Record<string, string | number>) => string;

const catalogues = { en_us, zh_cn } as const satisfies Record<Language, typeof en_us>;

/**
 * This slice's texts without i18next, for the command line, with the same keys: `export.column.rating`.
 * @throws RangeError for a key that is not in the catalogue
 */
export function exportTexts(language: Language): Translate {
  return (key, values = {}) => {
    let found: unknown = { export: catalogues[language] };
    for (const step of key.split("."))
      found = typeof found === "object" && found !== null ? Object.entries(found).find(([name]) => name === step)?.[1] : undefined;
    if (typeof found !== "string") throw new RangeError(`export: there is no text ${key}`);
    return found.replace(/\{\{(\w+)(?:, number)?\}\}/g, (whole, name: string) => formatValue(values[name], language) ?? whole);
  };
}

function formatValue(value: string | number | undefined, language: Language): string | undefined {
  return typeof value === "number" ? formatNumber(value, locales[language]) : value;
}
