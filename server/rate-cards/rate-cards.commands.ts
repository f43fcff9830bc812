import { sql } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { createRateCard, removePrices, setPrices, updateRateCard } from "#src/rate-cards/rate-cards.contract.ts";
import { mostCards } from "#src/rate-cards/rate-cards.rules.ts";
import { walletChanged } from "#src/wallet/wallet.contract.ts";
import { newId } from "#server/clock.ts";
import type { Tx } from "#server/db/tx.ts";
import { violatedUnique } from "#server/db/violations.ts";
import { tell } from "#server/realtime/events.ts";
import { billingDay, isChargedBy } from "./rate-cards.queries.ts";

/** Whose cards are changed, and when. */
export interface CardContext {
  readonly tx: Tx;
  readonly providerUuid: string;
  readonly now: Date;
}

type Versioned = Result<{ version: number }, RefusalName>;

/** Tells the provider's staff that prices or settings are not as they were. */
export function tellCardsChanged({ tx, providerUuid }: CardContext): Promise<void> {
  return tell(tx, walletChanged, { providerUuid }, { retailer_uuid: null });
}

/**
 * Takes hold of how the provider charges, so that no day is charged meanwhile; makes the row where it is the first.
 * @returns whether it was made
 */
export async function holdBilling({ tx, providerUuid }: CardContext): Promise<boolean> {
  const made = await sql`insert into billing_setting (provider_uuid) values (${providerUuid})
    on conflict on constraint billing_setting_pkey do nothing returning provider_uuid`.execute(tx);
  await sql`select from billing_setting where provider_uuid = ${providerUuid} for no key update`.execute(tx);
  return made.rows.length > 0;
}

interface HeldCard {
  name: string;
  currency: string;
  is_archived: boolean;
  version: number;
}

/** A rate card that nobody else changes until the end of the transaction; null where the provider has none of that uuid. */
async function heldCard({ tx, providerUuid }: CardContext, rateCardUuid: string): Promise<HeldCard | null> {
  const card = await tx
    .selectFrom("rate_card")
    .select(["name", "currency", "is_archived", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where("rate_card_uuid", "=", rateCardUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return card ?? null;
}

async function unlessNameTaken<T>(work: () => Promise<T>): Promise<Result<T, "rateCards.nameTaken">> {
  try {
    return ok(await work());
  } catch (error) {
    if (violatedUnique(error) === "rate_card_name_key") return refuse("rateCards.nameTaken");
    throw error;
  }
}

/** Gives a new card the prices that another has today, from the day on from which that has them. */
async function copyPrices(context: CardContext, fromUuid: string, toUuid: string): Promise<void> {
  const { tx, providerUuid, now } = context;
  const today = await billingDay(tx, providerUuid, now);
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

/** Makes a rate card. @returns its uuid */
export async function makeCard(
  context: CardContext,
  { name, currency, copy_of }: ParsedInputOf<typeof createRateCard>,
): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, now } = context;
  // Held: two who make the last one at once do so one after the other.
  await holdBilling(context);
  if (copy_of !== undefined && (await heldCard(context, copy_of)) === null) return refuse("notFound");
  const { count } = await tx
    .selectFrom("rate_card")
    .select((card) => card.fn.countAll<number>().as("count"))
    .where("provider_uuid", "=", providerUuid)
    .where("is_archived", "=", false)
    .executeTakeFirstOrThrow();
  if (count >= mostCards) return refuse("rateCards.tooMany");
  const rateCardUuid = newId();
  const made = await unlessNameTaken(() =>
    tx
      .insertInto("rate_card")
      .values({ provider_uuid: providerUuid, rate_card_uuid: rateCardUuid, name, currency, created_at: now })
      .execute(),
  );
  if (!made.ok) return made;
  if (copy_of !== undefined) await copyPrices(context, copy_of, rateCardUuid);
  await tellCardsChanged(context);
  return ok(rateCardUuid);
}

/** Whether retailers go by a card: it is agreed with one, or the default. */
async function isInUse({ tx, providerUuid }: CardContext, rateCardUuid: string): Promise<boolean> {
  const { rows } = await sql`
    select from retailer_terms where provider_uuid = ${providerUuid} and rate_card_uuid = ${rateCardUuid}
    union all select from billing_setting where provider_uuid = ${providerUuid} and default_rate_card_uuid = ${rateCardUuid} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

async function nextVersion(
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

/** Renames a rate card, archives it, or takes it back. */
export async function changeCard(
  context: CardContext,
  { rate_card_uuid, name, is_archived, version }: ParsedInputOf<typeof updateRateCard>,
): Promise<Versioned> {
  await holdBilling(context);
  const card = await heldCard(context, rate_card_uuid);
  if (card === null) return refuse("notFound");
  if (card.version !== version) return refuse("changedMeanwhile");
  if (is_archived && !card.is_archived && (await isInUse(context, rate_card_uuid))) return refuse("rateCards.inUse");
  const changed = await unlessNameTaken(() => nextVersion(context, rate_card_uuid, version, { name, is_archived }));
  if (changed.ok) await tellCardsChanged(context);
  return changed;
}

/** The first day of the set after a day; null where it is the last. */
async function nextSetFrom({ tx, providerUuid }: CardContext, rateCardUuid: string, day: string): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`
    select min(valid_from)::text as next from rate_set
    where provider_uuid = ${providerUuid} and rate_card_uuid = ${rateCardUuid} and valid_from > ${day}::date`.execute(tx);
  return rows[0]?.next ?? null;
}

type SetWish = { readonly rate_card_uuid: string; readonly valid_from: string; readonly version: number };

/** Why the days of a set cannot have other prices, once the card is held; null where they can. */
async function setRefusal(context: CardContext, { rate_card_uuid, valid_from, version }: SetWish): Promise<RefusalName | null> {
  const { tx, providerUuid } = context;
  await holdBilling(context);
  const card = await heldCard(context, rate_card_uuid);
  if (card === null) return "notFound";
  if (card.version !== version) return "changedMeanwhile";
  const next = await nextSetFrom(context, rate_card_uuid, valid_from);
  return (await isChargedBy(tx, providerUuid, rate_card_uuid, valid_from, next)) ? "rateCards.chargedAlready" : null;
}

/** Takes a set with its prices away. @returns whether it was there */
async function deleteSet({ tx, providerUuid }: CardContext, { rate_card_uuid, valid_from }: SetWish): Promise<boolean> {
  const { rows } = await sql`
    delete from rate_set where provider_uuid = ${providerUuid} and rate_card_uuid = ${rate_card_uuid} and valid_from = ${valid_from}::date
    returning valid_from`.execute(tx);
  return rows.length > 0;
}

/** Sets all prices of a card from a day on, in place of those that were to hold from that very day. */
export async function writePrices(context: CardContext, wish: ParsedInputOf<typeof setPrices>): Promise<Versioned> {
  const { tx, providerUuid, now } = context;
  const refusal = await setRefusal(context, wish);
  if (refusal !== null) return refuse(refusal);
  const { rate_card_uuid, valid_from, version, prices } = wish;
  await deleteSet(context, wish);
  await sql`insert into rate_set (provider_uuid, rate_card_uuid, valid_from, created_at)
    values (${providerUuid}, ${rate_card_uuid}, ${valid_from}::date, ${now})`.execute(tx);
  await sql`insert into rate_price (provider_uuid, rate_card_uuid, valid_from, event, from_value, price_micros)
    select ${providerUuid}::uuid, ${rate_card_uuid}::uuid, ${valid_from}::date, p.event, p.from_value, p.price_micros
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as p (event text, from_value integer, price_micros bigint)`.execute(tx);
  await tellCardsChanged(context);
  return ok(await nextVersion(context, rate_card_uuid, version));
}

/** Takes a set of prices away: the one before it holds on. */
export async function dropPrices(context: CardContext, wish: ParsedInputOf<typeof removePrices>): Promise<Versioned> {
  const refusal = await setRefusal(context, wish);
  if (refusal !== null) return refuse(refusal);
  if (!(await deleteSet(context, wish))) return refuse("notFound");
  await tellCardsChanged(context);
  return ok(await nextVersion(context, wish.rate_card_uuid, wish.version));
}
