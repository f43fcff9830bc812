import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { setLowStock } from "#src/warehouse/stock/low-stock.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { findVariant } from "#server/warehouse/goods/variants.queries.ts";
import { requireActor } from "#server/platform/http/context.ts";
import type { CallContext } from "#server/platform/http/context.ts";
import { publishStockChanged } from "./ledger.commands.ts";

/** Sets the number of available pieces below which a SKU counts as low. Row-level security limits a retailer to its own SKUs. */
export async function saveLowStock(
  context: CallContext,
  { variant_uuid, low_stock_quantity, seen }: ParsedInputOf<typeof setLowStock>,
): Promise<Result<{ low_stock_quantity: number | null }, RefusalName>> {
  const { providerUuid } = requireActor(context);
  const variant = providerUuid === null ? null : await findVariant(context.tx, providerUuid, variant_uuid);
  if (providerUuid === null || variant === null || variant.merged_into_uuid !== null) return refuse("notFound");
  if (variant.is_bundle) return refuse("stock.bundleHasNoStock");
  const { numUpdatedRows } = await context.tx
    .updateTable("variant")
    .set({ low_stock_quantity, version: sql`version + 1`, updated_at: context.now })
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "=", variant.variant_uuid)
    .where(sql<boolean>`low_stock_quantity is not distinct from ${seen}::integer`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return refuse("changedMeanwhile");
  await writeAudit(context.tx, context, {
    action: "stock.set-low-stock",
    subjectType: "variant",
    subjectUuid: variant.variant_uuid,
    detail: { sku: variant.sku, from: seen, to: low_stock_quantity },
  });
  await publishStockChanged(context.tx, providerUuid, [{ variantUuid: variant.variant_uuid, ownerUuid: variant.owner_uuid }]);
  return ok({ low_stock_quantity });
}
