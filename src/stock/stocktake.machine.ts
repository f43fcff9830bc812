import { nextState } from "#src/lib/machine.ts";
import type { Machine } from "#src/lib/machine.ts";

/** The states of a stocktake, as the database's `stocktake_status_known` has them. */
export const stocktakeStatuses = ["draft", "counting", "recount", "approved", "cancelled"] as const;
export type StocktakeStatus = (typeof stocktakeStatuses)[number];

/** What happens to a stocktake. */
export type StocktakeEvent = "start" | "count" | "recount" | "approve" | "cancel";

/** The life of a stocktake (domain.md): what differs is counted again before it is approved; approving posts the differences. */
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

/** The state after `event`, or null where the table does not allow it: what buttons and commands go by. */
export function stocktakeAfter(status: StocktakeStatus, event: StocktakeEvent): StocktakeStatus | null {
  return nextState(stocktakeMachine, status, event);
}
