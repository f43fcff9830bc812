import { receiptsChanged } from "#src/warehouse/receipts/receipts.contract.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import type { ReceiptEvent, ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { isAllDone } from "#src/warehouse/receipts/receipts.rules.ts";
import type { LineCounts } from "#src/warehouse/receipts/receipts.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { selectReceipts } from "./receipts.queries.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/** A receipt that this transaction has locked: until its end, no other changes the receipt, its lines or its tasks. */
export interface LockedReceipt {
  receipt_uuid: string;
  receipt_number: string;
  warehouse_uuid: string;
  owner_uuid: string;
  status: ReceiptStatus;
  version: number;
}

/** Locks a receipt, before anything else of it is read or locked. Returns null if the caller may not see it. */
export async function lockReceipt(scope: ReceiptScope, receiptUuid: string): Promise<LockedReceipt | null> {
  const row = await selectReceipts(scope)
    .select(["receipt_uuid", "receipt_number", "warehouse_uuid", "owner_uuid", "status", "version"])
    .where("receipt_uuid", "=", receiptUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  return row === undefined ? null : { ...row, status: row.status as ReceiptStatus };
}

/** Columns that a step sets. */
interface Stamps {
  readonly reason?: string;
  readonly submitted_at?: Date | null;
  readonly confirmed_at?: Date;
  readonly arrived_at?: Date;
  readonly ended_at?: Date | null;
}

interface Step {
  readonly event: ReceiptEvent | "create";
  /** the new status; may be the same */
  readonly status: ReceiptStatus;
  readonly stamps?: Stamps;
  /** stored with the event */
  readonly detail?: { readonly reason?: string; readonly quantity?: number };
}

/**
 * Scans, and what undoes each. They have rows of their own (inspections, putaways, boxes), so an event is written only at the start of a run: for the
 * first scan, when the status changes, and for the first after an undo.
 */
const scans: Partial<Record<Step["event"], Step["event"] | null>> = { arrive: null, inspect: "undo_inspection", put_away: "undo_putaway" };

async function beginsRun({ tx, providerUuid }: ReceiptScope, { receipt_uuid }: LockedReceipt, event: Step["event"]): Promise<boolean> {
  const opposite = scans[event];
  if (opposite === undefined) return true;
  const newest = await tx
    .selectFrom("receipt_event")
    .select("event")
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("event", "in", opposite === null ? [event] : [event, opposite])
    .orderBy("event_uuid", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.event !== event;
}

/** Inserts an event of a receipt's history. */
export async function writeEvent(
  { tx, providerUuid, userUuid, now }: ReceiptScope,
  { receipt_uuid, owner_uuid }: Pick<LockedReceipt, "receipt_uuid" | "owner_uuid">,
  { event, from, to, detail = {} }: { event: Step["event"]; from: ReceiptStatus | ""; to: ReceiptStatus | ""; detail?: Step["detail"] },
): Promise<void> {
  await tx
    .insertInto("receipt_event")
    .values({
      provider_uuid: providerUuid,
      receipt_uuid,
      event_uuid: newId(),
      owner_uuid,
      at: now,
      user_uuid: userUuid,
      event,
      from_status: from,
      to_status: to,
      detail: JSON.stringify(detail),
    })
    .execute();
}

/** Publishes a receipt's change to its owner and the staff. */
export async function publishReceipt(
  { tx, providerUuid }: Pick<ReceiptScope, "tx" | "providerUuid">,
  {
    receipt_uuid,
    owner_uuid,
    warehouse_uuid: warehouseUuid,
    status,
    version,
  }: Pick<LockedReceipt, "receipt_uuid" | "owner_uuid" | "warehouse_uuid" | "status" | "version">,
): Promise<void> {
  const retailerUuid = owner_uuid === providerUuid ? null : owner_uuid;
  await publishEvent(tx, receiptsChanged, { providerUuid, retailerUuid, warehouseUuid }, { receipt_uuid, status, version });
}

/**
 * Updates a locked receipt by a step, and writes the event.
 * @returns the receipt as it is now
 */
export async function applyStep(
  scope: ReceiptScope,
  locked: LockedReceipt,
  { event, status, stamps = {}, detail }: Step,
): Promise<LockedReceipt> {
  const { tx, providerUuid } = scope;
  const version = locked.version + 1;
  await tx
    .updateTable("receipt")
    .set({ ...stamps, status, version })
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", locked.receipt_uuid)
    .where("status", "=", locked.status)
    .where("version", "=", locked.version)
    .executeTakeFirstOrThrow();
  const isWorthTelling = status !== locked.status || detail !== undefined || (await beginsRun(scope, locked, event));
  if (isWorthTelling)
    await writeEvent(scope, locked, { event, from: locked.status, to: status, ...(detail === undefined ? {} : { detail }) });
  return { ...locked, status, version };
}

/**
 * Completes a receipt if nothing is left to do, and publishes its final state.
 * @param lines as they are now
 */
export async function completeIfDone(scope: ReceiptScope, locked: LockedReceipt, lines: readonly LineCounts[]): Promise<LockedReceipt> {
  const completed = getNextStatus(locked.status, "complete");
  const isDone = completed !== null && lines.length > 0 && isAllDone(lines);
  const now = isDone ? await applyStep(scope, locked, { event: "complete", status: completed, stamps: { ended_at: scope.now } }) : locked;
  await publishReceipt(scope, now);
  return now;
}
