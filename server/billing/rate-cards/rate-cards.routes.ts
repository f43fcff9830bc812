import {
  createRateCard,
  getBillingSettings,
  getRateCard,
  getTerms,
  listRateCards,
  previewPrices,
  removePrices,
  setBillingSettings,
  setPrices,
  setTerms,
  updateRateCard,
} from "#src/billing/rate-cards/rate-cards.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { requireProvider, implement, requireActor } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { listChargeableRetailers } from "#server/billing/wallet/day-usage.queries.ts";
import { readBillingSettings } from "./cards.queries.ts";
import { computePreview } from "./preview.queries.ts";
import { saveCard, deletePrices, insertCard, savePrices } from "./rate-cards.commands.ts";
import type { CardContext } from "./rate-cards.commands.ts";
import { getBillingDay, findCard, listCards, getDefaultRefusal, hasRetailer, listSetsWithUse, readTerms } from "./rate-cards.queries.ts";
import { saveSettings, saveTerms } from "./terms.commands.ts";

/**
 * Gets the provider of a staff session.
 * @throws Error for any other session
 */
function getCardContext(context: CallContext): CardContext {
  const providerUuid = requireProvider(context);
  if (providerUuid === null) throw new Error("a staff session has no provider");
  return { tx: context.tx, providerUuid, now: context.now };
}

/** Writes an audit entry about a card, terms or the settings. */
function writeNote(
  { tx, ...context }: CallContext,
  action: string,
  [subjectType, subjectUuid]: readonly [string, string],
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return writeAudit(tx, context, { action, subjectType, subjectUuid, detail });
}

const getToday = ({ tx, providerUuid, now }: CardContext) => getBillingDay(tx, providerUuid, now);

const preview = implement(
  previewPrices,
  async ({ prices, month, retailer_uuid }, context) => {
    const { tx, providerUuid, now } = getCardContext(context);
    const retailers = (await listChargeableRetailers(tx, providerUuid)).map((retailer) => retailer.retailer_uuid);
    const retailerUuids = retailer_uuid === undefined ? retailers : retailers.filter((uuid) => uuid === retailer_uuid.toLowerCase());
    if (retailer_uuid !== undefined && retailerUuids.length === 0) return refuse("notFound");
    return computePreview(tx, providerUuid, { prices, month, retailerUuids, now });
  },
  { slowWork: "preview" },
);

/** Retailers read their own terms and name nobody; staff name one of the provider's retailers. */
const terms = implement(getTerms, async (input, context) => {
  const { providerUuid, retailerUuid } = requireActor(context);
  const named = input.retailer_uuid?.toLowerCase() ?? retailerUuid;
  if (providerUuid === null || named === null || (retailerUuid !== null && named !== retailerUuid)) return refuse("notFound");
  if (!(await hasRetailer(context.tx, providerUuid, named))) return refuse("notFound");
  return ok(await readTerms(context.tx, providerUuid, named, await getBillingDay(context.tx, providerUuid, context.now)));
});

/** Rate cards, their prices, and the terms of retailers. */
export const rateCardsRoutes: readonly Implementation[] = [
  implement(listRateCards, async ({ archived }, context) => {
    const cards = getCardContext(context);
    return ok({ result: await listCards(cards.tx, cards.providerUuid, archived, await getToday(cards)) });
  }),

  implement(getRateCard, async ({ rate_card_uuid }, context) => {
    const cards = getCardContext(context);
    const card = await findCard(cards.tx, cards.providerUuid, rate_card_uuid, await getToday(cards));
    if (card === null) return refuse("notFound");
    const { tx, providerUuid } = cards;
    return ok({
      ...card,
      sets: await listSetsWithUse(tx, providerUuid, rate_card_uuid),
      default_refusal: await getDefaultRefusal(tx, providerUuid, card),
    });
  }),

  implement(createRateCard, async (input, context) => {
    const made = await insertCard(getCardContext(context), input);
    if (!made.ok) return made;
    const { name, currency, copy_of } = input;
    await writeNote(context, createRateCard.name, ["rate card", made.value], {
      name,
      currency,
      ...(copy_of === undefined ? {} : { copy_of }),
    });
    return ok({ rate_card_uuid: made.value, version: 1 });
  }),

  implement(updateRateCard, async (input, context) => {
    const changed = await saveCard(getCardContext(context), input);
    if (!changed.ok) return changed;
    const { rate_card_uuid, name, is_archived } = input;
    await writeNote(context, updateRateCard.name, ["rate card", rate_card_uuid], { name, is_archived });
    return changed;
  }),

  implement(setPrices, async (input, context) => {
    const changed = await savePrices(getCardContext(context), input);
    if (!changed.ok) return changed;
    const { rate_card_uuid, valid_from, prices } = input;
    await writeNote(context, setPrices.name, ["rate card", rate_card_uuid], { valid_from, prices });
    return changed;
  }),

  implement(removePrices, async (input, context) => {
    const changed = await deletePrices(getCardContext(context), input);
    if (!changed.ok) return changed;
    await writeNote(context, removePrices.name, ["rate card", input.rate_card_uuid], { valid_from: input.valid_from });
    return changed;
  }),

  preview,

  implement(getBillingSettings, async (_input, context) => {
    const { tx, providerUuid } = getCardContext(context);
    return ok(await readBillingSettings(tx, providerUuid));
  }),

  implement(setBillingSettings, async (input, context) => {
    const cards = getCardContext(context);
    const changed = await saveSettings(cards, input);
    if (!changed.ok) return changed;
    const { time_zone, default_rate_card_uuid, charges_from } = input;
    await writeNote(context, setBillingSettings.name, ["provider", cards.providerUuid], {
      time_zone,
      default_rate_card_uuid,
      charges_from,
    });
    return changed;
  }),

  terms,

  implement(setTerms, async (input, context) => {
    const changed = await saveTerms(getCardContext(context), input);
    if (!changed.ok) return changed;
    const { retailer_uuid, rate_card_uuid, price_tier_uuid, credit_limit_cents } = input;
    await writeNote(context, setTerms.name, ["retailer", retailer_uuid], { rate_card_uuid, price_tier_uuid, credit_limit_cents });
    await context.services.followUps.creditRaised(context.tx, getCardContext(context).providerUuid, retailer_uuid.toLowerCase());
    return changed;
  }),
];
