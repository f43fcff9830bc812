import { discardImport, postImport, uploadImport } from "#src/imports/imports.contract.ts";
import type { Obstacle, Viewer } from "#src/ui/action/action.ts";
import { defineActions } from "#src/ui/action/action.ts";
import { listCharges } from "#src/wallet/charges.contract.ts";
import { canBeCharged } from "#src/wallet/charges-place.rules.ts";
import { setLowStock } from "./low-stock.contract.ts";
import type { BalanceRow, MovementRow } from "./stock.contract.ts";
import { adjustStock, changeCondition, moveStock, reconcileStock } from "./stock.contract.ts";

/** Pieces that are reserved, or that a receipt waits for, stay what and where they are. */
function checkFree(free: number, { quantity, reserved }: Pick<BalanceRow, "quantity" | "reserved">): Obstacle | null {
  if (free > 0) return null;
  return { code: quantity - reserved <= 0 ? "stock.reservedElsewhere" : "stock.waitsForReceipt" };
}

function checkCharges(entry: Pick<MovementRow, "source_type" | "owner_uuid">, { scope }: Viewer): Obstacle | null {
  return canBeCharged(entry, scope.providerUuid) ? null : { code: null, isHidden: true };
}

/** What can be done with stock by hand. */
export const stockActions = defineActions({
  move: { calls: [moveStock], check: (balance: BalanceRow): Obstacle | null => checkFree(balance.movable, balance) },
  condition: {
    calls: [changeCondition],
    check: (balance: BalanceRow): Obstacle | null => checkFree(balance.changeable, balance),
  },
  adjust: { calls: [adjustStock] },
  low: { calls: [setLowStock] },
  upload: { calls: [uploadImport, postImport, discardImport, adjustStock] },
  /** to what was charged for a movement */
  charges: { calls: [listCharges], check: checkCharges },
  reconcile: { calls: [reconcileStock] },
});
