import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import type { ReceiptStatus } from "#src/receipts/receipts.machine.ts";
import { scannedCode } from "#src/receipts/receipts.rules.ts";
import { heldReceipt, moveOn, tellReceipt } from "./hold.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/** Why nothing can arrive for a receipt of this state. */
export function notReceiving(status: ReceiptStatus): Extract<RefusalName, "receipts.notConfirmed" | "receipts.ended"> {
  return status === "draft" || status === "submitted" ? "receipts.notConfirmed" : "receipts.ended";
}

/** What a scanned code names. */
export interface ScannedReceipt {
  readonly found: "receipt" | "box";
  readonly receiptUuid: string;
  readonly boxNumber: number | null;
  readonly isAgain: boolean;
  /** whether the scan changed anything */
  readonly hasArrived: boolean;
}

async function boxOf({ tx, providerUuid }: ReceiptScope, barcode: string) {
  return tx
    .selectFrom("receipt_box")
    .select(["receipt_uuid", "box_number"])
    .where("provider_uuid", "=", providerUuid)
    .where("barcode", "=", barcode)
    .executeTakeFirst();
}

async function receiptOfNumber({ tx, providerUuid }: ReceiptScope, number: string): Promise<string | null> {
  const row = await tx
    .selectFrom("receipt")
    .select("receipt_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_number", "=", number)
    .executeTakeFirst();
  return row?.receipt_uuid ?? null;
}

/** Marks boxes of a held receipt as arrived: those named, or all. @returns the numbers of those that were not before */
async function markArrived(
  { tx, providerUuid, userUuid, now }: ReceiptScope,
  { receipt_uuid }: HeldReceipt,
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

/** Has boxes arrive; the first makes the receipt arrived. @returns whether anything changed */
async function arrive(
  scope: ReceiptScope,
  held: HeldReceipt,
  boxNumbers: readonly number[] | "all",
): Promise<Result<boolean, RefusalName>> {
  const status = statusAfter(held.status, "arrive");
  if (status === null) return refuse(notReceiving(held.status));
  const marked = await markArrived(scope, held, boxNumbers);
  if (marked.length === 0 && status === held.status) return ok(false);
  const stamps = held.status === "confirmed" ? { arrived_at: scope.now } : {};
  await tellReceipt(scope, await moveOn(scope, held, { event: "arrive", status, stamps }));
  return ok(true);
}

/**
 * Finds what a code is in receiving. A box that is scanned has arrived; a number only opens its receipt.
 * @param openUuid the receipt that is being worked on: a box of another is refused
 */
export async function scanCode(
  scope: ReceiptScope,
  given: string,
  openUuid: string | undefined,
): Promise<Result<ScannedReceipt, RefusalName>> {
  const code = scannedCode(given);
  const box = await boxOf(scope, code);
  if (box === undefined) {
    const receiptUuid = await receiptOfNumber(scope, code);
    if (receiptUuid === null) return refuse("receipts.codeUnknown");
    return ok({ found: "receipt", receiptUuid, boxNumber: null, isAgain: false, hasArrived: false });
  }
  const { receipt_uuid: receiptUuid, box_number: boxNumber } = box;
  if (openUuid !== undefined && openUuid.toLowerCase() !== receiptUuid) return refuse("receipts.boxOfAnother");
  const held = await heldReceipt(scope, receiptUuid);
  if (held === null) return refuse("receipts.codeUnknown");
  const arrived = await arrive(scope, held, [boxNumber]);
  if (!arrived.ok) return arrived;
  return ok({ found: "box", receiptUuid, boxNumber, isAgain: !arrived.value, hasArrived: arrived.value });
}

/** Has the boxes named arrive, or all that are missing: those that bear none of our labels. A number that is none of the receipt's refuses all. */
export async function arriveBoxes(
  scope: ReceiptScope,
  { receipt_uuid, box_numbers }: { receipt_uuid: string; box_numbers: readonly number[] },
): Promise<Result<boolean, RefusalName>> {
  const held = await heldReceipt(scope, receipt_uuid);
  if (held === null) return refuse("notFound");
  const wanted = [...new Set(box_numbers)];
  if (wanted.length === 0) return arrive(scope, held, "all");
  const known = await scope.tx
    .selectFrom("receipt_box")
    .select("box_number")
    .where("provider_uuid", "=", scope.providerUuid)
    .where("receipt_uuid", "=", held.receipt_uuid)
    .where("box_number", "in", wanted)
    .execute();
  return known.length === wanted.length ? arrive(scope, held, wanted) : refuse("notFound");
}
