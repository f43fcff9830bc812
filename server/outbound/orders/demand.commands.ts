import { sql } from "kysely";
import type { OrderScope } from "./order-scope.ts";

/** The pieces that a line needs of the stock: itself, or a component of its bundle. */
export interface DemandRow {
  order_uuid: string;
  demand_number: number;
  variant_uuid: string;
  stock_owner_uuid: string;
  warehouse_uuid: string;
  quantity: number;
}

/** The pieces of lines with bundles as their components, numbered within the order by line and component. */
const expanded = sql`
  select l.provider_uuid, l.order_uuid, l.line_uuid, l.owner_uuid, l.stock_owner_uuid,
    row_number() over (partition by l.order_uuid order by l.line_number, part.variant_uuid) as demand_number,
    part.variant_uuid, l.quantity * part.pieces as quantity
  from order_line l
    join variant v on v.provider_uuid = l.provider_uuid and v.variant_uuid = l.variant_uuid
    cross join lateral (
      select v.variant_uuid, 1 as pieces where not v.is_bundle
      union all
      select c.component_uuid, c.quantity from bundle_component c
        where v.is_bundle and c.provider_uuid = v.provider_uuid and c.bundle_uuid = v.variant_uuid
    ) part`;

/** Lists the pieces that orders need, before their demand is written. The warehouse is not known yet. */
export async function listNeededPieces(
  { tx, providerUuid }: OrderScope,
  orderUuids: readonly string[],
): Promise<Omit<DemandRow, "warehouse_uuid">[]> {
  const { rows } = await sql<Omit<DemandRow, "warehouse_uuid">>`
    select e.order_uuid, e.demand_number, e.variant_uuid, e.stock_owner_uuid, e.quantity from (${expanded}
      where l.provider_uuid = ${providerUuid} and l.order_uuid = any (${[...orderUuids]}::uuid[])) e
    order by e.order_uuid, e.demand_number`.execute(tx);
  return rows;
}

/** Writes what the demand of orders comes to, by which waves are counted. */
export async function summarizeDemand(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  orderUuids: readonly string[],
): Promise<void> {
  await sql`
    update sales_order o set demand_skus = d.skus, demand_pieces = d.pieces, demand_variant_uuid = d.only_variant
    from (
      select order_uuid, count(distinct variant_uuid) as skus, sum(quantity) as pieces,
        case when count(distinct variant_uuid) = 1 then (array_agg(variant_uuid))[1] end as only_variant
      from order_demand where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) group by 1
    ) d
    where o.provider_uuid = ${providerUuid} and o.order_uuid = d.order_uuid`.execute(tx);
}

/** Writes the demand of orders, with their warehouse: what bundles consist of is fixed from here on. */
export async function writeDemand(scope: OrderScope, orderUuids: readonly string[]): Promise<void> {
  const { tx, providerUuid } = scope;
  await sql`
    insert into order_demand (provider_uuid, order_uuid, demand_number, line_uuid, owner_uuid, variant_uuid, stock_owner_uuid, warehouse_uuid, quantity)
    select e.provider_uuid, e.order_uuid, e.demand_number, e.line_uuid, e.owner_uuid, e.variant_uuid, e.stock_owner_uuid, o.warehouse_uuid, e.quantity
    from (${expanded} where l.provider_uuid = ${providerUuid} and l.order_uuid = any (${[...orderUuids]}::uuid[])) e
      join sales_order o on o.provider_uuid = e.provider_uuid and o.order_uuid = e.order_uuid`.execute(tx);
  await summarizeDemand(scope, orderUuids);
}

/** Deletes the demand of orders. Their reservations must have ended. */
export async function deleteDemand({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<void> {
  await sql`delete from order_demand where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[])`.execute(tx);
}

/** Lists the demand of orders. */
export async function listDemand({ tx, providerUuid }: OrderScope, orderUuids: readonly string[]): Promise<DemandRow[]> {
  const { rows } = await sql<DemandRow>`
    select order_uuid, demand_number, variant_uuid, stock_owner_uuid, warehouse_uuid, quantity from order_demand
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) order by order_uuid, demand_number`.execute(tx);
  return rows;
}

/** Marks the demand of orders as reserved or not. */
export async function markReserved({ tx, providerUuid }: OrderScope, orderUuids: readonly string[], isReserved: boolean): Promise<void> {
  await sql`update order_demand set is_reserved = ${isReserved}
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) and is_reserved <> ${isReserved}`.execute(tx);
}
