import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { getPutawayRefusal, getOpenPieces } from "#src/warehouse/receipts/receipts.rules.ts";
import type { ScanChoice, putAway } from "#src/warehouse/receipts/receiving.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { lockLocationByBarcode } from "#server/warehouse/warehouses/locations.queries.ts";
import type { LocationRow } from "#server/warehouse/warehouses/locations.queries.ts";
import { completeIfDone, lockReceipt, applyStep } from "#server/warehouse/receipts/receipt.commands.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import { listLines, withLine } from "#server/warehouse/receipts/lines.queries.ts";
import { postPieces } from "#server/warehouse/receipts/post-pieces.commands.ts";
import { removePendingPieces } from "./pending-task.commands.ts";
import { findLineToPutAway } from "./line-to-put-away.queries.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";
import { getRoom, holdsOthers, holdsSame, suggestLocations } from "./suggested-locations.queries.ts";

type PutAwayInput = ParsedInputOf<typeof putAway>;

/** What a scan put away, or the lines that the person chooses from; `lines`: all of the receipt, as they are now. */
export type PutAway = { readonly receiptUuid: string; readonly lines: readonly ReceiptLine[] } & (
  | { readonly outcome: "choose"; readonly choices: ScanChoice[] }
  | { readonly outcome: "put_away"; readonly taskUuid: string; readonly line: ReceiptLine }
);

/** Pieces of a line. */
interface Goods {
  readonly line: ReceiptLine;
  readonly quantity: number;
}

/** Returns why nothing can be put away in this status. */
function getStatusRefusal(status: ReceiptStatus): RefusalName {
  return status === "completed" || status === "cancelled" ? "receipts.ended" : "receipts.notInspected";
}

/** Returns what the person has to confirm by scanning the location again; null if nothing. */
async function getDoubt(
  scope: ReceiptScope,
  locked: LockedReceipt,
  { location_uuid }: LocationRow,
  { line, quantity }: Goods,
): Promise<RefusalName | null> {
  const room = await getRoom(scope, location_uuid, line.variant_uuid);
  if (room !== null && room < quantity) return "receipts.locationFull";
  const goods = { ...line, owner_uuid: locked.owner_uuid };
  if (!(await holdsOthers(scope, location_uuid, goods)) || (await holdsSame(scope, location_uuid, goods))) return null;
  // Nobody is asked about the location that the screen told them to scan.
  const [best] = await suggestLocations(scope, locked, line);
  return best?.location_uuid === location_uuid ? null : "receipts.locationMixed";
}

async function findPutawayLocation(
  scope: ReceiptScope,
  locked: LockedReceipt,
  { location: barcode, confirm }: PutAwayInput,
  goods: Goods,
): Promise<Result<LocationRow, RefusalName>> {
  const location = await lockLocationByBarcode(scope.tx, scope.providerUuid, barcode);
  const problem = getPutawayRefusal(location, locked.warehouse_uuid);
  if (location === null || problem !== null) return refuse(problem ?? "receipts.locationUnknown");
  const doubt = confirm ? null : await getDoubt(scope, locked, location, goods);
  return doubt === null ? ok(location) : refuse(doubt);
}

/** Records pieces as put away: a task that is done, and their line's count. @returns the line as it is now */
async function writeDone(
  scope: ReceiptScope,
  locked: LockedReceipt,
  { line, quantity }: Goods,
  { taskUuid, from, to }: { taskUuid: string; from: string; to: string },
): Promise<ReceiptLine> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { receipt_uuid, owner_uuid } = locked;
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
  const { put_away } = await tx
    .updateTable("receipt_line")
    .set((row) => ({ put_away: row("put_away", "+", quantity) }))
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("line_uuid", "=", line.line_uuid)
    .returning("put_away")
    .executeTakeFirstOrThrow();
  return { ...line, put_away };
}

/** Moves pieces from where they wait to a location. @returns the task that records it, and the line as it is now */
async function move(
  scope: ReceiptScope,
  locked: LockedReceipt,
  goods: Goods,
  to: string,
): Promise<Result<{ taskUuid: string; line: ReceiptLine }, RefusalName>> {
  const { line, quantity } = goods;
  const taskUuid = newId();
  const { from_location_uuid: from } = await removePendingPieces(scope, locked, line.line_uuid, quantity);
  const posted = await postPieces(scope, locked, {
    source: { type: "putaway", uuid: taskUuid },
    goods: line,
    moves: [
      {
        line: 1,
        quantity,
        from: { place: "location", locationUuid: from, condition: "good" },
        to: { place: "location", locationUuid: to, condition: "good" },
      },
    ],
    refusals: { "stock.notEnough": "receipts.notInReceiving" },
  });
  if (!posted.ok) return posted;
  return ok({ taskUuid, line: await writeDone(scope, locked, goods, { taskUuid, from, to }) });
}

/** Puts pieces of a line into the location that was scanned; see the call `put-away`. The last piece completes the receipt. */
export async function putPiecesAway(scope: ReceiptScope, input: PutAwayInput): Promise<Result<PutAway, RefusalName>> {
  const locked = await lockReceipt(scope, input.receipt_uuid);
  if (locked === null) return refuse("notFound");
  const status = getNextStatus(locked.status, "put_away");
  if (status === null) return refuse(getStatusRefusal(locked.status));
  const receiptUuid = locked.receipt_uuid;
  const lines = await listLines(scope, receiptUuid);
  const found = await findLineToPutAway(scope, locked, lines, input);
  if (!found.ok) return found;
  if (Array.isArray(found.value)) return ok({ outcome: "choose", receiptUuid, lines, choices: found.value });
  const goods = { line: found.value, quantity: input.quantity ?? getOpenPieces(found.value) };
  if (goods.quantity === 0 || goods.quantity > getOpenPieces(goods.line)) return refuse("receipts.nothingToPutAway");
  const location = await findPutawayLocation(scope, locked, input, goods);
  if (!location.ok) return location;
  const moved = await move(scope, locked, goods, location.value.location_uuid);
  if (!moved.ok) return moved;
  const { taskUuid, line } = moved.value;
  const now = withLine(lines, line);
  await completeIfDone(scope, await applyStep(scope, locked, { event: "put_away", status }), now);
  return ok({ outcome: "put_away", receiptUuid, lines: now, taskUuid, line });
}
