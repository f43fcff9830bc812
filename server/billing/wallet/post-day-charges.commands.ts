import { sql } from "kysely";
import { kindOfEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import { computeDayCharges, groupTiers } from "#src/billing/wallet/day-charges.rules.ts";
import type { DayCharge, Tiers } from "#src/billing/wallet/day-charges.rules.ts";
import { computeAgreedCharges } from "#src/billing/wallet/agreed-charges.rules.ts";
import type { AgreedCharge } from "#src/billing/wallet/agreed-charges.rules.ts";
import type { LeftOutWhy } from "#src/billing/wallet/charges.contract.ts";
import { actAs, platform } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { readCardsInEffect, readCardPrices } from "#server/billing/rate-cards/cards.queries.ts";
import type { CardInEffect } from "#server/billing/rate-cards/cards.queries.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { readDayToPrice } from "./day-to-price.queries.ts";
import type { DayToPrice } from "./day-to-price.queries.ts";
import { graceMs, isCharged } from "./charging-days.queries.ts";
import type { WarehouseDay } from "./charging-days.queries.ts";
import { readChargedSoFar } from "./month-to-date.queries.ts";
import { readBalances } from "./accounts.queries.ts";
import { listChargeableRetailers, readAgreedWork, readHappenings, readStored } from "./day-usage.queries.ts";
import { postEntries, notifyWalletChanged } from "./postings.commands.ts";
import type { Posting } from "./postings.commands.ts";

/** A retailer that had something to charge and was skipped, and why. */
export type LeftOut = { readonly retailerUuid: string; readonly why: LeftOutWhy };

/** The result of charging a warehouse's day. */
export interface ChargedDay {
  /** null if it was already charged, or is not over yet */
  readonly chargeCount: number | null;
  readonly leftOut: readonly LeftOut[];
}

interface ChargingContext {
  readonly tx: Tx;
  readonly providerUuid: string;
  readonly now: Date;
}

/** Gets the actor for charging: the provider's side without a user. */
export function getChargingActor(providerUuid: string): Acting {
  return { kind: "provider", providerUuid };
}

/** Locks the billing settings: one day is charged at a time, and prices do not change meanwhile. */
async function lockSettings({ tx, providerUuid }: ChargingContext): Promise<boolean> {
  const { rows } = await sql`select from billing_setting where provider_uuid = ${providerUuid} and charges_from is not null
    for no key update`.execute(tx);
  return rows.length > 0;
}

/** Reads the prices for each retailer on that day. Skips retailers without a card, without prices yet, or with a wallet in another currency. */
async function readPricesByRetailer(
  { tx, providerUuid }: ChargingContext,
  { day }: WarehouseDay,
  retailers: Awaited<ReturnType<typeof listChargeableRetailers>>,
): Promise<{ tiers: Map<string, Tiers>; cards: Map<string, CardInEffect>; leftOut: LeftOut[] }> {
  const cards = await readCardsInEffect(
    tx,
    providerUuid,
    retailers.map(({ retailer_uuid }) => retailer_uuid),
  );
  const prices = await readCardPrices(tx, providerUuid, [...new Set([...cards.values()].map((card) => card.rate_card_uuid))], day);
  const tiersByCard = new Map([...prices].map(([card, set]) => [card, groupTiers(set.prices)]));
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

/** Filters the skipped retailers that had anything to charge that day. */
async function filterActive({ tx, providerUuid }: ChargingContext, { time }: DayToPrice, leftOut: readonly LeftOut[]): Promise<LeftOut[]> {
  if (leftOut.length === 0) return [];
  const asked = { providerUuid, retailerUuids: leftOut.map(({ retailerUuid }) => retailerUuid), time };
  const there = [...(await readStored(tx, asked, false)), ...(await readHappenings(tx, asked))];
  const uuids = new Set(there.map(({ retailer_uuid }) => retailer_uuid));
  return leftOut.filter(({ retailerUuid }) => uuids.has(retailerUuid));
}

/** Computes what was done that day at agreed prices. It is charged whether or not a retailer has a rate card. */
async function chargeAgreed(
  { tx, providerUuid }: ChargingContext,
  { time }: DayToPrice,
  retailerUuids: readonly string[],
): Promise<{ charges: AgreedCharge[]; leftOut: LeftOut[] }> {
  const work = retailerUuids.length === 0 ? [] : await readAgreedWork(tx, { providerUuid, retailerUuids, time });
  const balances = await readBalances(
    tx,
    providerUuid,
    work.map(({ retailer_uuid }) => retailer_uuid),
  );
  const { charges, otherCurrency, beyondMeasure } = computeAgreedCharges(work, (uuid) => balances.get(uuid)?.currency);
  const leftOut = [
    ...otherCurrency.map((retailerUuid) => ({ retailerUuid, why: "otherCurrency" as const })),
    ...beyondMeasure.map((retailerUuid) => ({ retailerUuid, why: "beyondMeasure" as const })),
  ];
  return { charges, leftOut };
}

type NewCharge = (DayCharge | AgreedCharge) & {
  readonly charge_uuid: string;
  /** null: at agreed prices */
  readonly rate_card_uuid: string | null;
  readonly currency: string;
};

/** Removes a retailer's repeated reasons. */
function dropRepeated(leftOut: readonly LeftOut[]): LeftOut[] {
  return [...new Map(leftOut.map((one) => [`${one.retailerUuid} ${one.why}`, one])).values()];
}

async function insertCharges(
  { tx, providerUuid, now }: ChargingContext,
  { warehouse_uuid, day }: WarehouseDay,
  charges: readonly NewCharge[],
) {
  const rows = charges.map((charge) => ({ ...charge, kind: kindOfEvent[charge.event] }));
  // A single parameter for all charges, because a statement may have at most 65,535.
  await sql`insert into charge (provider_uuid, charge_uuid, retailer_uuid, kind, event, source_type, source_uuid, order_uuid, day, warehouse_uuid,
      quantity_milli, parts, amount_cents, currency, rate_card_uuid, posted_at)
    select ${providerUuid}::uuid, c.charge_uuid, c.retailer_uuid, c.kind, c.event, c.source_type, c.source_uuid, c.order_uuid, ${day}::date, ${warehouse_uuid}::uuid,
      c.quantity_milli, c.parts, c.amount_cents, c.currency, c.rate_card_uuid, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (charge_uuid uuid, retailer_uuid uuid, kind text, event text, source_type text,
      source_uuid uuid, order_uuid uuid, quantity_milli bigint, parts jsonb, amount_cents bigint, currency text, rate_card_uuid uuid)`.execute(
    tx,
  );
}

function toPosting({ charge_uuid, retailer_uuid, event, amount_cents, currency }: NewCharge): Posting {
  return {
    retailerUuid: retailer_uuid,
    account: kindOfEvent[event],
    amountCents: -amount_cents,
    currency,
    source: { type: "charge", uuid: charge_uuid },
  };
}

/** Saves the charges of a day and posts their amounts to the wallets. */
async function postCharges(context: ChargingContext, day: WarehouseDay, charges: readonly NewCharge[]): Promise<void> {
  const { tx, providerUuid, now } = context;
  if (charges.length === 0) return;
  await insertCharges(context, day, charges);
  const entries = charges.filter(({ amount_cents }) => amount_cents !== 0).map(toPosting);
  const posted = await postEntries(tx, { providerUuid, userUuid: null, now }, entries);
  // Meanwhile a wallet received an entry in another currency, or a statement was issued with a later clock; the next attempt sees it.
  if (!posted.ok) throw new Error(`wallet: posting a day failed (${posted.problem})`);
  await notifyWalletChanged(
    tx,
    providerUuid,
    charges.map(({ retailer_uuid }) => retailer_uuid),
  );
}

/** Records that the day is charged, so that nobody charges it again. Only the platform may write this. */
async function closeDay(
  { tx, providerUuid, now }: ChargingContext,
  { warehouse_uuid, time, unmeasured }: DayToPrice,
  chargeCount: number,
  leftOut: readonly LeftOut[],
): Promise<void> {
  const kept = JSON.stringify(leftOut.map(({ retailerUuid, why }) => ({ retailer_uuid: retailerUuid, why })));
  actAs(tx, platform);
  await sql`insert into charge_run (provider_uuid, warehouse_uuid, day, at, until_at, charge_count, unmeasured_skus, unmeasured_pieces, left_out)
    values (${providerUuid}, ${warehouse_uuid}, ${time.day}::date, ${now}, ${time.until}, ${chargeCount}, ${unmeasured.skus}, ${unmeasured.pieces},
      ${kept}::jsonb)`.execute(tx);
}

/**
 * Charges a provider's retailers for a warehouse's day, stock and work, all or nothing, and once: a day that is already charged is left alone. The provider's
 * own goods are free, except that a retailer is charged for what is shipped for it, and for those that it claimed. The transaction ends acting for the platform.
 * @param tx must act as `getChargingActor` says
 * @throws Error if the wallets refuse: the day must be retried
 */
export async function chargeDay(tx: Tx, providerUuid: string, day: WarehouseDay, now: Date): Promise<ChargedDay> {
  const context = { tx, providerUuid, now };
  if (!(await lockSettings(context)) || (await isCharged(tx, providerUuid, day))) return { chargeCount: null, leftOut: [] };
  const retailers = await listChargeableRetailers(tx, providerUuid);
  const { tiers, cards, leftOut } = await readPricesByRetailer(context, day, retailers);
  const happened = await readDayToPrice(tx, providerUuid, day, tiers);
  // The warehouse's time zone has moved back since the day was found to be over.
  if (happened.time.until.getTime() + graceMs > now.getTime()) return { chargeCount: null, leftOut: [] };
  const month = await readChargedSoFar(tx, providerUuid, tiers, happened);
  const { charges, beyondMeasure } = computeDayCharges(happened, (retailerUuid) => tiers.get(retailerUuid), month);
  const agreed = await chargeAgreed(
    context,
    happened,
    retailers.map(({ retailer_uuid }) => retailer_uuid),
  );
  const posted = [
    ...charges.flatMap((charge): NewCharge[] => {
      const card = cards.get(charge.retailer_uuid);
      return card === undefined
        ? []
        : [{ ...charge, charge_uuid: movementId(now), rate_card_uuid: card.rate_card_uuid, currency: card.currency }];
    }),
    ...agreed.charges.map((charge): NewCharge => ({ ...charge, charge_uuid: movementId(now), rate_card_uuid: null })),
  ];
  await postCharges(context, day, posted);
  const lost = dropRepeated([
    ...(await filterActive(context, happened, leftOut)),
    ...beyondMeasure.map((retailerUuid) => ({ retailerUuid, why: "beyondMeasure" as const })),
    ...agreed.leftOut,
  ]);
  await closeDay(context, happened, posted.length, lost);
  return { chargeCount: posted.length, leftOut: lost };
}
