import { sql } from "kysely";
import type { OrderEvent, OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { getStateAfter, listStatesBefore } from "#src/kit/lib/machine.ts";
import { pickTaskMachine } from "#src/outbound/picking/picking.machine.ts";
import { getNextWaveStatus } from "#src/outbound/waves/waves.machine.ts";
import { saveOrders } from "#server/outbound/orders/locked-orders.commands.ts";
import type { LockedOrder } from "#server/outbound/orders/locked-orders.commands.ts";
import type { NewOrderEvent } from "#server/outbound/orders/order-events.commands.ts";
import type { OrderScope } from "#server/outbound/orders/order-scope.ts";
import { listShippedWaves } from "./complete-waves.commands.ts";
import { saveWave } from "./locked-waves.commands.ts";
import type { LockedWave } from "./locked-waves.commands.ts";

/** How orders leave a wave: by which event, and why. */
interface Leaving {
  readonly event: Extract<OrderEvent, "leave_wave" | "pick_short" | "accept_cancel">;
  readonly reason: string;
  /** what a pick did not find */
  readonly missing?: NonNullable<NewOrderEvent["detail"]>["pieces"];
}

/**
 * Takes locked orders out of their locked wave. Their reservations stay, also those in totes; what is not picked of them yet is picked no more. A wave that
 * loses its last order is cancelled, one whose tasks have all ended is picked.
 * @returns the orders as they are now, and the wave
 */
export async function leaveWave(
  scope: OrderScope,
  wave: LockedWave,
  orders: readonly LockedOrder[],
  { event, reason, missing }: Leaving,
): Promise<{ orders: LockedOrder[]; wave: LockedWave }> {
  const { tx, providerUuid, now } = scope;
  const uuids = orders.map(({ order_uuid }) => order_uuid);
  // Tasks before their lines, like a picker who skips some.
  await sql`
    select from pick_task where provider_uuid = ${providerUuid} and task_uuid in (select task_uuid from pick_line
      where provider_uuid = ${providerUuid} and order_uuid = any (${uuids}::uuid[]) and wave_uuid = ${wave.wave_uuid} and status = 'pending')
    order by task_uuid for no key update`.execute(tx);
  await sql`
    with ended as (
      update pick_line l set status = 'cancelled', ended_at = ${now}
      where l.provider_uuid = ${providerUuid} and l.order_uuid = any (${uuids}::uuid[]) and l.wave_uuid = ${wave.wave_uuid} and l.status = 'pending'
      returning l.task_uuid, l.quantity
    ), fewer as (select task_uuid, count(*) as lines, sum(quantity) as pieces from ended group by task_uuid)
    update pick_task t set line_count = t.line_count - fewer.lines, piece_count = t.piece_count - fewer.pieces, version = t.version + 1
    from fewer where t.provider_uuid = ${providerUuid} and t.task_uuid = fewer.task_uuid`.execute(tx);
  await sql`
    update wave_order set status = 'kicked', reason = ${reason}, ended_at = ${now}
    where provider_uuid = ${providerUuid} and wave_uuid = ${wave.wave_uuid} and order_uuid = any (${uuids}::uuid[]) and status <> 'kicked'`.execute(
    tx,
  );
  const left = await saveOrders(
    scope,
    orders.map((order) => ({
      order,
      event,
      set: {
        status: getStatusAfter(order.status, event),
        wave_uuid: null,
        ...(event === "accept_cancel" ? { ended_at: now, holds: [] } : {}),
      },
      ...(reason === "" ? {} : { detail: { reason, ...(missing === undefined ? {} : { pieces: missing }) } }),
    })),
  );
  const pieces = await countPieces(scope, uuids);
  const smaller = { order_count: wave.order_count - orders.length, piece_count: wave.piece_count - pieces };
  return { orders: left, wave: await saveDerived(scope, wave, smaller, reason) };
}

function getStatusAfter(status: OrderStatus, event: OrderEvent): OrderStatus {
  const next = getNextStatus(status, event);
  if (next === null) throw new Error(`waves: an order that is ${status} cannot ${event}`);
  return next;
}

async function countPieces({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    select coalesce(sum(demand_pieces), 0)::integer as pieces from sales_order
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[])`.execute(tx);
  return rows[0]?.pieces ?? 0;
}

/**
 * Ends the tasks of a wave that have nothing left to pick, and derives the wave's status: without orders it is cancelled, without open tasks it is picked,
 * and done if the orders that are left in it have been shipped.
 * @param set what else changes of the wave
 */
export async function saveDerived(
  { tx, providerUuid, now }: Pick<OrderScope, "tx" | "providerUuid" | "now">,
  wave: LockedWave,
  set: Partial<Pick<LockedWave, "order_count" | "piece_count" | "started_at" | "status">>,
  reason: string,
): Promise<LockedWave> {
  await sql`
    update pick_task t set status = case when t.picked_pieces + t.short_pieces > 0 then ${getStateAfter(pickTaskMachine, "finish")} else ${getStateAfter(pickTaskMachine, "cancel")} end,
      ended_at = ${now}, version = t.version + 1
    where t.provider_uuid = ${providerUuid} and t.wave_uuid = ${wave.wave_uuid} and t.status = any (${listStatesBefore(pickTaskMachine, "finish")})
      and not exists (select from pick_line l where l.provider_uuid = t.provider_uuid and l.task_uuid = t.task_uuid and l.status = 'pending')`.execute(
    tx,
  );
  const { rows } = await sql<{ open_tasks: number }>`
    select count(*)::integer as open_tasks from pick_task
    where provider_uuid = ${providerUuid} and wave_uuid = ${wave.wave_uuid} and status = any (${listStatesBefore(pickTaskMachine, "finish")})`.execute(
    tx,
  );
  const status = set.status ?? wave.status;
  const orderCount = set.order_count ?? wave.order_count;
  const ended = orderCount === 0 ? getNextWaveStatus(status, "cancel") : null;
  if (ended !== null) return saveWave({ tx, providerUuid }, wave, { ...set, status: ended, reason, ended_at: now });
  const picked = rows[0]?.open_tasks === 0 ? getNextWaveStatus(status, "finish") : null;
  if (picked !== null)
    await sql`
      update wave_order set status = 'picked'
      where provider_uuid = ${providerUuid} and wave_uuid = ${wave.wave_uuid} and status = 'open'`.execute(tx);
  const done = getNextWaveStatus(picked ?? status, "complete");
  const isDone = done !== null && (await listShippedWaves({ tx, providerUuid }, [wave.wave_uuid])).length > 0;
  return saveWave({ tx, providerUuid }, wave, {
    ...set,
    ...(picked === null ? {} : { status: picked, picked_at: now }),
    ...(isDone ? { status: done, ended_at: now } : {}),
  });
}
