import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { disposeReturned, restockReturned, undoReturnScan } from "#src/outbound/returns/returns-work.contract.ts";
import { canDo } from "#src/outbound/returns/returns.machine.ts";
import { getDoneStatus, listOpenPieces } from "#src/outbound/returns/returns.rules.ts";
import type { OpenPieces, ReturnDecision } from "#src/outbound/returns/returns.rules.ts";
import { getPutawayRefusal } from "#src/warehouse/receipts/receipts.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { getRoom, holdsOthers } from "#server/warehouse/receipts/put-away/suggested-locations.queries.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { StockPosition } from "#server/warehouse/stock/ledger.commands.ts";
import { lockLocationByBarcode } from "#server/warehouse/warehouses/locations.queries.ts";
import { recordRestocking, takeBackRestocking } from "#server/warehouse/work/work.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { lockFor } from "./arrive-return.commands.ts";
import { returnSource } from "./inspect-return.commands.ts";
import { listStoredLines, lockReturn, saveReturn } from "./locked-return.commands.ts";
import type { LockedReturn, StoredLine } from "./locked-return.commands.ts";

/** What a scan carried out. */
export interface CarriedOut {
  readonly returnUuid: string;
  readonly scanUuid: string;
}

/** Pieces of a line that are carried out now. */
interface Work {
  readonly of: LockedReturn;
  readonly line: StoredLine;
  readonly open: OpenPieces;
  readonly quantity: number;
}

const doneEvents = { restocked: "finish_restocked", scrapped: "finish_scrapped", sent_back: "finish_sent_back" } as const;

/** Finds the open pieces of a line for a decision. @param quantity how many are carried out; undefined for all */
function findOpen(
  line: StoredLine | undefined,
  isWanted: (open: OpenPieces) => boolean,
  quantity: number | undefined,
): Result<{ line: StoredLine; open: OpenPieces; quantity: number }, "notFound" | "returns.nothingToDo"> {
  if (line === undefined) return refuse("notFound");
  const open = listOpenPieces(line).find(isWanted);
  if (open === undefined || (quantity ?? 1) > open.quantity) return refuse("returns.nothingToDo");
  return ok({ line, open, quantity: quantity ?? open.quantity });
}

/** Finds the location among the returned goods that has all of some pieces; null if they were moved. */
async function findStanding({ tx, providerUuid }: OrderScope, { of, line, open, quantity }: Work): Promise<string | null> {
  const { rows } = await sql<{ location_uuid: string }>`
    select b.location_uuid from stock_balance b
      join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid and l.type = 'returns'
    where b.provider_uuid = ${providerUuid} and b.variant_uuid = ${line.variant_uuid} and b.warehouse_uuid = ${of.warehouse_uuid}
      and b.owner_uuid = ${line.stock_owner_uuid} and b.lot = ${line.lot} and b.condition = ${open.isDamaged ? "damaged" : "good"} and b.quantity - b.reserved >= ${quantity}
    order by b.location_uuid limit 1`.execute(tx);
  return rows[0]?.location_uuid ?? null;
}

/** Posts pieces to where their decision sends them, and ends the return with the last of them. */
async function carryOut(
  scope: OrderScope,
  work: Work,
  lines: readonly StoredLine[],
  to: string | null,
): Promise<Result<CarriedOut, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { of, line, open, quantity } = work;
  const { return_uuid, order_uuid, owner_uuid, warehouse_uuid } = of;
  const from = await findStanding(scope, work);
  if (from === null) return refuse("returns.standsElsewhere");
  if (owner_uuid === null || userUuid === null) return refuse("notFound");
  const scanUuid = newId();
  const condition = open.isDamaged ? "damaged" : "good";
  await tx
    .insertInto("return_scan")
    .values({
      provider_uuid: providerUuid,
      scan_uuid: scanUuid,
      return_uuid,
      line_uuid: line.line_uuid,
      owner_uuid,
      warehouse_uuid,
      kind: open.decision,
      is_damaged: open.isDamaged,
      quantity,
      from_location_uuid: from,
      to_location_uuid: to,
      at: now,
      user_uuid: userUuid,
    })
    .execute();
  const done = open.isDamaged ? "damaged_done" : "good_done";
  await sql`update return_line set ${sql.ref(done)} = ${sql.ref(done)} + ${quantity}
    where provider_uuid = ${providerUuid} and return_uuid = ${return_uuid} and line_uuid = ${line.line_uuid}`.execute(tx);
  const pieces = { sku: line.sku, quantity };
  const event = open.decision === "restock" ? "restock" : "dispose";
  const saved = await saveReturn(scope, of, { event, message: open.decision, pieces });
  const after = lines.map((one) => (one === line ? { ...one, [done]: one[done] + quantity } : one));
  if (after.every((one) => listOpenPieces(one).length === 0))
    await saveReturn(scope, saved, { event: doneEvents[getDoneStatus(after)], set: { ended_at: now } }, true);
  const target: StockPosition =
    to === null
      ? { place: open.decision === "scrap" ? "scrap" : "shipment", condition }
      : { place: "location", locationUuid: to, condition };
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, [
    {
      source: { type: returnSource, uuid: scanUuid, line: 1 },
      variantUuid: line.variant_uuid,
      ownerUuid: line.stock_owner_uuid,
      warehouseUuid: warehouse_uuid,
      lot: line.lot,
      quantity,
      from: { place: "location", locationUuid: from, condition },
      to: target,
    },
  ]);
  if (!posted.ok) return refuse(posted.problem === "stock.notEnough" ? "returns.standsElsewhere" : posted.problem);
  if (to !== null) {
    const source = { uuid: scanUuid, line: 1 };
    await recordRestocking(scope, [{ return_uuid, order_uuid, owner_uuid, warehouse_uuid, quantity, source }]);
    await scope.followUps.stockFreed(tx, providerUuid, [line.variant_uuid]);
  }
  return ok({ returnUuid: return_uuid, scanUuid });
}

/** Puts pieces into the scanned location. */
export async function restock(scope: OrderScope, input: ParsedInputOf<typeof restockReturned>): Promise<Result<CarriedOut, RefusalName>> {
  const { tx, providerUuid } = scope;
  const locked = await lockFor(scope, { return_uuid: input.return_uuid }, "restock");
  if (!locked.ok) return locked;
  const of = locked.value;
  const lines = await listStoredLines(scope, of.return_uuid);
  const line = lines.find((one) => one.line_uuid === input.line_uuid.toLowerCase());
  const found = findOpen(line, ({ decision }) => decision === "restock", input.quantity);
  if (!found.ok) return found;
  const location = await lockLocationByBarcode(tx, providerUuid, input.location);
  const problem = getPutawayRefusal(location, of.warehouse_uuid);
  if (location === null || problem !== null) return refuse(problem ?? "receipts.locationUnknown");
  if (!input.confirm) {
    const { variant_uuid, lot, stock_owner_uuid: owner_uuid } = found.value.line;
    const room = await getRoom(scope, location.location_uuid, variant_uuid);
    if (room !== null && room < found.value.quantity) return refuse("receipts.locationFull");
    if (await holdsOthers(scope, location.location_uuid, { variant_uuid, lot, owner_uuid })) return refuse("receipts.locationMixed");
  }
  return carryOut(scope, { of, ...found.value }, lines, location.location_uuid);
}

/** Records that pieces were scrapped or sent back. */
export async function dispose(scope: OrderScope, input: ParsedInputOf<typeof disposeReturned>): Promise<Result<CarriedOut, RefusalName>> {
  const locked = await lockFor(scope, { return_uuid: input.return_uuid }, "dispose");
  if (!locked.ok) return locked;
  const of = locked.value;
  const lines = await listStoredLines(scope, of.return_uuid);
  const line = lines.find((one) => one.line_uuid === input.line_uuid.toLowerCase());
  const found = findOpen(line, ({ decision, isDamaged }) => decision !== "restock" && isDamaged === input.is_damaged, input.quantity);
  return found.ok ? carryOut(scope, { of, ...found.value }, lines, null) : found;
}

interface Scan {
  readonly return_uuid: string;
  readonly line_uuid: string;
  readonly kind: "inspect" | ReturnDecision;
  readonly is_damaged: boolean;
  readonly quantity: number;
  readonly from_location_uuid: string;
  readonly to_location_uuid: string | null;
  readonly undone_at: Date | null;
}

async function readScan({ tx, providerUuid }: OrderScope, scanUuid: string): Promise<Scan | undefined> {
  const { rows } = await sql<Scan>`
    select return_uuid, line_uuid, kind, is_damaged, quantity, from_location_uuid, to_location_uuid, undone_at from return_scan
    where provider_uuid = ${providerUuid} and scan_uuid = ${scanUuid}`.execute(tx);
  return rows[0];
}

/** Where pieces of a scan went from and to, in the ledger. */
function getWay({ kind, is_damaged, from_location_uuid, to_location_uuid }: Scan): { from: StockPosition; to: StockPosition } {
  const condition = is_damaged ? "damaged" : "good";
  const standing = { place: "location", locationUuid: from_location_uuid, condition } as const;
  if (kind === "inspect") return { from: { place: "arrival", condition }, to: standing };
  if (to_location_uuid !== null) return { from: standing, to: { place: "location", locationUuid: to_location_uuid, condition } };
  return { from: standing, to: { place: kind === "scrap" ? "scrap" : "shipment", condition } };
}

/** Undoes a scan: its pieces are moved back. Undoing the scan that ended the return reopens it. */
export async function undo(scope: OrderScope, { scan_uuid }: ParsedInputOf<typeof undoReturnScan>): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, userUuid, now, role } = scope;
  const first = await readScan(scope, scan_uuid);
  const of = first === undefined ? null : await lockReturn(scope, first.return_uuid);
  // Read again: it may have been taken back while this transaction waited for the return's lock.
  const scan = await readScan(scope, scan_uuid);
  if (of === null || scan === undefined) return refuse("notFound");
  if (scan.undone_at !== null) return refuse("returns.undoneAlready");
  const event = scan.kind === "inspect" ? "undo_inspect" : "undo";
  if (role === "system" || !canDo(role, event, of.status)) return refuse("returns.tooLateToUndo");
  const line = (await listStoredLines(scope, of.return_uuid)).find(({ line_uuid }) => line_uuid === scan.line_uuid);
  if (line === undefined) throw new Error("returns: a scan has no line");
  const counted = scan.kind === "inspect" ? (scan.is_damaged ? "damaged" : "good") : scan.is_damaged ? "damaged_done" : "good_done";
  await sql`update return_line set ${sql.ref(counted)} = ${sql.ref(counted)} - ${scan.quantity}
    where provider_uuid = ${providerUuid} and return_uuid = ${of.return_uuid} and line_uuid = ${line.line_uuid}`.execute(tx);
  await sql`update return_scan set undone_at = ${now} where provider_uuid = ${providerUuid} and scan_uuid = ${scan_uuid}`.execute(tx);
  const pieces = { sku: line.sku, quantity: scan.quantity };
  await saveReturn(scope, of, { event, pieces, ...(scan.kind === "inspect" ? {} : { set: { ended_at: null } }) });
  const { from, to } = getWay(scan);
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, [
    {
      source: { type: returnSource, uuid: scan_uuid, line: 2 },
      variantUuid: line.variant_uuid,
      ownerUuid: line.stock_owner_uuid,
      warehouseUuid: of.warehouse_uuid,
      lot: line.lot,
      quantity: scan.quantity,
      from: to,
      to: from,
    },
  ]);
  if (!posted.ok) return refuse(posted.problem === "stock.notEnough" ? "returns.standsElsewhere" : posted.problem);
  if (scan.kind === "restock") await takeBackRestocking(scope, scan_uuid);
  return ok(of.return_uuid);
}
