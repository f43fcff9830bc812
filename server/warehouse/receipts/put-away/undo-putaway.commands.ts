import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { lockReceipt, applyStep, publishReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import { postPieces } from "#server/warehouse/receipts/post-pieces.commands.ts";
import { getLine, listLines, withLine } from "#server/warehouse/receipts/lines.queries.ts";
import { addPendingPieces, findPendingTask } from "./pending-task.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";
import type { Undone } from "#server/warehouse/receipts/inspect/undo-inspection.commands.ts";

async function findTask({ tx, providerUuid }: ReceiptScope, taskUuid: string) {
  return tx
    .selectFrom("putaway_task")
    .select(["receipt_uuid", "line_uuid", "status", "quantity", "from_location_uuid", "location_uuid"])
    .where("provider_uuid", "=", providerUuid)
    .where("task_uuid", "=", taskUuid)
    .executeTakeFirst();
}

/** Cancels a task that was done. @returns its line as it is now */
async function cancelTask(
  { tx, providerUuid }: ReceiptScope,
  { receipt_uuid }: LockedReceipt,
  line: ReceiptLine,
  { taskUuid, quantity }: { taskUuid: string; quantity: number },
): Promise<ReceiptLine> {
  await tx
    .updateTable("putaway_task")
    .set((task) => ({ status: "cancelled", done_at: null, version: task("version", "+", 1) }))
    .where("provider_uuid", "=", providerUuid)
    .where("task_uuid", "=", taskUuid)
    .execute();
  const { put_away } = await tx
    .updateTable("receipt_line")
    .set((row) => ({ put_away: row("put_away", "-", quantity) }))
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("line_uuid", "=", line.line_uuid)
    .returning("put_away")
    .executeTakeFirstOrThrow();
  return { ...line, put_away };
}

/** Undoes a putaway: its pieces wait beside the others of their line again. Undoing the one that completed the receipt reopens it. */
export async function revertPutaway(scope: ReceiptScope, taskUuid: string): Promise<Result<Undone, RefusalName>> {
  const found = await findTask(scope, taskUuid);
  const locked = found === undefined ? null : await lockReceipt(scope, found.receipt_uuid);
  // Read again: it may have been undone while this transaction waited for the receipt's lock.
  const task = locked === null ? undefined : await findTask(scope, taskUuid);
  if (locked === null || task === undefined) return refuse("notFound");
  if (task.status === "cancelled") return refuse("receipts.undoneAlready");
  if (task.status !== "done" || task.location_uuid === null) return refuse("notFound");
  const status = getNextStatus(locked.status, "undo_putaway");
  if (status === null) return refuse("receipts.ended");
  const { quantity } = task;
  const lines = await listLines(scope, locked.receipt_uuid);
  const line = getLine(lines, task.line_uuid);
  const waiting = await findPendingTask(scope, locked, line.line_uuid);
  const back = waiting?.from_location_uuid ?? task.from_location_uuid;
  const posted = await postPieces(scope, locked, {
    source: { type: "putaway-undo", uuid: taskUuid },
    goods: line,
    moves: [
      {
        line: 1,
        quantity,
        from: { place: "location", locationUuid: task.location_uuid, condition: "good" },
        to: { place: "location", locationUuid: back, condition: "good" },
      },
    ],
    refusals: { "stock.notEnough": "receipts.standsElsewhere", "stock.postedAlready": "receipts.undoneAlready" },
  });
  if (!posted.ok) return posted;
  const undone = await cancelTask(scope, locked, line, { taskUuid, quantity });
  await addPendingPieces(scope, locked, line, quantity, { task: waiting, locationUuid: back });
  const stamps = locked.status === "completed" ? { ended_at: null } : {};
  await publishReceipt(scope, await applyStep(scope, locked, { event: "undo_putaway", status, stamps, detail: { quantity } }));
  return ok({ receiptUuid: locked.receipt_uuid, line: undone, lines: withLine(lines, undone) });
}
