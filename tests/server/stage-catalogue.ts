import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { setItemPrices } from "#src/billing/catalogue/catalogue.contract.ts";
import type { CataloguePrice } from "#src/billing/catalogue/catalogue.contract.ts";
import { claimItems, getClaim, listOffers } from "#src/billing/catalogue/claims.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import { addItem } from "./rows-catalogue.ts";
import type { ItemRows } from "./rows-catalogue.ts";
import { staffOf } from "./stage-stock.ts";
import type { Person, World } from "./world.ts";

type Wanted = Partial<Omit<Parameters<typeof addItem>[1], "providerUuid">>;

/**
 * Functions for offers and claims: the first provider lists and prices, its first retailer views and claims by default.
 * @param on the server and its people, once they exist
 */
export function catalogueStage(on: () => { server: TestApp; world: World }) {
  const asStaff = <T>(work: (tx: Tx) => Promise<T>) => on().server.services.database.transaction(staffOf(on().world.providerA), work);
  const ask = <C extends Call>(call: C, input: InputOf<C>, { token }: Person = on().world.retailer) =>
    request(on().server.app, call, input, { token });
  const versions = new Map<string, number>();
  return {
    asStaff,
    ask,
    add: (wanted: Wanted = {}) =>
      asStaff((tx) => addItem(tx, { providerUuid: on().world.providerA, title: "Lamp", status: "listed", ...wanted })),
    /** Claims an item. @returns the claim's uuid, empty if there is no new one */
    claimed: async ({ itemUuid }: ItemRows, person?: Person) =>
      (await ask(claimItems, { item_uuids: [itemUuid] }, person)).data.claimed[0]?.claim_uuid ?? "",
    claimOf: async (uuid: string) => (await ask(getClaim, { claim_uuid: uuid })).data,
    offerOf: async ({ itemUuid }: ItemRows, person?: Person) =>
      (await ask(listOffers, { page_size: 200 }, person)).data.result.find(({ item_uuid }) => item_uuid === itemUuid),
    /** Sets the prices of an item's first variant, and the list price of the second. */
    async price(rows: ItemRows, prices: Partial<CataloguePrice>[]): Promise<void> {
      const common = { currency: "USD", scope: "list", scope_uuid: null, price_cents: 1000 } as const;
      const version = versions.get(rows.itemUuid) ?? 1;
      const all = [
        ...prices.map((one) => ({ ...common, variant_uuid: rows.variantUuid, ...one })),
        { ...common, variant_uuid: rows.otherVariantUuid },
      ];
      const { data } = await ask(setItemPrices, { item_uuid: rows.itemUuid, version, prices: all }, on().world.provider);
      versions.set(rows.itemUuid, data.version);
    },
    setVariant: (uuid: string, set: { is_archived?: boolean; merged_into_uuid?: string }) =>
      asStaff((tx) =>
        tx.updateTable("variant").set(set).where("provider_uuid", "=", on().world.providerA).where("variant_uuid", "=", uuid).execute(),
      ),
  };
}
