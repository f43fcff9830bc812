import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { getMostToCount, sumByVariant } from "#src/warehouse/receipts/receipts.rules.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";
import { readWarehouseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";

/** The scanned product, and whether the receipt announces it. */
interface ScannedProduct {
  readonly variant: Pick<ReceiptLine, "variant_uuid">;
  readonly isAnnounced: boolean;
}

/**
 * Whether a product's count, over all of its lines, exceeds what the receipt announces and the warehouse tolerates.
 */
async function isTooMuch(
  { tx, providerUuid }: ReceiptScope,
  { warehouse_uuid }: LockedReceipt,
  { expected, number }: { expected: number; number: number },
): Promise<boolean> {
  if (number <= expected) return false;
  const { over_receipt_percent } = await readWarehouseSettings(tx, providerUuid, warehouse_uuid);
  return number > getMostToCount(expected, over_receipt_percent);
}

/**
 * Checks how many pieces are counted. More than the receipt announces and the warehouse tolerates, or unannounced goods, are refused unless the provider
 * confirms them.
 * @param pieces those of this count
 * @returns `problem`: the refusal, null if they may be counted; `isOver`: more than allowed, or unannounced
 */
export async function checkOverReceipt(
  scope: ReceiptScope,
  locked: LockedReceipt,
  { lines, meant, pieces, allowOver }: { lines: readonly ReceiptLine[]; meant: ScannedProduct; pieces: number; allowOver: boolean },
): Promise<{ problem: RefusalName | null; isOver: boolean }> {
  if (pieces === 0) return { problem: "receipts.nothingCounted", isOver: false };
  const sum = sumByVariant(lines).get(meant.variant.variant_uuid) ?? { expected: 0, number: 0 };
  const isOver = !meant.isAnnounced || (await isTooMuch(scope, locked, { expected: sum.expected, number: sum.number + pieces }));
  if (!isOver || (allowOver && scope.role === "provider")) return { problem: null, isOver };
  return { problem: meant.isAnnounced ? "receipts.moreThanAnnounced" : "receipts.notOnReceipt", isOver };
}
