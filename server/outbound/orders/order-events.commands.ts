import { sql } from "kysely";
import { ordersChanged } from "#src/outbound/orders/orders.contract.ts";
import type { OrderEvent, OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import type { HoldKind } from "#src/outbound/orders/orders.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import type { OrderScope } from "./order-scope.ts";

/** What happened to an order. */
export interface NewOrderEvent {
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly event: OrderEvent | "create";
  readonly from_status: OrderStatus | "";
  readonly to_status: OrderStatus;
  readonly detail?: {
    readonly reason?: string;
    readonly hold?: HoldKind;
    /** the end of a delay; empty if the delay was ended */
    readonly until?: string;
    readonly other_order?: string;
    /** what a pick did not find */
    readonly pieces?: { readonly variant_uuid: string; readonly location_uuid: string; readonly quantity: number; readonly reason: string };
  };
}

/** Inserts the events of any number of orders in one statement. */
export async function writeOrderEvents(
  { tx, providerUuid, userUuid, now }: Pick<OrderScope, "tx" | "providerUuid" | "userUuid" | "now">,
  events: readonly NewOrderEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ detail = {}, ...event }) => ({ ...event, detail, event_uuid: newId() }));
  await sql`insert into order_event (provider_uuid, order_uuid, event_uuid, owner_uuid, at, user_uuid, event, from_status, to_status, detail)
    select ${providerUuid}::uuid, e.order_uuid, e.event_uuid, e.owner_uuid, ${now}, ${userUuid}::uuid, e.event, e.from_status, e.to_status, e.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (order_uuid uuid, event_uuid uuid, owner_uuid uuid, event text, from_status text,
      to_status text, detail jsonb)`.execute(tx);
}

/** Publishes to each owner and the staff that orders changed: one event an owner. */
export async function publishOrders(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  orders: readonly { readonly order_uuid: string; readonly owner_uuid: string }[],
): Promise<void> {
  for (const [ownerUuid, own] of Map.groupBy(orders, ({ owner_uuid }) => owner_uuid)) {
    const retailerUuid = ownerUuid === providerUuid ? null : ownerUuid;
    const [first] = own;
    await publishEvent(
      tx,
      ordersChanged,
      { providerUuid, retailerUuid },
      { order_uuid: own.length === 1 && first !== undefined ? first.order_uuid : null },
    );
  }
}
