import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { WaveStatus } from "#src/outbound/waves/waves.machine.ts";
import { StaleRead } from "#server/platform/db/database.ts";
import { lockOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { lockTask } from "./claim.commands.ts";
import type { LockedTask } from "./claim.commands.ts";

/** A line that this transaction has locked. */
export interface LockedLine {
  readonly line_number: number;
  readonly order_uuid: string;
  readonly demand_number: number;
  readonly reservation_uuid: string;
  /** of its reservation */
  readonly part: number;
  readonly variant_uuid: string;
  readonly stock_owner_uuid: string;
  readonly location_uuid: string;
  /** whether it was picked before, and lies in a tote, a slot of a wall or at a packing location */
  readonly is_off_shelf: boolean;
  readonly lot: string;
  readonly quantity: number;
  readonly status: "pending" | "picked" | "short" | "cancelled";
  /** who ended it; null while it is pending, and if its order left the wave */
  readonly user_uuid: string | null;
}

/** What a scan has locked, and may pick. */
export interface LockedPick {
  readonly task: LockedTask & { readonly tote_uuid: string };
  readonly orders: readonly LockedOrder[];
  readonly lines: readonly LockedLine[];
  /** lines that somebody else had ended before this scan arrived: their pieces may lie in two totes */
  readonly late: readonly LockedLine[];
  /** those of which nothing else is pending in the wave */
  readonly pickedOrders: ReadonlySet<string>;
  /** whether the scan begins the wave, or ends the task: it has locked the wave then */
  readonly beginsWave: boolean;
  readonly endsTask: boolean;
}

export type PickRefusal =
  | "notFound"
  | "picking.toteFirst"
  | "picking.lineDone"
  | "picking.orderLeft"
  | "picking.wrongState"
  | "picking.held";

/** What decides whether a scan begins its wave, or ends its task and with it perhaps the wave. */
interface WaveState {
  readonly wave_status: WaveStatus;
  /** pending lines of the task besides those of the scan */
  readonly others: number;
}

function mayMoveWave({ wave_status, others }: WaveState): boolean {
  return wave_status === "released" || others === 0;
}

/** SQL for the columns of `WaveState`, of lines `k` of a task. */
function selectWaveState({ providerUuid }: OrderScope, taskUuid: string, lineNumbers: readonly number[]) {
  return sql`(select w.status from wave w where w.provider_uuid = k.provider_uuid and w.wave_uuid = k.wave_uuid) as wave_status,
    (select count(*)::integer from pick_line where provider_uuid = ${providerUuid} and task_uuid = ${taskUuid}::uuid and status = 'pending'
      and line_number <> all (${[...lineNumbers]}::integer[])) as others`;
}

/**
 * Locks what a scan changes, in the order of every step of waves: orders, wave, task, lines. The wave is locked only by the scan that may begin or end it, so
 * that the pickers of a wave do not wait for each other. Whether a scan may is read before it has any lock, and once more when it has them all.
 * @param endsOrder whether an order leaves the wave with this scan
 * @param takesLate whether lines that somebody else has ended are returned as late; otherwise they refuse the scan
 * @throws StaleRead if the scan should have locked the wave and has not: others picked or kicked the rest of the task meanwhile
 */
export async function lockPick(
  scope: OrderScope,
  taskUuid: string,
  lineNumbers: readonly number[],
  {
    locationUuid,
    endsOrder = false,
    takesLate = false,
  }: { readonly locationUuid: string | null; readonly endsOrder?: boolean; readonly takesLate?: boolean },
): Promise<Result<LockedPick, PickRefusal>> {
  const { tx, providerUuid } = scope;
  const wanted = [...new Set(lineNumbers)];
  const { rows: before } = await sql<WaveState & { order_uuid: string; wave_uuid: string }>`
    select k.order_uuid, k.wave_uuid, ${selectWaveState(scope, taskUuid, wanted)}
    from pick_line k where k.provider_uuid = ${providerUuid} and k.task_uuid = ${taskUuid} and k.line_number = any (${wanted}::integer[])`.execute(
    tx,
  );
  const [first] = before;
  if (first === undefined || before.length < wanted.length) return refuse("notFound");
  const orders = await lockOrders(
    scope,
    before.map(({ order_uuid }) => order_uuid),
  );
  const locksWave = endsOrder || mayMoveWave(first);
  if (locksWave)
    await sql`select from wave where provider_uuid = ${providerUuid} and wave_uuid = ${first.wave_uuid} for no key update`.execute(tx);
  const task = await lockTask(scope, taskUuid);
  if (task === null) return refuse("notFound");
  // Nobody changes lines without a lock on their task or their order, so this statement waits for nobody and sees all that was committed before.
  const { rows } = await sql<LockedLine & WaveState & { is_orders_last: boolean }>`
    select k.line_number, k.order_uuid, k.demand_number, k.reservation_uuid, r.part, k.variant_uuid, k.stock_owner_uuid, k.location_uuid, k.lot, k.quantity,
      k.status, k.user_uuid, (select l.type not in ('pick', 'reserve') from location l
        where l.provider_uuid = k.provider_uuid and l.location_uuid = k.location_uuid) as is_off_shelf, ${selectWaveState(scope, taskUuid, wanted)}, not exists (select from pick_line o where o.provider_uuid = k.provider_uuid and o.order_uuid = k.order_uuid
        and o.wave_uuid = k.wave_uuid and o.status = 'pending' and not (o.task_uuid = k.task_uuid and o.line_number = any (${wanted}::integer[]))) as is_orders_last
    from pick_line k join reservation r on r.provider_uuid = k.provider_uuid and r.reservation_uuid = k.reservation_uuid
    where k.provider_uuid = ${providerUuid} and k.task_uuid = ${taskUuid} and k.line_number = any (${wanted}::integer[])
    order by k.line_number for no key update of k`.execute(tx);
  const [line] = rows;
  if (line === undefined) return refuse("notFound");
  if (!locksWave && mayMoveWave(line)) throw new StaleRead("picking: the rest of a task ended while a scan waited for its locks");
  const isLate = ({ status, user_uuid }: LockedLine): boolean =>
    takesLate && status !== "pending" && (user_uuid ?? task.user_uuid) !== scope.userUuid;
  const late = rows.filter(isLate);
  const lines = rows.filter((one) => !isLate(one));
  if (lines.some(({ status }) => status === "cancelled")) return refuse("picking.orderLeft");
  if (lines.some(({ status }) => status !== "pending")) return refuse("picking.lineDone");
  if (locationUuid !== null && rows.some(({ location_uuid }) => location_uuid !== locationUuid.toLowerCase())) return refuse("notFound");
  const { tote_uuid } = task;
  // Nothing of the task changes: its state does not matter.
  if (lines.length === 0 && tote_uuid !== null)
    return ok({ task: { ...task, tote_uuid }, orders, lines, late, pickedOrders: new Set(), beginsWave: false, endsTask: false });
  if (line.wave_status === "held") return refuse("picking.held");
  if (tote_uuid === null) return refuse("picking.toteFirst");
  // Whose the task is does not matter: pieces that were picked before somebody took it over are in the tote.
  if (task.status !== "in_progress") return refuse("picking.wrongState");
  return ok({
    task: { ...task, tote_uuid },
    orders,
    lines,
    late,
    pickedOrders: new Set(lines.filter(({ is_orders_last }) => is_orders_last).map(({ order_uuid }) => order_uuid)),
    beginsWave: line.wave_status === "released",
    endsTask: line.others === 0,
  });
}
