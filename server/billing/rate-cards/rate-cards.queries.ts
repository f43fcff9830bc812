import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { PriceSet, RateCard, RateCardDetail, getTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { mostCards } from "#src/billing/rate-cards/rate-cards.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readCurrency } from "#server/billing/wallet/accounts.queries.ts";
import { findCardInEffect, findPricesOn, listSets } from "./cards.queries.ts";

/** Returns today's date in the time zone of the provider's statements, YYYY-MM-DD. */
export async function getBillingDay(tx: Tx, providerUuid: string, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${now}::timestamptz at time zone coalesce((select time_zone from billing_setting where provider_uuid = ${providerUuid}), 'UTC'))::date::text as day`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("rate cards: the database returned no current day");
  return row.day;
}

/** Reads rate cards by name: the archived ones, the others, or a single one. */
async function readCards(
  tx: Tx,
  providerUuid: string,
  today: string,
  which: { archived: boolean } | { rateCardUuid: string },
): Promise<RateCard[]> {
  const condition = "archived" in which ? sql`c.is_archived = ${which.archived}` : sql`c.rate_card_uuid = ${which.rateCardUuid}`;
  const { rows } = await sql<RateCard>`
    select c.rate_card_uuid, c.name, c.currency, c.is_archived, c.version,
      exists (select from billing_setting s where s.provider_uuid = c.provider_uuid and s.default_rate_card_uuid = c.rate_card_uuid) as is_default,
      (select count(*) from retailer_terms t where t.provider_uuid = c.provider_uuid and t.rate_card_uuid = c.rate_card_uuid) as retailer_count,
      coalesce((select max(s.valid_from)::text from rate_set s
        where s.provider_uuid = c.provider_uuid and s.rate_card_uuid = c.rate_card_uuid and s.valid_from <= ${today}::date), '') as current_from
    from rate_card c where c.provider_uuid = ${providerUuid} and ${condition}
    order by lower(c.name), c.rate_card_uuid limit ${mostCards}`.execute(tx);
  return rows;
}

/**
 * Lists a provider's rate cards by name.
 * @param archived lists the archived ones instead of the others
 */
export function listCards(tx: Tx, providerUuid: string, archived: boolean, today: string): Promise<RateCard[]> {
  return readCards(tx, providerUuid, today, { archived });
}

/** Returns one rate card; null if the provider has none with this uuid. */
export async function findCard(tx: Tx, providerUuid: string, rateCardUuid: string, today: string): Promise<RateCard | null> {
  return (await readCards(tx, providerUuid, today, { rateCardUuid }))[0] ?? null;
}

/**
 * SQL condition: a card was used to charge a day in a range.
 * @param before null: no upper bound
 */
function isChargedBetween(
  providerUuid: string,
  rateCardUuid: string,
  from: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const within = sql`day >= ${from} and (${before} is null or day < ${before})`;
  return sql<boolean>`(exists (select from charge where provider_uuid = ${providerUuid} and rate_card_uuid = ${rateCardUuid} and ${within})
      or exists (select from charge_run where provider_uuid = ${providerUuid} and ${within}) and (
        exists (select from billing_setting where provider_uuid = ${providerUuid} and default_rate_card_uuid = ${rateCardUuid})
        or exists (select from retailer_terms where provider_uuid = ${providerUuid} and rate_card_uuid = ${rateCardUuid})))`;
}

/**
 * Checks whether a card was used to charge a day of a range: it has charges, or retailers use the card now and the day has been charged, so that a price
 * saved later would claim to have applied.
 * @param from the first day, YYYY-MM-DD
 * @param before the first day after the range; null: no upper bound
 */
export async function hasChargedDays(
  tx: Tx,
  providerUuid: string,
  rateCardUuid: string,
  from: string,
  before: string | null,
): Promise<boolean> {
  const charged = isChargedBetween(providerUuid, rateCardUuid, sql`${from}::date`, sql`${before}::date`);
  const { rows } = await sql<{ charged: boolean }>`select ${charged} as charged`.execute(tx);
  return rows[0]?.charged === true;
}

/** Lists all price sets of a card, newest first, each with whether a day of it has been charged. */
export async function listSetsWithUse(tx: Tx, providerUuid: string, rateCardUuid: string): Promise<PriceSet[]> {
  const charged = isChargedBetween(providerUuid, rateCardUuid, sql`s.valid_from`, sql`s.next_from`);
  const { rows } = await sql<{ valid_from: string }>`
    select s.valid_from::text as valid_from from (
      select valid_from, lead(valid_from) over (order by valid_from) as next_from from rate_set
      where provider_uuid = ${providerUuid} and rate_card_uuid = ${rateCardUuid}) s
    where ${charged}`.execute(tx);
  const used = new Set(rows.map(({ valid_from }) => valid_from));
  return (await listSets(tx, providerUuid, rateCardUuid)).map((set) => ({ ...set, is_used: used.has(set.valid_from) }));
}

type Terms = OutputOf<typeof getTerms>;

/** Reads a retailer's terms, with today's prices and the next ones. */
export async function readTerms(tx: Tx, providerUuid: string, retailerUuid: string, today: string): Promise<Terms> {
  const agreed = await tx
    .selectFrom("retailer_terms as t")
    .leftJoin("price_tier as p", (join) =>
      join.onRef("p.provider_uuid", "=", "t.provider_uuid").onRef("p.price_tier_uuid", "=", "t.price_tier_uuid"),
    )
    .select(["t.rate_card_uuid", "t.price_tier_uuid", "t.credit_limit_cents", "t.version", "p.name as price_tier_name"])
    .where("t.provider_uuid", "=", providerUuid)
    .where("t.retailer_uuid", "=", retailerUuid)
    .executeTakeFirst();
  const card = await findCardInEffect(tx, providerUuid, retailerUuid);
  const current = card === null ? null : await findPricesOn(tx, providerUuid, card.rate_card_uuid, today);
  const sets = card === null ? [] : await listSets(tx, providerUuid, card.rate_card_uuid);
  const next = sets.findLast(({ valid_from }) => valid_from > today);
  return {
    retailer_uuid: retailerUuid,
    rate_card_uuid: agreed?.rate_card_uuid ?? null,
    price_tier_uuid: agreed?.price_tier_uuid ?? null,
    credit_limit_cents: agreed?.credit_limit_cents ?? 0,
    version: agreed?.version ?? 0,
    rate_card_name: card?.name ?? "",
    price_tier_name: agreed?.price_tier_name ?? "",
    currency: await readCurrency(tx, providerUuid, retailerUuid),
    prices: current?.prices ?? [],
    valid_from: current?.valid_from ?? "",
    next_from: next?.valid_from ?? "",
    next_prices: next?.prices ?? [],
  };
}

/** Checks whether a retailer belongs to the provider. */
export async function hasRetailer(tx: Tx, providerUuid: string, retailerUuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom("retailer_provider")
    .select("retailer_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("retailer_uuid", "=", retailerUuid)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the reason why a card cannot be the default: it has no prices, so that nothing would be charged any more; or a retailer without its own card has a
 * wallet in another currency. Null if it can.
 */
export async function getDefaultRefusal(
  tx: Tx,
  providerUuid: string,
  { rate_card_uuid, currency }: { readonly rate_card_uuid: string; readonly currency: string },
): Promise<RateCardDetail["default_refusal"]> {
  const { rows } = await sql<{ has_prices: boolean; has_others: boolean }>`select
    exists (select from rate_price where provider_uuid = ${providerUuid} and rate_card_uuid = ${rate_card_uuid}) as has_prices,
    exists (select from wallet_account a left join retailer_terms t on t.provider_uuid = a.provider_uuid and t.retailer_uuid = a.retailer_uuid
      where a.provider_uuid = ${providerUuid} and a.account = 'balance' and a.currency <> ${currency} and t.rate_card_uuid is null) as has_others`.execute(
    tx,
  );
  const [found] = rows;
  if (found?.has_others === true) return "rateCards.otherCurrency";
  return found?.has_prices === true ? null : "rateCards.noPrices";
}
