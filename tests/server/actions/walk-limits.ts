import { listPriceTiers } from "#src/billing/catalogue/catalogue.contract.ts";
import { mostPriceTiers } from "#src/billing/catalogue/catalogue.rules.ts";
import { getProduct } from "#src/warehouse/goods/goods.contract.ts";
import { mostBarcodes, mostVariants } from "#src/warehouse/goods/goods.rules.ts";
import { retrieveKeyInformation } from "#src/company/key-information/key-information.contract.ts";
import { mostStored } from "#src/company/key-information/key-information.rules.ts";
import { listRateCards } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { mostCards } from "#src/billing/rate-cards/rate-cards.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { addGoodsRows } from "../rows-goods.ts";
import { asPerson } from "./walk.ts";
import type { Stage, SubjectWalk } from "./walk.ts";

/** For everything with an upper limit: full, and with room; in this order, so that the other actions find room. */
const states = ["full", "with room"] as const;

/** Marks what fills something and is removed again; rows of the walk's other actions stay. */
const filler = "filler";
const fillers = (count: number) => Array.from({ length: Math.max(count, 0) }, () => ({ uuid: newId() }));

/** The staff of the viewer's supplier, or the retailer. */
const ownerOf = ({ world, viewer }: Stage) => (viewer.person.retailerUuid === null ? world.provider : viewer.person);

const goodsLimitsWalk: SubjectWalk = {
  actions: ["goods.addVariant", "goods.addBarcode"],
  states,
  async make(stage, state, action) {
    const owner = ownerOf(stage);
    const { product_uuid, variant_uuid } = await asPerson(stage, owner, async (tx) => {
      const rows = await addGoodsRows(tx, owner);
      const of = { provider_uuid: stage.world.providerA, owner_uuid: rows.ownerUuid };
      const goods = { ...of, product_uuid: rows.productUuid, variant_uuid: rows.variantUuid };
      if (state !== "full") return goods;
      if (action === "goods.addVariant")
        await tx
          .insertInto("variant")
          .values(fillers(mostVariants - 2).map(({ uuid }) => ({ ...goods, variant_uuid: uuid, sku: uuid, title: filler })))
          .execute();
      else
        await tx
          .insertInto("sku_barcode")
          .values(fillers(mostBarcodes).map(({ uuid }) => ({ ...of, variant_uuid: rows.variantUuid, barcode: uuid })))
          .execute();
      return goods;
    });
    const product = await stage.ask(getProduct, { product_uuid });
    const variant = product.variants.find((one) => one.variant_uuid === variant_uuid);
    return {
      subject: action === "goods.addVariant" ? product : variant,
      inputs: {
        "goods.add-variant": { product_uuid, sku: newId() },
        "goods.add-barcode": { variant_uuid, barcode: newId(), pieces: 1 },
      },
    };
  },
};

const keyInformationWalk: SubjectWalk = {
  actions: ["key-information.addContact", "key-information.addAuthentication"],
  states,
  async make(stage, state, action) {
    const owner = ownerOf(stage);
    const owner_uuid = owner.retailerUuid ?? owner.providerUuid ?? "";
    const isContact = action === "key-information.addContact";
    const table = isContact ? "contact" : "authentication";
    await asPerson(stage, owner, (tx) => tx.deleteFrom(table).where("owner_uuid", "=", owner_uuid).where("name", "=", filler).execute());
    const kept = async () => {
      const { contacts, authentications } = await stage.ask(retrieveKeyInformation, {});
      return isContact ? contacts : authentications;
    };
    const missing = state === "full" ? fillers(mostStored - (await kept()).length) : [];
    if (missing.length > 0)
      await asPerson(stage, owner, async (tx) => {
        if (isContact)
          await tx
            .insertInto("contact")
            .values(missing.map(({ uuid }) => ({ owner_uuid, contact_uuid: uuid, name: filler, type: "phone", detail: "1" })))
            .execute();
        else
          await tx
            .insertInto("authentication")
            .values(missing.map(({ uuid }) => ({ owner_uuid, authentication_uuid: uuid, type: "passport", name: filler, id_number: "1" })))
            .execute();
      });
    return { subject: await kept(), inputs: {} };
  },
};

const tiersWalk: SubjectWalk = {
  actions: ["catalogue.addTier"],
  states,
  async make(stage, state) {
    const provider_uuid = stage.world.providerA;
    const list = async () => (await stage.ask(listPriceTiers, {})).result;
    await asPerson(stage, stage.world.provider, (tx) =>
      tx.deleteFrom("price_tier").where("provider_uuid", "=", provider_uuid).where("name", "like", `${filler}%`).execute(),
    );
    const missing = state === "full" ? fillers(mostPriceTiers - (await list()).length) : [];
    if (missing.length > 0)
      await asPerson(stage, stage.world.provider, (tx) =>
        tx
          .insertInto("price_tier")
          .values(missing.map(({ uuid }) => ({ provider_uuid, price_tier_uuid: uuid, name: `${filler} ${uuid}`, created_at: new Date() })))
          .execute(),
      );
    return { subject: await list(), inputs: { "catalogue.save-price-tier": { name: newId() } } };
  },
};

const cardsWalk: SubjectWalk = {
  actions: ["rate-cards.create"],
  states,
  async make(stage, state) {
    const provider_uuid = stage.world.providerA;
    const list = async () => (await stage.ask(listRateCards, {})).result;
    await asPerson(stage, stage.world.provider, (tx) =>
      tx
        .updateTable("rate_card")
        .set({ is_archived: true })
        .where("provider_uuid", "=", provider_uuid)
        .where("name", "like", `${filler}%`)
        .execute(),
    );
    const missing = state === "full" ? fillers(mostCards - (await list()).length) : [];
    if (missing.length > 0)
      await asPerson(stage, stage.world.provider, (tx) =>
        tx
          .insertInto("rate_card")
          .values(
            missing.map(({ uuid }) => ({
              provider_uuid,
              rate_card_uuid: uuid,
              name: `${filler} ${uuid}`,
              currency: "USD",
              created_at: new Date(),
            })),
          )
          .execute(),
      );
    return { subject: await list(), inputs: { "rate-cards.create-rate-card": { name: newId(), currency: "EUR" } } };
  },
};

/** Everything with an upper limit. */
export const limitsWalks: readonly SubjectWalk[] = [goodsLimitsWalk, keyInformationWalk, tiersWalk, cardsWalk];
