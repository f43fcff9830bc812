import type { ImportKindName } from "#src/imports/imports.contract.ts";
import { productsImport } from "#server/goods/products.import.ts";
import { receiptsImport } from "#server/receipts/receipts.import.ts";
import { openingStockImport } from "#server/stock/opening-stock.import.ts";
import { locationsImport } from "#server/warehouses/locations.import.ts";
import type { ImportKind } from "./import-kind.ts";

/** Every kind of import. What is not in this list cannot be imported. */
export const importKinds: readonly ImportKind[] = [locationsImport, productsImport, receiptsImport, openingStockImport];

/** The kind of a name, or null. */
export function kindOf(name: ImportKindName): ImportKind | null {
  return importKinds.find((kind) => kind.name === name) ?? null;
}
