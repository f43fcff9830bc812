import { z } from "zod";
import { daySchema } from "#src/kit/api/day.ts";
import { defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { pricedEvents } from "#src/billing/wallet/charge-kinds.rules.ts";
import { mostMicros, mostTiers, getPricesRefusal } from "./rate-cards.rules.ts";

const everybody = ["provider", "operator", "dropShipper"] as const;
const providerOnly = ["provider"] as const;
const permission = "customers";
const uuid = z.uuid();
const provider = { provider_uuid: uuid.optional() };
const name = z.string().trim().min(1).max(80);
const currency = z.string().regex(/^[A-Z]{3}$/);
const cents = z.int();

/** The price of an event from a tier on. */
const price = z.object({
  event: z.enum(pricedEvents),
  /** storage: age in days, at most 3650; otherwise pieces of the month. Each priced event has a tier from 0. */
  from_value: z.int().min(0).max(100_000_000),
  /** millionths of the currency per piece, piece-day or litre-day */
  price_micros: z.int().min(0).max(mostMicros),
});
export type Price = z.infer<typeof price>;
const prices = ruled(z.array(price).max(pricedEvents.length * mostTiers), getPricesRefusal);

/** The prices of a card from a day on, until the next set. */
const priceSet = z.object({
  valid_from: z.string(),
  prices: z.array(price),
  /** whether some of its days are already charged, which makes it read-only */
  is_used: z.boolean(),
});
export type PriceSet = z.infer<typeof priceSet>;

const card = z.object({
  rate_card_uuid: uuid,
  name: z.string(),
  currency: z.string(),
  is_archived: z.boolean(),
  is_default: z.boolean(),
  /** retailers that have agreed to it; retailers that use the default are not counted */
  retailer_count: z.int(),
  /** first day of the current set, empty if there is none yet */
  current_from: z.string(),
  version: z.int(),
});
export type RateCard = z.infer<typeof card>;

export const listRateCards = defineCall({
  name: "rate-cards.list-rate-cards",
  method: "GET",
  path: "/api/rate-cards/list-rate-cards",
  summary: "Lists the provider's rate cards by name, at most 200: active ones, or archived ones with `archived`.",
  roles: ["provider", "operator"],
  permission,
  input: z.strictObject({ ...provider, archived: query.flag().default(false) }),
  output: z.object({ result: z.array(card) }),
  codes: [],
});

export const getRateCard = defineCall({
  name: "rate-cards.get-rate-card",
  method: "GET",
  path: "/api/rate-cards/get-rate-card",
  summary: "Returns a rate card with all its price sets, newest first.",
  roles: ["provider", "operator"],
  permission,
  input: z.strictObject({ ...provider, rate_card_uuid: uuid }),
  output: card.extend({
    sets: z.array(priceSet),
    /** why it cannot be the default; null if it can */
    default_refusal: z.enum(["rateCards.otherCurrency", "rateCards.noPrices"]).nullable(),
  }),
  codes: ["notFound"],
});

export type RateCardDetail = z.infer<(typeof getRateCard)["output"]>;

export const createRateCard = defineCall({
  name: "rate-cards.create-rate-card",
  method: "POST",
  path: "/api/rate-cards/create-rate-card",
  summary: "Creates a rate card, empty or with another card's current prices.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, name, currency, copy_of: uuid.optional() }),
  output: z.object({ rate_card_uuid: uuid, version: z.int() }),
  codes: ["notFound", "rateCards.nameTaken", "rateCards.tooMany"],
});

export const updateRateCard = defineCall({
  name: "rate-cards.update-rate-card",
  method: "PUT",
  path: "/api/rate-cards/update-rate-card",
  summary: "Renames a rate card, archives it if nobody uses it, or restores it.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, rate_card_uuid: uuid, name, is_archived: z.boolean(), version: z.int() }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "rateCards.nameTaken", "rateCards.inUse"],
});

export const setPrices = defineCall({
  name: "rate-cards.set-prices",
  method: "PUT",
  path: "/api/rate-cards/set-prices",
  summary: "Sets all prices of a card from a day on. Fails if that would change a day that is already charged.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, rate_card_uuid: uuid, valid_from: daySchema, prices, version: z.int() }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "rateCards.chargedAlready"],
});

export const removePrices = defineCall({
  name: "rate-cards.remove-prices",
  method: "DELETE",
  path: "/api/rate-cards/remove-prices",
  summary: "Deletes a price set that no charged day used.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, rate_card_uuid: uuid, valid_from: daySchema, version: query.int(1, 1_000_000_000) }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "rateCards.chargedAlready"],
});

export const previewPrices = defineCall({
  name: "rate-cards.preview-prices",
  method: "POST",
  path: "/api/rate-cards/preview-prices",
  onlyReads: true,
  summary: "Previews what the finished days of a month would have cost at these prices, for all retailers or one. Charges nothing.",
  roles: providerOnly,
  input: z.strictObject({
    ...provider,
    prices,
    /** `2026-06` */
    month: z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/),
    retailer_uuid: uuid.optional(),
  }),
  output: z.object({
    events: z.array(z.object({ event: z.enum(pricedEvents), quantity_milli: z.int(), amount_cents: cents })),
    total_cents: cents,
    /** finished days of the month */
    day_count: z.int(),
  }),
  codes: ["notFound", "rateCards.previewTooLong"],
});

const settings = z.object({
  /** IANA name of the time zone of statements */
  time_zone: z.string(),
  default_rate_card_uuid: uuid.nullable(),
  /** the first day that is charged automatically; empty: none */
  charges_from: z.string(),
  version: z.int(),
});
export type BillingSettings = z.infer<typeof settings>;

export const getBillingSettings = defineCall({
  name: "rate-cards.get-settings",
  method: "GET",
  path: "/api/rate-cards/get-settings",
  summary: "Returns the provider's billing settings: time zone, default rate card, first charged day.",
  roles: ["provider", "operator"],
  permission,
  input: z.strictObject(provider),
  output: settings,
  codes: [],
});

export const setBillingSettings = defineCall({
  name: "rate-cards.set-settings",
  method: "PUT",
  path: "/api/rate-cards/set-settings",
  summary:
    "Sets the provider's billing settings. Existing charges stay; finished days since a first day in the past are charged afterwards.",
  roles: providerOnly,
  input: z.strictObject({
    ...provider,
    time_zone: z.string().max(60),
    default_rate_card_uuid: uuid.nullable(),
    charges_from: daySchema.nullable(),
    /** 0 before the first save */
    version: z.int().min(0).max(2_000_000_000),
  }),
  output: z.object({ version: z.int() }),
  codes: [
    "notFound",
    "changedMeanwhile",
    "warehouses.timeZoneUnknown",
    "rateCards.tooFarBack",
    "rateCards.otherCurrency",
    "rateCards.noPrices",
  ],
});

const terms = z.object({
  retailer_uuid: uuid,
  /** null: the default card */
  rate_card_uuid: uuid.nullable(),
  /** null: list prices of the catalogue */
  price_tier_uuid: uuid.nullable(),
  credit_limit_cents: cents,
  /** 0 before the first agreement */
  version: z.int(),
});

export const getTerms = defineCall({
  name: "rate-cards.get-terms",
  method: "GET",
  path: "/api/rate-cards/get-terms",
  summary: "Returns a retailer's terms with the prices that apply today. A retailer reads its own.",
  roles: everybody,
  permission,
  input: z.strictObject({ ...provider, retailer_uuid: uuid.optional() }),
  output: terms.extend({
    /** of the applicable card; empty without one */
    rate_card_name: z.string(),
    price_tier_name: z.string(),
    currency: z.string(),
    prices: z.array(price),
    /** their first day */
    valid_from: z.string(),
    /** first day of the next set; empty if there is none */
    next_from: z.string(),
    next_prices: z.array(price),
  }),
  codes: ["notFound"],
});

export const setTerms = defineCall({
  name: "rate-cards.set-terms",
  method: "PUT",
  path: "/api/rate-cards/set-terms",
  summary: "Sets a retailer's terms: rate card, price tier of the catalogue, credit.",
  roles: providerOnly,
  input: z.strictObject({
    ...provider,
    retailer_uuid: uuid,
    rate_card_uuid: uuid.nullable(),
    price_tier_uuid: uuid.nullable(),
    credit_limit_cents: cents.min(0).max(10_000_000_000),
    version: z.int().min(0).max(2_000_000_000),
  }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "rateCards.otherCurrency"],
});
