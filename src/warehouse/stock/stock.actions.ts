import { discardImport, postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import { setLowStock } from "./low-stock.contract.ts";
import type { BalanceRow } from "./stock.contract.ts";
import { adjustStock, changeCondition, moveStock, reconcileStock } from "./stock.contract.ts";

/** Pieces that are reserved, or that a receipt waits for, cannot be moved or changed. */
function checkFree(free: number, { quantity, reserved }: Pick<BalanceRow, "quantity" | "reserved">): Obstacle | null {
  if (free > 0) return null;
  return { code: quantity - reserved <= 0 ? "stock.reservedElsewhere" : "stock.waitsForReceipt" };
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
  reconcile: { calls: [reconcileStock] },
});
