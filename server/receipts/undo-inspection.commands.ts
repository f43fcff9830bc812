import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { ReceiptLine } from "#src/receipts/receipts.contract.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import { openPieces, undecidedPieces } from "#src/receipts/receipts.rules.ts";
import { postMovements } from "#server/stock/ledger.commands.ts";
import type { Movement } from "#server/stock/ledger.commands.ts";
import { finishStep, heldReceipt, moveOn } from "./hold.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import { lineIn, linesOf } from "./lines.queries.ts";
import { takePending } from "./pending-task.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/** What a step that was taken back concerned. */
export interface Undone {
  readonly receiptUuid: string;
  readonly lineUuid: string;
}

interface Inspection {
  inspection_uuid: string;
  receipt_uuid: string;
  line_uuid: string;
  qualified_quantity: number;
  unqualified_quantity: number;
  undone_at: Date | null;
}

async function inspectionRow({ tx, providerUuid }: ReceiptScope, inspectionUuid: string): Promise<Inspection | undefined> {
  return tx
    .selectFrom("inspection")
    .select(["inspection_uuid", "receipt_uuid", "line_uuid", "qualified_quantity", "unqualified_quantity", "undone_at"])
    .where("provider_uuid", "=", providerUuid)
    .where("inspection_uuid", "=", inspectionUuid)
    .executeTakeFirst();
}

/** Where the ledger says that the unqualified pieces of an inspection were put. */
async function quarantineOf({ tx, providerUuid }: ReceiptScope, inspectionUuid: string): Promise<string> {
  const { location_uuid } = await tx
    .selectFrom("stock_entry")
    .select("location_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("source_type", "=", "receipt")
    .where("source_uuid", "=", inspectionUuid)
    .where("source_line", "=", 2)
    .where("location_uuid", "is not", null)
    .executeTakeFirstOrThrow();
  if (location_uuid === null) throw new Error("receipts: an inspection was posted nowhere");
  return location_uuid;
}

/** The opposite of what an inspection posted. */
async function postBack(
  scope: ReceiptScope,
  held: HeldReceipt,
  line: ReceiptLine,
  inspection: Inspection,
): Promise<Result<void, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { inspection_uuid, qualified_quantity: qualified, unqualified_quantity: unqualified } = inspection;
  const movements: Movement[] = [];
  const add = (source: 1 | 2, quantity: number, locationUuid: string, condition: "good" | "quarantined") =>
    movements.push({
      source: { type: "receipt-undo", uuid: inspection_uuid, line: source },
      variantUuid: line.variant_uuid,
      ownerUuid: held.owner_uuid,
      warehouseUuid: held.warehouse_uuid,
      lot: line.lot,
      quantity,
      from: { place: "location", locationUuid, condition },
      to: { place: "arrival", condition },
    });
  if (qualified > 0) add(1, qualified, (await takePending(scope, held, line.line_uuid, qualified)).from_location_uuid, "good");
  if (unqualified > 0) add(2, unqualified, await quarantineOf(scope, inspection_uuid), "quarantined");
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, movements);
  return posted.ok ? posted : refuse("receipts.standsElsewhere");
}

async function uncount({ tx, providerUuid, now }: ReceiptScope, inspection: Inspection): Promise<void> {
  const { inspection_uuid, receipt_uuid, line_uuid, qualified_quantity: qualified, unqualified_quantity: unqualified } = inspection;
  await tx
    .updateTable("receipt_line")
    .set((line) => ({
      counted: line("counted", "-", qualified + unqualified),
      qualified: line("qualified", "-", qualified),
      unqualified: line("unqualified", "-", unqualified),
    }))
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("line_uuid", "=", line_uuid)
    .execute();
  await tx
    .updateTable("inspection")
    .set({ undone_at: now })
    .where("provider_uuid", "=", providerUuid)
    .where("inspection_uuid", "=", inspection_uuid)
    .execute();
}

/** Takes an inspection back, while as many pieces of its line still wait where they were put. */
export async function undoInspectionOf(scope: ReceiptScope, inspectionUuid: string): Promise<Result<Undone, RefusalName>> {
  const found = await inspectionRow(scope, inspectionUuid);
  const held = found === undefined ? null : await heldReceipt(scope, found.receipt_uuid);
  // Read again: it may have been taken back while we waited for the receipt.
  const inspection = held === null ? undefined : await inspectionRow(scope, inspectionUuid);
  if (held === null || inspection === undefined) return refuse("notFound");
  if (inspection.undone_at !== null) return refuse("receipts.undoneAlready");
  const status = statusAfter(held.status, "undo_inspection");
  if (status === null) return refuse("receipts.ended");
  const line = lineIn(await linesOf(scope, held.receipt_uuid), inspection.line_uuid);
  if (openPieces(line) < inspection.qualified_quantity || undecidedPieces(line) < inspection.unqualified_quantity)
    return refuse("receipts.standsElsewhere");
  const posted = await postBack(scope, held, line, inspection);
  if (!posted.ok) return posted;
  await uncount(scope, inspection);
  const quantity = inspection.qualified_quantity + inspection.unqualified_quantity;
  const moved = await moveOn(scope, held, { event: "undo_inspection", status, detail: { quantity } });
  await finishStep(scope, moved, await linesOf(scope, held.receipt_uuid));
  return ok({ receiptUuid: held.receipt_uuid, lineUuid: inspection.line_uuid });
}
