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
} from "#src/rate-cards/rate-cards.contract.ts";
import { ok, refuse } from "#src/lib/result.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { actingProvider, implement, signedIn } from "#server/http/context.ts";
import type { CallContext, Implementation } from "#server/http/context.ts";
import { chargeableRetailers } from "#server/wallet/charging.queries.ts";
import { billingSettingsOf } from "./cards.queries.ts";
import { previewOf } from "./preview.queries.ts";
import { changeCard, dropPrices, makeCard, writePrices } from "./rate-cards.commands.ts";
import type { CardContext } from "./rate-cards.commands.ts";
import { billingDay, cardOf, cardsOf, getDefaultRefusal, isRetailerOf, setsWithUse, termsOf } from "./rate-cards.queries.ts";
import { writeSettings, writeTerms } from "./terms.commands.ts";

/** The provider of its staff's session, who alone may make these calls. @throws Error for anybody else */
function cardContext(context: CallContext): CardContext {
  const providerUuid = actingProvider(context);
  if (providerUuid === null) throw new Error("a session of a provider's staff is without its provider");
  return { tx: context.tx, providerUuid, now: context.now };
}

/** Writes down what was done to a card, to terms or to the settings. */
function note(
  { tx, ...context }: CallContext,
  action: string,
  [subjectType, subjectUuid]: readonly [string, string],
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return writeAudit(tx, context, { action, subjectType, subjectUuid, detail });
}

const today = ({ tx, providerUuid, now }: CardContext) => billingDay(tx, providerUuid, now);

const preview = implement(
  previewPrices,
  async ({ prices, month, retailer_uuid }, context) => {
    const { tx, providerUuid, now } = cardContext(context);
    const retailers = (await chargeableRetailers(tx, providerUuid)).map((retailer) => retailer.retailer_uuid);
    const retailerUuids = retailer_uuid === undefined ? retailers : retailers.filter((uuid) => uuid === retailer_uuid.toLowerCase());
    if (retailer_uuid !== undefined && retailerUuids.length === 0) return refuse("notFound");
    return previewOf(tx, providerUuid, { prices, month, retailerUuids, now });
  },
  { slowWork: "preview" },
);

/** A retailer asks for its own terms and names nobody else; staff name one of the provider's retailers. */
const terms = implement(getTerms, async (input, context) => {
  const { providerUuid, retailerUuid } = signedIn(context);
  const named = input.retailer_uuid?.toLowerCase() ?? retailerUuid;
  if (providerUuid === null || named === null || (retailerUuid !== null && named !== retailerUuid)) return refuse("notFound");
  if (!(await isRetailerOf(context.tx, providerUuid, named))) return refuse("notFound");
  return ok(await termsOf(context.tx, providerUuid, named, await billingDay(context.tx, providerUuid, context.now)));
});

/** Rate cards, their prices, and who goes by them. */
export const rateCardsRoutes: readonly Implementation[] = [
  implement(listRateCards, async ({ archived }, context) => {
    const cards = cardContext(context);
    return ok({ result: await cardsOf(cards.tx, cards.providerUuid, archived, await today(cards)) });
  }),

  implement(getRateCard, async ({ rate_card_uuid }, context) => {
    const cards = cardContext(context);
    const card = await cardOf(cards.tx, cards.providerUuid, rate_card_uuid, await today(cards));
    if (card === null) return refuse("notFound");
    const { tx, providerUuid } = cards;
    return ok({
      ...card,
      sets: await setsWithUse(tx, providerUuid, rate_card_uuid),
      default_refusal: await getDefaultRefusal(tx, providerUuid, card.currency),
    });
  }),

  implement(createRateCard, async (input, context) => {
    const made = await makeCard(cardContext(context), input);
    if (!made.ok) return made;
    const { name, currency, copy_of } = input;
    await note(context, createRateCard.name, ["rate card", made.value], { name, currency, ...(copy_of === undefined ? {} : { copy_of }) });
    return ok({ rate_card_uuid: made.value, version: 1 });
  }),

  implement(updateRateCard, async (input, context) => {
    const changed = await changeCard(cardContext(context), input);
    if (!changed.ok) return changed;
    const { rate_card_uuid, name, is_archived } = input;
    await note(context, updateRateCard.name, ["rate card", rate_card_uuid], { name, is_archived });
    return changed;
  }),

  implement(setPrices, async (input, context) => {
    const changed = await writePrices(cardContext(context), input);
    if (!changed.ok) return changed;
    const { rate_card_uuid, valid_from, prices } = input;
    await note(context, setPrices.name, ["rate card", rate_card_uuid], { valid_from, prices });
    return changed;
  }),

  implement(removePrices, async (input, context) => {
    const changed = await dropPrices(cardContext(context), input);
    if (!changed.ok) return changed;
    await note(context, removePrices.name, ["rate card", input.rate_card_uuid], { valid_from: input.valid_from });
    return changed;
  }),

  preview,

  implement(getBillingSettings, async (_input, context) => {
    const { tx, providerUuid } = cardContext(context);
    return ok(await billingSettingsOf(tx, providerUuid));
  }),

  implement(setBillingSettings, async (input, context) => {
    const cards = cardContext(context);
    const changed = await writeSettings(cards, input);
    if (!changed.ok) return changed;
    const { time_zone, default_rate_card_uuid, charges_from } = input;
    await note(context, setBillingSettings.name, ["provider", cards.providerUuid], { time_zone, default_rate_card_uuid, charges_from });
    return changed;
  }),

  terms,

  implement(setTerms, async (input, context) => {
    const changed = await writeTerms(cardContext(context), input);
    if (!changed.ok) return changed;
    const { retailer_uuid, rate_card_uuid, price_tier_uuid, credit_limit_cents } = input;
    await note(context, setTerms.name, ["retailer", retailer_uuid], { rate_card_uuid, price_tier_uuid, credit_limit_cents });
    return changed;
  }),
];
