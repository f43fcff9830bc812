import { sql } from "kysely";
import type { BillingSettings, Price } from "#src/rate-cards/rate-cards.contract.ts";
import { pricedEvents } from "#src/wallet/charging.rules.ts";
import type { Tx } from "#server/db/tx.ts";

/** The card that a retailer's charges go by. */
export interface CardInEffect {
  readonly rate_card_uuid: string;
  readonly name: string;
  /** ISO 4217 */
  readonly currency: string;
  /** whether it is the provider's default, and not agreed with this retailer */
  readonly is_default: boolean;
}

/** The prices of a card that hold on a day. */
export interface PricesOfDay {
  /** since when, YYYY-MM-DD */
  readonly valid_from: string;
  /** by event, then tier; an event without a row has no price */
  readonly prices: Price[];
}

/** The cards that retailers' charges go by: their own, or else the provider's default. Who has neither is missing. */
export async function cardsInEffect(tx: Tx, providerUuid: string, retailerUuids: readonly string[]): Promise<Map<string, CardInEffect>> {
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

/** The same of one retailer; null where nothing is charged by itself. */
export async function cardInEffect(tx: Tx, providerUuid: string, retailerUuid: string): Promise<CardInEffect | null> {
  return (await cardsInEffect(tx, providerUuid, [retailerUuid])).get(retailerUuid.toLowerCase()) ?? null;
}

/** A set's prices as one value of JSON, in the order in which they are shown. */
const pricesOfSet = sql<Price[]>`coalesce((
  select jsonb_agg(jsonb_build_object('event', p.event, 'from_value', p.from_value, 'price_micros', p.price_micros)
    order by array_position(${[...pricedEvents]}::text[], p.event), p.from_value)
  from rate_price p where p.provider_uuid = s.provider_uuid and p.rate_card_uuid = s.rate_card_uuid and p.valid_from = s.valid_from), '[]')`;

/** The prices of several cards that hold on a day, by card; one that has none yet is missing. @param day YYYY-MM-DD */
export async function pricesOfCards(
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

/** The prices of one card that hold on a day; null where it has none yet. @param day YYYY-MM-DD */
export async function pricesOn(tx: Tx, providerUuid: string, rateCardUuid: string, day: string): Promise<PricesOfDay | null> {
  return (await pricesOfCards(tx, providerUuid, [rateCardUuid], day)).get(rateCardUuid.toLowerCase()) ?? null;
}

/** All sets of a card, the newest first. */
export async function setsOf(tx: Tx, providerUuid: string, rateCardUuid: string): Promise<PricesOfDay[]> {
  const { rows } = await sql<PricesOfDay>`
    select s.valid_from::text as valid_from, ${pricesOfSet} as prices from rate_set s
    where s.provider_uuid = ${providerUuid} and s.rate_card_uuid = ${rateCardUuid} order by s.valid_from desc`.execute(tx);
  return rows;
}

/** How a provider charges; what holds where nothing was said yet is version 0. */
export async function billingSettingsOf(tx: Tx, providerUuid: string): Promise<BillingSettings> {
  const row = await tx
    .selectFrom("billing_setting")
    .select(["time_zone", "default_rate_card_uuid", "version", sql<string>`coalesce(charges_from::text, '')`.as("charges_from")])
    .where("provider_uuid", "=", providerUuid)
    .executeTakeFirst();
  return row ?? { time_zone: "UTC", default_rate_card_uuid: null, charges_from: "", version: 0 };
}
