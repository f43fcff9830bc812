import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { pickLines } from "#src/outbound/picking/picking.contract.ts";
import type { LedgerRefusal } from "#server/warehouse/stock/ledger.commands.ts";
import { recordWork } from "#server/warehouse/work/work.commands.ts";
import type { NewWork } from "#server/warehouse/work/work.commands.ts";
import { openCases } from "../exceptions/exception-case.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { advanceOrders, advanceWave } from "./advance.commands.ts";
import { publishProgress } from "./claim.commands.ts";
import { lockPick } from "./locked-pick.commands.ts";
import type { LockedPick, PickRefusal } from "./locked-pick.commands.ts";
import { endLines, moveToTote } from "./move-to-tote.commands.ts";

/** What a scan did. */
interface Picked {
  readonly taskUuid: string;
  /** of the exception that was opened because somebody else had picked the same pieces; empty if none */
  readonly exceptionNumber: string;
}

/** Opens exceptions of lines that somebody else had ended before their scan arrived. @returns the number of the first */
async function reportLate(scope: OrderScope, { late, orders, task }: LockedPick): Promise<string> {
  const numbers: string[] = [];
  for (const { order_uuid, variant_uuid, location_uuid, quantity } of late) {
    const order = orders.find((one) => one.order_uuid === order_uuid);
    if (order === undefined) throw new Error("picking: the order of a late line is not locked");
    const pieces = { variant_uuid, location_uuid, quantity, reason: "" };
    const of = { order_uuid, owner_uuid: order.owner_uuid, warehouse_uuid: task.warehouse_uuid };
    numbers.push(...(await openCases(scope, [{ ...of, type: "late_pick", reason: "", byRetailer: false, pieces }])));
  }
  return numbers[0] ?? "";
}

/** Lists the work of a scan: the pieces of each line, and each order of which it picks the last. */
function listPickingWork({ task, orders, lines, pickedOrders }: LockedPick): NewWork[] {
  const counted = new Set<string>();
  return lines.flatMap((line): NewWork[] => {
    const owner_uuid = orders.find(({ order_uuid }) => order_uuid === line.order_uuid)?.owner_uuid;
    if (owner_uuid === undefined) throw new Error("picking: the order of a picked line is not locked");
    const of = {
      order_uuid: line.order_uuid,
      owner_uuid,
      warehouse_uuid: task.warehouse_uuid,
      source: { type: "pick", uuid: task.task_uuid, line: line.line_number },
    };
    const isLast = pickedOrders.has(line.order_uuid) && !counted.has(line.order_uuid);
    counted.add(line.order_uuid);
    return [
      { ...of, kind: "picking_piece", quantity: line.quantity },
      ...(isLast ? [{ ...of, kind: "picking_order" as const, quantity: 1 }] : []),
    ];
  });
}

/**
 * Picks whole lines: all or none. Of lines that somebody else has ended meanwhile, who took the task over, an exception is opened: their pieces may have been
 * picked twice.
 */
export async function pickWholeLines(
  scope: OrderScope,
  { task_uuid, line_numbers, location_uuid }: ParsedInputOf<typeof pickLines>,
): Promise<Result<Picked, PickRefusal | LedgerRefusal>> {
  const locked = await lockPick(scope, task_uuid, line_numbers, { locationUuid: location_uuid, takesLate: true });
  if (!locked.ok) return locked;
  const { task, orders, lines, late, beginsWave, endsTask } = locked.value;
  if (lines.length > 0) {
    const pieces = lines.map((line) => ({ line, found: line.quantity }));
    const moved = await moveToTote(scope, locked.value, pieces);
    if (!moved.ok) return moved;
    const picked = new Set(lines.map(({ order_uuid }) => order_uuid));
    const advanced = { ...locked.value, orders: orders.filter(({ order_uuid }) => picked.has(order_uuid)) };
    await Promise.all([
      endLines(scope, locked.value, pieces, moved.value),
      advanceOrders(scope, advanced),
      publishProgress(scope, task),
      recordWork(scope, listPickingWork(locked.value)),
    ]);
    if (beginsWave || endsTask) await advanceWave(scope, task, endsTask);
  }
  const exceptionNumber = late.length === 0 ? "" : await reportLate(scope, locked.value);
  return ok({ taskUuid: task_uuid, exceptionNumber });
}
