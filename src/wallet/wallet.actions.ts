import type { Obstacle } from "#src/ui/action/action.ts";
import { defineActions } from "#src/ui/action/action.ts";
import type { Charge } from "./charges.contract.ts";
import { addCharge, reverseCharge } from "./charges.contract.ts";
import type { ConfirmedRequest, TopUpRequestEvent } from "./top-up-request.machine.ts";
import { getConfirmRefusal, getTopUpRequestRefusal } from "./top-up-request.machine.ts";
import type { TopUpRequest } from "./top-up-requests.contract.ts";
import { confirmTopUpRequest, declineTopUpRequest, requestTopUp, withdrawTopUpRequest } from "./top-up-requests.contract.ts";
import type { TopUp } from "./wallet.contract.ts";
import { recordTopUp, reverseTopUp } from "./wallet.contract.ts";

const reversed: Obstacle = { code: "wallet.reversedAlready", isHidden: true };

function checkCharge({ state, is_credited }: Pick<Charge, "state" | "is_credited">): Obstacle | null {
  if (state === "reversed") return reversed;
  return is_credited ? { code: "wallet.creditedSince" } : null;
}

/** Another currency is said: the request can still be declined. */
function checkConfirm(request: ConfirmedRequest): Obstacle | null {
  const code = getConfirmRefusal(request);
  return code === "wallet.requestDecided" ? { code, isHidden: true } : code === null ? null : { code };
}

function checkRequest(event: Exclude<TopUpRequestEvent, "confirm">) {
  return ({ status }: Pick<TopUpRequest, "status">): Obstacle | null => {
    const code = getTopUpRequestRefusal(status, event);
    return code === null ? null : { code, isHidden: true };
  };
}

/** What a supplier can do with a retailer's wallet, and the retailer with its own. */
export const walletActions = defineActions({
  topUp: { calls: [recordTopUp] },
  charge: { calls: [addCharge] },
  reverseTopUp: {
    calls: [reverseTopUp],
    check: ({ is_reversed }: Pick<TopUp, "is_reversed">): Obstacle | null => (is_reversed ? reversed : null),
  },
  reverseCharge: { calls: [reverseCharge], check: checkCharge },
  requestTopUp: { calls: [requestTopUp] },
  confirmTopUp: { calls: [confirmTopUpRequest], check: checkConfirm },
  declineTopUp: { calls: [declineTopUpRequest], check: checkRequest("decline") },
  withdrawTopUp: { calls: [withdrawTopUpRequest], check: checkRequest("withdraw") },
});
