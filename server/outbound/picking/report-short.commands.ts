import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { toDay } from "#src/kit/lib/days.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { reportShortPick } from "#src/outbound/picking/picking.contract.ts";
import type { ShortReason } from "#src/outbound/orders/orders.rules.ts";
import type { Condition } from "#src/warehouse/stock/stock.rules.ts";
import { markReserved } from "../orders/demand.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { leaveWave } from "../waves/leave-wave.commands.ts";
import { lockWave } from "../waves/locked-waves.commands.ts";
import { advanceWave } from "./advance.commands.ts";
import { publishProgress } from "./claim.commands.ts";
import { lockPick } from "./locked-pick.commands.ts";
import type { LockedLine } from "./locked-pick.commands.ts";
import { endLines, moveToTote } from "./move-to-tote.commands.ts";
import { planRecount } from "./plan-recount.commands.ts";
import type { NoteRecount } from "./plan-recount.commands.ts";

/** What becomes of pieces that were not picked. Whether they are there at all is known once the location is counted. */
const conditionAfter: Readonly<Record<ShortReason, Condition>> = {
  missing: "quarantined",
  wrong_goods: "quarantined",
  unreachable: "quarantined",
  damaged: "damaged",
};

/**
 * Locks the pieces of a line's goods in its place that nobody has reserved, and counts them: if some are not there, neither may these be, and the next order
 * must not be sent to the same place.
 */
async function lockFreePieces({ tx, providerUuid, now }: OrderScope, line: LockedLine, warehouseUuid: string): Promise<number> {
  const key = { v: line.variant_uuid, w: warehouseUuid, o: line.stock_owner_uuid };
  const { rows } = await sql<{ available: number }>`
    select available from lock_pickable_stock(${providerUuid}, ${JSON.stringify([key])}::jsonb, ${toDay(now)}::date)
    where location_uuid = ${line.location_uuid} and lot = ${line.lot}`.execute(tx);
  return rows[0]?.available ?? 0;
}

/**
 * Reports that not all pieces of a line are there. Those that were found are picked; the others, and what else of these goods should be there and is nobody's,
 * may not be allocated until the location is counted, which is planned. The order leaves its wave: what was picked for it stays its own, and it waits for the rest like any order that is short.
 * @returns the task's uuid
 */
export async function reportShort(
  scope: OrderScope,
  { task_uuid, line_number, picked_quantity, reason }: ParsedInputOf<typeof reportShortPick>,
  noteRecount: NoteRecount,
): Promise<Result<string, RefusalName>> {
  const locked = await lockPick(scope, task_uuid, [line_number], { locationUuid: null, endsOrder: true });
  if (!locked.ok) return locked;
  const { task, orders, lines } = locked.value;
  const [line] = lines;
  const wave = await lockWave(scope, task.wave_uuid);
  if (line === undefined || wave === null) throw new Error("picking: a locked line or its wave is missing");
  if (picked_quantity >= line.quantity) return refuse("picking.tooMany");
  // Damaged pieces say nothing about the others.
  const besides = reason === "damaged" ? 0 : await lockFreePieces(scope, line, task.warehouse_uuid);
  const pieces = [{ line, found: picked_quantity, rest: { condition: conditionAfter[reason], besides } }];
  const moved = await moveToTote(scope, locked.value, pieces);
  if (!moved.ok) return moved;
  await endLines(scope, locked.value, pieces, moved.value, reason);
  const { variant_uuid, location_uuid, quantity } = line;
  // Needs no lock that the scan does not have since before it posted: the lines of an order are all in one task of its wave.
  await leaveWave(scope, wave, orders, {
    event: "pick_short",
    reason,
    missing: { variant_uuid, location_uuid, quantity: quantity - picked_quantity, reason },
  });
  await markReserved(scope, [line.order_uuid], false);
  await advanceWave(scope, task, true);
  const [order] = orders;
  await planRecount(scope, noteRecount, task.warehouse_uuid, { locationUuid: line.location_uuid, remark: order?.order_number ?? "" });
  // Its stock is looked for at once: other shelves may have it.
  await scope.followUps.stockFreed(scope.tx, scope.providerUuid, [line.variant_uuid]);
  await publishProgress(scope, task);
  return ok(task_uuid);
}
