import { mostBarcodes } from "#src/warehouse/goods/goods.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { lockVariant } from "./lock-variants.commands.ts";
import type { GoodsContext } from "./lock-variants.commands.ts";
import { insertBarcodes } from "./variant.commands.ts";

/** Adds a barcode to a variant, up to 20, or changes its number of pieces. @returns the product */
export async function saveBarcode(
  context: GoodsContext,
  { variant_uuid, barcode, pieces }: { variant_uuid: string; barcode: string; pieces: number },
): Promise<Result<string, "notFound" | "goods.tooManyBarcodes">> {
  const { tx, providerUuid } = context;
  const held = await lockVariant(tx, providerUuid, variant_uuid);
  if (held === null) return refuse("notFound");
  const there = await tx
    .selectFrom("sku_barcode")
    .select("barcode")
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "=", held.variant_uuid)
    .execute();
  const isNew = there.every((one) => one.barcode !== barcode);
  if (isNew && there.length >= mostBarcodes) return refuse("goods.tooManyBarcodes");
  await insertBarcodes(context, [{ variant_uuid: held.variant_uuid, owner_uuid: held.owner_uuid, barcode, pieces }]);
  return ok(held.product_uuid);
}

/** Removes a barcode from a variant; ignores one that it does not have. @returns the product */
export async function takeBarcode(
  { tx, providerUuid }: GoodsContext,
  { variant_uuid, barcode }: { variant_uuid: string; barcode: string },
): Promise<Result<string, "notFound">> {
  const held = await lockVariant(tx, providerUuid, variant_uuid);
  if (held === null) return refuse("notFound");
  await tx
    .deleteFrom("sku_barcode")
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "=", held.variant_uuid)
    .where("barcode", "=", barcode)
    .execute();
  return ok(held.product_uuid);
}
