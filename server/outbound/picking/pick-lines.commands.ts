import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { pickLines } from "#src/outbound/picking/picking.contract.ts";
import type { LedgerRefusal } from "#server/warehouse/stock/ledger.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { advanceOrders, advanceWave } from "./advance.commands.ts";
import { publishProgress } from "./claim.commands.ts";
import { lockPick } from "./locked-pick.commands.ts";
import type { PickRefusal } from "./locked-pick.commands.ts";
import { endLines, moveToTote } from "./move-to-tote.commands.ts";

/** Picks whole lines: all or none. @returns the task's uuid */
export async function pickWholeLines(
  scope: OrderScope,
  { task_uuid, line_numbers, location_uuid }: ParsedInputOf<typeof pickLines>,
): Promise<Result<string, PickRefusal | LedgerRefusal>> {
  const locked = await lockPick(scope, task_uuid, line_numbers, { locationUuid: location_uuid });
  if (!locked.ok) return locked;
  const { task, lines, beginsWave, endsTask } = locked.value;
  const pieces = lines.map((line) => ({ line, found: line.quantity }));
  const moved = await moveToTote(scope, locked.value, pieces);
  if (!moved.ok) return moved;
  await Promise.all([endLines(scope, locked.value, pieces, moved.value), advanceOrders(scope, locked.value), publishProgress(scope, task)]);
  if (beginsWave || endsTask) await advanceWave(scope, task, endsTask);
  return ok(task_uuid);
}
