import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { addStorage, updateReceipt } from "#src/receipts/receipts.contract.ts";
import { getStepRefusal } from "#src/receipts/receipt-steps.rules.ts";
import { newId } from "#server/clock.ts";
import { namedOwner } from "#server/goods/owners.queries.ts";
import { nextNumber } from "#server/platform/number.commands.ts";
import { warehouseOf } from "#server/warehouses/warehouses.queries.ts";
import { dropLines, plainLines, writeLines } from "./draft-lines.commands.ts";
import { heldReceipt, moveOn, tellReceipt, writeEvent } from "./hold.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/** The warehouse that a receipt may be announced to, or why it may not. */
async function openWarehouse({ tx, providerUuid }: ReceiptScope, warehouseUuid: string | undefined): Promise<Result<string, RefusalName>> {
  if (warehouseUuid === undefined) return refuse("receipts.warehouseRequired");
  const warehouse = await warehouseOf(tx, providerUuid, warehouseUuid);
  if (warehouse === null) return refuse("notFound");
  return warehouse.is_closed ? refuse("receipts.warehouseClosed") : ok(warehouse.warehouse_uuid);
}

async function submitNow(scope: ReceiptScope, held: HeldReceipt): Promise<HeldReceipt> {
  return moveOn(scope, held, { event: "submit", status: "submitted", stamps: { submitted_at: scope.now, reason: "" } });
}

/**
 * Announces goods, as a draft or submitted at once.
 * @returns the receipt; a refusal where the warehouse, the owner or a product is not one that it may name
 */
export async function addReceipt(scope: ReceiptScope, input: ParsedInputOf<typeof addStorage>): Promise<Result<HeldReceipt, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { reference, expected_on, remark, lines: given, submit } = input;
  const owner_uuid = await namedOwner(tx, scope, input.owner_uuid);
  if (owner_uuid === null) return refuse("notFound");
  const warehouse = await openWarehouse(scope, input.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  const lines = await plainLines(scope, owner_uuid, given);
  if (!lines.ok) return lines;
  if (submit && lines.value.length === 0) return refuse("receipts.noLines");
  const receipt_uuid = newId();
  const receipt_number = await nextNumber(tx, providerUuid, "receipt", now);
  await tx
    .insertInto("receipt")
    .values({
      provider_uuid: providerUuid,
      receipt_uuid,
      receipt_number,
      reference,
      warehouse_uuid: warehouse.value,
      owner_uuid,
      expected_on,
      remark,
      created_by: userUuid,
      created_at: now,
    })
    .execute();
  // Once more: from here on it cannot be closed, but it may have been until now.
  const still = await openWarehouse(scope, warehouse.value);
  if (!still.ok) return still;
  const draft: HeldReceipt = { receipt_uuid, receipt_number, warehouse_uuid: warehouse.value, owner_uuid, status: "draft", version: 1 };
  await writeLines(scope, draft, lines.value);
  await writeEvent(scope, draft, { event: "create", from: "", to: "draft" });
  const made = submit ? await submitNow(scope, draft) : draft;
  await tellReceipt(scope, made);
  return ok(made);
}

/** Changes a draft, still as it was read: all of it, its lines too. */
export async function changeDraft(
  scope: ReceiptScope,
  input: ParsedInputOf<typeof updateReceipt>,
): Promise<Result<HeldReceipt, RefusalName>> {
  const { tx, providerUuid } = scope;
  const { reference, expected_on, remark, lines: given, submit } = input;
  const held = await heldReceipt(scope, input.receipt_uuid);
  if (held === null) return refuse("notFound");
  if (held.status !== "draft") return refuse("receipts.wrongState");
  if (held.version !== input.version) return refuse("changedMeanwhile");
  const warehouse = await openWarehouse(scope, input.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  const lines = await plainLines(scope, held.owner_uuid, given);
  if (!lines.ok) return lines;
  if (submit && lines.value.length === 0) return refuse("receipts.noLines");
  await tx
    .updateTable("receipt")
    .set({ reference, expected_on, remark, warehouse_uuid: warehouse.value })
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", held.receipt_uuid)
    .execute();
  const still = await openWarehouse(scope, warehouse.value);
  if (!still.ok) return still;
  await dropLines(scope, held.receipt_uuid);
  await writeLines(scope, held, lines.value);
  const changed = await moveOn(scope, held, { event: "update", status: "draft" });
  const settled = submit ? await submitNow(scope, changed) : changed;
  await tellReceipt(scope, settled);
  return ok(settled);
}

/** Deletes a draft, still as it was read, that was never anything else: one that had been submitted has a history, and can be cancelled. */
export async function dropDraft(
  scope: ReceiptScope,
  { receipt_uuid, version }: { receipt_uuid: string; version: number },
): Promise<Result<HeldReceipt, "notFound" | "receipts.wrongState" | "changedMeanwhile">> {
  const { tx, providerUuid } = scope;
  const held = await heldReceipt(scope, receipt_uuid);
  if (held === null) return refuse("notFound");
  if (held.version !== version) return refuse("changedMeanwhile");
  const earlier = await tx
    .selectFrom("receipt_event")
    .select("event_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("event", "=", "submit")
    .executeTakeFirst();
  const subject = { status: held.status, line_count: 0, is_warehouse_closed: false, was_submitted: earlier !== undefined };
  const refusal = getStepRefusal("delete", subject, scope.role);
  if (refusal !== null) return refuse("receipts.wrongState");
  await dropLines(scope, receipt_uuid);
  // Its events go with it: they are nobody's to delete otherwise.
  await tx.deleteFrom("receipt").where("provider_uuid", "=", providerUuid).where("receipt_uuid", "=", receipt_uuid).execute();
  await tellReceipt(scope, held);
  return ok(held);
}
