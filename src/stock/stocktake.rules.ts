import type { Stocktake } from "./stocktake.contract.ts";
import { stocktakeAfter } from "./stocktake.machine.ts";
import type { StocktakeEvent } from "./stocktake.machine.ts";

/** What decides whether a stocktake can take a step. */
export type StocktakeProgress = Pick<Stocktake, "status" | "recount_count">;

/**
 * Why a stocktake cannot take a step now, or null. The buttons and the commands both ask here: while a line that differs waits for its second count,
 * a recount is all that is offered.
 */
export function getStepRefusal(
  { status, recount_count }: StocktakeProgress,
  step: StocktakeEvent,
): "stock.wrongStep" | "stock.recountFirst" | "stock.nothingDiffers" | null {
  if (stocktakeAfter(status, step) === null) return "stock.wrongStep";
  if (step === "approve" && recount_count > 0) return "stock.recountFirst";
  if (step === "recount" && recount_count === 0) return "stock.nothingDiffers";
  return null;
}

/** Why a stocktake is not counted now, or null. The button and the calls of a count both ask here. */
export function getCountRefusal({ status }: Pick<Stocktake, "status">): "stock.notCounting" | null {
  return stocktakeAfter(status, "count") === null ? "stock.notCounting" : null;
}

/** Whether a count hides the first figure: a second count is only worth something when it is not copied from the first. */
export function hidesFirstCount({ is_blind, status }: Pick<Stocktake, "is_blind" | "status">): boolean {
  return is_blind && status === "recount";
}
