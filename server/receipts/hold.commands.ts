import { receiptsChanged } from "#src/receipts/receipts.contract.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import type { ReceiptEvent, ReceiptStatus } from "#src/receipts/receipts.machine.ts";
import { isAllDone } from "#src/receipts/receipts.rules.ts";
import type { LineCounts } from "#src/receipts/receipts.rules.ts";
import { newId } from "#server/clock.ts";
import { tell } from "#server/realtime/events.ts";
import { receiptsOf } from "./receipts.queries.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/** A receipt that this transaction holds: nobody else changes it, its lines or its tasks until the end. */
export interface HeldReceipt {
  receipt_uuid: string;
  receipt_number: string;
  warehouse_uuid: string;
  owner_uuid: string;
  status: ReceiptStatus;
  version: number;
}

/** Takes hold of a receipt, before anything else of it is read or locked; null where there is none for who asks. */
export async function heldReceipt(scope: ReceiptScope, receiptUuid: string): Promise<HeldReceipt | null> {
  const row = await receiptsOf(scope)
    .select(["receipt_uuid", "receipt_number", "warehouse_uuid", "owner_uuid", "status", "version"])
    .where("receipt_uuid", "=", receiptUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { ...row, status: row.status as ReceiptStatus };
}

/** The columns that go with a step. */
interface Stamps {
  readonly reason?: string;
  readonly submitted_at?: Date | null;
  readonly confirmed_at?: Date;
  readonly arrived_at?: Date;
  readonly ended_at?: Date | null;
}

interface Step {
  readonly event: ReceiptEvent | "create";
  /** the state from now on; the same where nothing changes of it */
  readonly status: ReceiptStatus;
  readonly stamps?: Stamps;
  /** what else is remembered of the event */
  readonly detail?: { readonly reason?: string; readonly quantity?: number };
}

/**
 * Scans, and what takes them back. They have rows of their own (inspections, putaways, boxes), so an event is written only where a run of them begins: at
 * the first, where the status changes, and again after one was taken back.
 */
const scans: Partial<Record<Step["event"], Step["event"] | null>> = { arrive: null, inspect: "undo_inspection", put_away: "undo_putaway" };

async function beginsRun({ tx, providerUuid }: ReceiptScope, { receipt_uuid }: HeldReceipt, event: Step["event"]): Promise<boolean> {
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

/** Writes down what happened to a receipt. */
export async function writeEvent(
  { tx, providerUuid, userUuid, now }: ReceiptScope,
  { receipt_uuid, owner_uuid }: Pick<HeldReceipt, "receipt_uuid" | "owner_uuid">,
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

/** Tells the owner and the staff that a receipt is another now. */
export async function tellReceipt(
  { tx, providerUuid }: Pick<ReceiptScope, "tx" | "providerUuid">,
  { receipt_uuid, owner_uuid, status, version }: Pick<HeldReceipt, "receipt_uuid" | "owner_uuid" | "status" | "version">,
): Promise<void> {
  const retailerUuid = owner_uuid === providerUuid ? null : owner_uuid;
  await tell(tx, receiptsChanged, { providerUuid, retailerUuid }, { receipt_uuid, status, version });
}

/**
 * Makes a held receipt what a step makes of it, and writes the event.
 * @returns the receipt as it is now
 */
export async function moveOn(scope: ReceiptScope, held: HeldReceipt, { event, status, stamps = {}, detail }: Step): Promise<HeldReceipt> {
  const { tx, providerUuid } = scope;
  const version = held.version + 1;
  await tx
    .updateTable("receipt")
    .set({ ...stamps, status, version })
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", held.receipt_uuid)
    .where("status", "=", held.status)
    .where("version", "=", held.version)
    .executeTakeFirstOrThrow();
  const isWorthTelling = status !== held.status || detail !== undefined || (await beginsRun(scope, held, event));
  if (isWorthTelling) await writeEvent(scope, held, { event, from: held.status, to: status, ...(detail === undefined ? {} : { detail }) });
  return { ...held, status, version };
}

/**
 * Completes a receipt of which nothing is left to do, and tells of it as it is in the end.
 * @param lines as they are now
 */
export async function finishStep(scope: ReceiptScope, held: HeldReceipt, lines: readonly LineCounts[]): Promise<HeldReceipt> {
  const completed = statusAfter(held.status, "complete");
  const isDone = completed !== null && lines.length > 0 && isAllDone(lines);
  const now = isDone ? await moveOn(scope, held, { event: "complete", status: completed, stamps: { ended_at: scope.now } }) : held;
  await tellReceipt(scope, now);
  return now;
}
