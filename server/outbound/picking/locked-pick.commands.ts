import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { WaveStatus } from "#src/outbound/waves/waves.machine.ts";
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
  readonly variant_uuid: string;
  readonly stock_owner_uuid: string;
  readonly location_uuid: string;
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
}

export type PickRefusal =
  | "notFound"
  | "picking.toteFirst"
  | "picking.lineDone"
  | "picking.orderLeft"
  | "picking.wrongState"
  | "picking.held";

/** Locks a wave's row, of which a scan changes the status alone. */
async function lockRow({ tx, providerUuid }: OrderScope, waveUuid: string): Promise<void> {
  await sql`select from wave where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid} for no key update`.execute(tx);
}

/** Locks every task of a wave that has pending lines of some orders: they end with the orders, and before the ledger is locked. */
async function lockTasksOf({ tx, providerUuid }: OrderScope, orders: readonly LockedOrder[], waveUuid: string): Promise<void> {
  const uuids = orders.map(({ order_uuid }) => order_uuid);
  await sql`select from pick_task where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid} and task_uuid in (select task_uuid from pick_line
      where provider_uuid = ${providerUuid} and order_uuid = any (${uuids}::uuid[]) and wave_uuid = ${waveUuid} and status = 'pending')
    order by task_uuid for no key update`.execute(tx);
}

/**
 * Locks what a scan changes, in the order of every step of waves: orders, wave, tasks, lines. The wave is locked only by the scan that may begin or end it, so
 * that the pickers of a wave do not wait for each other.
 * @param endsOrder whether an order leaves the wave with this scan, and its lines in other tasks with it
 * @param takesLate whether lines that somebody else has ended are returned as late; otherwise they refuse the scan
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
  const { rows: before } = await sql<{ order_uuid: string; wave_uuid: string; wave_status: WaveStatus; others: number }>`
    select k.order_uuid, k.wave_uuid, w.status as wave_status, (select count(*)::integer from pick_line r
      where r.provider_uuid = k.provider_uuid and r.task_uuid = k.task_uuid and r.status = 'pending'
        and r.line_number <> all (${wanted}::integer[])) as others
    from pick_line k join wave w on w.provider_uuid = k.provider_uuid and w.wave_uuid = k.wave_uuid
    where k.provider_uuid = ${providerUuid} and k.task_uuid = ${taskUuid} and k.line_number = any (${wanted}::integer[])`.execute(tx);
  const [first] = before;
  if (first === undefined || before.length < wanted.length) return refuse("notFound");
  const orders = await lockOrders(
    scope,
    before.map(({ order_uuid }) => order_uuid),
  );
  const mayChangeWave = endsOrder || first.wave_status === "released" || first.others === 0;
  if (mayChangeWave) await lockRow(scope, first.wave_uuid);
  if (endsOrder) await lockTasksOf(scope, orders, first.wave_uuid);
  const task = await lockTask(scope, taskUuid);
  if (task === null) return refuse("notFound");
  const { rows } = await sql<LockedLine & { others: number }>`
    select k.line_number, k.order_uuid, k.demand_number, k.reservation_uuid, k.variant_uuid, k.stock_owner_uuid, k.location_uuid, k.lot, k.quantity, k.status,
      k.user_uuid, (select count(*)::integer from pick_line r where r.provider_uuid = k.provider_uuid and r.task_uuid = k.task_uuid and r.status = 'pending'
        and r.line_number <> all (${wanted}::integer[])) as others
    from pick_line k where k.provider_uuid = ${providerUuid} and k.task_uuid = ${taskUuid} and k.line_number = any (${wanted}::integer[])
    order by k.line_number for no key update of k`.execute(tx);
  // Another scan of the task ended its other lines meanwhile: now this one ends the task, and perhaps the wave. Whoever holds the wave and waits for the task
  // is a deadlock, after which the transaction is tried again.
  if (!mayChangeWave && rows[0]?.others === 0) await lockRow(scope, first.wave_uuid);
  const isLate = ({ status, user_uuid }: LockedLine): boolean =>
    takesLate && status !== "pending" && (user_uuid ?? task.user_uuid) !== scope.userUuid;
  const late = rows.filter(isLate);
  const lines = rows.filter((line) => !isLate(line));
  if (lines.some(({ status }) => status === "cancelled")) return refuse("picking.orderLeft");
  if (lines.some(({ status }) => status !== "pending")) return refuse("picking.lineDone");
  if (locationUuid !== null && rows.some(({ location_uuid }) => location_uuid !== locationUuid.toLowerCase())) return refuse("notFound");
  const { tote_uuid } = task;
  // Nothing of the task changes: its state does not matter.
  if (lines.length === 0 && tote_uuid !== null) return ok({ task: { ...task, tote_uuid }, orders, lines, late });
  if (task.is_held) return refuse("picking.held");
  if (tote_uuid === null) return refuse("picking.toteFirst");
  // Whose the task is does not matter: pieces that were picked before somebody took it over are in the tote.
  if (task.status !== "in_progress") return refuse("picking.wrongState");
  return ok({ task: { ...task, tote_uuid }, orders, lines, late });
}
