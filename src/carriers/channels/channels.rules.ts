import type { RefusalName } from "#src/kit/api/codes.ts";

/** The maximum number of channels of a provider: one page of a list. */
export const mostChannels = 200;
/** The heaviest parcel, and the longest range of weights, in grams: 10 t. */
export const mostGrams = 10_000_000;
/** The highest price: a million of the currency, in millionths. */
export const mostMicros = 1_000_000_000_000;
/** The limits of a price table: zones, and rows of all its zones. */
export const mostZones = 60;
export const mostRows = 600;
/** The limits of a volumetric divisor, in cm³ per kg. Carriers use 5000 to 8000. */
export const divisorLimits = { min: 1000, max: 20_000 } as const;

/** The countries that a channel ships to. */
export interface CountryLists {
  /** two-letter codes; empty: all countries */
  readonly include_countries: readonly string[];
  readonly exclude_countries: readonly string[];
}

/** Returns why a channel's countries are refused, or null: none may be in both lists (specification, section 5). */
export function getCountriesRefusal({ include_countries, exclude_countries }: CountryLists): RefusalName | null {
  const included = new Set(include_countries);
  return exclude_countries.some((code) => included.has(code)) ? "channels.countryInBoth" : null;
}

interface ZoneShape {
  readonly countries: readonly string[];
  readonly prices: readonly { readonly up_to_grams: number }[];
}

/** A price table with the weights that it applies to. */
interface PriceTableShape {
  readonly min_chargeable_grams: number;
  readonly max_grams: number | null;
  readonly zones: readonly ZoneShape[];
}

function hasTwice(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}

/** Returns why a price table is refused, or null: each country is in one zone, one zone is for the rest, and each weight of a zone has one row. */
export function getPriceTableRefusal({ min_chargeable_grams, max_grams, zones }: PriceTableShape): RefusalName | null {
  if (max_grams !== null && min_chargeable_grams > max_grams) return "channels.lightestTooHeavy";
  if (hasTwice(zones.flatMap(({ countries }) => countries))) return "channels.countryTwice";
  if (zones.filter(({ countries }) => countries.length === 0).length > 1) return "channels.restTwice";
  if (zones.some(({ prices }) => hasTwice(prices.map(({ up_to_grams }) => up_to_grams)))) return "channels.weightTwice";
  return zones.reduce((sum, { prices }) => sum + prices.length, 0) > mostRows ? "channels.tooManyRows" : null;
}

/** Returns why a channel's cut-offs are refused, or null: a warehouse has one. */
export function getCutOffsRefusal({ cut_offs }: { readonly cut_offs: readonly { readonly warehouse_uuid: string }[] }): RefusalName | null {
  return hasTwice(cut_offs.map(({ warehouse_uuid }) => warehouse_uuid.toLowerCase())) ? "channels.warehouseTwice" : null;
}
