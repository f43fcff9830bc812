import { sql } from "kysely";
import { getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { wavesChanged } from "#src/outbound/waves/waves.contract.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { saveOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder, OrderChange } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { LockedTask } from "./claim.commands.ts";

/**
 * Counts picked and short pieces of a task. One without pending lines is done; `isOver`: whether it is now.
 */
export async function countPieces(
  { tx, providerUuid, now }: OrderScope,
  { task_uuid }: Pick<LockedTask, "task_uuid">,
  { picked, short }: { readonly picked: number; readonly short: number },
): Promise<{ isOver: boolean }> {
  const { rows } = await sql<{ is_over: boolean }>`
    update pick_task t set picked_pieces = t.picked_pieces + ${picked}, short_pieces = t.short_pieces + ${short}, version = t.version + 1,
      status = case when s.is_over then 'done' else t.status end, ended_at = case when s.is_over then ${now}::timestamptz end
    from (select not exists (select from pick_line
      where provider_uuid = ${providerUuid} and task_uuid = ${task_uuid} and status = 'pending') as is_over) s
    where t.provider_uuid = ${providerUuid} and t.task_uuid = ${task_uuid} returning s.is_over`.execute(tx);
  return { isOver: rows[0]?.is_over === true };
}

/** Moves orders on after a pick: those of which nothing is pending are picked, the others have begun. */
export async function advanceOrders(scope: OrderScope, orders: readonly LockedOrder[], waveUuid: string): Promise<void> {
  const { tx, providerUuid } = scope;
  const uuids = orders.map(({ order_uuid }) => order_uuid);
  const { rows } = await sql<{ order_uuid: string }>`
    select distinct order_uuid from pick_line where provider_uuid = ${providerUuid} and order_uuid = any (${uuids}::uuid[])
      and wave_uuid = ${waveUuid} and status = 'pending'`.execute(tx);
  const pending = new Set(rows.map(({ order_uuid }) => order_uuid));
  const changes = orders.flatMap((order): OrderChange[] => {
    const event = pending.has(order.order_uuid) ? "start_picking" : "finish_picking";
    const status = getNextStatus(order.status, event);
    return status === null ? [] : [{ order, event, set: { status } }];
  });
  await saveOrders(scope, changes);
  const picked = changes.filter(({ event }) => event === "finish_picking").map(({ order }) => order.order_uuid);
  if (picked.length > 0)
    await sql`update wave_order set status = 'picked' where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid}
      and order_uuid = any (${picked}::uuid[]) and status = 'open'`.execute(tx);
}

/**
 * Moves a wave on after a pick: the first begins it, and with the last task it is picked, or cancelled if no order is left in it. Only the scan that may do so
 * has locked it before.
 * @param isTaskOver whether the task of the pick has ended
 */
export async function advanceWave(
  { tx, providerUuid, now }: OrderScope,
  { wave_uuid, warehouse_uuid }: Pick<LockedTask, "wave_uuid" | "warehouse_uuid">,
  isTaskOver: boolean,
): Promise<void> {
  const { rows } = isTaskOver
    ? await sql`update wave w set status = n.status, started_at = coalesce(w.started_at, ${now}),
          ended_at = case when n.status in ('picked', 'cancelled') then ${now}::timestamptz end, version = w.version + 1
        from (select case
          when exists (select from pick_task where provider_uuid = ${providerUuid} and wave_uuid = ${wave_uuid}
            and status in ('pending', 'assigned', 'in_progress')) then 'picking'
          when exists (select from wave_order where provider_uuid = ${providerUuid} and wave_uuid = ${wave_uuid} and status <> 'kicked') then 'picked'
          else 'cancelled' end as status) n
        where w.provider_uuid = ${providerUuid} and w.wave_uuid = ${wave_uuid} and w.status in ('released', 'picking') and w.status <> n.status
        returning w.wave_uuid`.execute(tx)
    : await sql`update wave set status = 'picking', started_at = ${now}, version = version + 1
        where provider_uuid = ${providerUuid} and wave_uuid = ${wave_uuid} and status = 'released' returning wave_uuid`.execute(tx);
  if (rows.length > 0) await publishEvent(tx, wavesChanged, { providerUuid, warehouseUuid: warehouse_uuid }, { wave_uuid });
}
