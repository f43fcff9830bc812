import { newId } from "#server/clock.ts";
import { floorLocation } from "#server/warehouses/locations.queries.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { suggestionsFor } from "./suggestions.queries.ts";

/** What waits to be put away of a line: one task, as the receipt is held, and where its pieces stand. */
export interface PendingTask {
  task_uuid: string;
  quantity: number;
  from_location_uuid: string;
}

/** The task that is open for a line; null where nothing waits. */
export async function pendingTaskOf(
  { tx, providerUuid }: ReceiptScope,
  { receipt_uuid }: HeldReceipt,
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

/** Where the pieces of a line stand until they are put away: with those of the line that wait already, or at the dock. */
export async function receivingPlace(scope: ReceiptScope, held: HeldReceipt, lineUuid: string): Promise<string> {
  const pending = await pendingTaskOf(scope, held, lineUuid);
  if (pending !== null) return pending.from_location_uuid;
  return (await floorLocation(scope.tx, scope.providerUuid, held.warehouse_uuid, "receiving")).location_uuid;
}

async function changePending({ tx, providerUuid }: ReceiptScope, { task_uuid }: PendingTask, quantity: number): Promise<void> {
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

/** Has more pieces of a line wait, at `locationUuid`. A task that is new suggests where to put them. */
export async function addPending(
  scope: ReceiptScope,
  held: HeldReceipt,
  line: { line_uuid: string; variant_uuid: string; lot: string },
  { quantity, locationUuid }: { quantity: number; locationUuid: string },
): Promise<void> {
  const pending = await pendingTaskOf(scope, held, line.line_uuid);
  if (pending !== null) {
    await changePending(scope, pending, pending.quantity + quantity);
    return;
  }
  const [best] = await suggestionsFor(scope, held, line);
  await scope.tx
    .insertInto("putaway_task")
    .values({
      provider_uuid: scope.providerUuid,
      task_uuid: newId(),
      receipt_uuid: held.receipt_uuid,
      line_uuid: line.line_uuid,
      owner_uuid: held.owner_uuid,
      quantity,
      from_location_uuid: locationUuid,
      suggested_location_uuid: best?.location_uuid ?? null,
      created_at: scope.now,
    })
    .execute();
}

/** Has fewer pieces of a line wait. @throws Error where fewer wait: the line's own figures were looked at before */
export async function takePending(scope: ReceiptScope, held: HeldReceipt, lineUuid: string, quantity: number): Promise<PendingTask> {
  const pending = await pendingTaskOf(scope, held, lineUuid);
  if (pending === null || pending.quantity < quantity) throw new Error("receipts: a line and its putaway differ");
  await changePending(scope, pending, pending.quantity - quantity);
  return pending;
}
