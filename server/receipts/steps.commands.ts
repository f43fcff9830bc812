import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { mayOn, statusAfter } from "#src/receipts/receipts.machine.ts";
import type { ReceiptEvent } from "#src/receipts/receipts.machine.ts";
import { warehouseOf } from "#server/warehouses/warehouses.queries.ts";
import { heldReceipt, moveOn, tellReceipt } from "./hold.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/** The steps that somebody takes at a desk: one press, one transition. */
export type DeskStep = Extract<ReceiptEvent, "submit" | "withdraw" | "return" | "confirm" | "cancel" | "close_short">;

const stampsOf: Record<DeskStep, (now: Date) => object> = {
  submit: (now) => ({ submitted_at: now }),
  withdraw: () => ({ submitted_at: null }),
  return: () => ({ submitted_at: null }),
  confirm: (now) => ({ confirmed_at: now }),
  cancel: (now) => ({ ended_at: now }),
  close_short: (now) => ({ ended_at: now }),
};
const wantsReason: readonly DeskStep[] = ["return", "cancel", "close_short"];

/** Why a draft is not ready to be submitted; null where it is. */
async function unready({ tx, providerUuid }: ReceiptScope, { receipt_uuid, warehouse_uuid }: HeldReceipt): Promise<RefusalName | null> {
  const line = await tx
    .selectFrom("receipt_line")
    .select("line_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .executeTakeFirst();
  if (line === undefined) return "receipts.noLines";
  const warehouse = await warehouseOf(tx, providerUuid, warehouse_uuid);
  return warehouse?.is_closed === true ? "receipts.warehouseClosed" : null;
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
  if (status === null || !mayOn(scope.role, step, held.status)) return refuse("receipts.wrongState");
  const problem = step === "submit" ? await unready(scope, held) : null;
  if (problem !== null) return refuse(problem);
  const stamps = { ...stampsOf[step](scope.now), reason };
  const moved = await moveOn(scope, held, { event: step, status, stamps, ...(reason === "" ? {} : { detail: { reason } }) });
  await tellReceipt(scope, moved);
  return ok(moved);
}
