import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import { leastOrdersOfBurst } from "#src/outbound/waves/waves.rules.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";
import type { OrderScope } from "#server/outbound/orders/order-scope.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid" | "now">;

/** The orders of a warehouse that can join a wave, as a condition on `sales_order o`. */
function inPool({ providerUuid, now }: Scope, warehouseUuid: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(o.provider_uuid = ${providerUuid} and o.warehouse_uuid = ${warehouseUuid} and o.status = 'allocated' and o.holds = '{}'
    and (o.delay_until is null or o.delay_until <= ${now}))`;
}

/**
 * Which orders fit each kind of wave, as a condition on `sales_order o`. A burst takes orders of one SKU; that there are enough of them is the wave's concern.
 * Cart and wall take the same orders: those of several SKUs, sorted while or after they are picked.
 */
const kindConditions: Readonly<Record<WaveKind, RawBuilder<SqlBool>>> = {
  single_piece: sql<SqlBool>`(o.kind = 'one_piece' and o.demand_pieces = 1)`,
  single_item: sql<SqlBool>`(o.kind = 'one_piece' and o.demand_skus = 1 and o.demand_pieces > 1)`,
  burst: sql<SqlBool>`(o.kind = 'one_piece' and o.demand_skus = 1)`,
  cart: sql<SqlBool>`(o.kind = 'one_piece' and o.demand_skus > 1)`,
  wall: sql<SqlBool>`(o.kind = 'one_piece' and o.demand_skus > 1)`,
  bulk: sql<SqlBool>`(o.kind = 'shipping_notice')`,
};

/** Orders and their pieces. */
export interface PoolCount {
  readonly orders: number;
  readonly pieces: number;
}

/** Counts the orders of a warehouse's pool by kind of wave, from one index. Kinds overlap. */
export async function countPool(scope: Scope, warehouseUuid: string): Promise<{ all: PoolCount; kinds: Record<WaveKind, PoolCount> }> {
  const { rows } = await sql<Record<"all" | "single_piece" | "single_item" | "several" | "bulk" | "burst", PoolCount>>`
    with pool as materialized (
      select o.kind, o.demand_skus, o.demand_pieces, o.demand_variant_uuid, count(*) as orders, sum(o.demand_pieces) as pieces
      from sales_order o where ${inPool(scope, warehouseUuid)} group by 1, 2, 3, 4
    ), burst as (
      select sum(orders) as orders, sum(pieces) as pieces from pool where kind = 'one_piece' and demand_skus = 1
      group by demand_variant_uuid having sum(orders) >= ${leastOrdersOfBurst}
    )
    select ${toCount(sql`true`)} as all,
      ${toCount(sql`kind = 'one_piece' and demand_pieces = 1`)} as single_piece,
      ${toCount(sql`kind = 'one_piece' and demand_skus = 1 and demand_pieces > 1`)} as single_item,
      ${toCount(sql`kind = 'one_piece' and demand_skus > 1`)} as several,
      ${toCount(sql`kind = 'shipping_notice'`)} as bulk,
      (select jsonb_build_object('orders', coalesce(sum(orders), 0), 'pieces', coalesce(sum(pieces), 0)) from burst) as burst
    from pool`.execute(scope.tx);
  const [row] = rows;
  if (row === undefined) throw new Error("waves: an aggregate without a row");
  const { all, several, ...others } = row;
  return { all, kinds: { ...others, cart: several, wall: several } };
}

function toCount(condition: RawBuilder<unknown>): RawBuilder<PoolCount> {
  return sql<PoolCount>`jsonb_build_object('orders', coalesce(sum(orders) filter (where ${condition}), 0), 'pieces', coalesce(sum(pieces) filter (where ${condition}), 0))`;
}

/** An order that could join a wave. */
export interface Candidate {
  readonly order_uuid: string;
  readonly demand_pieces: number;
  readonly demand_variant_uuid: string | null;
  /** its channel's cut-off is within two hours: it goes first */
  readonly is_urgent: boolean;
}

/** The most orders among which a wave's content is chosen. */
const mostCandidates = 50_000;

/**
 * Lists the orders that fit a kind of wave: those whose channel's cut-off comes next today, then by priority, then the oldest.
 * @param timeZone of the warehouse, whose clock the cut-offs go by
 */
export async function listCandidates(scope: Scope, warehouseUuid: string, kind: WaveKind, timeZone: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select o.order_uuid, o.demand_pieces, o.demand_variant_uuid,
      coalesce(c.cut_off between t.clock and t.soon, false) as is_urgent
    from sales_order o
      cross join lateral (select to_char(${scope.now} at time zone ${timeZone}, 'HH24:MI') as clock,
        case when (${scope.now} at time zone ${timeZone})::time >= time '22:00' then '24:00' else to_char((${scope.now} at time zone ${timeZone}) + interval '2 hours', 'HH24:MI') end
          as soon) t
      left join channel_cut_off c on c.provider_uuid = o.provider_uuid and c.channel_uuid = o.channel_uuid and c.warehouse_uuid = o.warehouse_uuid
    where ${inPool(scope, warehouseUuid)} and ${kindConditions[kind]}
    order by (c.cut_off >= t.clock) is not true, case when c.cut_off >= t.clock then c.cut_off end, -o.priority, o.order_uuid
    limit ${sql.lit(mostCandidates)}`.execute(scope.tx);
  return rows;
}

/** Which of some orders can join a wave of a kind, of those that the transaction has locked. */
export async function listJoining(
  scope: Scope,
  warehouseUuid: string,
  kind: WaveKind,
  orderUuids: readonly string[],
): Promise<PoolMember[]> {
  const { rows } = await sql<PoolMember>`
    select o.order_uuid, o.demand_pieces, o.demand_variant_uuid from sales_order o
    where ${inPool(scope, warehouseUuid)} and ${kindConditions[kind]} and o.order_uuid = any (${[...orderUuids]}::uuid[])
    order by o.order_uuid`.execute(scope.tx);
  return rows;
}

export interface PoolMember {
  readonly order_uuid: string;
  readonly demand_pieces: number;
  /** its only SKU; null if it has several */
  readonly demand_variant_uuid: string | null;
}

/** Finds the SKU of a burst that has orders; null if it has none. */
export async function findBurstVariant({ tx, providerUuid }: Pick<Scope, "tx" | "providerUuid">, waveUuid: string): Promise<string | null> {
  const { rows } = await sql<{ demand_variant_uuid: string | null }>`
    select demand_variant_uuid from sales_order where provider_uuid = ${providerUuid} and wave_uuid = ${waveUuid} limit 1`.execute(tx);
  return rows[0]?.demand_variant_uuid ?? null;
}

/** The SKUs that orders need and where they are reserved: by aisle, which is a shelf, or a location on the floor. */
export async function listReservedAisles(
  { tx, providerUuid }: Scope,
  orderUuids: readonly string[],
): Promise<{ order_uuid: string; variant_uuid: string; aisle: string; pieces: number }[]> {
  const { rows } = await sql<{ order_uuid: string; variant_uuid: string; aisle: string; pieces: number }>`
    select r.source_uuid as order_uuid, r.variant_uuid, coalesce(l.shelf_uuid, l.location_uuid)::text as aisle, sum(r.quantity)::integer as pieces
    from reservation r join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid
    where r.provider_uuid = ${providerUuid} and r.source_type = 'order' and r.source_uuid = any (${[...orderUuids]}::uuid[]) and r.status = 'open'
    group by 1, 2, 3`.execute(tx);
  return rows;
}

/** Counts the orders that fit a kind of wave; for a burst, those of the SKU that most of them need. */
export async function countFitting(scope: Scope, warehouseUuid: string, kind: WaveKind): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select coalesce(max(orders), 0)::integer as orders from (
      select count(*) as orders from sales_order o where ${inPool(scope, warehouseUuid)} and ${kindConditions[kind]}
      group by ${kind === "burst" ? sql`o.demand_variant_uuid` : sql`()`}
    ) counted`.execute(scope.tx);
  return rows[0]?.orders ?? 0;
}
