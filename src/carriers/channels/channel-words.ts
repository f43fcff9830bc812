import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatNumber, listText } from "#src/kit/lib/formats.ts";
import { priceText } from "#src/kit/lib/money.ts";
import type { Channel, ZonePrice } from "./channels.contract.ts";

interface Words {
  readonly t: Translate;
  /** BCP 47 */
  readonly locale: string;
}

/** Formats a weight: "500 g", "2.5 kg". */
export function formatGrams(grams: number, { t, locale }: Words): string {
  return grams < 1000
    ? t("channels.grams", { weight: formatNumber(grams, locale) })
    : t("channels.kilograms", { weight: formatNumber(grams / 1000, locale) });
}

/** The longest list of countries that is written out. */
const fewCountries = 4;

/** Describes where a channel ships: "All countries", "CA, US", "10 countries", "All but BR, RU". */
export function formatCountries(
  { include_countries, exclude_countries }: Pick<Channel, "include_countries" | "exclude_countries">,
  { t, locale }: Words,
): string {
  const included = include_countries.length;
  if (included > 0)
    return included <= fewCountries ? listText(include_countries, locale) : t("channels.countries.only", { count: included });
  const excluded = exclude_countries.length;
  if (excluded === 0) return t("channels.countries.all");
  return excluded <= fewCountries
    ? t("channels.countries.allButThese", { codes: listText(exclude_countries, locale) })
    : t("channels.countries.allBut", { count: excluded });
}

/** Lists a channel's cut-offs: "16:00" where all warehouses have the same, otherwise each with its warehouse. */
export function formatCutOffs({ cut_offs }: Pick<Channel, "cut_offs">, { t, locale }: Words): string {
  const [first] = cut_offs;
  if (first === undefined) return "";
  if (cut_offs.length === 1) return t("channels.cutOff.one", { time: first.time, warehouse: first.warehouse_name });
  return listText(
    cut_offs.map(({ time, warehouse_name }) => t("channels.cutOff.one", { time, warehouse: warehouse_name })),
    locale,
  );
}

/**
 * Describes a row's price: "$6.50", "$6.50 + $2.10 for each 500 g above 500 g".
 * @param currency ISO 4217
 */
export function formatPrice({ base_micros, step }: Pick<ZonePrice, "base_micros" | "step">, currency: string, words: Words): string {
  const base = priceText(base_micros, currency, words.locale);
  if (step === null) return base;
  const values = { base, price: priceText(step.price_micros, currency, words.locale), every: formatGrams(step.every_grams, words) };
  return step.from_grams === 0
    ? words.t("channels.price.each", values)
    : words.t("channels.price.eachAbove", { ...values, from: formatGrams(step.from_grams, words) });
}
