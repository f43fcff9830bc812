import { newId } from "#server/platform/runtime/clock.ts";
import { findFloorLocation } from "#server/warehouse/warehouses/locations.queries.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";
import { suggestLocations } from "./suggested-locations.queries.ts";

/** The one open task of a line: the pieces that wait to be put away, and where they are. */
export interface PendingTask {
  task_uuid: string;
  quantity: number;
  from_location_uuid: string;
}

/** Returns the open task of a line; null if nothing waits. */
export async function findPendingTask(
  { tx, providerUuid }: ReceiptScope,
  { receipt_uuid }: LockedReceipt,
  lineUuid: string,
): Promise<PendingTask | null> {
  const task = await tx
    .selectFrom("putaway_task")
    .select(["task_uuid", "quantity", "from_location_uuid"])
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("line_uuid", "=", lineUuid)
    .where("status", "in", ["pending", "assigned"])
    .executeTakeFirst();
  return task ?? null;
}

/** Where pieces of a line wait to be put away, and its open task if some already do. */
export interface WaitingPosition {
  readonly locationUuid: string;
  readonly task: PendingTask | null;
}

/** Finds where pieces of a line wait until they are put away: beside those of the line that already do, or at the dock. */
export async function findWaitingPosition(scope: ReceiptScope, locked: LockedReceipt, lineUuid: string): Promise<WaitingPosition> {
  const task = await findPendingTask(scope, locked, lineUuid);
  if (task !== null) return { task, locationUuid: task.from_location_uuid };
  const dock = await findFloorLocation(scope.tx, scope.providerUuid, locked.warehouse_uuid, "receiving");
  return { task, locationUuid: dock.location_uuid };
}

async function changePendingTask({ tx, providerUuid }: ReceiptScope, { task_uuid }: PendingTask, quantity: number): Promise<void> {
  if (quantity === 0)
    await tx.deleteFrom("putaway_task").where("provider_uuid", "=", providerUuid).where("task_uuid", "=", task_uuid).execute();
  else
    await tx
      .updateTable("putaway_task")
      .set((task) => ({ quantity, version: task("version", "+", 1) }))
      .where("provider_uuid", "=", providerUuid)
      .where("task_uuid", "=", task_uuid)
      .execute();
}

/** Adds pieces to the open task of a line, or opens one that suggests where to put them. */
export async function addPendingPieces(
  scope: ReceiptScope,
  locked: LockedReceipt,
  line: { line_uuid: string; variant_uuid: string; lot: string },
  quantity: number,
  { locationUuid, task }: WaitingPosition,
): Promise<void> {
  if (task !== null) {
    await changePendingTask(scope, task, task.quantity + quantity);
    return;
  }
  const [best] = await suggestLocations(scope, locked, line);
  await scope.tx
    .insertInto("putaway_task")
    .values({
      provider_uuid: scope.providerUuid,
      task_uuid: newId(),
      receipt_uuid: locked.receipt_uuid,
      line_uuid: line.line_uuid,
      owner_uuid: locked.owner_uuid,
      quantity,
      from_location_uuid: locationUuid,
      suggested_location_uuid: best?.location_uuid ?? null,
      created_at: scope.now,
    })
    .execute();
}

/** Removes pieces from the open task of a line. @throws Error if fewer wait: the caller has checked the line's own figures */
export async function removePendingPieces(
  scope: ReceiptScope,
  locked: LockedReceipt,
  lineUuid: string,
  quantity: number,
): Promise<PendingTask> {
  const pending = await findPendingTask(scope, locked, lineUuid);
  if (pending === null || pending.quantity < quantity) throw new Error("receipts: a putaway task has fewer pieces than are removed");
  await changePendingTask(scope, pending, pending.quantity - quantity);
  return pending;
}
