import type { TFunction } from "i18next";

type Values = Readonly<Record<string, string | number | null | undefined>>;

function find(texts: object, key: string): string | undefined {
  let found: unknown = texts;
  for (const step of key.split(".")) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Object.getOwnPropertyDescriptor(found, step)?.value;
  }
  return typeof found === "string" ? found : undefined;
}

/**
 * A translator of one catalogue: what our catalogues use of i18next (dots, `{{name}}`, `{{count, number}}`, plurals by `count`) in a fiftieth of
 * its 15 kB. Its types are i18next's, and make-translate.test.ts holds its answers equal to i18next's. A key that is not there shows itself.
 */
export function makeTranslate(texts: object, locale: string): TFunction {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const translate = (key: string, values: Values = {}): string => {
    const { count } = values;
    const plural = typeof count === "number" ? find(texts, `${key}_${plurals.select(count)}`) : undefined;
    const text = plural ?? find(texts, key) ?? key;
    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (whole, name: string, asNumber?: string) => {
      const value = values[name];
      if (value === undefined || value === null) return whole;
      return asNumber !== undefined && typeof value === "number" ? numbers.format(value) : String(value);
    });
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TFunction is branded: only i18next can make one
  return translate as unknown as TFunction;
}
