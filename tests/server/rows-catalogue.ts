import { newId } from "#server/platform/runtime/clock.ts";
import { actAs } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { markerOf } from "./rows.ts";
import { staffOf } from "./stage-stock.ts";
import type { Person } from "./world.ts";

/** A product of the provider in its catalogue, with two variants. */
export interface ItemRows {
  readonly productUuid: string;
  readonly itemUuid: string;
  readonly variantUuid: string;
  readonly otherVariantUuid: string;
}

interface NewItem {
  readonly providerUuid: string;
  readonly title: string;
  readonly status: "draft" | "listed" | "withdrawn";
  /** its name in the warehouse */
  readonly productTitle?: string;
  /** the prefix of its two SKUs */
  readonly sku?: string;
  readonly priceCents?: number;
}

/** Adds an item with a list price in US dollars to the database. Afterwards the transaction has the provider's staff identity. */
export async function addItem(tx: Tx, item: NewItem): Promise<ItemRows> {
  const { providerUuid: provider_uuid, title, status, productTitle = title, sku = "SKU", priceCents = 1000 } = item;
  actAs(tx, staffOf(provider_uuid));
  const [productUuid, itemUuid, variantUuid, otherVariantUuid] = [newId(), newId(), newId(), newId()];
  const product = { provider_uuid, product_uuid: productUuid, owner_uuid: provider_uuid };
  await tx
    .insertInto("product")
    .values({ ...product, title: productTitle })
    .execute();
  const uuids = [variantUuid, otherVariantUuid];
  await tx
    .insertInto("variant")
    .values(uuids.map((variant_uuid, at) => ({ ...product, variant_uuid, sku: `${sku}-${variant_uuid.slice(-8)}-${at + 1}` })))
    .execute();
  const now = new Date();
  const dates = { created_at: now, updated_at: now, listed_at: status === "listed" ? now : null };
  await tx
    .insertInto("catalogue_item")
    .values({ provider_uuid, item_uuid: itemUuid, product_uuid: productUuid, title, status, ...dates })
    .execute();
  await tx
    .insertInto("catalogue_price")
    .values(
      uuids.map((variant_uuid) => ({
        provider_uuid,
        item_uuid: itemUuid,
        variant_uuid,
        currency: "USD",
        scope: "list",
        scope_uuid: provider_uuid,
        price_cents: priceCents,
      })),
    )
    .execute();
  return { productUuid, itemUuid, variantUuid, otherVariantUuid };
}

/** The rows of a person's catalogue calls. */
export interface CatalogueRows extends ItemRows {
  /** hidden from retailers */
  readonly draftUuid: string;
  readonly tierUuid: string;
  /** of a retailer; nobody's for staff */
  readonly claimUuid: string;
}

/** Adds a retailer's claim on an item, with its marker in each text. Afterwards the transaction has the retailer's identity. */
async function addClaim(tx: Tx, person: Person, { itemUuid, variantUuid, otherVariantUuid }: ItemRows): Promise<string> {
  const { providerUuid, retailerUuid } = person;
  const [provider_uuid, retailer_uuid, claim_uuid, marker] = [providerUuid ?? "", retailerUuid ?? "", newId(), markerOf(person)];
  actAs(tx, { kind: "dropShipper", providerUuid, retailerUuid, userUuid: person.userUuid });
  const claim = { provider_uuid, claim_uuid, retailer_uuid };
  const now = new Date();
  await tx
    .insertInto("claim")
    .values({ ...claim, item_uuid: itemUuid, title: marker, description: marker, created_at: now, updated_at: now })
    .execute();
  await tx
    .insertInto("claim_variant")
    .values(
      [variantUuid, otherVariantUuid].map((variant_uuid) => ({
        ...claim,
        variant_uuid,
        own_sku: `${marker} ${variant_uuid}`,
        sale_price_cents: 2000,
        sale_currency: "USD",
        agreed_price_cents: 1000,
        agreed_currency: "USD",
      })),
    )
    .execute();
  return claim_uuid;
}

/**
 * Gives a person's provider an item with a list price, a draft and a price tier. A retailer's item is listed and claimed: its neighbours
 * see the item without a marker, and the claim has the marker. The staff's are hidden from retailers and have their marker.
 * Afterwards the transaction has the person's identity again.
 */
export async function addCatalogueRows(tx: Tx, person: Person): Promise<CatalogueRows> {
  const providerUuid = person.providerUuid ?? "";
  const isRetailer = person.retailerUuid !== null;
  const marker = markerOf(person);
  const shown = isRetailer ? ({ title: "Lamp", status: "listed" } as const) : ({ title: marker, status: "draft" } as const);
  const item = await addItem(tx, { providerUuid, ...shown });
  const { itemUuid: draftUuid } = await addItem(tx, { providerUuid, title: marker, status: "draft" });
  const tierUuid = newId();
  await tx
    .insertInto("price_tier")
    .values({ provider_uuid: providerUuid, price_tier_uuid: tierUuid, name: `${marker} ${tierUuid}`, created_at: new Date() })
    .execute();
  const claimUuid = isRetailer ? await addClaim(tx, person, item) : newId();
  actAs(tx, { kind: person.role, providerUuid, retailerUuid: person.retailerUuid, userUuid: person.userUuid });
  return { ...item, draftUuid, tierUuid, claimUuid };
}
