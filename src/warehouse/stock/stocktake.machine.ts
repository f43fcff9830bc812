import { getNextState } from "#src/kit/lib/machine.ts";
import type { Machine } from "#src/kit/lib/machine.ts";

/** The states of a stocktake, as in the constraint `stocktake_status_known`. */
export const stocktakeStatuses = ["draft", "counting", "recount", "approved", "cancelled"] as const;
export type StocktakeStatus = (typeof stocktakeStatuses)[number];

/** The events of a stocktake. */
export type StocktakeEvent = "start" | "count" | "recount" | "approve" | "cancel";

/** The life of a stocktake (domain.md): differences are recounted before approval; approving posts them. */
export const stocktakeMachine: Machine<StocktakeStatus, StocktakeEvent> = {
  initial: "draft",
  states: stocktakeStatuses,
  transitions: [
    { from: ["draft"], event: "start", to: "counting" },
    { from: ["counting"], event: "count", to: "counting" },
    { from: ["recount"], event: "count", to: "recount" },
    { from: ["counting"], event: "recount", to: "recount" },
    { from: ["counting", "recount"], event: "approve", to: "approved" },
    { from: ["draft", "counting", "recount"], event: "cancel", to: "cancelled" },
  ],
};

/** Returns the state after `event`, or null if it is not allowed: used by buttons and commands. */
export function getNextStocktakeStatus(status: StocktakeStatus, event: StocktakeEvent): StocktakeStatus | null {
  return getNextState(stocktakeMachine, status, event);
}
