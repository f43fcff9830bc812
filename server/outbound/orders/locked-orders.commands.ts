import { sql } from "kysely";
import type { Estimate } from "#src/outbound/orders/orders.contract.ts";
import { openStatuses, orderMachine } from "#src/outbound/orders/orders.machine.ts";
import type { OrderEvent, OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import type { FulfilmentStatus, HoldKind, OrderKind } from "#src/outbound/orders/orders.rules.ts";
import { publishOrders, writeOrderEvents } from "./order-events.commands.ts";
import type { NewOrderEvent } from "./order-events.commands.ts";
import type { OrderScope } from "./order-scope.ts";

/** An order that this transaction has locked: until its end, no other changes the order, its lines or its demand. */
export interface LockedOrder {
  order_uuid: string;
  order_number: string;
  owner_uuid: string;
  kind: OrderKind;
  status: OrderStatus;
  holds: HoldKind[];
  delay_until: Date | null;
  priority: number;
  warehouse_uuid: string | null;
  channel_uuid: string | null;
  /** set while the order is in a wave */
  wave_uuid: string | null;
  fulfilment_status: FulfilmentStatus;
  reason: string;
  estimate_cents: number | null;
  estimate_currency: string;
  estimate: OrderEstimate;
  merged_into_uuid: string | null;
  submitted_at: Date | null;
  confirmed_at: Date | null;
  allocated_at: Date | null;
  /** its channel's cut-off; null before it is confirmed, and if the channel has none */
  due_at: Date | null;
  ended_at: Date | null;
  /** when its last parcel was handed over */
  shipped_at: Date | null;
  delivered_at: Date | null;
  country: string;
  line_count: number;
  piece_count: number;
  version: number;
}

/** An estimate as it is stored; without parts before the first submit. */
export type OrderEstimate = Partial<Estimate>;

/** The columns that steps change. */
type Changeable = Omit<LockedOrder, "order_uuid" | "order_number" | "owner_uuid" | "kind" | "country" | "version">;

/** A change of a locked order, with its event. */
export interface OrderChange {
  readonly order: LockedOrder;
  readonly event: OrderEvent;
  readonly set: Partial<Changeable>;
  readonly detail?: NewOrderEvent["detail"];
}

/**
 * Locks orders in the order of their uuids, so that two that lock the same ones cannot deadlock.
 * @param orderUuids those that the caller may not see are missing in the result
 */
export async function lockOrders(
  { tx, providerUuid, retailerUuid }: Pick<OrderScope, "tx" | "providerUuid" | "retailerUuid">,
  orderUuids: readonly string[],
): Promise<LockedOrder[]> {
  const { rows } = await sql<LockedOrder>`
    select order_uuid, order_number, owner_uuid, kind, status, holds, delay_until, priority, warehouse_uuid, channel_uuid, wave_uuid, fulfilment_status, reason,
      estimate_cents, estimate_currency, estimate, merged_into_uuid, submitted_at, confirmed_at, allocated_at, due_at, ended_at, shipped_at,
      delivered_at, country, line_count,
      piece_count, version
    from sales_order
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[])
      and (${retailerUuid === null} or owner_uuid = ${retailerUuid ?? providerUuid}::uuid)
    order by order_uuid for no key update`.execute(tx);
  return rows;
}

/** Locks one order; null if the caller may not see it. */
export async function lockOrder(scope: OrderScope, orderUuid: string): Promise<LockedOrder | null> {
  return (await lockOrders(scope, [orderUuid]))[0] ?? null;
}

/** What an order counts towards its owner's credit limit: its estimate, until it is shipped, cancelled or merged. */
function countEstimate({ status, estimate_cents }: LockedOrder): number {
  return (openStatuses as readonly OrderStatus[]).includes(status) ? (estimate_cents ?? 0) : 0;
}

/** Lists the retailers that can spend more after a change of their orders: one was cancelled or went back to them, or costs less. */
function listRelieved(before: readonly LockedOrder[], now: readonly LockedOrder[], providerUuid: string): string[] {
  const relieved = now.filter((order, index) => {
    const was = before[index];
    // What is shipped still costs its estimate until it is charged.
    return was !== undefined && order.shipped_at === null && countEstimate(order) < countEstimate(was);
  });
  return [...new Set(relieved.map(({ owner_uuid }) => owner_uuid))].filter((uuid) => uuid !== providerUuid).toSorted();
}

/**
 * Saves changes of locked orders in one statement, writes and publishes their events, and tells those who follow orders. Credit that the changes free
 * lifts payment holds of the owner's other orders.
 * @returns the orders as they are now
 * @throws Error if the machine does not let a change's event lead to its status
 */
export async function saveOrders(scope: OrderScope, changes: readonly OrderChange[]): Promise<LockedOrder[]> {
  if (changes.length === 0) return [];
  const { tx, providerUuid } = scope;
  for (const { order, event, set } of changes)
    if (
      set.status !== undefined &&
      !orderMachine.transitions.some((row) => row.event === event && row.to === set.status && row.from.includes(order.status))
    )
      throw new Error(`orders: ${event} does not lead from ${order.status} to ${set.status}`);
  const saved = changes.map(({ order, set }): LockedOrder => ({ ...order, ...set, version: order.version + 1 }));
  const { rows } = await sql`
    update sales_order o set status = n.status, holds = n.holds, delay_until = n.delay_until, priority = n.priority, warehouse_uuid = n.warehouse_uuid,
      channel_uuid = n.channel_uuid, wave_uuid = n.wave_uuid, fulfilment_status = n.fulfilment_status, reason = n.reason, estimate_cents = n.estimate_cents,
      estimate_currency = n.estimate_currency, estimate = n.estimate, merged_into_uuid = n.merged_into_uuid, submitted_at = n.submitted_at,
      confirmed_at = n.confirmed_at, allocated_at = n.allocated_at, due_at = n.due_at, ended_at = n.ended_at,
      shipped_at = n.shipped_at, delivered_at = n.delivered_at, line_count = n.line_count, piece_count = n.piece_count,
      version = n.version
    from jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as n (order_uuid uuid, status text, holds text[], delay_until timestamptz, priority smallint,
      warehouse_uuid uuid, channel_uuid uuid, wave_uuid uuid, fulfilment_status text, reason text, estimate_cents bigint, estimate_currency text, estimate jsonb,
      merged_into_uuid uuid, submitted_at timestamptz, confirmed_at timestamptz, allocated_at timestamptz, due_at timestamptz, ended_at timestamptz,
      shipped_at timestamptz, delivered_at timestamptz, line_count integer,
      piece_count integer, version integer)
    where o.provider_uuid = ${providerUuid} and o.order_uuid = n.order_uuid and o.version = n.version - 1
    returning o.order_uuid`.execute(tx);
  if (rows.length !== changes.length) throw new Error("orders: a locked order changed");
  await Promise.all([
    writeOrderEvents(
      scope,
      changes.map(({ order, event, set, detail }) => ({
        order_uuid: order.order_uuid,
        owner_uuid: order.owner_uuid,
        event,
        from_status: order.status,
        to_status: set.status ?? order.status,
        ...(detail === undefined ? {} : { detail }),
      })),
    ),
    publishOrders(scope, saved),
  ]);
  await scope.followUps.ordersStepped(
    scope,
    changes.flatMap(({ order: before, event, detail = {} }, index) => {
      const now = saved[index];
      if (now === undefined) return [];
      const { order_uuid, owner_uuid, warehouse_uuid, status, holds } = now;
      return [{ order_uuid, owner_uuid, warehouse_uuid, event, status, holdsBefore: before.holds, holds, detail }];
    }),
  );
  const before = changes.map(({ order }) => order);
  for (const retailerUuid of listRelieved(before, saved, providerUuid)) await scope.followUps.creditRaised(tx, providerUuid, retailerUuid);
  return saved;
}
