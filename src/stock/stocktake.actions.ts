import { defineActions } from "#src/ui/action/action.ts";
import {
  approveStocktake,
  cancelStocktake,
  countStock,
  createStocktake,
  finishLocation,
  recountStocktake,
  reopenLocation,
  startStocktake,
  undoCount,
} from "./stocktake.contract.ts";

/** What can be done with stocktakes. */
export const stocktakeActions = defineActions({
  plan: { calls: [createStocktake] },
  start: { calls: [startStocktake] },
  recount: { calls: [recountStocktake] },
  approve: { calls: [approveStocktake] },
  cancel: { calls: [cancelStocktake] },
  count: { calls: [countStock, undoCount, finishLocation, reopenLocation] },
});
