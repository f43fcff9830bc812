import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { setBillingSettings, setTerms } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { notifyRetailer } from "#server/billing/catalogue/catalogue-events.commands.ts";
import { mostDaysBack } from "#server/billing/wallet/charging-days.queries.ts";
import { notifyWalletChanged } from "#server/billing/wallet/postings.commands.ts";
import { isTimeZone } from "#server/warehouse/warehouses/time-zones.queries.ts";
import { readBillingSettings } from "./cards.queries.ts";
import { lockBilling, notifyCardsChanged } from "./rate-cards.commands.ts";
import type { CardContext } from "./rate-cards.commands.ts";
import { getDefaultRefusal, hasRetailer } from "./rate-cards.queries.ts";

type Versioned = Result<{ version: number }, RefusalName>;

/** Returns the currency of a card that can be agreed to; null if it does not exist or is archived. */
async function findCardCurrency({ tx, providerUuid }: CardContext, rateCardUuid: string): Promise<string | null> {
  const card = await tx
    .selectFrom("rate_card")
    .select("currency")
    .where("provider_uuid", "=", providerUuid)
    .where("rate_card_uuid", "=", rateCardUuid)
    .where("is_archived", "=", false)
    .executeTakeFirst();
  return card?.currency ?? null;
}

async function isTooFarBack({ tx, now }: CardContext, day: string, timeZone: string): Promise<boolean> {
  const { rows } = await sql<{ is_too_far: boolean }>`
    select ${day}::date < (${now}::timestamptz at time zone ${timeZone})::date - ${mostDaysBack}::integer as is_too_far`.execute(tx);
  return rows[0]?.is_too_far === true;
}

type BillingSettings = ParsedInputOf<typeof setBillingSettings>;

/** Returns the reason why the settings cannot be saved; null if they can. Unchanged values are not checked. */
async function findSettingsRefusal(
  context: CardContext,
  wish: BillingSettings,
  before: Awaited<ReturnType<typeof readBillingSettings>>,
): Promise<RefusalName | null> {
  const { time_zone, default_rate_card_uuid, charges_from } = wish;
  if (time_zone !== before.time_zone && !(await isTimeZone(context.tx, time_zone))) return "warehouses.timeZoneUnknown";
  if (charges_from !== null && charges_from !== before.charges_from && (await isTooFarBack(context, charges_from, time_zone)))
    return "rateCards.tooFarBack";
  if (default_rate_card_uuid === null || default_rate_card_uuid.toLowerCase() === before.default_rate_card_uuid) return null;
  const currency = await findCardCurrency(context, default_rate_card_uuid);
  if (currency === null) return "notFound";
  return getDefaultRefusal(context.tx, context.providerUuid, { rate_card_uuid: default_rate_card_uuid, currency });
}

/** Saves the provider's billing settings. */
export async function saveSettings(context: CardContext, wish: BillingSettings): Promise<Versioned> {
  const { tx, providerUuid } = context;
  const isFirst = await lockBilling(context);
  const before = await readBillingSettings(tx, providerUuid);
  if (wish.version !== (isFirst ? 0 : before.version)) return refuse("changedMeanwhile");
  const refusal = await findSettingsRefusal(context, wish, before);
  if (refusal !== null) return refuse(refusal);
  const version = wish.version + 1;
  await sql`update billing_setting set time_zone = ${wish.time_zone}, default_rate_card_uuid = ${wish.default_rate_card_uuid}::uuid,
    charges_from = ${wish.charges_from}::date, version = ${version} where provider_uuid = ${providerUuid}`.execute(tx);
  await notifyCardsChanged(context);
  return ok({ version });
}

type TermsWish = ParsedInputOf<typeof setTerms>;

/** Returns the reason why these terms cannot be agreed; null if they can. */
async function findTermsRefusal(
  context: CardContext,
  { retailer_uuid, rate_card_uuid, price_tier_uuid }: TermsWish,
): Promise<RefusalName | null> {
  const { tx, providerUuid } = context;
  if (!(await hasRetailer(tx, providerUuid, retailer_uuid))) return "notFound";
  if (price_tier_uuid !== null) {
    const { rows } =
      await sql`select from price_tier where provider_uuid = ${providerUuid} and price_tier_uuid = ${price_tier_uuid}`.execute(tx);
    if (rows.length === 0) return "notFound";
  }
  const cardUuid = rate_card_uuid ?? (await readBillingSettings(tx, providerUuid)).default_rate_card_uuid;
  if (cardUuid === null) return null;
  const currency = await findCardCurrency(context, cardUuid);
  if (currency === null) return "notFound";
  const { rows } = await sql`select from wallet_account where provider_uuid = ${providerUuid} and retailer_uuid = ${retailer_uuid}
    and account = 'balance' and currency <> ${currency}`.execute(tx);
  return rows.length > 0 ? "rateCards.otherCurrency" : null;
}

/** Returns a retailer's price tier and rate card as text, for comparison. */
async function readPriceBasis({ tx, providerUuid }: CardContext, retailerUuid: string): Promise<string> {
  const { rows } = await sql<{ rate_card_uuid: string | null; price_tier_uuid: string | null }>`
    select rate_card_uuid, price_tier_uuid from retailer_terms
    where provider_uuid = ${providerUuid} and retailer_uuid = ${retailerUuid}`.execute(tx);
  return `${rows[0]?.rate_card_uuid ?? ""} ${rows[0]?.price_tier_uuid ?? ""}`;
}

/** Saves a retailer's terms. */
export async function saveTerms(context: CardContext, wish: TermsWish): Promise<Versioned> {
  const { tx, providerUuid } = context;
  // Locked, so that neither the card is archived nor the default changes meanwhile.
  await lockBilling(context);
  const refusal = await findTermsRefusal(context, wish);
  if (refusal !== null) return refuse(refusal);
  const { retailer_uuid, rate_card_uuid, price_tier_uuid, credit_limit_cents, version } = wish;
  const before = await readPriceBasis(context, retailer_uuid);
  // The first terms have version 0; later changes require the current version.
  const { rows } = await sql<{ version: number }>`
    insert into retailer_terms as t (provider_uuid, retailer_uuid, rate_card_uuid, price_tier_uuid, credit_limit_cents)
      select ${providerUuid}, ${retailer_uuid}::uuid, ${rate_card_uuid}::uuid, ${price_tier_uuid}::uuid, ${credit_limit_cents}
      where ${version} = 0 or exists (select from retailer_terms where provider_uuid = ${providerUuid} and retailer_uuid = ${retailer_uuid})
    on conflict on constraint retailer_terms_pkey do update set rate_card_uuid = excluded.rate_card_uuid, price_tier_uuid = excluded.price_tier_uuid,
      credit_limit_cents = excluded.credit_limit_cents, version = t.version + 1 where t.version = ${version}
    returning version`.execute(tx);
  const [agreed] = rows;
  if (agreed === undefined) return refuse("changedMeanwhile");
  // Another tier has other prices, and another card may have another currency, so the prices of offers change.
  const isSame = before === (await readPriceBasis(context, retailer_uuid));
  if (!isSame) await notifyRetailer(tx, providerUuid, retailer_uuid.toLowerCase(), []);
  await notifyWalletChanged(tx, providerUuid, [retailer_uuid.toLowerCase()]);
  return ok(agreed);
}
