import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { getAnnouncedLotRefusal } from "#src/warehouse/receipts/lot-and-expiry.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { shareLockVariants } from "#server/warehouse/goods/lock-variants.commands.ts";
import type { SharedVariant } from "#server/warehouse/goods/lock-variants.commands.ts";
import type { ImportedLine } from "./check-receipt-rows.queries.ts";

/** Returns which of these warehouses are open. Takes no locks: submitting the draft checks again. */
async function findOpenWarehouses(tx: Tx, providerUuid: string, warehouseUuids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("warehouse")
    .select("warehouse_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("is_closed", "=", false)
    .where(sql<boolean>`warehouse_uuid = any (${[...new Set(warehouseUuids)]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ warehouse_uuid }) => warehouse_uuid));
}

function getProductProblem(product: SharedVariant | undefined, { lot, expires_on }: ImportedLine): RefusalName | null {
  if (product === undefined) return "receipts.skuUnknown";
  if (product.is_bundle) return "receipts.bundle";
  return getAnnouncedLotRefusal(product, { lot, hasDay: expires_on !== null });
}

/**
 * Checks imported lines again: since the check, products may have been merged, become bundles or changed their lot tracking, and warehouses closed.
 * Locks the products until the end of the transaction. Two statements for any number of lines.
 * @returns the first problem; null if none
 */
export async function recheckRows(tx: Tx, providerUuid: string, lines: readonly ImportedLine[]): Promise<RefusalName | null> {
  const listUuids = (field: "variant_uuid" | "warehouse_uuid") => lines.map((line) => line[field]);
  const products = await shareLockVariants(tx, providerUuid, listUuids("variant_uuid"));
  const warehouses = await findOpenWarehouses(tx, providerUuid, listUuids("warehouse_uuid"));
  for (const line of lines) {
    const problem = getProductProblem(products.get(line.variant_uuid), line);
    if (problem !== null) return problem;
    if (!warehouses.has(line.warehouse_uuid)) return "receipts.warehouseClosed";
  }
  return null;
}
