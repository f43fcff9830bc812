import type { Role } from "#src/api/actors.ts";
import { nextState } from "#src/lib/machine.ts";
import type { Machine, Transition } from "#src/lib/machine.ts";

/** The states of a request to top up, as the database's `top_up_request_status_known` has them. */
export const topUpRequestStatuses = ["requested", "confirmed", "declined", "withdrawn"] as const;
export type TopUpRequestStatus = (typeof topUpRequestStatuses)[number];

export type TopUpRequestEvent = "confirm" | "decline" | "withdraw";

interface TopUpRequestTransition extends Transition<TopUpRequestStatus, TopUpRequestEvent> {
  readonly by: readonly Role[];
}

interface TopUpRequestMachine extends Machine<TopUpRequestStatus, TopUpRequestEvent> {
  readonly transitions: readonly TopUpRequestTransition[];
}

/** The life of a request to top up. Confirming records the top-up; each end is final. */
export const topUpRequestMachine: TopUpRequestMachine = {
  initial: "requested",
  states: topUpRequestStatuses,
  transitions: [
    { from: ["requested"], event: "confirm", to: "confirmed", by: ["provider"] },
    { from: ["requested"], event: "decline", to: "declined", by: ["provider"] },
    { from: ["requested"], event: "withdraw", to: "withdrawn", by: ["dropShipper"] },
  ],
};

/** The status after `event`, or null where the table does not allow it. */
export function getNextTopUpStatus(status: TopUpRequestStatus, event: TopUpRequestEvent): TopUpRequestStatus | null {
  return nextState(topUpRequestMachine, status, event);
}

/** Decides whether a request can end so. The server refuses with what this returns, and the screens show no button for it. */
export function getTopUpRequestRefusal(status: TopUpRequestStatus, event: TopUpRequestEvent): "wallet.requestDecided" | null {
  return getNextTopUpStatus(status, event) === null ? "wallet.requestDecided" : null;
}

/** The roles that may ever make this transition: what calls go by. */
export function getRolesFor(event: TopUpRequestEvent): Role[] {
  return topUpRequestMachine.transitions.filter((row) => row.event === event).flatMap(({ by }) => by);
}
