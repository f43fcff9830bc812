import type { Obstacle, Viewer } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { MovementRow } from "#src/warehouse/stock/stock.contract.ts";
import type { Charge } from "./charges.contract.ts";
import { addCharge, listCharges, reverseCharge } from "./charges.contract.ts";
import { canBeCharged } from "./charges-route.rules.ts";
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

/** Refuses another currency; the request can still be declined. */
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

function checkMovement(
  movement: Pick<MovementRow, "source_type" | "owner_uuid" | "for_retailer_uuid">,
  { scope }: Viewer,
): Obstacle | null {
  return canBeCharged(movement, scope.providerUuid) ? null : { code: null, isHidden: true };
}

/** A supplier's actions on a retailer's wallet, and the retailer's on its own. */
export const walletActions = defineActions({
  topUp: { calls: [recordTopUp] },
  charge: { calls: [addCharge] },
  reverseTopUp: {
    calls: [reverseTopUp],
    check: ({ is_reversed }: Pick<TopUp, "is_reversed">): Obstacle | null => (is_reversed ? reversed : null),
  },
  reverseCharge: { calls: [reverseCharge], check: checkCharge },
  /** opens the charges of a stock movement */
  movementCharges: { calls: [listCharges], check: checkMovement },
  requestTopUp: { calls: [requestTopUp] },
  confirmTopUp: { calls: [confirmTopUpRequest], check: checkConfirm },
  declineTopUp: { calls: [declineTopUpRequest], check: checkRequest("decline") },
  withdrawTopUp: { calls: [withdrawTopUpRequest], check: checkRequest("withdraw") },
});
