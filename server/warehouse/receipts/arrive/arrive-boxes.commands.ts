import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { isLikeBoxLabel, normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import { lockReceipt, applyStep, publishReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

/** Returns why nothing can arrive in this status. */
export function getArrivalRefusal(status: ReceiptStatus): Extract<RefusalName, "receipts.notConfirmed" | "receipts.ended"> {
  return status === "draft" || status === "submitted" ? "receipts.notConfirmed" : "receipts.ended";
}

/** What a scanned code was found to be. */
export interface ScannedReceipt {
  readonly found: "receipt" | "box";
  readonly receiptUuid: string;
  readonly boxNumber: number | null;
  readonly isAgain: boolean;
  /** whether the scan changed anything */
  readonly hasArrived: boolean;
}

async function findBox({ tx, providerUuid }: ReceiptScope, barcode: string) {
  return tx
    .selectFrom("receipt_box")
    .select(["receipt_uuid", "box_number"])
    .where("provider_uuid", "=", providerUuid)
    .where("barcode", "=", barcode)
    .executeTakeFirst();
}

async function findReceiptByNumber({ tx, providerUuid }: ReceiptScope, number: string): Promise<string | null> {
  const row = await tx
    .selectFrom("receipt")
    .select("receipt_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_number", "=", number)
    .executeTakeFirst();
  return row?.receipt_uuid ?? null;
}

/** Marks the given boxes of a receipt, or all, as arrived. @returns the numbers of those that had not arrived before */
async function markArrived(
  { tx, providerUuid, userUuid, now }: ReceiptScope,
  { receipt_uuid }: LockedReceipt,
  boxNumbers: readonly number[] | "all",
): Promise<number[]> {
  const marked = await tx
    .updateTable("receipt_box")
    .set({ arrived_at: now, arrived_by: userUuid })
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("arrived_at", "is", null)
    .$if(boxNumbers !== "all", (rows) => rows.where("box_number", "in", boxNumbers === "all" ? [] : boxNumbers))
    .returning("box_number")
    .execute();
  return marked.map(({ box_number }) => box_number);
}

/** Records the arrival of boxes; the first one makes the receipt arrived. @returns whether anything changed */
async function arrive(
  scope: ReceiptScope,
  locked: LockedReceipt,
  boxNumbers: readonly number[] | "all",
): Promise<Result<boolean, RefusalName>> {
  const status = getNextStatus(locked.status, "arrive");
  if (status === null) return refuse(getArrivalRefusal(locked.status));
  const marked = await markArrived(scope, locked, boxNumbers);
  if (marked.length === 0 && status === locked.status) return ok(false);
  const stamps = locked.status === "confirmed" ? { arrived_at: scope.now } : {};
  await publishReceipt(scope, await applyStep(scope, locked, { event: "arrive", status, stamps }));
  return ok(true);
}

/**
 * Finds the receipt or box of a scanned code. Scanning a box records its arrival; a receipt's number only opens the receipt.
 * @param openUuid the receipt on the screen: a box of another is refused
 */
export async function scanCode(
  scope: ReceiptScope,
  given: string,
  openUuid: string | undefined,
): Promise<Result<ScannedReceipt, RefusalName>> {
  const code = normalizeCode(given);
  const box = await findBox(scope, code);
  if (box === undefined) {
    const receiptUuid = await findReceiptByNumber(scope, code);
    if (receiptUuid === null) return refuse(isLikeBoxLabel(code) ? "receipts.boxUnknown" : "receipts.codeUnknown");
    return ok({ found: "receipt", receiptUuid, boxNumber: null, isAgain: false, hasArrived: false });
  }
  const { receipt_uuid: receiptUuid, box_number: boxNumber } = box;
  if (openUuid !== undefined && openUuid.toLowerCase() !== receiptUuid) return refuse("receipts.boxOfAnother");
  const locked = await lockReceipt(scope, receiptUuid);
  if (locked === null) return refuse("receipts.codeUnknown");
  const arrived = await arrive(scope, locked, [boxNumber]);
  if (!arrived.ok) return arrived;
  return ok({ found: "box", receiptUuid, boxNumber, isAgain: !arrived.value, hasArrived: arrived.value });
}

/** Records the arrival of the given boxes, or of all that are missing, for boxes without our labels. An unknown number refuses all. */
export async function arriveBoxes(
  scope: ReceiptScope,
  { receipt_uuid, box_numbers }: { receipt_uuid: string; box_numbers: readonly number[] },
): Promise<Result<boolean, RefusalName>> {
  const locked = await lockReceipt(scope, receipt_uuid);
  if (locked === null) return refuse("notFound");
  const wanted = [...new Set(box_numbers)];
  if (wanted.length === 0) return arrive(scope, locked, "all");
  const known = await scope.tx
    .selectFrom("receipt_box")
    .select("box_number")
    .where("provider_uuid", "=", scope.providerUuid)
    .where("receipt_uuid", "=", locked.receipt_uuid)
    .where("box_number", "in", wanted)
    .execute();
  return known.length === wanted.length ? arrive(scope, locked, wanted) : refuse("notFound");
}
