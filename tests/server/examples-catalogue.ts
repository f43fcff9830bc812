import { newId } from "#server/platform/runtime/clock.ts";
import type { Aim, Example } from "./example.ts";
import { addCatalogueRows } from "./rows-catalogue.ts";
import type { CatalogueRows } from "./rows-catalogue.ts";
import { addGoodsRows } from "./rows-goods.ts";
import type { Person } from "./world.ts";

function actingAs({ role, providerUuid, retailerUuid, userUuid }: Person) {
  return { kind: role, providerUuid, retailerUuid, userUuid };
}

async function rowsOf({ test }: Aim, person: Person): Promise<CatalogueRows> {
  return test.services.database.transaction(actingAs(person), (tx) => addCatalogueRows(tx, person));
}
const own = (aim: Aim) => rowsOf(aim, aim.owner);
const foreign = (aim: Aim) => rowsOf(aim, aim.foreign.person);

async function productOf({ test }: Aim, person: Person): Promise<string> {
  const goods = await test.services.database.transaction(actingAs(person), (tx) => addGoodsRows(tx, person));
  return goods.productUuid;
}

/** Creates an example whose input refers to the owner's rows, or another's. */
function about(input: (rows: CatalogueRows) => object): Example {
  return { own: async (aim) => input(await own(aim)), withForeign: async (aim) => input(await foreign(aim)) };
}

const nothing: Example = { own: async () => ({}) };
const freshName = () => `Tier ${newId()}`;

function listPrices({ variantUuid, otherVariantUuid }: CatalogueRows) {
  const price = { currency: "USD", scope: "list", scope_uuid: null, price_cents: 900 };
  return [variantUuid, otherVariantUuid].map((variant_uuid) => ({ ...price, variant_uuid }));
}

/** An input for each call of the catalogue and its claims. */
export const catalogueExamples: Readonly<Record<string, Example>> = {
  "catalogue.list-items": nothing,
  "catalogue.get-item": about(({ itemUuid }) => ({ item_uuid: itemUuid })),
  "catalogue.add-items": {
    own: async (aim) => ({ product_uuids: [await productOf(aim, aim.owner)] }),
    withForeign: async (aim) => ({ product_uuids: [await productOf(aim, aim.owner), await productOf(aim, aim.foreign.person)] }),
  },
  "catalogue.update-item": about(({ itemUuid }) => ({ item_uuid: itemUuid, title: "Lantern", description: "Brass", version: 1 })),
  "catalogue.set-status": {
    own: async (aim) => ({ item_uuids: [(await own(aim)).itemUuid], status: "listed" }),
    withForeign: async (aim) => ({ item_uuids: [(await own(aim)).itemUuid, (await foreign(aim)).itemUuid], status: "listed" }),
  },
  "catalogue.set-prices": {
    own: async (aim) => {
      const rows = await own(aim);
      return { item_uuid: rows.itemUuid, prices: listPrices(rows), version: 1 };
    },
    withForeign: async (aim) => {
      const rows = await own(aim);
      const { tierUuid } = await foreign(aim);
      const ofTier = { variant_uuid: rows.variantUuid, currency: "USD", scope: "tier", scope_uuid: tierUuid, price_cents: 800 };
      return { item_uuid: rows.itemUuid, prices: [...listPrices(rows), ofTier], version: 1 };
    },
  },
  "catalogue.list-price-tiers": nothing,
  "catalogue.save-price-tier": {
    own: async () => ({ name: freshName() }),
    withForeign: async (aim) => ({ price_tier_uuid: (await foreign(aim)).tierUuid, name: freshName(), version: 1 }),
  },
  "catalogue.remove-price-tier": about(({ tierUuid }) => ({ price_tier_uuid: tierUuid, version: 1 })),
  "catalogue.list-offers": nothing,
  "catalogue.list-claims": nothing,
  "catalogue.get-claim": about(({ claimUuid }) => ({ claim_uuid: claimUuid })),
  "catalogue.claim-items": {
    own: async (aim) => ({ item_uuids: [(await own(aim)).itemUuid] }),
    withForeign: async (aim) => ({ item_uuids: [(await own(aim)).itemUuid, (await foreign(aim)).draftUuid] }),
  },
  "catalogue.update-claim": about(({ claimUuid, variantUuid }) => ({
    claim_uuid: claimUuid,
    title: "Lantern",
    description: "",
    sale_currency: "USD",
    variants: [{ variant_uuid: variantUuid, own_sku: newId(), sale_price_cents: 2500 }],
    version: 1,
  })),
  "catalogue.agree-to-prices": about(({ claimUuid, variantUuid }) => ({
    claim_uuid: claimUuid,
    seen: [{ variant_uuid: variantUuid, price_cents: 1000 }],
  })),
  "catalogue.withdraw-claims": {
    own: async (aim) => ({ claim_uuids: [(await own(aim)).claimUuid] }),
    withForeign: async (aim) => ({ claim_uuids: [(await own(aim)).claimUuid, (await foreign(aim)).claimUuid] }),
  },
};
