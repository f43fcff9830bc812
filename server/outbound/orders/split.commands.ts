import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { splitOrder } from "#src/outbound/orders/order-writes.contract.ts";
import { canDo, getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { takeNextNumber } from "#server/platform/db/document-number.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findWarehouse } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { allocate, releaseStockOf } from "./allocate.commands.ts";
import { deleteDemand, writeDemand } from "./demand.commands.ts";
import { lockOrder, lockOrders, saveOrders } from "./locked-orders.commands.ts";
import type { LockedOrder } from "./locked-orders.commands.ts";
import { writeOrderEvents } from "./order-events.commands.ts";
import type { OrderScope } from "./order-scope.ts";
import { repriceParts } from "./reprice.commands.ts";

type Input = ParsedInputOf<typeof splitOrder>;
type Moved = ReadonlyMap<string, number>;

/** Copies an order with its recipient; the parts of a split keep the retailer's number. The copy is submitted or confirmed like the original. */
async function copyOrder(
  { tx, providerUuid, userUuid, now }: OrderScope,
  { order_uuid, status }: LockedOrder,
  {
    orderUuid,
    orderNumber,
    warehouseUuid,
  }: { readonly orderUuid: string; readonly orderNumber: string; readonly warehouseUuid: string | null },
): Promise<void> {
  await sql`
    insert into sales_order (provider_uuid, order_uuid, order_number, reference, kind, owner_uuid, status, payment_status, warehouse_uuid, channel_uuid,
      holds, delay_until, priority, country, ordered_at, currency, ioss_number, vat_number, remark, split_from_uuid, created_by, created_at, submitted_at,
      confirmed_at, due_at)
    select provider_uuid, ${orderUuid}::uuid, ${orderNumber}, reference, kind, owner_uuid, ${status}, payment_status, coalesce(${warehouseUuid}::uuid, warehouse_uuid),
      channel_uuid, holds, delay_until, priority, country, ordered_at, currency, ioss_number, vat_number, remark, order_uuid, coalesce(${userUuid}::uuid, created_by),
      ${now}, submitted_at, confirmed_at, case when ${warehouseUuid}::uuid is null or ${warehouseUuid}::uuid = warehouse_uuid then due_at else (
        select next_cut_off(o.confirmed_at, w.time_zone, c.cut_off) from channel_cut_off c
          join warehouse w on w.provider_uuid = c.provider_uuid and w.warehouse_uuid = c.warehouse_uuid
        where c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid and c.warehouse_uuid = ${warehouseUuid}::uuid) end
    from sales_order o where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid}`.execute(tx);
  await sql`
    insert into order_recipient (provider_uuid, order_uuid, owner_uuid, consignee, phone, mobile, email, address, city, state, zip, id_number)
    select provider_uuid, ${orderUuid}::uuid, owner_uuid, consignee, phone, mobile, email, address, city, state, zip, id_number
    from order_recipient where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid}`.execute(tx);
}

/** Moves pieces of lines to another order: whole lines with what they are, the rest as new lines. */
async function moveLines({ tx, providerUuid }: OrderScope, fromUuid: string, toUuid: string, moved: Moved): Promise<void> {
  const rows = [...moved].map(([line_uuid, quantity]) => ({ line_uuid, quantity, new_uuid: newId() }));
  const json = JSON.stringify(rows);
  await sql`
    insert into order_line (provider_uuid, order_uuid, line_uuid, line_number, owner_uuid, variant_uuid, sku, stock_owner_uuid, claim_uuid, quantity, title,
      unit_price_cents, agreed_price_cents, agreed_currency, declared_name, declared_name_zh, hs_code, origin_country, declared_value_cents, declared_currency)
    select l.provider_uuid, ${toUuid}::uuid, m.new_uuid, row_number() over (order by l.line_number), l.owner_uuid, l.variant_uuid, l.sku, l.stock_owner_uuid,
      l.claim_uuid, m.quantity, l.title, l.unit_price_cents, l.agreed_price_cents, l.agreed_currency, l.declared_name, l.declared_name_zh, l.hs_code,
      l.origin_country, l.declared_value_cents, l.declared_currency
    from jsonb_to_recordset(${json}::jsonb) as m (line_uuid uuid, quantity integer, new_uuid uuid)
      join order_line l on l.provider_uuid = ${providerUuid} and l.order_uuid = ${fromUuid} and l.line_uuid = m.line_uuid`.execute(tx);
  await sql`
    delete from order_line l using jsonb_to_recordset(${json}::jsonb) as m (line_uuid uuid, quantity integer)
    where l.provider_uuid = ${providerUuid} and l.order_uuid = ${fromUuid} and l.line_uuid = m.line_uuid and l.quantity = m.quantity`.execute(
    tx,
  );
  await sql`
    update order_line l set quantity = l.quantity - m.quantity
    from jsonb_to_recordset(${json}::jsonb) as m (line_uuid uuid, quantity integer)
    where l.provider_uuid = ${providerUuid} and l.order_uuid = ${fromUuid} and l.line_uuid = m.line_uuid`.execute(tx);
}

/** Returns the pieces to move by line; null if a line is not the order's, too many pieces are asked for, or nothing would stay. */
async function findMoved({ tx, providerUuid }: OrderScope, { order_uuid, lines }: Input): Promise<Moved | null> {
  const own = await tx
    .selectFrom("order_line")
    .select(["line_uuid", "quantity"])
    .where("provider_uuid", "=", providerUuid)
    .where("order_uuid", "=", order_uuid)
    .execute();
  const moved = new Map<string, number>();
  for (const { line_uuid, quantity } of lines) moved.set(line_uuid.toLowerCase(), (moved.get(line_uuid.toLowerCase()) ?? 0) + quantity);
  const quantities = new Map(own.map((line) => [line.line_uuid, line.quantity]));
  for (const [uuid, quantity] of moved) if (quantity > (quantities.get(uuid) ?? 0)) return null;
  const stays = own.some((line) => line.quantity > (moved.get(line.line_uuid) ?? 0));
  return stays ? moved : null;
}

/** Counts the lines and pieces of orders from their lines. */
async function countLines({ tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">, orderUuids: readonly string[]): Promise<void> {
  await sql`
    update sales_order o set line_count = c.line_count, piece_count = c.piece_count
    from (select order_uuid, count(*) as line_count, sum(quantity) as piece_count from order_line
      where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) group by order_uuid) c
    where o.provider_uuid = ${providerUuid} and o.order_uuid = c.order_uuid`.execute(tx);
}

/** Shares what an order was announced to weigh among its parts, by their pieces. How large they are is not known. */
async function shareWeight({ tx, providerUuid }: OrderScope, { order_uuid, piece_count }: LockedOrder, otherUuid: string): Promise<void> {
  await sql`
    update sales_order o set weight_grams = greatest(1, round(whole.weight_grams * o.piece_count::numeric / ${piece_count}))::integer,
      length_mm = null, width_mm = null, height_mm = null
    from sales_order whole
    where o.provider_uuid = ${providerUuid} and o.order_uuid in (${order_uuid}::uuid, ${otherUuid}::uuid)
      and whole.provider_uuid = o.provider_uuid and whole.order_uuid = ${order_uuid} and whole.weight_grams is not null`.execute(tx);
  await sql`update sales_order set length_mm = null, width_mm = null, height_mm = null
    where provider_uuid = ${providerUuid} and order_uuid = ${order_uuid} and length_mm is not null`.execute(tx);
}

/** Writes the demand of orders anew, after their lines changed, and reserves their stock again. */
export async function allocateAnew(scope: OrderScope, orderUuids: readonly string[]): Promise<void> {
  await deleteDemand(scope, orderUuids);
  await writeDemand(scope, orderUuids);
  await allocate(scope, await lockOrders(scope, orderUuids));
}

/**
 * Moves pieces of an order to a new one, to another warehouse if one is named, and estimates both. What was reserved is released, and both get stock again.
 * Cash on delivery stays with the first: it is collected once. Neither is newly held for payment, although two parcels may cost more than one.
 * @returns both orders' uuids
 */
export async function split(scope: OrderScope, input: Input): Promise<Result<{ order: LockedOrder; newOrderUuid: string }, RefusalName>> {
  const { tx, providerUuid, role, now } = scope;
  const locked = await lockOrder(scope, input.order_uuid);
  if (locked === null) return refuse("notFound");
  if (role === "system" || !canDo(role, "split", locked.status)) return refuse("orders.wrongState");
  if (locked.version !== input.version) return refuse("changedMeanwhile");
  if (input.warehouse_uuid !== null) {
    const warehouse = await findWarehouse(tx, providerUuid, input.warehouse_uuid);
    if (warehouse === null) return refuse("notFound");
    if (warehouse.is_closed) return refuse("orders.warehouseClosed");
  }
  const moved = await findMoved(scope, input);
  if (moved === null) return refuse("orders.splitNothing");
  await releaseStockOf(scope, [locked]);
  const status = getNextStatus(locked.status, "split") ?? locked.status;
  const orderUuid = newId();
  const orderNumber = await takeNextNumber(tx, providerUuid, "order", now);
  const [saved] = await saveOrders(scope, [
    { order: locked, event: "split", set: { status, allocated_at: null }, detail: { other_order: orderNumber } },
  ]);
  if (saved === undefined) throw new Error("orders: a split order was not saved");
  await deleteDemand(scope, [locked.order_uuid]);
  await copyOrder(scope, saved, { orderUuid, orderNumber, warehouseUuid: input.warehouse_uuid });
  await moveLines(scope, locked.order_uuid, orderUuid, moved);
  await countLines(scope, [locked.order_uuid, orderUuid]);
  await shareWeight(scope, locked, orderUuid);
  const priced = await repriceParts(scope, [locked.order_uuid, orderUuid]);
  if (!priced.ok) return priced;
  await writeOrderEvents(scope, [
    {
      order_uuid: orderUuid,
      owner_uuid: locked.owner_uuid,
      event: "create",
      from_status: "",
      to_status: status,
      detail: { other_order: locked.order_number },
    },
  ]);
  if (status === "confirmed") await allocateAnew(scope, [locked.order_uuid, orderUuid]);
  return ok({ order: saved, newOrderUuid: orderUuid });
}

/** Copies all lines of orders to another one, behind its own: a merged order still shows what it was. */
export async function copyAllLines({ tx, providerUuid }: OrderScope, fromUuids: readonly string[], toUuid: string): Promise<void> {
  await sql`
    with last as (select coalesce(max(line_number), 0) as number from order_line where provider_uuid = ${providerUuid} and order_uuid = ${toUuid}),
    moved as (
      select l.*, row_number() over (order by array_position(${[...fromUuids]}::uuid[], l.order_uuid), l.line_number) as place
      from order_line l where l.provider_uuid = ${providerUuid} and l.order_uuid = any (${[...fromUuids]}::uuid[])
    )
    insert into order_line (provider_uuid, order_uuid, line_uuid, line_number, owner_uuid, variant_uuid, sku, stock_owner_uuid, claim_uuid, quantity, title,
      unit_price_cents, agreed_price_cents, agreed_currency, declared_name, declared_name_zh, hs_code, origin_country, declared_value_cents, declared_currency)
    select m.provider_uuid, ${toUuid}::uuid, gen_random_uuid(), last.number + m.place, m.owner_uuid, m.variant_uuid, m.sku, m.stock_owner_uuid, m.claim_uuid,
      m.quantity, m.title, m.unit_price_cents, m.agreed_price_cents, m.agreed_currency, m.declared_name, m.declared_name_zh, m.hs_code, m.origin_country,
      m.declared_value_cents, m.declared_currency
    from moved m, last`.execute(tx);
  await countLines({ tx, providerUuid }, [toUuid]);
}
