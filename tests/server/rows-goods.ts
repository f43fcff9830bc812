import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { markerOf } from "./rows.ts";
import type { Person } from "./world.ts";

/** The rows of a person's goods calls. */
export interface GoodsRows {
  readonly ownerUuid: string;
  readonly productUuid: string;
  /** two of its variants, the second with a barcode */
  readonly variantUuid: string;
  readonly otherVariantUuid: string;
  readonly barcode: string;
}

/** Creates goods of a person's company: a product with two variants, with the person's marker in each text. @param tx acts for the person */
export async function addGoodsRows(tx: Tx, person: Person): Promise<GoodsRows> {
  const provider_uuid = person.providerUuid ?? "";
  const owner_uuid = person.retailerUuid ?? provider_uuid;
  const marker = markerOf(person);
  const [productUuid, variantUuid, otherVariantUuid] = [newId(), newId(), newId()];
  const barcode = `B${newId().slice(-12)}`;
  await tx.insertInto("product").values({ provider_uuid, product_uuid: productUuid, owner_uuid, title: marker, brand: marker }).execute();
  const common = { provider_uuid, product_uuid: productUuid, owner_uuid, title: marker };
  await tx
    .insertInto("variant")
    .values([
      { ...common, variant_uuid: variantUuid, sku: `${marker} ${variantUuid}` },
      { ...common, variant_uuid: otherVariantUuid, sku: `${marker} ${otherVariantUuid}` },
    ])
    .execute();
  await tx.insertInto("sku_barcode").values({ provider_uuid, barcode, variant_uuid: otherVariantUuid, owner_uuid }).execute();
  return { ownerUuid: owner_uuid, productUuid, variantUuid, otherVariantUuid, barcode };
}
