import { ok, refuse } from "#src/kit/lib/result.ts";
import { getBundleRefusal } from "#src/warehouse/goods/goods.rules.ts";
import type { Part } from "#src/warehouse/goods/goods.rules.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { hasIncoming, hasStock, lockVariants } from "./lock-variants.commands.ts";
import type { GoodsContext, LockedVariant } from "./lock-variants.commands.ts";

type BundleRefusal =
  | "notFound"
  | "changedMeanwhile"
  | "goods.bundleInBundle"
  | "goods.bundleOwners"
  | "goods.bundleHasStock"
  | "goods.bundleKeepsNoLots";

/**
 * Returns why a bundle cannot have these parts; null if it can. No part may be a bundle and no bundle a part, so there are no cycles.
 * @param isPart whether the bundle itself is a part of another
 */
async function bundleRefusal(
  { tx, providerUuid }: GoodsContext,
  bundle: LockedVariant,
  parts: readonly LockedVariant[],
  isPart: boolean,
): Promise<BundleRefusal | null> {
  const { variant_uuid, owner_uuid } = bundle;
  const isStored = (await hasStock(tx, providerUuid, [variant_uuid])) || (await hasIncoming(tx, providerUuid, [variant_uuid]));
  const refusal = getBundleRefusal({ ...bundle, is_part: isPart, is_stored: isStored });
  if (refusal !== null) return refusal;
  if (parts.some((part) => part.is_bundle || part.variant_uuid === variant_uuid)) return "goods.bundleInBundle";
  return parts.some((part) => part.owner_uuid !== owner_uuid) ? "goods.bundleOwners" : null;
}

/**
 * Sets a bundle's parts; without any it is no bundle any more. Locks the bundle and its parts, so that two calls cannot make a cycle.
 * @param components each part once, as the contract checks
 * @returns the product
 */
export async function saveBundle(
  context: GoodsContext,
  { variant_uuid, version, components }: { variant_uuid: string; version: number; components: readonly Part[] },
): Promise<Result<string, BundleRefusal>> {
  const { tx, providerUuid, now } = context;
  const uuid = variant_uuid.toLowerCase();
  const wanted = new Map(components.map((part) => [part.variant_uuid.toLowerCase(), part.quantity]));
  const held = await lockVariants(tx, providerUuid, [uuid, ...wanted.keys()]);
  const bundle = held?.find((one) => one.variant_uuid === uuid);
  if (held === null || bundle === undefined) return refuse("notFound");
  if (bundle.version !== version) return refuse("changedMeanwhile");
  if (wanted.size > 0) {
    const above = await tx
      .selectFrom("bundle_component")
      .select("bundle_uuid")
      .where("provider_uuid", "=", providerUuid)
      .where("component_uuid", "=", uuid)
      .limit(1)
      .executeTakeFirst();
    const parts = held.filter((one) => wanted.has(one.variant_uuid));
    const refusal = await bundleRefusal(context, bundle, parts, above !== undefined);
    if (refusal !== null) return refuse(refusal);
  }
  await tx.deleteFrom("bundle_component").where("provider_uuid", "=", providerUuid).where("bundle_uuid", "=", uuid).execute();
  if (wanted.size > 0)
    await tx
      .insertInto("bundle_component")
      .values(
        [...wanted].map(([component_uuid, quantity]) => ({
          provider_uuid: providerUuid,
          bundle_uuid: uuid,
          component_uuid,
          owner_uuid: bundle.owner_uuid,
          quantity,
        })),
      )
      .execute();
  await tx
    .updateTable("variant")
    .set({ is_bundle: wanted.size > 0, version: version + 1, updated_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "=", uuid)
    .execute();
  return ok(bundle.product_uuid);
}
