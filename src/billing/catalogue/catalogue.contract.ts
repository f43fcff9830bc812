import { z } from "zod";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { defineTopic } from "#src/kit/api/define-topic.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { priceScopes } from "./price-for-retailer.rules.ts";
import { itemStatuses, mostPriceCents } from "./catalogue.rules.ts";

const staff = ["provider", "operator"] as const;
const providerOnly = ["provider"] as const;
const permission = "goods";
const uuid = z.uuid();
const provider = { provider_uuid: uuid.optional() };
const title = z.string().trim().min(1).max(300);
const description = z.string().trim().max(5000);
const currency = z.string().regex(/^[A-Z]{3}$/);
const cents = z.int().min(0).max(mostPriceCents);

/** A variant of an item, as shown to anybody who may see the item. */
const variant = z.object({
  variant_uuid: uuid,
  sku: z.string(),
  title: z.string(),
  weight_grams: z.int().nullable(),
  length_mm: z.int().nullable(),
  width_mm: z.int().nullable(),
  height_mm: z.int().nullable(),
  /** pieces available for sale */
  available: z.int(),
});

const item = z.object({
  item_uuid: uuid,
  product_uuid: uuid,
  title: z.string(),
  description: z.string(),
  status: z.enum(itemStatuses),
  listed_at: z.string(),
  /** files in the order of the product's pictures */
  image_uuids: z.array(uuid),
  /** the same as names of stored files, for get-file */
  images: z.array(z.string()),
  variants: z.array(variant),
  /** retailers that currently sell it */
  claim_count: z.int(),
  /** variants without a list price; the item cannot be listed until each has one */
  unpriced_count: z.int(),
  /** lowest and highest list price, by currency */
  list_prices: z.array(z.object({ currency: z.string(), from_cents: z.int(), until_cents: z.int() })),
  version: z.int(),
});
export type CatalogueItem = z.infer<typeof item>;

const price = z.object({
  variant_uuid: uuid,
  currency,
  scope: z.enum(priceScopes),
  /** uuid of the tier or the retailer; null for the list */
  scope_uuid: uuid.nullable(),
  price_cents: cents,
});
export type CataloguePrice = z.infer<typeof price>;

export const listItems = defineCall({
  name: "catalogue.list-items",
  method: "GET",
  path: "/api/catalogue/list-items",
  summary: "Lists the items of the provider's catalogue, newest first. `search` matches words of titles, SKUs and barcodes.",
  roles: staff,
  permission,
  input: z.strictObject({
    ...listInput,
    ...provider,
    product_uuids: query.list(uuid, 50),
    search: z.string().trim().max(200).optional(),
    status: z.enum(itemStatuses).optional(),
    sort: z.enum(["created", "-created", "title", "-title"]).optional(),
  }),
  output: listOutput(item),
  codes: [],
});

export const getItem = defineCall({
  name: "catalogue.get-item",
  method: "GET",
  path: "/api/catalogue/get-item",
  summary: "Returns one item with all its prices and the retailers that claimed it.",
  roles: staff,
  permission,
  input: z.strictObject({ ...provider, item_uuid: uuid }),
  output: item.extend({
    prices: z.array(price.extend({ scope_name: z.string() })),
    claims: z.array(z.object({ retailer_uuid: uuid, retailer_name: z.string(), since: z.string(), is_active: z.boolean() })),
  }),
  codes: ["notFound"],
});

export const addItems = defineCall({
  name: "catalogue.add-items",
  method: "POST",
  path: "/api/catalogue/add-items",
  summary: "Adds the provider's own products to the catalogue as drafts with their titles. Products already in it stay unchanged.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, product_uuids: z.array(uuid).min(1).max(200) }),
  output: z.object({ added: z.array(z.object({ product_uuid: uuid, item_uuid: uuid })), existing: z.int() }),
  codes: ["notFound", "catalogue.notOwn"],
});

export const updateItem = defineCall({
  name: "catalogue.update-item",
  method: "PUT",
  path: "/api/catalogue/update-item",
  summary: "Sets the texts of an item that retailers read.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, item_uuid: uuid, title, description, version: z.int() }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile"],
});

export const setItemStatus = defineCall({
  name: "catalogue.set-status",
  method: "PUT",
  path: "/api/catalogue/set-status",
  summary: "Lists items for retailers, or withdraws them, all or none: an unknown id fails the request.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, item_uuids: z.array(uuid).min(1).max(200), status: z.enum(["listed", "withdrawn"]) }),
  output: z.object({ changed: z.int() }),
  codes: ["notFound", "catalogue.noPrice", "catalogue.archived"],
});

export const setItemPrices = defineCall({
  name: "catalogue.set-prices",
  method: "PUT",
  path: "/api/catalogue/set-prices",
  summary: "Replaces all prices of an item: list, tier and retailer prices. Notifies the retailers whose price changed.",
  roles: providerOnly,
  bodyLimitBytes: 1024 * 1024,
  input: z.strictObject({ ...provider, item_uuid: uuid, prices: z.array(price).max(2000), version: z.int() }),
  output: z.object({ version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "catalogue.priceTwice", "catalogue.noPrice"],
});

const tier = z.object({ price_tier_uuid: uuid, name: z.string(), retailer_count: z.int(), version: z.int() });
export type PriceTier = z.infer<typeof tier>;
const tierName = z.string().trim().min(1).max(80);

export const listPriceTiers = defineCall({
  name: "catalogue.list-price-tiers",
  method: "GET",
  path: "/api/catalogue/list-price-tiers",
  summary: "Lists the provider's price tiers by name, at most 50.",
  roles: staff,
  permission,
  input: z.strictObject(provider),
  output: z.object({ result: z.array(tier) }),
  codes: [],
});

export const savePriceTier = defineCall({
  name: "catalogue.save-price-tier",
  method: "PUT",
  path: "/api/catalogue/save-price-tier",
  summary: "Creates a price tier, or renames one.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, price_tier_uuid: uuid.optional(), name: tierName, version: z.int().optional() }),
  output: z.object({ price_tier_uuid: uuid, version: z.int() }),
  codes: ["notFound", "changedMeanwhile", "catalogue.tierNameTaken", "catalogue.tooManyTiers"],
});

export const removePriceTier = defineCall({
  name: "catalogue.remove-price-tier",
  method: "DELETE",
  path: "/api/catalogue/remove-price-tier",
  summary: "Deletes an unused price tier and its prices.",
  roles: providerOnly,
  input: z.strictObject({ ...provider, price_tier_uuid: uuid, version: query.int(1, 1_000_000_000) }),
  output: z.object({ removed_prices: z.int() }),
  codes: ["notFound", "changedMeanwhile", "catalogue.tierInUse"],
});

/** Something that retailers see of the catalogue has changed: items, prices, availability. */
export const catalogueChanged = defineTopic({
  name: "catalogue.changed",
  roles: ["provider", "operator", "dropShipper"],
  permission,
  /** empty for changes that concern all items, such as price tiers */
  payload: z.object({ item_uuids: z.array(uuid) }),
});

/** An item with its prices and the retailers that sell it. */
export type ItemDetail = OutputOf<typeof getItem>;
