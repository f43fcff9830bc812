import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { DeskStep as AnyDeskStep, StepSubject } from "#src/warehouse/receipts/receipt-steps.rules.ts";
import { getStepRefusal } from "#src/warehouse/receipts/receipt-steps.rules.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { findWarehouse } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { lockReceipt, applyStep, publishReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

/** The desk's steps that are transitions of the machine; deleting is not one. */
export type DeskStep = Exclude<AnyDeskStep, "delete">;

const stampsByStep: Record<DeskStep, (now: Date) => object> = {
  submit: (now) => ({ submitted_at: now }),
  withdraw: () => ({ submitted_at: null }),
  return: () => ({ submitted_at: null }),
  confirm: (now) => ({ confirmed_at: now }),
  cancel: (now) => ({ ended_at: now }),
  close_short: (now) => ({ ended_at: now }),
};
const stepsWithReason: readonly DeskStep[] = ["return", "cancel", "close_short"];

/** Reads what the rules of a step need besides the status: to submit a draft, its lines and its warehouse. */
async function getStepSubject(
  { tx, providerUuid }: ReceiptScope,
  { receipt_uuid, warehouse_uuid, status }: LockedReceipt,
  step: DeskStep,
): Promise<StepSubject> {
  if (step !== "submit") return { status, line_count: 1, is_warehouse_closed: false, was_submitted: false };
  const line = await tx
    .selectFrom("receipt_line")
    .select("line_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .executeTakeFirst();
  const warehouse = await findWarehouse(tx, providerUuid, warehouse_uuid);
  return {
    status,
    line_count: line === undefined ? 0 : 1,
    is_warehouse_closed: warehouse?.is_closed === true,
    was_submitted: false,
  };
}

/**
 * Takes a step of a receipt if its version is still the given one. Refuses what the machine does not allow in this status, and what the role may not do:
 * the calls check the role too, and this is the second check.
 */
export async function takeStep(
  scope: ReceiptScope,
  step: DeskStep,
  { receipt_uuid, version, reason = "" }: { receipt_uuid: string; version: number; reason?: string },
): Promise<Result<LockedReceipt, RefusalName>> {
  if (stepsWithReason.includes(step) && reason === "") return refuse("receipts.reasonRequired");
  const locked = await lockReceipt(scope, receipt_uuid);
  if (locked === null) return refuse("notFound");
  if (locked.version !== version) return refuse("changedMeanwhile");
  const status = getNextStatus(locked.status, step);
  if (status === null) return refuse("receipts.wrongState");
  const refusal = getStepRefusal(step, await getStepSubject(scope, locked, step), scope.role);
  if (refusal !== null) return refuse(refusal);
  const stamps = { ...stampsByStep[step](scope.now), reason };
  const moved = await applyStep(scope, locked, { event: step, status, stamps, ...(reason === "" ? {} : { detail: { reason } }) });
  await publishReceipt(scope, moved);
  return ok(moved);
}
