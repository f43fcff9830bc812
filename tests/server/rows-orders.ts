import { sql } from "kysely";
import { shippedStatuses, statusesInWave } from "#src/outbound/orders/orders.machine.ts";
import type { OrderStatus } from "#src/outbound/orders/orders.machine.ts";
import type { WaveStatus } from "#src/outbound/waves/waves.machine.ts";
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

/** What a wave of a test is. */
interface WaveOf {
  readonly stage: StockStage;
  readonly userUuid: string;
  readonly orderUuids: readonly string[];
}

/** Creates a wave of orders that are allocated, three pieces each. @param orderStatus what the orders are then; kicked ones are allocated again */
export async function addWaveOf(
  tx: Tx,
  { stage, userUuid, orderUuids }: WaveOf,
  status: WaveStatus,
  orderStatus: OrderStatus = "in_wave",
): Promise<string> {
  const wave_uuid = newId();
  const [provider_uuid, warehouse_uuid, now] = [stage.providerUuid, stage.warehouseUuid, new Date()];
  const wasReleased = status !== "draft" && status !== "planned" && status !== "cancelled";
  const isKicked = status === "cancelled";
  const isPicked = status === "picked" || status === "done";
  const tours = [{ order_uuids: orderUuids, location_uuids: stage.locations.slice(0, 1), walking_metres: 42 }];
  const figures = {
    orders: orderUuids.length,
    pieces: 3 * orderUuids.length,
    tours: 1,
    aisles: 1,
    stops: 1,
    walking_metres: 42,
    metres_alone: 84,
    metres_saved: 42,
    wall_slots: 0,
    weight_grams: 0,
    orders_without_weight: orderUuids.length,
    shortages: 0,
    other_bins: 0,
    basis: "walking_order",
  };
  await tx
    .insertInto("wave")
    .values({
      provider_uuid,
      wave_uuid,
      wave_number: `WV-${newId().slice(-10)}`.toUpperCase(),
      warehouse_uuid,
      kind: "single_item",
      status,
      order_count: isKicked ? 0 : orderUuids.length,
      piece_count: isKicked ? 0 : 3 * orderUuids.length,
      plan: JSON.stringify(status === "draft" ? {} : { figures, tours, bins: [] }),
      reason: status === "held" || isKicked ? "aisle closed" : "",
      created_by: userUuid,
      created_at: now,
      planned_at: status === "draft" ? null : now,
      released_at: wasReleased ? now : null,
      started_at: status === "picking" || isPicked ? now : null,
      picked_at: isPicked ? now : null,
      ended_at: status === "done" || isKicked ? now : null,
    })
    .execute();
  for (const order_uuid of orderUuids)
    await tx
      .insertInto("wave_order")
      .values({
        provider_uuid,
        wave_uuid,
        order_uuid,
        warehouse_uuid,
        status: isKicked ? "kicked" : isPicked ? "picked" : "open",
        tour: wasReleased ? 1 : null,
        joined_at: now,
        ended_at: isKicked ? now : null,
      })
      .execute();
  if (!isKicked)
    await sql`update sales_order set status = ${orderStatus}, wave_uuid = ${wave_uuid},
        shipped_at = ${orderStatus === "shipped" ? now : null}
      where provider_uuid = ${provider_uuid} and order_uuid = any (${[...orderUuids]}::uuid[])`.execute(tx);
  return wave_uuid;
}

/**
 * Creates an order of a person's company with everything its state implies: a line of three pieces, a recipient, and from confirming on its demand,
 * from allocation on a reservation, and a wave without tasks for one that is in a wave.
 * @param tx acts for the provider's staff afterwards
 * @param stage where its goods are; by default a stage of its own
 */
export async function addOrderRows(tx: Tx, person: Person, asked: OrderStatus = "submitted", stage?: StockStage): Promise<OrderRows> {
  const isInWave = statusesInWave.some((one) => one === asked);
  const status = isInWave ? "allocated" : asked;
  const on = stage ?? (await addStockRows(tx, person));
  const provider_uuid = on.providerUuid;
  actAs(tx, staffOf(provider_uuid));
  const [{ variantUuid, ownerUuid, sku } = { variantUuid: "", ownerUuid: "", sku: "" }] = on.variants;
  const [order_uuid, line_uuid] = [newId(), newId()];
  const orderNumber = `SO-000101-${newId().slice(-10)}`.toUpperCase();
  const marker = markerOf(person);
  const now = new Date();
  const isSubmitted = status !== "draft" && status !== "cancelled";
  const isShipped = shippedStatuses.some((one) => one === status);
  const isConfirmed = status === "confirmed" || status === "short" || status === "allocated" || isShipped;
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
      ...(isConfirmed ? { demand_skus: 1, demand_pieces: 3, demand_variant_uuid: variantUuid } : {}),
      created_by: person.userUuid,
      created_at: now,
      submitted_at: isSubmitted ? now : null,
      confirmed_at: isConfirmed ? now : null,
      ended_at: status === "cancelled" ? now : null,
      shipped_at: isShipped ? now : null,
      ...(isShipped ? { fulfilment_status: "fulfilled" } : {}),
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
        is_reserved: status === "allocated" || isShipped,
      })
      .execute();
  if (status === "allocated") {
    await putStock(tx, on, { quantity: 3 });
    const want = { line: 1, variantUuid, ownerUuid, warehouseUuid: on.warehouseUuid, quantity: 3, lot: null };
    const reserved = await reserveStock(tx, provider_uuid, { type: "order", uuid: order_uuid }, [want], now);
    if (!reserved.ok) throw new Error(reserved.problem);
  }
  if (isInWave) {
    const waveStatus = asked === "in_wave" ? "released" : asked === "picking" ? "picking" : "picked";
    await addWaveOf(tx, { stage: on, userUuid: person.userUuid, orderUuids: [order_uuid] }, waveStatus, asked);
  }
  return { stage: on, ownerUuid, orderUuid: order_uuid, orderNumber, lineUuid: line_uuid, sku, variantUuid };
}
