import { ordersImport } from "#server/outbound/orders/import/orders-import.ts";
import { productsImport } from "#server/warehouse/goods/products-import.ts";
import { tracksImport } from "#server/outbound/waybills/tracks-import.ts";
import { receiptsImport } from "#server/warehouse/receipts/import/receipts-import.ts";
import { openingStockImport } from "#server/warehouse/stock/opening-stock-import.ts";
import { locationsImport } from "#server/warehouse/warehouses/locations-import.ts";
import type { ImportKind } from "./warehouse/imports/import-kind.ts";

/** Every kind of import. What is not in this list cannot be imported. */
export const importKinds: readonly ImportKind[] = [
  ordersImport,
  locationsImport,
  productsImport,
  receiptsImport,
  openingStockImport,
  tracksImport,
];
