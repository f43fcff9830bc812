import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { DeskStep as AnyDeskStep, StepSubject } from "#src/receipts/receipt-steps.rules.ts";
import { getStepRefusal } from "#src/receipts/receipt-steps.rules.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import { warehouseOf } from "#server/warehouses/warehouses.queries.ts";
import { heldReceipt, moveOn, tellReceipt } from "./hold.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/** The desk's steps that are a transition; deleting leaves no state behind. */
export type DeskStep = Exclude<AnyDeskStep, "delete">;

const stampsOf: Record<DeskStep, (now: Date) => object> = {
  submit: (now) => ({ submitted_at: now }),
  withdraw: () => ({ submitted_at: null }),
  return: () => ({ submitted_at: null }),
  confirm: (now) => ({ confirmed_at: now }),
  cancel: (now) => ({ ended_at: now }),
  close_short: (now) => ({ ended_at: now }),
};
const wantsReason: readonly DeskStep[] = ["return", "cancel", "close_short"];

/** What the rule of the steps asks of a receipt besides its state: of a draft that is submitted, its lines and its warehouse. */
async function getStepSubject(
  { tx, providerUuid }: ReceiptScope,
  { receipt_uuid, warehouse_uuid, status }: HeldReceipt,
  step: DeskStep,
): Promise<StepSubject> {
  if (step !== "submit") return { status, line_count: 1, is_warehouse_closed: false, was_submitted: false };
  const line = await tx
    .selectFrom("receipt_line")
    .select("line_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .executeTakeFirst();
  const warehouse = await warehouseOf(tx, providerUuid, warehouse_uuid);
  return {
    status,
    line_count: line === undefined ? 0 : 1,
    is_warehouse_closed: warehouse?.is_closed === true,
    was_submitted: false,
  };
}

/**
 * Takes a step of a receipt that is still as it was read. What the machine does not allow in its state is refused, and so is what is not for this
 * role: the calls let nobody else in, and this is the second lock.
 */
export async function takeStep(
  scope: ReceiptScope,
  step: DeskStep,
  { receipt_uuid, version, reason = "" }: { receipt_uuid: string; version: number; reason?: string },
): Promise<Result<HeldReceipt, RefusalName>> {
  if (wantsReason.includes(step) && reason === "") return refuse("receipts.reasonRequired");
  const held = await heldReceipt(scope, receipt_uuid);
  if (held === null) return refuse("notFound");
  if (held.version !== version) return refuse("changedMeanwhile");
  const status = statusAfter(held.status, step);
  if (status === null) return refuse("receipts.wrongState");
  const refusal = getStepRefusal(step, await getStepSubject(scope, held, step), scope.role);
  if (refusal !== null) return refuse(refusal);
  const stamps = { ...stampsOf[step](scope.now), reason };
  const moved = await moveOn(scope, held, { event: step, status, stamps, ...(reason === "" ? {} : { detail: { reason } }) });
  await tellReceipt(scope, moved);
  return ok(moved);
}
