import type { ProductFields } from "#src/warehouse/goods/goods.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { GoodsContext } from "./lock-variants.commands.ts";
import { insertVariants } from "./variant.commands.ts";
import type { NewVariant } from "./variant.commands.ts";

/** Creates a product with its variants. @returns its id */
export async function makeProduct(
  context: GoodsContext,
  ownerUuid: string,
  { variants, ...fields }: ProductFields & { variants: readonly NewVariant[] },
): Promise<Result<string, "goods.skuTaken">> {
  const { tx, providerUuid, now } = context;
  const productUuid = newId();
  await tx
    .insertInto("product")
    .values({ ...fields, provider_uuid: providerUuid, product_uuid: productUuid, owner_uuid: ownerUuid, created_at: now, updated_at: now })
    .execute();
  const made = await insertVariants(context, { productUuid, ownerUuid }, variants);
  return made.ok ? ok(productUuid) : made;
}

/** Locks a product until the end of the transaction; null if there is none. */
export async function lockProduct({ tx, providerUuid }: GoodsContext, productUuid: string) {
  const held = await tx
    .selectFrom("product")
    .select(["product_uuid", "owner_uuid", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "=", productUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held ?? null;
}

/** Updates a product if its version is still the given one. */
export async function changeProduct(
  context: GoodsContext,
  { product_uuid, version, ...fields }: ProductFields & { product_uuid: string; version: number },
): Promise<Result<string, "notFound" | "changedMeanwhile">> {
  const { tx, providerUuid, now } = context;
  const held = await lockProduct(context, product_uuid);
  if (held === null) return refuse("notFound");
  if (held.version !== version) return refuse("changedMeanwhile");
  await tx
    .updateTable("product")
    .set({ ...fields, version: version + 1, updated_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("product_uuid", "=", held.product_uuid)
    .execute();
  return ok(held.product_uuid);
}
