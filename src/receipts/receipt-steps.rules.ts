import type { Role } from "#src/api/actors.ts";
import type { RefusalName } from "#src/api/codes.ts";
import type { ReceiptEvent, ReceiptStatus } from "./receipts.machine.ts";
import { mayOn } from "./receipts.machine.ts";

/** What decides whether a step can be taken. */
export interface StepSubject {
  readonly status: ReceiptStatus;
  readonly line_count: number;
  readonly is_warehouse_closed: boolean;
  /** it was submitted before, and came back as a draft */
  readonly was_submitted: boolean;
}
/** Steps that somebody takes at a desk with one press. */
export type DeskStep = Extract<ReceiptEvent, "submit" | "withdraw" | "return" | "confirm" | "cancel" | "close_short" | "delete">;

/**
 * Decides whether a role may take a step of a receipt as it is now. The server refuses with what this returns, and the screens show it.
 * @returns the refusal; null where the step can be taken
 */
export function getStepRefusal(
  step: DeskStep,
  { status, line_count, is_warehouse_closed, was_submitted }: StepSubject,
  role: Role,
): Extract<RefusalName, "receipts.wrongState" | "receipts.noLines" | "receipts.warehouseClosed"> | null {
  if (!mayOn(role, step, status)) return "receipts.wrongState";
  if (step === "submit" && line_count === 0) return "receipts.noLines";
  if (step === "submit" && is_warehouse_closed) return "receipts.warehouseClosed";
  // What had been submitted has a history that others have seen: it is cancelled, and not deleted.
  return step === "delete" && was_submitted ? "receipts.wrongState" : null;
}

/**
 * Decides whether somebody may say what becomes of unqualified pieces: their owner alone may.
 * @param ownCompany the retailer who asks, or the provider for its staff
 */
export function getDecisionRefusal(
  { status, owner_uuid }: { readonly status: ReceiptStatus; readonly owner_uuid: string },
  ownCompany: string,
): Extract<RefusalName, "receipts.wrongState" | "receipts.ownerDecides"> | null {
  if (!mayOn("provider", "decide", status)) return "receipts.wrongState";
  return owner_uuid === ownCompany ? null : "receipts.ownerDecides";
}
