import { sql } from "kysely";
import { getStateAfter, listStatesBefore } from "#src/kit/lib/machine.ts";
import { getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { waveMachine } from "#src/outbound/waves/waves.machine.ts";
import type { WaveEvent } from "#src/outbound/waves/waves.machine.ts";
import { pickTaskMachine } from "#src/outbound/picking/picking.machine.ts";
import { wavesChanged } from "#src/outbound/waves/waves.contract.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { saveOrders } from "../orders/locked-orders.commands.ts";
import type { OrderChange } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { LockedTask } from "./claim.commands.ts";
import type { LockedPick } from "./locked-pick.commands.ts";

/** Moves orders on after a pick: those of which nothing is pending are picked, the others have begun. */
export async function advanceOrders(scope: OrderScope, { task, orders, pickedOrders }: LockedPick): Promise<void> {
  const { tx, providerUuid } = scope;
  const changes = orders.flatMap((order): OrderChange[] => {
    const event = pickedOrders.has(order.order_uuid) ? "finish_picking" : "start_picking";
    const status = getNextStatus(order.status, event);
    return status === null ? [] : [{ order, event, set: { status } }];
  });
  await Promise.all([
    saveOrders(scope, changes),
    pickedOrders.size > 0 &&
      sql`update wave_order set status = 'picked' where provider_uuid = ${providerUuid} and wave_uuid = ${task.wave_uuid}
        and order_uuid = any (${[...pickedOrders]}::uuid[]) and status = 'open'`.execute(tx),
  ]);
}

/** What a scan can do to a wave, as rows of the machine's table. */
const waveMoves = (["start", "finish", "cancel"] as const satisfies readonly WaveEvent[]).flatMap((event) =>
  listStatesBefore(waveMachine, event).map((before) => ({ event, before, after: getStateAfter(waveMachine, event) })),
);

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
    ? await sql`update wave w set status = m.after, started_at = coalesce(w.started_at, ${now}),
          picked_at = case when n.event = 'finish' then ${now}::timestamptz end,
          ended_at = case when n.event = 'cancel' then ${now}::timestamptz end, version = w.version + 1
        from (select case
            when exists (select from pick_task where provider_uuid = ${providerUuid} and wave_uuid = ${wave_uuid}
              and status = any (${listStatesBefore(pickTaskMachine, "finish")})) then 'start'
            when exists (select from wave_order where provider_uuid = ${providerUuid} and wave_uuid = ${wave_uuid} and status <> 'kicked') then 'finish'
            else 'cancel' end as event) n
          join jsonb_to_recordset(${JSON.stringify(waveMoves)}::jsonb) as m (event text, before text, after text) on m.event = n.event
        where w.provider_uuid = ${providerUuid} and w.wave_uuid = ${wave_uuid} and w.status = m.before
        returning w.wave_uuid`.execute(tx)
    : await sql`update wave set status = ${getStateAfter(waveMachine, "start")}, started_at = ${now}, version = version + 1
        where provider_uuid = ${providerUuid} and wave_uuid = ${wave_uuid} and status = any (${listStatesBefore(waveMachine, "start")})
        returning wave_uuid`.execute(tx);
  if (rows.length > 0) await publishEvent(tx, wavesChanged, { providerUuid, warehouseUuid: warehouse_uuid }, { wave_uuid });
}
