import type { Result } from "#src/kit/lib/result.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { PricedChannel, Zone, ZonePrice } from "./channels.contract.ts";

/** What a channel is judged by. */
export type ShippingChannel = Pick<
  PricedChannel,
  | "channel_uuid"
  | "name"
  | "is_enabled"
  | "is_account_enabled"
  | "include_countries"
  | "exclude_countries"
  | "currency"
  | "min_chargeable_grams"
  | "max_grams"
  | "volumetric_divisor"
  | "zones"
  | "cut_offs"
>;

/** A parcel to be shipped. */
export interface Parcel {
  /** two-letter code of the destination */
  readonly countryCode: string;
  readonly weightGrams: number;
  /** outer dimensions in millimetres; null if unknown: then only the weight counts */
  readonly sizeMm: { readonly length: number; readonly width: number; readonly height: number } | null;
}

/** A parcel with where it leaves from and who pays for it. */
export interface ShippingRequest extends Parcel {
  /** null: no cut-off is looked up */
  readonly warehouseUuid: string | null;
  /** of the paying wallet, ISO 4217; null: any */
  readonly currency: string | null;
}

/** Why a channel cannot ship a parcel. The first reason that applies is given. */
export const shippingObstacles = [
  "disabled",
  "accountDisabled",
  "countryExcluded",
  "countryNotIncluded",
  "tooHeavy",
  "noPrice",
  "otherCurrency",
] as const;
export type ShippingObstacle = (typeof shippingObstacles)[number];

/** The price of a parcel on a channel. */
export interface ShippingPrice {
  /** hundredths of the channel's currency */
  readonly amountCents: number;
  /** ISO 4217 */
  readonly currency: string;
  readonly chargeableGrams: number;
  readonly zoneName: string;
}

/** A channel and its quote for a parcel. */
export interface ChannelOffer<C extends ShippingChannel = ShippingChannel> {
  readonly channel: C;
  readonly price: Result<ShippingPrice, ShippingObstacle>;
  /** HH:MM by the warehouse's clock; null if there is none */
  readonly cutOff: string | null;
}

/**
 * Computes the weight that a parcel is charged by: the greatest of its weight, its volumetric weight and the channel's minimum. A divisor in cm³ per kg is
 * also one in mm³ per gram.
 * @returns grams, rounded up
 */
export function getChargeableGrams(
  { min_chargeable_grams, volumetric_divisor }: Pick<ShippingChannel, "min_chargeable_grams" | "volumetric_divisor">,
  { weightGrams, sizeMm }: Pick<Parcel, "weightGrams" | "sizeMm">,
): number {
  const isBySize = volumetric_divisor !== null && sizeMm !== null;
  const volumetric = isBySize ? (sizeMm.length * sizeMm.width * sizeMm.height) / volumetric_divisor : 0;
  return Math.max(Math.ceil(weightGrams), Math.ceil(volumetric), min_chargeable_grams);
}

/** Returns the zone of a country: the one that names it, otherwise the one for all others; undefined if there is neither. */
export function findZone(zones: readonly Zone[], countryCode: string): Zone | undefined {
  return zones.find(({ countries }) => countries.includes(countryCode)) ?? zones.find(({ countries }) => countries.length === 0);
}

/** Returns the row of a zone for a weight: the lightest that reaches it. */
function findPrice({ prices }: Zone, grams: number): ZonePrice | undefined {
  return prices.toSorted((one, other) => one.up_to_grams - other.up_to_grams).find(({ up_to_grams }) => up_to_grams >= grams);
}

/**
 * Computes a row's price for a weight: its base, and its step for each started `every_grams` above `from_grams`.
 * @returns hundredths of the currency, rounded half up once
 */
export function computeAmountCents({ base_micros, step }: ZonePrice, grams: number): number {
  const steps = step === null ? 0 : Math.ceil(Math.max(0, grams - step.from_grams) / step.every_grams);
  const micros = BigInt(base_micros) + BigInt(steps) * BigInt(step?.price_micros ?? 0);
  return Number((micros + 5000n) / 10_000n);
}

function findCountryObstacle({ include_countries, exclude_countries }: ShippingChannel, countryCode: string): ShippingObstacle | null {
  if (exclude_countries.includes(countryCode)) return "countryExcluded";
  return include_countries.length > 0 && !include_countries.includes(countryCode) ? "countryNotIncluded" : null;
}

/**
 * Prices a parcel on a channel, whether the channel is enabled or not.
 * @returns the price, or why there is none: the country, the weight, or a gap in the price table
 */
export function priceShipping(channel: ShippingChannel, parcel: Parcel): Result<ShippingPrice, ShippingObstacle> {
  const obstacle = findCountryObstacle(channel, parcel.countryCode);
  if (obstacle !== null) return refuse(obstacle);
  const grams = getChargeableGrams(channel, parcel);
  if (channel.max_grams !== null && grams > channel.max_grams) return refuse("tooHeavy");
  const zone = findZone(channel.zones, parcel.countryCode);
  if (zone === undefined || channel.currency === null) return refuse("noPrice");
  const price = findPrice(zone, grams);
  if (price === undefined) return refuse(zone.prices.length === 0 ? "noPrice" : "tooHeavy");
  return ok({
    amountCents: computeAmountCents(price, grams),
    currency: channel.currency,
    chargeableGrams: grams,
    zoneName: zone.name,
  });
}

function offer<C extends ShippingChannel>(channel: C, request: ShippingRequest): ChannelOffer<C> {
  const { currency, warehouseUuid } = request;
  const cutOff = channel.cut_offs.find(({ warehouse_uuid }) => warehouse_uuid === warehouseUuid)?.time ?? null;
  if (!channel.is_enabled) return { channel, price: refuse("disabled"), cutOff };
  if (!channel.is_account_enabled) return { channel, price: refuse("accountDisabled"), cutOff };
  const price = priceShipping(channel, request);
  const isOther = price.ok && currency !== null && price.value.currency !== currency;
  return { channel, price: isOther ? refuse("otherCurrency") : price, cutOff };
}

function compareOffers({ channel: one, price }: ChannelOffer, { channel: other, price: otherPrice }: ChannelOffer): number {
  if (price.ok !== otherPrice.ok) return price.ok ? -1 : 1;
  if (price.ok && otherPrice.ok) {
    const byCurrency = price.value.currency.localeCompare(otherPrice.value.currency);
    const byPrice = byCurrency === 0 ? price.value.amountCents - otherPrice.value.amountCents : byCurrency;
    if (byPrice !== 0) return byPrice;
  }
  return one.name.localeCompare(other.name) || one.channel_uuid.localeCompare(other.channel_uuid);
}

/** Joins a channel's quotes for several parcels: their sum, or the first reason why one of them cannot be shipped. */
function joinOffers<C extends ShippingChannel>([first, ...others]: readonly [ChannelOffer<C>, ...ChannelOffer<C>[]]): ChannelOffer<C> {
  let { price } = first;
  for (const other of others) {
    if (!price.ok) break;
    const { amountCents, chargeableGrams, ...same } = price.value;
    price = other.price.ok
      ? ok({
          ...same,
          amountCents: amountCents + other.price.value.amountCents,
          chargeableGrams: chargeableGrams + other.price.value.chargeableGrams,
        })
      : other.price;
  }
  return { ...first, price };
}

/**
 * Lists each channel's quote for an order's parcels, each of which has its own price: those that can ship all of them first, cheapest first (of each
 * currency, if none is named), then the others by name with why they cannot.
 */
export function chooseChannels<C extends ShippingChannel>(
  channels: readonly C[],
  [first, ...others]: readonly [ShippingRequest, ...ShippingRequest[]],
): ChannelOffer<C>[] {
  return channels
    .map((channel) => joinOffers([offer(channel, first), ...others.map((other) => offer(channel, other))]))
    .toSorted(compareOffers);
}
