import { stockReconciled } from "#src/warehouse/stock/stock.contract.ts";
import type { Difference } from "#src/warehouse/stock/stock.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { movementId } from "./movement-id.ts";
import { checkLedger } from "./reconciliation.queries.ts";

/**
 * Reconciles a provider's ledger, saves the result and notifies the staff.
 * @param tx acts as the platform
 */
export async function reconcileLedger(
  tx: Tx,
  providerUuid: string,
  now: Date,
): Promise<{ balanceCount: number; differenceCount: number; differences: Difference[] }> {
  const found = await checkLedger(tx, providerUuid);
  const reconciliationUuid = movementId(now);
  await tx
    .insertInto("stock_reconciliation")
    .values({
      provider_uuid: providerUuid,
      reconciliation_uuid: reconciliationUuid,
      at: now,
      balance_count: found.balanceCount,
      difference_count: found.differenceCount,
      differences: JSON.stringify(found.differences),
    })
    .execute();
  await publishEvent(tx, stockReconciled, { providerUuid }, { reconciliation_uuid: reconciliationUuid });
  return found;
}
