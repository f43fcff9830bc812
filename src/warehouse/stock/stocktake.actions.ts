import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
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
import type { StocktakeEvent } from "./stocktake.machine.ts";
import { getCountRefusal, getStepRefusal } from "./stocktake.rules.ts";
import type { StocktakeProgress } from "./stocktake.rules.ts";

/** Hides a step that the state does not allow: only the next steps are shown. */
function checkStep(step: StocktakeEvent) {
  return (stocktake: StocktakeProgress): Obstacle | null => {
    const code = getStepRefusal(stocktake, step);
    return code === null ? null : { code, isHidden: true };
  };
}

function checkCount(stocktake: StocktakeProgress): Obstacle | null {
  const code = getCountRefusal(stocktake);
  return code === null ? null : { code, isHidden: true };
}

/** What can be done with stocktakes. */
export const stocktakeActions = defineActions({
  plan: { calls: [createStocktake] },
  start: { calls: [startStocktake], check: checkStep("start") },
  recount: { calls: [recountStocktake], check: checkStep("recount") },
  approve: { calls: [approveStocktake], check: checkStep("approve") },
  cancel: { calls: [cancelStocktake], check: checkStep("cancel") },
  count: { calls: [countStock, undoCount, finishLocation, reopenLocation], check: checkCount },
});
