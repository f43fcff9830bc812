import { sql } from "kysely";
import { kindOfEvent } from "#src/wallet/charging.rules.ts";
import { chargesOfDay, tiersOf } from "#src/wallet/charging-day.rules.ts";
import type { DayCharge, Tiers } from "#src/wallet/charging-day.rules.ts";
import type { LeftOutWhy } from "#src/wallet/charges.contract.ts";
import { actAs, platform } from "#server/db/acting.ts";
import type { Acting } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { cardsInEffect, pricesOfCards } from "#server/rate-cards/cards.queries.ts";
import type { CardInEffect } from "#server/rate-cards/cards.queries.ts";
import { movementId } from "#server/stock/movement-id.ts";
import { dayToPrice } from "./charged-day.queries.ts";
import type { DayToPrice } from "./charged-day.queries.ts";
import { graceMs, isCharged } from "./charging-days.queries.ts";
import type { WarehouseDay } from "./charging-days.queries.ts";
import { chargedSoFar } from "./charging-so-far.queries.ts";
import { chargeableRetailers, happenedOn, storedOn } from "./charging.queries.ts";
import { postEntries, tellWalletChanged } from "./postings.commands.ts";
import type { Posting } from "./postings.commands.ts";

/** A retailer that had something to be charged for and is left out, and why. */
export type LeftOut = { readonly retailerUuid: string; readonly why: LeftOutWhy };

/** What became of a warehouse's day. */
export interface ChargedDay {
  /** null where it was charged before, or is not over yet */
  readonly chargeCount: number | null;
  readonly leftOut: readonly LeftOut[];
}

interface ChargingContext {
  readonly tx: Tx;
  readonly providerUuid: string;
  readonly now: Date;
}

/** Who a day is charged as: the provider's own side, and nobody of it. */
export function chargingFor(providerUuid: string): Acting {
  return { kind: "provider", providerUuid };
}

/** Takes hold of how the provider charges: one day is charged at a time, and by prices that nobody changes meanwhile. */
async function holdSettings({ tx, providerUuid }: ChargingContext): Promise<boolean> {
  const { rows } = await sql`select from billing_setting where provider_uuid = ${providerUuid} and charges_from is not null
    for no key update`.execute(tx);
  return rows.length > 0;
}

/** The prices by which each retailer is charged that day. Who has no card, no prices yet, or a wallet in another currency is left out. */
async function pricesByRetailer(
  { tx, providerUuid }: ChargingContext,
  { day }: WarehouseDay,
): Promise<{ tiers: Map<string, Tiers>; cards: Map<string, CardInEffect>; leftOut: LeftOut[] }> {
  const retailers = await chargeableRetailers(tx, providerUuid);
  const cards = await cardsInEffect(
    tx,
    providerUuid,
    retailers.map(({ retailer_uuid }) => retailer_uuid),
  );
  const prices = await pricesOfCards(tx, providerUuid, [...new Set([...cards.values()].map((card) => card.rate_card_uuid))], day);
  const tiersByCard = new Map([...prices].map(([card, set]) => [card, tiersOf(set.prices)]));
  const tiers = new Map<string, Tiers>();
  const leftOut: LeftOut[] = [];
  for (const { retailer_uuid: retailerUuid, currency } of retailers) {
    const card = cards.get(retailerUuid);
    const cardTiers = card === undefined ? undefined : tiersByCard.get(card.rate_card_uuid);
    if (card === undefined) continue;
    if (cardTiers === undefined || cardTiers.size === 0) leftOut.push({ retailerUuid, why: "noPrices" });
    else if (currency !== null && currency !== card.currency) leftOut.push({ retailerUuid, why: "otherCurrency" });
    else tiers.set(retailerUuid, cardTiers);
  }
  return { tiers, cards, leftOut };
}

/** Those of the left out that had anything there that day: the others lost nothing. */
async function withSomething({ tx, providerUuid }: ChargingContext, { time }: DayToPrice, leftOut: readonly LeftOut[]): Promise<LeftOut[]> {
  if (leftOut.length === 0) return [];
  const asked = { providerUuid, retailerUuids: leftOut.map(({ retailerUuid }) => retailerUuid), time };
  const there = [...(await storedOn(tx, asked, false)), ...(await happenedOn(tx, asked))];
  const uuids = new Set(there.map(({ retailer_uuid }) => retailer_uuid));
  return leftOut.filter(({ retailerUuid }) => uuids.has(retailerUuid));
}

type NewCharge = DayCharge & { readonly charge_uuid: string; readonly card: CardInEffect };

async function insertCharges(
  { tx, providerUuid, now }: ChargingContext,
  { warehouse_uuid, day }: WarehouseDay,
  charges: readonly NewCharge[],
) {
  const rows = charges.map(({ card, ...charge }) => ({
    ...charge,
    kind: kindOfEvent[charge.event],
    rate_card_uuid: card.rate_card_uuid,
    currency: card.currency,
  }));
  // One parameter, however many charges: 65,535 is the most that a statement may have.
  await sql`insert into charge (provider_uuid, charge_uuid, retailer_uuid, kind, event, source_type, source_uuid, day, warehouse_uuid, quantity_milli,
      parts, amount_cents, currency, rate_card_uuid, posted_at)
    select ${providerUuid}::uuid, c.charge_uuid, c.retailer_uuid, c.kind, c.event, c.source_type, c.source_uuid, ${day}::date, ${warehouse_uuid}::uuid,
      c.quantity_milli, c.parts, c.amount_cents, c.currency, c.rate_card_uuid, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (charge_uuid uuid, retailer_uuid uuid, kind text, event text, source_type text,
      source_uuid uuid, quantity_milli bigint, parts jsonb, amount_cents bigint, currency text, rate_card_uuid uuid)`.execute(tx);
}

function postingOf({ charge_uuid, retailer_uuid, event, amount_cents, card }: NewCharge): Posting {
  return {
    retailerUuid: retailer_uuid,
    account: kindOfEvent[event],
    amountCents: -amount_cents,
    currency: card.currency,
    source: { type: "charge", uuid: charge_uuid },
  };
}

/** Writes the charges of a day down, and what they come to into the wallets. */
async function postCharges(context: ChargingContext, day: WarehouseDay, charges: readonly NewCharge[]): Promise<void> {
  const { tx, providerUuid, now } = context;
  if (charges.length === 0) return;
  await insertCharges(context, day, charges);
  const entries = charges.filter(({ amount_cents }) => amount_cents !== 0).map(postingOf);
  const posted = await postEntries(tx, { providerUuid, userUuid: null, now }, entries);
  // Somebody entered something meanwhile, in another currency, or a statement was issued by a clock ahead of ours: the next try sees it.
  if (!posted.ok) throw new Error(`wallet: a day could not be posted (${posted.problem})`);
  await tellWalletChanged(
    tx,
    providerUuid,
    charges.map(({ retailer_uuid }) => retailer_uuid),
  );
}

/** Writes down that the day is charged: from now on nobody charges it. The platform's alone to write. */
async function closeDay(
  { tx, providerUuid, now }: ChargingContext,
  { warehouse_uuid, time, unmeasured }: DayToPrice,
  chargeCount: number,
  leftOut: readonly LeftOut[],
): Promise<void> {
  const kept = JSON.stringify(leftOut.map(({ retailerUuid, why }) => ({ retailer_uuid: retailerUuid, why })));
  await actAs(tx, platform);
  await sql`insert into charge_run (provider_uuid, warehouse_uuid, day, at, until_at, charge_count, unmeasured_skus, unmeasured_pieces, left_out)
    values (${providerUuid}, ${warehouse_uuid}, ${time.day}::date, ${now}, ${time.until}, ${chargeCount}, ${unmeasured.skus}, ${unmeasured.pieces},
      ${kept}::jsonb)`.execute(tx);
}

/**
 * Charges the retailers of a provider for what stood in a warehouse on a day and what was done there, all of it or nothing, and once: a day that is
 * charged already stays as it is. The provider's own goods cost nobody anything. The transaction ends as the platform's.
 * @param tx acts as `chargingFor` says
 * @throws Error where the wallets take it not: the day is to be tried again
 */
export async function chargeDay(tx: Tx, providerUuid: string, day: WarehouseDay, now: Date): Promise<ChargedDay> {
  const context = { tx, providerUuid, now };
  if (!(await holdSettings(context)) || (await isCharged(tx, providerUuid, day))) return { chargeCount: null, leftOut: [] };
  const { tiers, cards, leftOut } = await pricesByRetailer(context, day);
  const happened = await dayToPrice(tx, providerUuid, day, tiers);
  // The warehouse was given a clock that is behind since somebody saw the day over.
  if (happened.time.until.getTime() + graceMs > now.getTime()) return { chargeCount: null, leftOut: [] };
  const month = await chargedSoFar(tx, providerUuid, [...tiers.keys()], happened);
  const { charges, beyondMeasure } = chargesOfDay(happened, (retailerUuid) => tiers.get(retailerUuid), month);
  const withCards = charges.flatMap((charge): NewCharge[] => {
    const card = cards.get(charge.retailer_uuid);
    return card === undefined ? [] : [{ ...charge, card, charge_uuid: movementId(now) }];
  });
  await postCharges(context, day, withCards);
  const lost = [
    ...(await withSomething(context, happened, leftOut)),
    ...beyondMeasure.map((retailerUuid) => ({ retailerUuid, why: "beyondMeasure" as const })),
  ];
  await closeDay(context, happened, withCards.length, lost);
  return { chargeCount: withCards.length, leftOut: lost };
}
