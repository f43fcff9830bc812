import type { RefusalName } from "#src/kit/api/codes.ts";
import { refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { LedgerRefusal, Movement, Source } from "#server/warehouse/stock/ledger.commands.ts";
import type { LockedReceipt } from "./receipt.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

interface Posting {
  readonly source: Source;
  readonly goods: Pick<ReceiptLine, "variant_uuid" | "lot">;
  /** `line` numbers the movements of the source */
  readonly moves: readonly (Pick<Movement, "quantity" | "from" | "to"> & { readonly line: number })[];
  readonly reason?: string;
  /** what a refusal of the ledger means in this step, where the ledger's own text would not say it */
  readonly refusals?: Partial<Record<LedgerRefusal, RefusalName>>;
}

/** Posts pieces of one product of a receipt in the ledger, all of them or none. A refusal keeps the ledger's reason. */
export async function postPieces(
  { tx, providerUuid, userUuid, now, followUps }: ReceiptScope,
  { owner_uuid, warehouse_uuid }: LockedReceipt,
  { source, goods, moves, reason, refusals = {} }: Posting,
): Promise<Result<void, RefusalName>> {
  const movements = moves.map(({ line, ...move }): Movement => ({
    ...move,
    source: { ...source, line },
    variantUuid: goods.variant_uuid,
    ownerUuid: owner_uuid,
    warehouseUuid: warehouse_uuid,
    lot: goods.lot,
    ...(reason === undefined ? {} : { reason }),
  }));
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, movements);
  if (!posted.ok) return refuse(refusals[posted.problem] ?? posted.problem);
  // What reaches a location may be awaited by orders; from the dock it is not picked.
  if (source.type === "putaway") await followUps.stockFreed(tx, providerUuid, [goods.variant_uuid]);
  return posted;
}
