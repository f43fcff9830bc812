import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import { postMovements } from "#server/stock/ledger.commands.ts";
import { heldReceipt, moveOn, tellReceipt } from "./hold.commands.ts";
import { lineIn, linesOf } from "./lines.queries.ts";
import { addPending, pendingTaskOf } from "./pending-task.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import type { Undone } from "./undo-inspection.commands.ts";

async function taskRow({ tx, providerUuid }: ReceiptScope, taskUuid: string) {
  return tx
    .selectFrom("putaway_task")
    .select(["receipt_uuid", "line_uuid", "status", "quantity", "from_location_uuid", "location_uuid"])
    .where("provider_uuid", "=", providerUuid)
    .where("task_uuid", "=", taskUuid)
    .executeTakeFirst();
}

async function cancelTask({ tx, providerUuid }: ReceiptScope, taskUuid: string, lineUuid: string, quantity: number): Promise<void> {
  await tx
    .updateTable("putaway_task")
    .set((task) => ({ status: "cancelled", done_at: null, version: task("version", "+", 1) }))
    .where("provider_uuid", "=", providerUuid)
    .where("task_uuid", "=", taskUuid)
    .execute();
  await tx
    .updateTable("receipt_line")
    .set((line) => ({ put_away: line("put_away", "-", quantity) }))
    .where("provider_uuid", "=", providerUuid)
    .where("line_uuid", "=", lineUuid)
    .execute();
}

/** Takes a putaway back: its pieces wait again where the others of their line do. One that completed its receipt opens it again. */
export async function undoPutawayOf(scope: ReceiptScope, taskUuid: string): Promise<Result<Undone, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const found = await taskRow(scope, taskUuid);
  const held = found === undefined ? null : await heldReceipt(scope, found.receipt_uuid);
  // Read again: it may have been taken back while we waited for the receipt.
  const task = held === null ? undefined : await taskRow(scope, taskUuid);
  if (held === null || task === undefined) return refuse("notFound");
  if (task.status === "cancelled") return refuse("receipts.undoneAlready");
  if (task.status !== "done" || task.location_uuid === null) return refuse("notFound");
  const status = statusAfter(held.status, "undo_putaway");
  if (status === null) return refuse("receipts.ended");
  const { line_uuid: lineUuid, quantity } = task;
  const line = lineIn(await linesOf(scope, held.receipt_uuid), lineUuid);
  const back = (await pendingTaskOf(scope, held, lineUuid))?.from_location_uuid ?? task.from_location_uuid;
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, [
    {
      source: { type: "putaway-undo", uuid: taskUuid, line: 1 },
      variantUuid: line.variant_uuid,
      ownerUuid: held.owner_uuid,
      warehouseUuid: held.warehouse_uuid,
      lot: line.lot,
      quantity,
      from: { place: "location", locationUuid: task.location_uuid, condition: "good" },
      to: { place: "location", locationUuid: back, condition: "good" },
    },
  ]);
  if (!posted.ok) return refuse("receipts.standsElsewhere");
  await cancelTask(scope, taskUuid, lineUuid, quantity);
  await addPending(scope, held, line, { quantity, locationUuid: back });
  const stamps = held.status === "completed" ? { ended_at: null } : {};
  await tellReceipt(scope, await moveOn(scope, held, { event: "undo_putaway", status, stamps, detail: { quantity } }));
  return ok({ receiptUuid: held.receipt_uuid, lineUuid });
}
