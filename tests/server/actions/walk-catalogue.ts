import { getItem, setItemPrices, setItemStatus } from "#src/billing/catalogue/catalogue.contract.ts";
import { getClaim, listOffers } from "#src/billing/catalogue/claims.contract.ts";
import { getProduct } from "#src/warehouse/goods/goods.contract.ts";
import { addCatalogueRows, addItem } from "../rows-catalogue.ts";
import type { ItemRows } from "../rows-catalogue.ts";
import { addGoodsRows } from "../rows-goods.ts";
import { staffOf } from "../stage-stock.ts";
import { asPerson, askAs } from "./walk.ts";
import type { Stage, SubjectWalk } from "./walk.ts";

const named = (names: readonly string[]) => names.map((name) => `catalogue.${name}`);

/** Sets the list price of both variants of an unchanged item. */
async function setPrices(
  { test, world }: Stage,
  { itemUuid, variantUuid, otherVariantUuid }: ItemRows,
  price: { currency: string; price_cents: number },
) {
  const prices = [variantUuid, otherVariantUuid].map((variant_uuid) => ({
    ...price,
    variant_uuid,
    scope: "list" as const,
    scope_uuid: null,
  }));
  await askAs(test, world.provider, setItemPrices, { item_uuid: itemUuid, version: 1, prices });
}

const itemsWalk: SubjectWalk = {
  actions: named(["edit", "setPrices", "list", "withdraw"]),
  states: ["draft", "listed", "withdrawn", "draft without prices", "withdrawn without variants"],
  async make(stage, state, action) {
    const { world, ask, test } = stage;
    const status = state.split(" ")[0] as "draft" | "listed" | "withdrawn";
    const rows = await test.services.database.transaction(staffOf(world.providerA), async (tx) => {
      const item = await addItem(tx, { providerUuid: world.providerA, title: "Lamp", status });
      const ofProvider = { provider_uuid: world.providerA };
      if (state.endsWith("without prices"))
        await tx
          .deleteFrom("catalogue_price")
          .where("provider_uuid", "=", ofProvider.provider_uuid)
          .where("item_uuid", "=", item.itemUuid)
          .execute();
      if (state.endsWith("without variants"))
        await tx
          .updateTable("variant")
          .set({ is_archived: true })
          .where("provider_uuid", "=", ofProvider.provider_uuid)
          .where("product_uuid", "=", item.productUuid)
          .execute();
      return item;
    });
    const subject = await ask(getItem, { item_uuid: rows.itemUuid });
    const { item_uuid, version } = subject;
    const prices = subject.variants.map(({ variant_uuid }) => ({
      variant_uuid,
      currency: "USD",
      scope: "list",
      scope_uuid: null,
      price_cents: 900,
    }));
    return {
      subject,
      inputs: {
        "catalogue.update-item": { item_uuid, version, title: "Lantern", description: "Brass" },
        "catalogue.set-prices": { item_uuid, version, prices },
        "catalogue.set-status": { item_uuids: [item_uuid], status: action === "catalogue.list" ? "listed" : "withdrawn" },
      },
    };
  },
};

const offerWalk: SubjectWalk = {
  actions: named(["offer"]),
  states: ["of the provider", "of a retailer", "archived"],
  async make(stage, state) {
    const owner = state === "of a retailer" ? stage.world.retailer : stage.world.provider;
    const { productUuid } = await asPerson(stage, owner, (tx) => addGoodsRows(tx, owner));
    if (state === "archived")
      await asPerson(stage, owner, (tx) =>
        tx
          .updateTable("variant")
          .set({ is_archived: true })
          .where("provider_uuid", "=", stage.world.providerA)
          .where("product_uuid", "=", productUuid)
          .execute(),
      );
    const product = await stage.ask(getProduct, { product_uuid: productUuid });
    return { subject: product.variants[0], inputs: { "catalogue.add-items": { product_uuids: [productUuid] } } };
  },
};

const claimsWalk: SubjectWalk = {
  actions: named(["giveUp", "takeUp", "agree", "editClaim"]),
  states: ["active", "with new prices", "given up", "given up and gone", "gone"],
  async make(stage, state) {
    const { world, viewer, ask, test } = stage;
    const rows = await asPerson(stage, viewer.person, (tx) => addCatalogueRows(tx, viewer.person));
    if (state === "with new prices") await setPrices(stage, rows, { currency: "USD", price_cents: 1234 });
    if (state.startsWith("given up"))
      await asPerson(stage, viewer.person, (tx) =>
        tx
          .updateTable("claim")
          .set({ status: "withdrawn" })
          .where("provider_uuid", "=", world.providerA)
          .where("claim_uuid", "=", rows.claimUuid)
          .execute(),
      );
    if (state.endsWith("gone")) await askAs(test, world.provider, setItemStatus, { item_uuids: [rows.itemUuid], status: "withdrawn" });
    const subject = await ask(getClaim, { claim_uuid: rows.claimUuid });
    const { claim_uuid, item_uuid, version } = subject;
    const seen = subject.variants.map(({ variant_uuid, price_cents }) => ({ variant_uuid, price_cents }));
    return {
      subject,
      inputs: {
        "catalogue.withdraw-claims": { claim_uuids: [claim_uuid] },
        "catalogue.claim-items": { item_uuids: [item_uuid], seen },
        "catalogue.agree-to-prices": { claim_uuid, seen },
        "catalogue.update-claim": { claim_uuid, version, title: "Lantern", description: "", sale_currency: "USD", variants: [] },
      },
    };
  },
};

const offersWalk: SubjectWalk = {
  actions: named(["claim"]),
  states: ["free", "claimed", "without a price for this retailer"],
  async make(stage, state) {
    const { world, viewer, ask, test } = stage;
    const rows =
      state === "claimed"
        ? await asPerson(stage, viewer.person, (tx) => addCatalogueRows(tx, viewer.person))
        : await test.services.database.transaction(staffOf(world.providerA), (tx) =>
            addItem(tx, { providerUuid: world.providerA, title: "Lamp", status: "listed" }),
          );
    if (state.startsWith("without")) await setPrices(stage, rows, { currency: "JPY", price_cents: 1234 });
    const { result } = await ask(listOffers, { page_size: 200 });
    const subject = result.find(({ item_uuid }) => item_uuid === rows.itemUuid);
    return { subject, inputs: { "catalogue.claim-items": { item_uuids: [rows.itemUuid] } } };
  },
};

/** The supplier's items, what it may offer, and what retailers claim. */
export const catalogueWalks: readonly SubjectWalk[] = [itemsWalk, offerWalk, claimsWalk, offersWalk];
