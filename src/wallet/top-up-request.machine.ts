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

/** What decides whether a request can be confirmed. */
export interface ConfirmedRequest {
  readonly status: TopUpRequestStatus;
  /** ISO 4217: the request's, and that of the wallet now */
  readonly currency: string;
  readonly wallet_currency: string;
}

/** Decides whether a request can be confirmed: nobody has decided it, and its wallet got no entry in another currency since. */
export function getConfirmRefusal({
  status,
  currency,
  wallet_currency,
}: ConfirmedRequest): "wallet.requestDecided" | "wallet.requestCurrency" | null {
  return getTopUpRequestRefusal(status, "confirm") ?? (currency === wallet_currency ? null : "wallet.requestCurrency");
}

/** The roles that may ever make this transition: what calls go by. */
export function getRolesFor(event: TopUpRequestEvent): Role[] {
  return topUpRequestMachine.transitions.filter((row) => row.event === event).flatMap(({ by }) => by);
}
