import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { hasIncoming, hasStock, lockVariants } from "./lock-variants.commands.ts";
import type { GoodsContext } from "./lock-variants.commands.ts";

/** Archives products whose variants are all archived, and restores the others. */
export async function refreshArchived({ tx, providerUuid, now }: GoodsContext, productUuids: readonly string[]): Promise<void> {
  await sql`
    update product p set is_archived = not p.is_archived, version = p.version + 1, updated_at = ${now}
    where p.provider_uuid = ${providerUuid} and p.product_uuid = any (${[...new Set(productUuids)]}::uuid[])
      and p.is_archived = exists (select from variant v where v.provider_uuid = p.provider_uuid and v.product_uuid = p.product_uuid
        and v.merged_into_uuid is null and not v.is_archived)`.execute(tx);
}

/** Archives or restores variants, all of them or none. @returns the ids of those that changed */
export async function archive(
  context: GoodsContext,
  variantUuids: readonly string[],
  isArchived: boolean,
): Promise<Result<string[], "notFound" | "goods.hasStock">> {
  const { tx, providerUuid, now } = context;
  const held = await lockVariants(tx, providerUuid, variantUuids);
  if (held === null) return refuse("notFound");
  const changed = held.filter(({ is_archived }) => is_archived !== isArchived);
  const uuids = changed.map(({ variant_uuid }) => variant_uuid);
  if (uuids.length === 0) return ok([]);
  if (isArchived && ((await hasStock(tx, providerUuid, uuids)) || (await hasIncoming(tx, providerUuid, uuids))))
    return refuse("goods.hasStock");
  await tx
    .updateTable("variant")
    .set((variant) => ({ is_archived: isArchived, version: variant("version", "+", 1), updated_at: now }))
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "in", uuids)
    .execute();
  await refreshArchived(
    context,
    changed.map(({ product_uuid }) => product_uuid),
  );
  return ok(uuids);
}
