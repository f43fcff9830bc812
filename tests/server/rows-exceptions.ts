import type { ExceptionStatus } from "#src/outbound/exceptions/exceptions.machine.ts";
import type { ExceptionType } from "#src/outbound/exceptions/exceptions.rules.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { addOrderRows } from "./rows-orders.ts";
import type { OrderRows } from "./rows-orders.ts";
import { markerOf } from "./rows.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

/** An exception of an order of a person's company. */
export interface ExceptionRows extends OrderRows {
  readonly exceptionUuid: string;
}

/** What an order is when an exception of a type is opened. */
const orderOf = {
  short: { status: "short", holds: [] },
  address: { status: "confirmed", holds: ["address"] },
  cancelled: { status: "picking", holds: ["cancel"] },
  late_pick: { status: "picking", holds: [] },
  wrong_item: { status: "picked", holds: [] },
  damaged: { status: "short", holds: [] },
  weight_variance: { status: "packed", holds: [] },
  label_failed: { status: "weighed", holds: [] },
  channel_refused: { status: "weighed", holds: [] },
  unknown_parcel: { status: "weighed", holds: [] },
} as const satisfies Record<ExceptionType, { status: OrderStatus; holds: string[] }>;

/**
 * Creates an exception with its order. One of an unknown parcel is the provider's and of no order; the order is there all the same.
 * @param tx acts for the provider's staff afterwards
 * @param assigneeUuid who works on it; by default the person itself if it is of the staff
 */
export async function addExceptionRows(
  tx: Tx,
  person: Person,
  status: ExceptionStatus = "open",
  type: ExceptionType = "short",
  on?: StockStage,
  assigneeUuid = person.userUuid,
): Promise<ExceptionRows> {
  const { status: orderStatus, holds } = orderOf[type];
  const rows = await addOrderRows(tx, person, orderStatus, on);
  const provider_uuid = rows.stage.providerUuid;
  await tx
    .updateTable("sales_order")
    .set({ holds: [...holds] })
    .where("provider_uuid", "=", provider_uuid)
    .where("order_uuid", "=", rows.orderUuid)
    .execute();
  const exception_uuid = newId();
  const marker = markerOf(person);
  const isResolved = status === "resolved" || status === "closed";
  const now = new Date();
  const isOfNobody = type === "unknown_parcel";
  const owner_uuid = isOfNobody ? provider_uuid : rows.ownerUuid;
  const common = { provider_uuid, exception_uuid, owner_uuid, warehouse_uuid: rows.stage.warehouseUuid };
  await tx
    .insertInto("exception_case")
    .values({
      ...common,
      exception_number: `E-000101-${newId().slice(-10)}`.toUpperCase(),
      type,
      status,
      order_uuid: isOfNobody ? null : rows.orderUuid,
      assignee_uuid: status === "open" ? null : assigneeUuid,
      reason: marker,
      resolution: isResolved ? "other" : "",
      opened_at: now,
      changed_at: now,
      resolved_at: isResolved ? now : null,
      closed_at: status === "closed" ? now : null,
    })
    .execute();
  await tx
    .insertInto("exception_event")
    .values({ ...common, event_uuid: newId(), at: now, user_uuid: person.userUuid, event: "open", to_status: "open", message: marker })
    .execute();
  return { ...rows, exceptionUuid: exception_uuid };
}
