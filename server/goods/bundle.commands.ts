import { ok, refuse } from "#src/lib/result.ts";
import { getBundleRefusal } from "#src/goods/goods.rules.ts";
import type { Part } from "#src/goods/goods.rules.ts";
import type { Result } from "#src/lib/result.ts";
import { hasIncoming, hasStock, holdVariants } from "./held.commands.ts";
import type { GoodsContext, HeldVariant } from "./held.commands.ts";

type BundleRefusal =
  | "notFound"
  | "changedMeanwhile"
  | "goods.bundleInBundle"
  | "goods.bundleOwners"
  | "goods.bundleHasStock"
  | "goods.bundleKeepsNoLots";

/**
 * What speaks against a bundle of these parts; null where nothing does. As no part is a bundle, and no bundle a part, there is no ring.
 * @param isPart whether the bundle itself is a part of another
 */
async function bundleRefusal(
  { tx, providerUuid }: GoodsContext,
  bundle: HeldVariant,
  parts: readonly HeldVariant[],
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
 * Says what a bundle is made of; without parts it is none any more. The bundle and its parts are held meanwhile, so that no two of them become a
 * ring at once.
 * @param components each part once, as the contract wants it
 * @returns the product
 */
export async function setBundleOf(
  context: GoodsContext,
  { variant_uuid, version, components }: { variant_uuid: string; version: number; components: readonly Part[] },
): Promise<Result<string, BundleRefusal>> {
  const { tx, providerUuid, now } = context;
  const uuid = variant_uuid.toLowerCase();
  const wanted = new Map(components.map((part) => [part.variant_uuid.toLowerCase(), part.quantity]));
  const held = await holdVariants(tx, providerUuid, [uuid, ...wanted.keys()]);
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
