import { sql } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { setLowStock } from "#src/stock/low-stock.contract.ts";
import { writeAudit } from "#server/audit/audit.commands.ts";
import { variantOf } from "#server/goods/variants.queries.ts";
import { signedIn } from "#server/http/context.ts";
import type { CallContext } from "#server/http/context.ts";
import { tellStockChanged } from "./ledger.commands.ts";

/** Says below how many available pieces a SKU counts as low. Row-level security keeps a retailer to its own. */
export async function keepLowStock(
  context: CallContext,
  { variant_uuid, low_stock_quantity, seen }: ParsedInputOf<typeof setLowStock>,
): Promise<Result<{ low_stock_quantity: number | null }, RefusalName>> {
  const { providerUuid } = signedIn(context);
  const variant = providerUuid === null ? null : await variantOf(context.tx, providerUuid, variant_uuid);
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
  await tellStockChanged(context.tx, providerUuid, [{ variantUuid: variant.variant_uuid, ownerUuid: variant.owner_uuid }]);
  return ok({ low_stock_quantity });
}
