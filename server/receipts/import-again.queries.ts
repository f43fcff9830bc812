import { sql } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import type { Tx } from "#server/db/tx.ts";
import { keepVariants } from "#server/goods/held.commands.ts";
import type { KeptVariant } from "#server/goods/held.commands.ts";
import type { ImportedLine } from "./imported-rows.ts";

/** Those of some warehouses that are open. Only looked at: a retailer holds none, and a draft is looked at again when it is submitted. */
async function openAmong(tx: Tx, providerUuid: string, warehouseUuids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("warehouse")
    .select("warehouse_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("is_closed", "=", false)
    .where(sql<boolean>`warehouse_uuid = any (${[...new Set(warehouseUuids)]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ warehouse_uuid }) => warehouse_uuid));
}

function productProblem(product: KeptVariant | undefined, lot: string): RefusalName | null {
  if (product === undefined) return "receipts.skuUnknown";
  if (product.is_bundle) return "receipts.bundle";
  return lot !== "" && !product.keeps_lots ? "receipts.lotNotKept" : null;
}

/**
 * Looks at lines again that were checked days ago: products may have been merged, made bundles or kept otherwise since, warehouses closed. The
 * products stay as they are until the end of the transaction. Two statements, however many lines there are.
 * @returns the first thing that is wrong; null for nothing
 */
export async function importedProblem(tx: Tx, providerUuid: string, lines: readonly ImportedLine[]): Promise<RefusalName | null> {
  const uuidsOf = (field: "variant_uuid" | "warehouse_uuid") => lines.map((line) => line[field]);
  const products = await keepVariants(tx, providerUuid, uuidsOf("variant_uuid"));
  const warehouses = await openAmong(tx, providerUuid, uuidsOf("warehouse_uuid"));
  for (const { variant_uuid, warehouse_uuid, lot } of lines) {
    const problem = productProblem(products.get(variant_uuid), lot);
    if (problem !== null) return problem;
    if (!warehouses.has(warehouse_uuid)) return "receipts.warehouseClosed";
  }
  return null;
}
