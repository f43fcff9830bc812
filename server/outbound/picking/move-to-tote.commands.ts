import { sql } from "kysely";
import type { Result } from "#src/kit/lib/result.ts";
import { ok } from "#src/kit/lib/result.ts";
import { getNextTaskStatus } from "#src/outbound/picking/picking.machine.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { LedgerRefusal, Movement } from "#server/warehouse/stock/ledger.commands.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { clearEmptied } from "../sortation/clear-emptied.commands.ts";
import type { LockedLine, LockedPick } from "./locked-pick.commands.ts";

/** A line and how many of its pieces were found. */
export interface FoundPieces {
  readonly line: LockedLine;
  readonly found: number;
  /** what becomes of those that were not found or not picked, until they are counted: nothing may be allocated from them */
  readonly rest?: { readonly condition: Condition; readonly besides: number };
}

/** The movements of a line: what was found goes into the tote, the rest stays on the shelf and gets another condition. The source is the line. */
function listMovements({ line, found, rest }: FoundPieces, task: LockedPick["task"]): Movement[] {
  const common = { variantUuid: line.variant_uuid, ownerUuid: line.stock_owner_uuid, warehouseUuid: task.warehouse_uuid, lot: line.lot };
  const source = { uuid: task.task_uuid, line: line.line_number };
  const shelf = { place: "location", locationUuid: line.location_uuid, condition: "good" } as const;
  const picked: Movement = {
    ...common,
    source: { type: "pick", ...source },
    quantity: found,
    from: shelf,
    to: { ...shelf, locationUuid: task.tote_uuid },
    ...(found === line.quantity ? { reservationUuid: line.reservation_uuid } : {}),
  };
  const missing: Movement = {
    ...common,
    source: { type: "short-pick", ...source },
    quantity: line.quantity - found + (rest?.besides ?? 0),
    from: shelf,
    to: { ...shelf, condition: rest?.condition ?? "good" },
  };
  return [...(found > 0 ? [picked] : []), ...(rest === undefined ? [] : [missing])];
}

/** Ends reservations of a shelf. */
async function endReservations({ tx, providerUuid, now }: OrderScope, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  const { rows } = await sql`
    with mine as materialized (
      select reservation_uuid from reservation
      where provider_uuid = ${providerUuid} and reservation_uuid = any (${[...uuids]}::uuid[]) and status = 'open'
      order by reservation_uuid for no key update
    )
    update reservation r set status = 'released', ended_at = ${now} from mine
    where r.provider_uuid = ${providerUuid} and r.reservation_uuid = mine.reservation_uuid
    returning r.reservation_uuid`.execute(tx);
  if (rows.length < new Set(uuids).size) throw new Error("picking: the reservation of a pending line has ended");
}

/**
 * Moves the pieces of lines that were found into the tote, where they stay reserved for the same orders: the reservation of a line that was found whole goes
 * along, that of another ends and one of its found pieces begins. What was not found is no longer reserved. The movement's source is the line, so that nothing
 * is posted twice.
 * @returns the uuids of the tote's reservations by line number
 */
export async function moveToTote(
  scope: OrderScope,
  { task }: Pick<LockedPick, "task">,
  pieces: readonly FoundPieces[],
): Promise<Result<Map<number, string>, LedgerRefusal>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const isWhole = ({ line, found }: FoundPieces) => found === line.quantity;
  const inPart = pieces.filter((one) => !isWhole(one));
  // Those reservations end before the pieces leave: a balance is never less than what is reserved.
  const [, posted] = await Promise.all([
    endReservations(
      scope,
      inPart.map(({ line }) => line.reservation_uuid),
    ),
    postMovements(
      tx,
      { providerUuid, userUuid, now },
      pieces.flatMap((one) => listMovements(one, task)),
    ),
  ]);
  if (!posted.ok) return posted;
  const reserved = inPart
    .filter(({ found }) => found > 0)
    .map(({ line, found: quantity }) => ({
      id: newId(),
      number: line.line_number,
      uuid: line.order_uuid,
      line: line.demand_number,
      part: line.part,
      v: line.variant_uuid,
      o: line.stock_owner_uuid,
      lot: line.lot,
      quantity,
    }));
  if (reserved.length > 0)
    await sql`insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid,
        location_uuid, owner_uuid, lot, condition, quantity, created_at)
      select ${providerUuid}::uuid, r.id, ${orderSource}, r.uuid, r.line, r.part, r.v, ${task.warehouse_uuid}::uuid, ${task.tote_uuid}::uuid, r.o, r.lot,
        'good', r.quantity, ${now}
      from jsonb_to_recordset(${JSON.stringify(reserved)}::jsonb) as r (id uuid, uuid uuid, line integer, part smallint, v uuid, o uuid, lot text,
        quantity integer)`.execute(tx);
  const emptied = pieces.flatMap(({ line }) => (line.is_off_shelf ? [line.location_uuid] : []));
  if (emptied.length > 0) await clearEmptied(scope, emptied);
  return ok(
    new Map([
      ...pieces.filter(isWhole).map(({ line }) => [line.line_number, line.reservation_uuid] as const),
      ...reserved.map(({ number, id }) => [number, id] as const),
    ]),
  );
}

/**
 * Writes what became of lines: picked, or short with its reason; and counts their pieces in the task, which is done if they were its last. A line of which
 * nothing was found keeps its ended reservation.
 */
export async function endLines(
  { tx, providerUuid, userUuid, now }: OrderScope,
  { task, endsTask }: Pick<LockedPick, "task" | "endsTask">,
  pieces: readonly FoundPieces[],
  reservations: ReadonlyMap<number, string>,
  shortReason = "",
): Promise<void> {
  const rows = pieces.map(({ line, found }) => ({
    n: line.line_number,
    found,
    id: reservations.get(line.line_number) ?? line.reservation_uuid,
    tote: found > 0 ? task.tote_uuid : null,
  }));
  const picked = pieces.reduce((sum, { found }) => sum + found, 0);
  const short = pieces.reduce((sum, { line }) => sum + line.quantity, 0) - picked;
  const status = getNextTaskStatus(task.status, endsTask ? "finish" : "pick");
  if (status === null) throw new Error(`picking: lines of a task that is ${task.status} do not end`);
  await sql`
    with ended as (
      update pick_line k set status = ${shortReason === "" ? "picked" : "short"}, short_reason = ${shortReason}, picked_quantity = r.found,
        reservation_uuid = r.id, tote_uuid = r.tote, user_uuid = ${userUuid}::uuid, ended_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n integer, found integer, id uuid, tote uuid)
      where k.provider_uuid = ${providerUuid} and k.task_uuid = ${task.task_uuid} and k.line_number = r.n
    )
    update pick_task set picked_pieces = picked_pieces + ${picked}, short_pieces = short_pieces + ${short}, version = version + 1,
      status = ${status}, ended_at = ${endsTask ? now : null}::timestamptz
    where provider_uuid = ${providerUuid} and task_uuid = ${task.task_uuid}`.execute(tx);
}
