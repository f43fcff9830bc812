import { z } from "zod";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { mostPriceCents } from "./catalogue.rules.ts";

const retailer = ["dropShipper"] as const;
const uuid = z.uuid();
const provider = { provider_uuid: uuid.optional() };
const currency = z.string().regex(/^[A-Z]{3}$/);
const cents = z.int().min(0).max(mostPriceCents);
const title = z.string().trim().min(1).max(300);
const description = z.string().trim().max(5000);

/** A variant as offered to a retailer. */
const offered = z.object({
  variant_uuid: uuid,
  sku: z.string(),
  title: z.string(),
  weight_grams: z.int().nullable(),
  length_mm: z.int().nullable(),
  width_mm: z.int().nullable(),
  height_mm: z.int().nullable(),
  available: z.int(),
  /** current price for this retailer; null: no price in its wallet's currency */
  price_cents: z.int().nullable(),
});

const offer = z.object({
  item_uuid: uuid,
  title: z.string(),
  description: z.string(),
  image_uuids: z.array(uuid),
  /** the same as names of stored files, for get-file */
  images: z.array(z.string()),
  /** of the wallet */
  currency: z.string(),
  variants: z.array(offered),
  is_claimed: z.boolean(),
  /** this retailer's claim, withdrawn or not; null if it never had one */
  claim_uuid: uuid.nullable(),
  listed_at: z.string(),
});
export type Offer = z.infer<typeof offer>;

export const listOffers = defineCall({
  name: "catalogue.list-offers",
  method: "GET",
  path: "/api/catalogue/list-offers",
  summary: "Lists the items that the supplier offers this retailer, with the retailer's prices. `search` matches words of titles and SKUs.",
  roles: retailer,
  input: z.strictObject({
    ...listInput,
    ...provider,
    search: z.string().trim().max(200).optional(),
    claimed: query.flag().optional(),
  }),
  output: listOutput(offer),
  codes: [],
});

/** The price of a piece as shown to a retailer. */
const seenPrice = z.strictObject({ variant_uuid: uuid, price_cents: cents.nullable() });
export type SeenPrice = z.infer<typeof seenPrice>;

const claimedVariant = offered.extend({
  /** the retailer's own SKU; empty: the supplier's */
  own_sku: z.string(),
  sale_price_cents: z.int().nullable(),
  /** price at the time of the claim or the last agreement */
  agreed_price_cents: z.int().nullable(),
  /** sale price minus current price, in percent of the sale price; null if unknown */
  margin_percent: z.number().nullable(),
  /** false: the supplier no longer offers this variant, and it has no price */
  is_offered: z.boolean(),
});

const claim = z.object({
  claim_uuid: uuid,
  item_uuid: uuid,
  title: z.string(),
  description: z.string(),
  status: z.enum(["active", "withdrawn"]),
  /** whether the supplier still offers it */
  is_listed: z.boolean(),
  image_uuids: z.array(uuid),
  /** the same as names of stored files, for get-file */
  images: z.array(z.string()),
  currency: z.string(),
  sale_currency: z.string(),
  variants: z.array(claimedVariant),
  /** whether a price differs from the agreed one */
  has_new_prices: z.boolean(),
  created_at: z.string(),
  version: z.int(),
});
export type Claim = z.infer<typeof claim>;

export const listClaims = defineCall({
  name: "catalogue.list-claims",
  method: "GET",
  path: "/api/catalogue/list-claims",
  summary:
    "Lists the retailer's claims, newest first. `search` matches words of the retailer's own titles, and of its own and the supplier's SKUs.",
  roles: retailer,
  input: z.strictObject({
    ...listInput,
    ...provider,
    search: z.string().trim().max(200).optional(),
    status: z.enum(["active", "withdrawn"]).optional(),
  }),
  output: listOutput(claim),
  codes: [],
});

export const getClaim = defineCall({
  name: "catalogue.get-claim",
  method: "GET",
  path: "/api/catalogue/get-claim",
  summary: "Returns one claim with its variants, prices and margins.",
  roles: retailer,
  input: z.strictObject({ ...provider, claim_uuid: uuid }),
  output: claim,
  codes: ["notFound"],
});

export const claimItems = defineCall({
  name: "catalogue.claim-items",
  method: "POST",
  path: "/api/catalogue/claim-items",
  summary:
    "Claims items with the supplier's titles and agrees to their current prices, which must equal those in `seen` if it is sent. A withdrawn claim is reopened with its settings.",
  roles: retailer,
  bodyLimitBytes: 1024 * 1024,
  input: z.strictObject({
    ...provider,
    item_uuids: z.array(uuid).min(1).max(200),
    /** the price of each variant as the retailer saw it; a different current price refuses the whole batch. If omitted, current prices are agreed to */
    seen: z.array(seenPrice).max(4000).optional(),
  }),
  output: z.object({ claimed: z.array(z.object({ item_uuid: uuid, claim_uuid: uuid })), existing: z.int() }),
  codes: ["notFound", "changedMeanwhile", "catalogue.notOffered", "catalogue.noPriceForYou"],
});

export const updateClaim = defineCall({
  name: "catalogue.update-claim",
  method: "PUT",
  path: "/api/catalogue/update-claim",
  summary: "Sets the retailer's own title, description, SKUs and sale prices of a claimed item.",
  roles: retailer,
  input: z.strictObject({
    ...provider,
    claim_uuid: uuid,
    title,
    description,
    sale_currency: currency,
    variants: z
      .array(z.strictObject({ variant_uuid: uuid, own_sku: z.string().trim().max(100), sale_price_cents: cents.nullable() }))
      .max(200),
    version: z.int(),
  }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "catalogue.ownSkuTaken"],
});

export const agreeToPrices = defineCall({
  name: "catalogue.agree-to-prices",
  method: "PUT",
  path: "/api/catalogue/agree-to-prices",
  summary: "Agrees to the current prices of one claim, which must equal those in `seen`.",
  roles: retailer,
  input: z.strictObject({ ...provider, claim_uuid: uuid, seen: z.array(seenPrice).max(200) }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile"],
});

export const withdrawClaims = defineCall({
  name: "catalogue.withdraw-claims",
  method: "PUT",
  path: "/api/catalogue/withdraw-claims",
  summary: "Withdraws claims, all or none: an unknown id fails the request. Their settings are kept for a later claim.",
  roles: retailer,
  input: z.strictObject({ ...provider, claim_uuids: z.array(uuid).min(1).max(200) }),
  output: z.object({ changed: z.int() }),
  codes: ["notFound"],
});
