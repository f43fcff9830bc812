import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { actAs } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { addStockRows } from "./rows-stock.ts";
import { markerOf } from "./rows.ts";
import { putStock, staffOf } from "./stage-stock.ts";
import type { StockStage } from "./stage-stock.ts";
import type { Person } from "./world.ts";

/** The order of a person's order calls. */
export interface OrderRows {
  readonly stage: StockStage;
  readonly ownerUuid: string;
  readonly orderUuid: string;
  readonly orderNumber: string;
  readonly lineUuid: string;
  readonly sku: string;
  readonly variantUuid: string;
}

/**
 * Creates an order of a person's company with everything its state implies: a line of three pieces, a recipient, and from confirming on its demand,
 * from allocation on a reservation.
 * @param tx acts for the provider's staff afterwards
 * @param stage where its goods are; by default a stage of its own
 */
export async function addOrderRows(tx: Tx, person: Person, status: OrderStatus = "submitted", stage?: StockStage): Promise<OrderRows> {
  const on = stage ?? (await addStockRows(tx, person));
  const provider_uuid = on.providerUuid;
  await actAs(tx, staffOf(provider_uuid));
  const [{ variantUuid, ownerUuid, sku } = { variantUuid: "", ownerUuid: "", sku: "" }] = on.variants;
  const [order_uuid, line_uuid] = [newId(), newId()];
  const orderNumber = `SO-000101-${newId().slice(-10)}`.toUpperCase();
  const marker = markerOf(person);
  const now = new Date();
  const isSubmitted = status !== "draft" && status !== "cancelled";
  const isConfirmed = status === "confirmed" || status === "short" || status === "allocated";
  const common = { provider_uuid, order_uuid, owner_uuid: ownerUuid };
  await tx
    .insertInto("sales_order")
    .values({
      ...common,
      order_number: orderNumber,
      reference: `${marker} ${orderNumber}`,
      status,
      warehouse_uuid: on.warehouseUuid,
      country: "US",
      remark: marker,
      line_count: 1,
      piece_count: 3,
      created_by: person.userUuid,
      created_at: now,
      submitted_at: isSubmitted ? now : null,
      confirmed_at: isConfirmed ? now : null,
      ended_at: status === "cancelled" ? now : null,
    })
    .execute();
  await tx
    .insertInto("order_recipient")
    .values({ ...common, consignee: marker, phone: marker, address: marker, city: marker, zip: "98101", state: "WA" })
    .execute();
  await tx
    .insertInto("order_line")
    .values({
      ...common,
      line_uuid,
      line_number: 1,
      variant_uuid: variantUuid,
      sku,
      stock_owner_uuid: ownerUuid,
      quantity: 3,
      title: marker,
      unit_price_cents: 1250,
      declared_name: "Lantern",
    })
    .execute();
  await tx
    .insertInto("order_event")
    .values({
      ...common,
      event_uuid: newId(),
      at: now,
      user_uuid: person.userUuid,
      event: "create",
      to_status: status,
      detail: JSON.stringify({ reason: marker }),
    })
    .execute();
  if (isConfirmed)
    await tx
      .insertInto("order_demand")
      .values({
        ...common,
        demand_number: 1,
        line_uuid,
        variant_uuid: variantUuid,
        stock_owner_uuid: ownerUuid,
        warehouse_uuid: on.warehouseUuid,
        quantity: 3,
        is_reserved: status === "allocated",
      })
      .execute();
  if (status === "allocated") {
    await putStock(tx, on, { quantity: 3 });
    const want = { line: 1, variantUuid, ownerUuid, warehouseUuid: on.warehouseUuid, quantity: 3, lot: null };
    const reserved = await reserveStock(tx, provider_uuid, { type: "order", uuid: order_uuid }, [want], now);
    if (!reserved.ok) throw new Error(reserved.problem);
  }
  return { stage: on, ownerUuid, orderUuid: order_uuid, orderNumber, lineUuid: line_uuid, sku, variantUuid };
}
