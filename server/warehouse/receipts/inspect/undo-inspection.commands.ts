import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { getOpenPieces, getUndecidedPieces } from "#src/warehouse/receipts/receipts.rules.ts";
import { postPieces } from "#server/warehouse/receipts/post-pieces.commands.ts";
import { completeIfDone, lockReceipt, applyStep } from "#server/warehouse/receipts/receipt.commands.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import { getLine, listLines, withLine } from "#server/warehouse/receipts/lines.queries.ts";
import { removePendingPieces } from "#server/warehouse/receipts/put-away/pending-task.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

/** What an undone step leaves: its line, and all lines of the receipt, as they are now. */
export interface Undone {
  readonly receiptUuid: string;
  readonly line: ReceiptLine;
  readonly lines: readonly ReceiptLine[];
}

interface Inspection {
  inspection_uuid: string;
  receipt_uuid: string;
  line_uuid: string;
  qualified_quantity: number;
  unqualified_quantity: number;
  undone_at: Date | null;
}

async function findInspection({ tx, providerUuid }: ReceiptScope, inspectionUuid: string): Promise<Inspection | undefined> {
  return tx
    .selectFrom("inspection")
    .select(["inspection_uuid", "receipt_uuid", "line_uuid", "qualified_quantity", "unqualified_quantity", "undone_at"])
    .where("provider_uuid", "=", providerUuid)
    .where("inspection_uuid", "=", inspectionUuid)
    .executeTakeFirst();
}

/** Finds where the ledger put the unqualified pieces of an inspection. */
async function findQuarantine({ tx, providerUuid }: ReceiptScope, inspectionUuid: string): Promise<string> {
  const { location_uuid } = await tx
    .selectFrom("stock_entry")
    .select("location_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("source_type", "=", "receipt")
    .where("source_uuid", "=", inspectionUuid)
    .where("source_line", "=", 2)
    .where("location_uuid", "is not", null)
    .executeTakeFirstOrThrow();
  if (location_uuid === null) throw new Error("receipts: an inspection has no posted location");
  return location_uuid;
}

/** Posts the opposite of what an inspection posted. */
async function postBack(
  scope: ReceiptScope,
  locked: LockedReceipt,
  line: ReceiptLine,
  inspection: Inspection,
): Promise<Result<void, RefusalName>> {
  const { inspection_uuid, qualified_quantity: qualified, unqualified_quantity: unqualified } = inspection;
  const task = qualified > 0 ? await removePendingPieces(scope, locked, line.line_uuid, qualified) : null;
  const quarantine = unqualified > 0 ? await findQuarantine(scope, inspection_uuid) : null;
  const takeBack = (number: 1 | 2, quantity: number, locationUuid: string, condition: "good" | "quarantined") => ({
    line: number,
    quantity,
    from: { place: "location", locationUuid, condition } as const,
    to: { place: "arrival", condition } as const,
  });
  return postPieces(scope, locked, {
    source: { type: "receipt-undo", uuid: inspection_uuid },
    goods: line,
    moves: [
      ...(task === null ? [] : [takeBack(1, qualified, task.from_location_uuid, "good")]),
      ...(quarantine === null ? [] : [takeBack(2, unqualified, quarantine, "quarantined")]),
    ],
    refusals: { "stock.notEnough": "receipts.standsElsewhere", "stock.postedAlready": "receipts.undoneAlready" },
  });
}

/** Subtracts an inspection from its line and marks it as undone. @returns the line as it is now */
async function uncount({ tx, providerUuid, now }: ReceiptScope, line: ReceiptLine, inspection: Inspection): Promise<ReceiptLine> {
  const { inspection_uuid, receipt_uuid, line_uuid, qualified_quantity: qualified, unqualified_quantity: unqualified } = inspection;
  const counts = await tx
    .updateTable("receipt_line")
    .set((row) => ({
      counted: row("counted", "-", qualified + unqualified),
      qualified: row("qualified", "-", qualified),
      unqualified: row("unqualified", "-", unqualified),
    }))
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("line_uuid", "=", line_uuid)
    .returning(["counted as number", "qualified as qualified_quantity", "unqualified as unqualified_quantity"])
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("inspection")
    .set({ undone_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("inspection_uuid", "=", inspection_uuid)
    .execute();
  return { ...line, ...counts };
}

/** Undoes an inspection while as many pieces of its line are still where they were put. */
export async function revertInspection(scope: ReceiptScope, inspectionUuid: string): Promise<Result<Undone, RefusalName>> {
  const found = await findInspection(scope, inspectionUuid);
  const locked = found === undefined ? null : await lockReceipt(scope, found.receipt_uuid);
  // Read again: it may have been undone while this transaction waited for the receipt's lock.
  const inspection = locked === null ? undefined : await findInspection(scope, inspectionUuid);
  if (locked === null || inspection === undefined) return refuse("notFound");
  if (inspection.undone_at !== null) return refuse("receipts.undoneAlready");
  const status = getNextStatus(locked.status, "undo_inspection");
  if (status === null) return refuse("receipts.ended");
  const lines = await listLines(scope, locked.receipt_uuid);
  const line = getLine(lines, inspection.line_uuid);
  if (getOpenPieces(line) < inspection.qualified_quantity || getUndecidedPieces(line) < inspection.unqualified_quantity)
    return refuse("receipts.standsElsewhere");
  const posted = await postBack(scope, locked, line, inspection);
  if (!posted.ok) return posted;
  const undone = await uncount(scope, line, inspection);
  const quantity = inspection.qualified_quantity + inspection.unqualified_quantity;
  const moved = await applyStep(scope, locked, { event: "undo_inspection", status, detail: { quantity } });
  const now = withLine(lines, undone);
  await completeIfDone(scope, moved, now);
  return ok({ receiptUuid: locked.receipt_uuid, line: undone, lines: now });
}
