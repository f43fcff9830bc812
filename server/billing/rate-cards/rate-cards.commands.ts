import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { createRateCard, removePrices, setPrices, updateRateCard } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { mostCards } from "#src/billing/rate-cards/rate-cards.rules.ts";
import { walletChanged } from "#src/billing/wallet/wallet.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { getBillingDay, hasChargedDays } from "./rate-cards.queries.ts";

/** Whose cards change, and when. */
export interface CardContext {
  readonly tx: Tx;
  readonly providerUuid: string;
  readonly now: Date;
}

type Versioned = Result<{ version: number }, RefusalName>;

/** Notifies the provider's staff that prices or settings have changed. */
export function notifyCardsChanged({ tx, providerUuid }: CardContext): Promise<void> {
  return publishEvent(tx, walletChanged, { providerUuid }, { retailer_uuid: null });
}

/**
 * Locks the provider's billing settings, so that no day is charged meanwhile; inserts the row if it is missing.
 * @returns whether the row was inserted
 */
export async function lockBilling({ tx, providerUuid }: CardContext): Promise<boolean> {
  const made = await sql`insert into billing_setting (provider_uuid) values (${providerUuid})
    on conflict on constraint billing_setting_pkey do nothing returning provider_uuid`.execute(tx);
  await sql`select from billing_setting where provider_uuid = ${providerUuid} for no key update`.execute(tx);
  return made.rows.length > 0;
}

interface LockedCard {
  name: string;
  currency: string;
  is_archived: boolean;
  version: number;
}

/** Locks a rate card; null if the provider has none with this uuid. */
async function lockCard({ tx, providerUuid }: CardContext, rateCardUuid: string): Promise<LockedCard | null> {
  const card = await tx
    .selectFrom("rate_card")
    .select(["name", "currency", "is_archived", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where("rate_card_uuid", "=", rateCardUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return card ?? null;
}

async function refuseTakenName<T>(work: () => Promise<T>): Promise<Result<T, "rateCards.nameTaken">> {
  try {
    return ok(await work());
  } catch (error) {
    if (getViolatedUnique(error) === "rate_card_name_key") return refuse("rateCards.nameTaken");
    throw error;
  }
}

/** Copies today's prices of another card to a new card, valid from the same day. */
async function copyPrices(context: CardContext, fromUuid: string, toUuid: string): Promise<void> {
  const { tx, providerUuid, now } = context;
  const today = await getBillingDay(tx, providerUuid, now);
  await sql`
    with current as (
      insert into rate_set (provider_uuid, rate_card_uuid, valid_from, created_at)
      select provider_uuid, ${toUuid}::uuid, max(valid_from), ${now}::timestamptz from rate_set
      where provider_uuid = ${providerUuid} and rate_card_uuid = ${fromUuid} and valid_from <= ${today}::date group by provider_uuid
      returning valid_from
    )
    insert into rate_price (provider_uuid, rate_card_uuid, valid_from, event, from_value, price_micros)
      select p.provider_uuid, ${toUuid}::uuid, p.valid_from, p.event, p.from_value, p.price_micros
      from rate_price p join current c on c.valid_from = p.valid_from
      where p.provider_uuid = ${providerUuid} and p.rate_card_uuid = ${fromUuid}`.execute(tx);
}

/**
 * Creates a rate card.
 * @returns its uuid
 */
export async function insertCard(
  context: CardContext,
  { name, currency, copy_of }: ParsedInputOf<typeof createRateCard>,
): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, now } = context;
  // Locked, so that two concurrent calls cannot both create the last allowed card.
  await lockBilling(context);
  if (copy_of !== undefined && (await lockCard(context, copy_of)) === null) return refuse("notFound");
  const { count } = await tx
    .selectFrom("rate_card")
    .select((card) => card.fn.countAll<number>().as("count"))
    .where("provider_uuid", "=", providerUuid)
    .where("is_archived", "=", false)
    .executeTakeFirstOrThrow();
  if (count >= mostCards) return refuse("rateCards.tooMany");
  const rateCardUuid = newId();
  const made = await refuseTakenName(() =>
    tx
      .insertInto("rate_card")
      .values({ provider_uuid: providerUuid, rate_card_uuid: rateCardUuid, name, currency, created_at: now })
      .execute(),
  );
  if (!made.ok) return made;
  if (copy_of !== undefined) await copyPrices(context, copy_of, rateCardUuid);
  await notifyCardsChanged(context);
  return ok(rateCardUuid);
}

/** Checks whether a card is in use: agreed with a retailer, or the default. */
async function isInUse({ tx, providerUuid }: CardContext, rateCardUuid: string): Promise<boolean> {
  const { rows } = await sql`
    select from retailer_terms where provider_uuid = ${providerUuid} and rate_card_uuid = ${rateCardUuid}
    union all select from billing_setting where provider_uuid = ${providerUuid} and default_rate_card_uuid = ${rateCardUuid} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

async function saveNextVersion(
  { tx, providerUuid }: CardContext,
  rateCardUuid: string,
  version: number,
  columns: { name?: string; is_archived?: boolean } = {},
): Promise<{ version: number }> {
  await tx
    .updateTable("rate_card")
    .set({ ...columns, version: version + 1 })
    .where("provider_uuid", "=", providerUuid)
    .where("rate_card_uuid", "=", rateCardUuid)
    .execute();
  return { version: version + 1 };
}

/** Renames a rate card, archives it, or restores it. */
export async function saveCard(
  context: CardContext,
  { rate_card_uuid, name, is_archived, version }: ParsedInputOf<typeof updateRateCard>,
): Promise<Versioned> {
  await lockBilling(context);
  const card = await lockCard(context, rate_card_uuid);
  if (card === null) return refuse("notFound");
  if (card.version !== version) return refuse("changedMeanwhile");
  if (is_archived && !card.is_archived && (await isInUse(context, rate_card_uuid))) return refuse("rateCards.inUse");
  const changed = await refuseTakenName(() => saveNextVersion(context, rate_card_uuid, version, { name, is_archived }));
  if (changed.ok) await notifyCardsChanged(context);
  return changed;
}

/** Returns the first day of the next set after a day; null if there is none. */
async function findNextSetDay({ tx, providerUuid }: CardContext, rateCardUuid: string, day: string): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`
    select min(valid_from)::text as next from rate_set
    where provider_uuid = ${providerUuid} and rate_card_uuid = ${rateCardUuid} and valid_from > ${day}::date`.execute(tx);
  return rows[0]?.next ?? null;
}

type SetInput = { readonly rate_card_uuid: string; readonly valid_from: string; readonly version: number };

/** Locks the card and returns the reason why a set's prices cannot change; null if they can. */
async function findSetRefusal(context: CardContext, { rate_card_uuid, valid_from, version }: SetInput): Promise<RefusalName | null> {
  const { tx, providerUuid } = context;
  await lockBilling(context);
  const card = await lockCard(context, rate_card_uuid);
  if (card === null) return "notFound";
  if (card.version !== version) return "changedMeanwhile";
  const next = await findNextSetDay(context, rate_card_uuid, valid_from);
  return (await hasChargedDays(tx, providerUuid, rate_card_uuid, valid_from, next)) ? "rateCards.chargedAlready" : null;
}

/**
 * Deletes a set with its prices.
 * @returns whether it existed
 */
async function deleteSet({ tx, providerUuid }: CardContext, { rate_card_uuid, valid_from }: SetInput): Promise<boolean> {
  const { rows } = await sql`
    delete from rate_set where provider_uuid = ${providerUuid} and rate_card_uuid = ${rate_card_uuid} and valid_from = ${valid_from}::date
    returning valid_from`.execute(tx);
  return rows.length > 0;
}

/** Saves all prices of a card from a day on, replacing a set that begins on the same day. */
export async function savePrices(context: CardContext, wish: ParsedInputOf<typeof setPrices>): Promise<Versioned> {
  const { tx, providerUuid, now } = context;
  const refusal = await findSetRefusal(context, wish);
  if (refusal !== null) return refuse(refusal);
  const { rate_card_uuid, valid_from, version, prices } = wish;
  await deleteSet(context, wish);
  await sql`insert into rate_set (provider_uuid, rate_card_uuid, valid_from, created_at)
    values (${providerUuid}, ${rate_card_uuid}, ${valid_from}::date, ${now})`.execute(tx);
  await sql`insert into rate_price (provider_uuid, rate_card_uuid, valid_from, event, from_value, price_micros)
    select ${providerUuid}::uuid, ${rate_card_uuid}::uuid, ${valid_from}::date, p.event, p.from_value, p.price_micros
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as p (event text, from_value integer, price_micros bigint)`.execute(tx);
  await notifyCardsChanged(context);
  return ok(await saveNextVersion(context, rate_card_uuid, version));
}

/** Deletes a set of prices: the previous one stays in effect. */
export async function deletePrices(context: CardContext, wish: ParsedInputOf<typeof removePrices>): Promise<Versioned> {
  const refusal = await findSetRefusal(context, wish);
  if (refusal !== null) return refuse(refusal);
  if (!(await deleteSet(context, wish))) return refuse("notFound");
  await notifyCardsChanged(context);
  return ok(await saveNextVersion(context, wish.rate_card_uuid, wish.version));
}
