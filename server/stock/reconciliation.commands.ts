import { stockReconciled } from "#src/stock/stock.contract.ts";
import type { Difference } from "#src/stock/stock.contract.ts";
import type { Tx } from "#server/db/tx.ts";
import { tell } from "#server/realtime/events.ts";
import { movementId } from "./movement-id.ts";
import { lookThroughLedger } from "./reconciliation.queries.ts";

/**
 * Looks through a provider's ledger, writes down what was found, and tells the staff.
 * @param tx acts for the platform
 */
export async function reconcileLedger(
  tx: Tx,
  providerUuid: string,
  now: Date,
): Promise<{ balanceCount: number; differenceCount: number; differences: Difference[] }> {
  const found = await lookThroughLedger(tx, providerUuid);
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
  await tell(tx, stockReconciled, { providerUuid }, { reconciliation_uuid: reconciliationUuid, difference_count: found.differenceCount });
  return found;
}
