import { sql } from "kysely";
import type { BillingSettings, Price } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { pricedEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** The rate card that applies to a retailer. */
export interface CardInEffect {
  readonly rate_card_uuid: string;
  readonly name: string;
  /** ISO 4217 */
  readonly currency: string;
  /** whether it is the provider's default rather than agreed with this retailer */
  readonly is_default: boolean;
}

/** The prices of a card on a day. */
export interface PricesOfDay {
  /** first day, YYYY-MM-DD */
  readonly valid_from: string;
  /** by event, then tier; events without a row have no price */
  readonly prices: Price[];
}

/** Reads the rate cards that apply to retailers: their own, otherwise the provider's default. Retailers with neither are missing. */
export async function readCardsInEffect(
  tx: Tx,
  providerUuid: string,
  retailerUuids: readonly string[],
): Promise<Map<string, CardInEffect>> {
  if (retailerUuids.length === 0) return new Map();
  const { rows } = await sql<CardInEffect & { retailer_uuid: string }>`
    select r.retailer_uuid, c.rate_card_uuid, c.name, c.currency, t.rate_card_uuid is null as is_default
    from unnest(${[...retailerUuids]}::uuid[]) r (retailer_uuid)
      left join retailer_terms t on t.provider_uuid = ${providerUuid} and t.retailer_uuid = r.retailer_uuid
      left join billing_setting s on s.provider_uuid = ${providerUuid}
      join rate_card c on c.provider_uuid = ${providerUuid} and c.rate_card_uuid = coalesce(t.rate_card_uuid, s.default_rate_card_uuid)`.execute(
    tx,
  );
  return new Map(rows.map(({ retailer_uuid, ...card }) => [retailer_uuid, card]));
}

/** Returns the rate card of one retailer; null if nothing is charged automatically. */
export async function findCardInEffect(tx: Tx, providerUuid: string, retailerUuid: string): Promise<CardInEffect | null> {
  return (await readCardsInEffect(tx, providerUuid, [retailerUuid])).get(retailerUuid.toLowerCase()) ?? null;
}

/** A set's prices as one JSON value, in display order. */
const pricesOfSet = sql<Price[]>`coalesce((
  select jsonb_agg(jsonb_build_object('event', p.event, 'from_value', p.from_value, 'price_micros', p.price_micros)
    order by array_position(${[...pricedEvents]}::text[], p.event), p.from_value)
  from rate_price p where p.provider_uuid = s.provider_uuid and p.rate_card_uuid = s.rate_card_uuid and p.valid_from = s.valid_from), '[]')`;

/**
 * Reads the prices of several cards on a day, by card; cards without prices on that day are missing.
 * @param day YYYY-MM-DD
 */
export async function readCardPrices(
  tx: Tx,
  providerUuid: string,
  rateCardUuids: readonly string[],
  day: string,
): Promise<Map<string, PricesOfDay>> {
  const { rows } = await sql<PricesOfDay & { rate_card_uuid: string }>`
    select distinct on (s.rate_card_uuid) s.rate_card_uuid, s.valid_from::text as valid_from, ${pricesOfSet} as prices
    from rate_set s
    where s.provider_uuid = ${providerUuid} and s.rate_card_uuid = any (${[...rateCardUuids]}::uuid[]) and s.valid_from <= ${day}::date
    order by s.rate_card_uuid, s.valid_from desc`.execute(tx);
  return new Map(rows.map(({ rate_card_uuid, ...prices }) => [rate_card_uuid, prices]));
}

/**
 * Returns the prices of one card on a day; null if it has none yet.
 * @param day YYYY-MM-DD
 */
export async function findPricesOn(tx: Tx, providerUuid: string, rateCardUuid: string, day: string): Promise<PricesOfDay | null> {
  return (await readCardPrices(tx, providerUuid, [rateCardUuid], day)).get(rateCardUuid.toLowerCase()) ?? null;
}

/** Lists all price sets of a card, newest first. */
export async function listSets(tx: Tx, providerUuid: string, rateCardUuid: string): Promise<PricesOfDay[]> {
  const { rows } = await sql<PricesOfDay>`
    select s.valid_from::text as valid_from, ${pricesOfSet} as prices from rate_set s
    where s.provider_uuid = ${providerUuid} and s.rate_card_uuid = ${rateCardUuid} order by s.valid_from desc`.execute(tx);
  return rows;
}

/** Reads a provider's billing settings; version 0 with the defaults if none have been saved. */
export async function readBillingSettings(tx: Tx, providerUuid: string): Promise<BillingSettings> {
  const row = await tx
    .selectFrom("billing_setting")
    .select(["time_zone", "default_rate_card_uuid", "version", sql<string>`coalesce(charges_from::text, '')`.as("charges_from")])
    .where("provider_uuid", "=", providerUuid)
    .executeTakeFirst();
  return row ?? { time_zone: "UTC", default_rate_card_uuid: null, charges_from: "", version: 0 };
}
