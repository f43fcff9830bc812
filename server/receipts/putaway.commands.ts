import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { ReceiptLine } from "#src/receipts/receipts.contract.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import type { ReceiptStatus } from "#src/receipts/receipts.machine.ts";
import { openPieces } from "#src/receipts/receipts.rules.ts";
import type { ScanChoice, putAway } from "#src/receipts/receiving.contract.ts";
import { newId } from "#server/clock.ts";
import { postMovements } from "#server/stock/ledger.commands.ts";
import { keptByBarcode } from "#server/warehouses/locations.queries.ts";
import type { LocationRow } from "#server/warehouses/locations.queries.ts";
import { finishStep, heldReceipt, moveOn } from "./hold.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import { linesOf } from "./lines.queries.ts";
import { takePending } from "./pending-task.commands.ts";
import { lineToPutAway } from "./put-line.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { holdsOthers, roomFor } from "./suggestions.queries.ts";

type PutAwayInput = ParsedInputOf<typeof putAway>;

/** What a scan put away, or among what the person is to choose. */
export type PutAway =
  | { readonly outcome: "choose"; readonly receiptUuid: string; readonly choices: ScanChoice[] }
  | { readonly outcome: "put_away"; readonly receiptUuid: string; readonly taskUuid: string; readonly lineUuid: string };

/** Why nothing can be put away in this state. */
function notPutting(status: ReceiptStatus): RefusalName {
  return status === "completed" || status === "cancelled" ? "receipts.ended" : "receipts.notInspected";
}

/** What speaks against a location whatever is put there; null for none. */
function unfit(location: LocationRow | null, { warehouse_uuid }: HeldReceipt): RefusalName | null {
  if (location === null) return "receipts.locationUnknown";
  if (location.warehouse_uuid !== warehouse_uuid) return "receipts.locationElsewhere";
  if (location.type !== "pick" && location.type !== "reserve") return "receipts.locationWrongType";
  return location.is_blocked ? "receipts.locationBlocked" : null;
}

/** What a person should look at twice, and may then mean all the same; null for nothing. */
async function doubtful(
  scope: ReceiptScope,
  { owner_uuid }: HeldReceipt,
  { location_uuid }: LocationRow,
  { line, quantity }: { line: ReceiptLine; quantity: number },
): Promise<RefusalName | null> {
  const room = await roomFor(scope, location_uuid, line.variant_uuid);
  if (room !== null && room < quantity) return "receipts.locationFull";
  return (await holdsOthers(scope, location_uuid, { ...line, owner_uuid })) ? "receipts.locationMixed" : null;
}

async function goodLocation(
  scope: ReceiptScope,
  held: HeldReceipt,
  { location: barcode, confirm }: PutAwayInput,
  goods: { line: ReceiptLine; quantity: number },
): Promise<Result<LocationRow, RefusalName>> {
  const location = await keptByBarcode(scope.tx, scope.providerUuid, barcode);
  const problem = unfit(location, held);
  if (location === null || problem !== null) return refuse(problem ?? "receipts.locationUnknown");
  const doubt = confirm ? null : await doubtful(scope, held, location, goods);
  return doubt === null ? ok(location) : refuse(doubt);
}

async function writeDone(
  scope: ReceiptScope,
  held: HeldReceipt,
  { line, quantity }: { line: ReceiptLine; quantity: number },
  { taskUuid, from, to }: { taskUuid: string; from: string; to: string },
): Promise<void> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { receipt_uuid, owner_uuid } = held;
  await tx
    .insertInto("putaway_task")
    .values({
      provider_uuid: providerUuid,
      task_uuid: taskUuid,
      receipt_uuid,
      line_uuid: line.line_uuid,
      owner_uuid,
      status: "done",
      quantity,
      from_location_uuid: from,
      location_uuid: to,
      created_at: now,
      done_at: now,
      done_by: userUuid,
    })
    .execute();
  await tx
    .updateTable("receipt_line")
    .set((row) => ({ put_away: row("put_away", "+", quantity) }))
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("line_uuid", "=", line.line_uuid)
    .execute();
}

/** Moves pieces from where they wait to a location. @returns the task that says so */
async function move(
  scope: ReceiptScope,
  held: HeldReceipt,
  goods: { line: ReceiptLine; quantity: number },
  to: string,
): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { line, quantity } = goods;
  const taskUuid = newId();
  const { from_location_uuid: from } = await takePending(scope, held, line.line_uuid, quantity);
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, [
    {
      source: { type: "putaway", uuid: taskUuid, line: 1 },
      variantUuid: line.variant_uuid,
      ownerUuid: held.owner_uuid,
      warehouseUuid: held.warehouse_uuid,
      lot: line.lot,
      quantity,
      from: { place: "location", locationUuid: from, condition: "good" },
      to: { place: "location", locationUuid: to, condition: "good" },
    },
  ]);
  if (!posted.ok) return refuse("receipts.notInReceiving");
  await writeDone(scope, held, goods, { taskUuid, from, to });
  return ok(taskUuid);
}

/** Puts pieces of a line into the location that was scanned; see the call `put-away`. The last piece completes the receipt. */
export async function putPiecesAway(scope: ReceiptScope, input: PutAwayInput): Promise<Result<PutAway, RefusalName>> {
  const held = await heldReceipt(scope, input.receipt_uuid);
  if (held === null) return refuse("notFound");
  const status = statusAfter(held.status, "put_away");
  if (status === null) return refuse(notPutting(held.status));
  const receiptUuid = held.receipt_uuid;
  const found = await lineToPutAway(scope, held, await linesOf(scope, receiptUuid), input);
  if (!found.ok) return found;
  if (Array.isArray(found.value)) return ok({ outcome: "choose", receiptUuid, choices: found.value });
  const line = found.value;
  const waiting = openPieces(line);
  const quantity = input.quantity ?? waiting;
  if (quantity === 0 || quantity > waiting) return refuse("receipts.nothingToPutAway");
  const location = await goodLocation(scope, held, input, { line, quantity });
  if (!location.ok) return location;
  const moved = await move(scope, held, { line, quantity }, location.value.location_uuid);
  if (!moved.ok) return moved;
  await finishStep(scope, await moveOn(scope, held, { event: "put_away", status }), await linesOf(scope, receiptUuid));
  return ok({ outcome: "put_away", receiptUuid, taskUuid: moved.value, lineUuid: line.line_uuid });
}
