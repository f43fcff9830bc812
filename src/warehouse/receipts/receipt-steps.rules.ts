import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ReceiptEvent, ReceiptStatus } from "./receipts.machine.ts";
import { canDo } from "./receipts.machine.ts";

/** What decides whether a step can be taken. */
export interface StepSubject {
  readonly status: ReceiptStatus;
  readonly line_count: number;
  readonly is_warehouse_closed: boolean;
  /** it was submitted before and returned to draft */
  readonly was_submitted: boolean;
}
/** Steps that are one click at a desk. */
export type DeskStep = Extract<ReceiptEvent, "submit" | "withdraw" | "return" | "confirm" | "cancel" | "close_short" | "delete">;

/**
 * Decides whether a role may take a step. The server refuses with the result, and screens show it.
 * @returns the refusal, or null if the step can be taken
 */
export function getStepRefusal(
  step: DeskStep,
  { status, line_count, is_warehouse_closed, was_submitted }: StepSubject,
  role: Role,
): Extract<RefusalName, "receipts.wrongState" | "receipts.noLines" | "receipts.warehouseClosed"> | null {
  if (!canDo(role, step, status)) return "receipts.wrongState";
  if (step === "submit" && line_count === 0) return "receipts.noLines";
  if (step === "submit" && is_warehouse_closed) return "receipts.warehouseClosed";
  // A receipt that was submitted has a history others have seen: it can be cancelled but not deleted.
  return step === "delete" && was_submitted ? "receipts.wrongState" : null;
}

/**
 * Decides whether somebody may decide about unqualified pieces: only their owner may.
 * @param ownCompany the asking retailer, or the provider for its staff
 */
export function getDecisionRefusal(
  { status, owner_uuid }: { readonly status: ReceiptStatus; readonly owner_uuid: string },
  ownCompany: string,
): Extract<RefusalName, "receipts.wrongState" | "receipts.ownerDecides"> | null {
  if (!canDo("provider", "decide", status)) return "receipts.wrongState";
  return owner_uuid === ownCompany ? null : "receipts.ownerDecides";
}
