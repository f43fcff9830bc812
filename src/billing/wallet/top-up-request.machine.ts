import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import { getNextState } from "#src/kit/lib/machine.ts";
import type { Machine, Transition } from "#src/kit/lib/machine.ts";

/** The states of a top-up request, as in the database's `top_up_request_status_known`. */
export const topUpRequestStatuses = ["requested", "confirmed", "declined", "withdrawn"] as const;
export type TopUpRequestStatus = (typeof topUpRequestStatuses)[number];

export type TopUpRequestEvent = "confirm" | "decline" | "withdraw";

interface TopUpRequestTransition extends Transition<TopUpRequestStatus, TopUpRequestEvent> {
  readonly by: readonly Role[];
}

interface TopUpRequestMachine extends Machine<TopUpRequestStatus, TopUpRequestEvent> {
  readonly transitions: readonly TopUpRequestTransition[];
}

/** The lifecycle of a top-up request. Confirming records the top-up; all outcomes are final. */
export const topUpRequestMachine: TopUpRequestMachine = {
  initial: "requested",
  states: topUpRequestStatuses,
  transitions: [
    { from: ["requested"], event: "confirm", to: "confirmed", by: ["provider"] },
    { from: ["requested"], event: "decline", to: "declined", by: ["provider"] },
    { from: ["requested"], event: "withdraw", to: "withdrawn", by: ["dropShipper"] },
  ],
};

/** Returns the status after `event`, or null if the table does not allow it. */
export function getNextTopUpStatus(status: TopUpRequestStatus, event: TopUpRequestEvent): TopUpRequestStatus | null {
  return getNextState(topUpRequestMachine, status, event);
}

/** Decides whether a request allows this event. The server refuses with the result, and the screens hide the button. */
export function getTopUpRequestRefusal(status: TopUpRequestStatus, event: TopUpRequestEvent): "wallet.requestDecided" | null {
  return getNextTopUpStatus(status, event) === null ? "wallet.requestDecided" : null;
}

/** The properties that decide whether a request can be confirmed. */
export interface ConfirmedRequest {
  readonly status: TopUpRequestStatus;
  /** ISO 4217: the request's currency, and the wallet's current one */
  readonly currency: string;
  readonly wallet_currency: string;
}

/** Decides whether a request can be confirmed: it is undecided, and its wallet has no entry in another currency. */
export function getConfirmRefusal({
  status,
  currency,
  wallet_currency,
}: ConfirmedRequest): "wallet.requestDecided" | "wallet.requestCurrency" | null {
  return getTopUpRequestRefusal(status, "confirm") ?? (currency === wallet_currency ? null : "wallet.requestCurrency");
}

/** Returns the roles that may perform this transition, for the calls. */
export function getRolesFor(event: TopUpRequestEvent): Role[] {
  return topUpRequestMachine.transitions.filter((row) => row.event === event).flatMap(({ by }) => by);
}
