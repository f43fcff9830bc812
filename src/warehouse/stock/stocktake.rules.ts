import type { Stocktake } from "./stocktake.contract.ts";
import { getNextStocktakeStatus } from "./stocktake.machine.ts";
import type { StocktakeEvent } from "./stocktake.machine.ts";

/** What decides whether a stocktake can take a step. */
export type StocktakeProgress = Pick<Stocktake, "status" | "recount_count">;

/**
 * Returns why a stocktake cannot take a step now, or null. Buttons and commands share it.
 * While a differing line waits for its second count, only a recount is offered.
 */
export function getStepRefusal(
  { status, recount_count }: StocktakeProgress,
  step: StocktakeEvent,
): "stock.wrongStep" | "stock.recountFirst" | "stock.nothingDiffers" | null {
  if (getNextStocktakeStatus(status, step) === null) return "stock.wrongStep";
  if (step === "approve" && recount_count > 0) return "stock.recountFirst";
  if (step === "recount" && recount_count === 0) return "stock.nothingDiffers";
  return null;
}

/** Returns why a stocktake cannot be counted now, or null. The button and the counting calls share it. */
export function getCountRefusal({ status }: Pick<Stocktake, "status">): "stock.notCounting" | null {
  return getNextStocktakeStatus(status, "count") === null ? "stock.notCounting" : null;
}

/** Returns true if the first count is hidden: a second count is worthless if it is copied from the first. */
export function hidesFirstCount({ is_blind, status }: Pick<Stocktake, "is_blind" | "status">): boolean {
  return is_blind && status === "recount";
}
