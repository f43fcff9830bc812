import { listBalances, listMovements, listReconciliations, listStock, stockAges, stockAt } from "./stock.contract.ts";
import { getStocktake, listStocktakeLines, listStocktakes, stocktakeLocation } from "./stocktake.contract.ts";

/** The calls that read stock: refreshed together after a change. */
export const stockReads = [
  listStock,
  listBalances,
  listMovements,
  stockAges,
  stockAt,
  listReconciliations,
  listStocktakes,
  getStocktake,
  listStocktakeLines,
  stocktakeLocation,
] as const;
