import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { addStorage, updateReceipt } from "#src/warehouse/receipts/receipts.contract.ts";
import { getStepRefusal } from "#src/warehouse/receipts/receipt-steps.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findNamedOwner } from "#server/warehouse/goods/owners.queries.ts";
import { takeNextNumber } from "#server/platform/db/document-number.commands.ts";
import { findWarehouse } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { deleteLines, resolveLines, writeLines } from "./draft-lines.commands.ts";
import { lockReceipt, applyStep, publishReceipt, writeEvent } from "#server/warehouse/receipts/receipt.commands.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

/** Finds the open warehouse that a receipt is announced to. */
async function findOpenWarehouse(
  { tx, providerUuid }: ReceiptScope,
  warehouseUuid: string | undefined,
): Promise<Result<string, RefusalName>> {
  if (warehouseUuid === undefined) return refuse("receipts.warehouseRequired");
  const warehouse = await findWarehouse(tx, providerUuid, warehouseUuid);
  if (warehouse === null) return refuse("notFound");
  return warehouse.is_closed ? refuse("receipts.warehouseClosed") : ok(warehouse.warehouse_uuid);
}

async function submitDraft(scope: ReceiptScope, locked: LockedReceipt): Promise<LockedReceipt> {
  return applyStep(scope, locked, { event: "submit", status: "submitted", stamps: { submitted_at: scope.now, reason: "" } });
}

/**
 * Creates a receipt, as a draft or submitted at once.
 * @returns the receipt; a refusal if the caller may not use the warehouse, the owner or a product
 */
export async function addReceipt(
  scope: ReceiptScope,
  input: ParsedInputOf<typeof addStorage>,
): Promise<Result<LockedReceipt, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { reference, expected_on, remark, lines: given, submit } = input;
  const owner_uuid = await findNamedOwner(tx, scope, input.owner_uuid);
  if (owner_uuid === null) return refuse("notFound");
  const warehouse = await findOpenWarehouse(scope, input.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  const lines = await resolveLines(scope, owner_uuid, given);
  if (!lines.ok) return lines;
  if (submit && lines.value.length === 0) return refuse("receipts.noLines");
  const receipt_uuid = newId();
  const receipt_number = await takeNextNumber(tx, providerUuid, "receipt", now);
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
  // Checked again: the receipt's row keeps the warehouse open from here on, but it may have been closed until now.
  const still = await findOpenWarehouse(scope, warehouse.value);
  if (!still.ok) return still;
  const draft: LockedReceipt = { receipt_uuid, receipt_number, warehouse_uuid: warehouse.value, owner_uuid, status: "draft", version: 1 };
  await writeLines(scope, draft, lines.value);
  await writeEvent(scope, draft, { event: "create", from: "", to: "draft" });
  const made = submit ? await submitDraft(scope, draft) : draft;
  await publishReceipt(scope, made);
  return ok(made);
}

/** Replaces a draft, lines included, if its version is still the given one. */
export async function changeDraft(
  scope: ReceiptScope,
  input: ParsedInputOf<typeof updateReceipt>,
): Promise<Result<LockedReceipt, RefusalName>> {
  const { tx, providerUuid } = scope;
  const { reference, expected_on, remark, lines: given, submit } = input;
  const locked = await lockReceipt(scope, input.receipt_uuid);
  if (locked === null) return refuse("notFound");
  if (locked.status !== "draft") return refuse("receipts.wrongState");
  if (locked.version !== input.version) return refuse("changedMeanwhile");
  const warehouse = await findOpenWarehouse(scope, input.warehouse_uuid);
  if (!warehouse.ok) return warehouse;
  const lines = await resolveLines(scope, locked.owner_uuid, given);
  if (!lines.ok) return lines;
  if (submit && lines.value.length === 0) return refuse("receipts.noLines");
  await tx
    .updateTable("receipt")
    .set({ reference, expected_on, remark, warehouse_uuid: warehouse.value })
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", locked.receipt_uuid)
    .execute();
  const still = await findOpenWarehouse(scope, warehouse.value);
  if (!still.ok) return still;
  await deleteLines(scope, locked.receipt_uuid);
  await writeLines(scope, locked, lines.value);
  const changed = await applyStep(scope, locked, { event: "update", status: "draft" });
  const auditAndReturn = submit ? await submitDraft(scope, changed) : changed;
  await publishReceipt(scope, auditAndReturn);
  return ok(auditAndReturn);
}

/** Deletes a draft that was never submitted, if its version is still the given one. A submitted one has a history, and is cancelled instead. */
export async function removeDraft(
  scope: ReceiptScope,
  { receipt_uuid, version }: { receipt_uuid: string; version: number },
): Promise<Result<LockedReceipt, "notFound" | "receipts.wrongState" | "changedMeanwhile">> {
  const { tx, providerUuid } = scope;
  const locked = await lockReceipt(scope, receipt_uuid);
  if (locked === null) return refuse("notFound");
  if (locked.version !== version) return refuse("changedMeanwhile");
  const earlier = await tx
    .selectFrom("receipt_event")
    .select("event_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("event", "=", "submit")
    .executeTakeFirst();
  const subject = { status: locked.status, line_count: 0, is_warehouse_closed: false, was_submitted: earlier !== undefined };
  const refusal = getStepRefusal("delete", subject, scope.role);
  if (refusal !== null) return refuse("receipts.wrongState");
  await deleteLines(scope, receipt_uuid);
  // The delete cascades to its events, which the application may not delete itself.
  await tx.deleteFrom("receipt").where("provider_uuid", "=", providerUuid).where("receipt_uuid", "=", receipt_uuid).execute();
  await publishReceipt(scope, locked);
  return ok(locked);
}
