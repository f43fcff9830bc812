import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import { exactTotalLimit } from "#src/kit/api/list.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { findByScan, listTotes, listWalls, Slot, ToteRow, Wall, WallRow } from "#src/outbound/sortation/sortation.contract.ts";
import { mostTotes, mostWalls } from "#src/outbound/sortation/sortation.rules.ts";
import type { OrderScope } from "../orders/order-scope.ts";

type Scope = Pick<OrderScope, "tx" | "providerUuid">;

/** SQL for what is shown of a wall `w`. */
const shownOfWall = sql`w.wall_uuid, w.warehouse_uuid, h.name as warehouse_name, w.name, w.code, w.row_count, w.column_count, w.is_active,
  coalesce((select json_agg(l.barcode order by l.barcode) from wall_tote t
    join location l on l.provider_uuid = t.provider_uuid and l.location_uuid = t.tote_uuid
    where t.provider_uuid = w.provider_uuid and t.wall_uuid = w.wall_uuid), '[]') as totes,
  (select count(*)::integer from wall_slot s where s.provider_uuid = w.provider_uuid and s.wall_uuid = w.wall_uuid and s.order_uuid is not null)
    as taken_slots, w.version`;

async function selectWalls({ tx, providerUuid }: Scope, condition: RawBuilder<SqlBool>): Promise<WallRow[]> {
  const { rows } = await sql<WallRow>`
    select ${shownOfWall} from sort_wall w
      join warehouse h on h.provider_uuid = w.provider_uuid and h.warehouse_uuid = w.warehouse_uuid
    where w.provider_uuid = ${providerUuid} and ${condition}
    order by w.name, w.wall_uuid limit ${sql.lit(mostWalls)}`.execute(tx);
  return rows;
}

/** Lists a provider's walls by name. */
export function listWallRows(scope: Scope, of: ParsedInputOf<typeof listWalls>): Promise<WallRow[]> {
  const [warehouse_uuid, is_active] = [of.warehouse_uuid ?? null, of.is_active ?? null];
  return selectWalls(
    scope,
    sql<SqlBool>`(${warehouse_uuid}::uuid is null or w.warehouse_uuid = ${warehouse_uuid}) and (${is_active}::boolean is null or w.is_active = ${is_active})`,
  );
}

/** Returns what a list shows of a wall; null if the caller may not see it. */
export async function findWallRow(scope: Scope, wallUuid: string): Promise<WallRow | null> {
  return (await selectWalls(scope, sql<SqlBool>`w.wall_uuid = ${wallUuid}`))[0] ?? null;
}

/** Returns a wall with its slots; null if the caller may not see it. */
export async function findWall(scope: Scope, wallUuid: string): Promise<Wall | null> {
  const { tx, providerUuid } = scope;
  const [wall, slots, waiting] = await Promise.all([
    findWallRow(scope, wallUuid),
    sql<Slot>`
      select s.slot_number, s.location_uuid, l.barcode, coalesce(o.order_number, '') as order_number, r.pieces, coalesce(o.demand_pieces, 0) as piece_count,
        case when o.order_uuid is null then 'free' when r.pieces = 0 then 'left' when o.status = 'picked' and r.pieces = o.demand_pieces then 'complete'
          else 'filling' end as state
      from wall_slot s
        join sort_wall w on w.provider_uuid = s.provider_uuid and w.wall_uuid = s.wall_uuid
        join location l on l.provider_uuid = s.provider_uuid and l.location_uuid = s.location_uuid
        left join sales_order o on o.provider_uuid = s.provider_uuid and o.order_uuid = s.order_uuid
        cross join lateral (select coalesce(sum(quantity), 0)::integer as pieces from reservation r where r.provider_uuid = s.provider_uuid
          and r.source_type = 'order' and r.source_uuid = s.order_uuid and r.status = 'open' and r.location_uuid = s.location_uuid) r
      where s.provider_uuid = ${providerUuid} and s.wall_uuid = ${wallUuid} and (s.order_uuid is not null or s.slot_number <= w.row_count * w.column_count)
      order by s.slot_number`.execute(tx),
    sql<{ pieces: number }>`
      select coalesce(sum(r.quantity), 0)::integer as pieces from wall_tote t
        join stock_balance b on b.provider_uuid = t.provider_uuid and b.location_uuid = t.tote_uuid and b.condition = 'good' and b.quantity > 0
        join reservation r on r.provider_uuid = b.provider_uuid and r.variant_uuid = b.variant_uuid and r.location_uuid = b.location_uuid
          and r.owner_uuid = b.owner_uuid and r.lot = b.lot and r.source_type = 'order' and r.status = 'open'
        join sales_order o on o.provider_uuid = r.provider_uuid and o.order_uuid = r.source_uuid and o.status = 'picked'
      where t.provider_uuid = ${providerUuid} and t.wall_uuid = ${wallUuid}`.execute(tx),
  ]);
  return wall === null ? null : { ...wall, slots: slots.rows, pieces_to_sort: waiting.rows[0]?.pieces ?? 0 };
}

/** Lists totes with pieces of picked orders: all, of a warehouse, or one. The oldest orders come first. */
export async function listToteRows(
  { tx, providerUuid }: Scope,
  of: ParsedInputOf<typeof listTotes> & { readonly tote_uuid?: string },
): Promise<ToteRow[]> {
  const [warehouse_uuid, tote_uuid] = [of.warehouse_uuid ?? null, of.tote_uuid ?? null];
  const { rows } = await sql<ToteRow>`
    with goods as (
      select r.location_uuid, o.order_uuid, o.demand_pieces, w.wave_number, w.kind, sum(r.quantity)::integer as pieces
      from sales_order o
        join wave w on w.provider_uuid = o.provider_uuid and w.wave_uuid = o.wave_uuid
        join reservation r on r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'open'
      where o.provider_uuid = ${providerUuid} and o.status = 'picked' and (${warehouse_uuid}::uuid is null or o.warehouse_uuid = ${warehouse_uuid})
        and (${tote_uuid}::uuid is null or r.location_uuid = ${tote_uuid})
      group by r.location_uuid, o.order_uuid, o.demand_pieces, w.wave_number, w.kind
    )
    select l.location_uuid as tote_uuid, l.barcode as tote, l.warehouse_uuid, (array_agg(g.wave_number order by g.order_uuid desc))[1] as wave_number,
      (array_agg(g.kind order by g.order_uuid desc))[1] as kind, count(*)::integer as order_count, sum(g.pieces)::integer as piece_count,
      case when bool_and(g.demand_pieces = 1) then 'single' when bool_or(g.kind = 'wall') then 'wall' else 'none' end as needs,
      t.wall_uuid, coalesce(w.name, '') as wall_name
    from goods g
      join location l on l.provider_uuid = ${providerUuid} and l.location_uuid = g.location_uuid and l.type = 'tote'
      left join wall_tote t on t.provider_uuid = l.provider_uuid and t.tote_uuid = l.location_uuid
      left join sort_wall w on w.provider_uuid = t.provider_uuid and w.wall_uuid = t.wall_uuid
    group by l.location_uuid, l.barcode, l.warehouse_uuid, t.wall_uuid, w.name
    order by min(g.order_uuid::text), l.location_uuid limit ${sql.lit(mostTotes)}`.execute(tx);
  return rows;
}

/** Counts the picked orders of wall waves that have pieces in totes, up to what a list counts. As in the partial index `sales_order_to_review`. */
export async function countOrdersToSort({ tx, providerUuid }: Scope, of: ParsedInputOf<typeof listTotes>): Promise<number> {
  const warehouse_uuid = of.warehouse_uuid ?? null;
  const { rows } = await sql<{ orders: number }>`
    select count(*)::integer as orders from (
      select from sales_order o join wave w on w.provider_uuid = o.provider_uuid and w.wave_uuid = o.wave_uuid and w.kind = 'wall'
      where o.provider_uuid = ${providerUuid} and o.status = 'picked' and (${warehouse_uuid}::uuid is null or o.warehouse_uuid = ${warehouse_uuid})
        and exists (select from reservation r join location l on l.provider_uuid = r.provider_uuid and l.location_uuid = r.location_uuid and l.type = 'tote'
          where r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'open')
      limit ${sql.lit(exactTotalLimit)}) few`.execute(tx);
  return rows[0]?.orders ?? 0;
}

/** Finds what a code means: a wall by its code, or by the barcode of a slot, or a tote. */
export async function findScanned(scope: Scope, code: string): Promise<OutputOf<typeof findByScan>> {
  const { tx, providerUuid } = scope;
  const upper = code.toUpperCase();
  const { rows } = await sql<{ wall_uuid: string | null; wall_name: string; tote_uuid: string | null }>`
    select w.wall_uuid, w.name as wall_name, null::uuid as tote_uuid from sort_wall w where w.provider_uuid = ${providerUuid} and w.code = ${upper}
    union all
    select w.wall_uuid, w.name, null from location l
      join wall_slot s on s.provider_uuid = l.provider_uuid and s.location_uuid = l.location_uuid
      join sort_wall w on w.provider_uuid = s.provider_uuid and w.wall_uuid = s.wall_uuid
    where l.provider_uuid = ${providerUuid} and l.barcode = ${upper}
    union all
    select w.wall_uuid, coalesce(w.name, ''), l.location_uuid from location l
      left join wall_tote t on t.provider_uuid = l.provider_uuid and t.tote_uuid = l.location_uuid
      left join sort_wall w on w.provider_uuid = t.provider_uuid and w.wall_uuid = t.wall_uuid
    where l.provider_uuid = ${providerUuid} and l.barcode = ${upper} and l.type = 'tote'`.execute(tx);
  const [first] = rows;
  if (first === undefined) return { kind: "unknown", wall_uuid: null, wall_name: "", tote_uuid: null, tote: "", needs: "none" };
  const { wall_uuid, wall_name, tote_uuid } = first;
  if (tote_uuid === null) return { kind: "wall", wall_uuid, wall_name, tote_uuid, tote: "", needs: "none" };
  const [tote] = await listToteRows(scope, { tote_uuid });
  return { kind: "tote", wall_uuid, wall_name, tote_uuid, tote: upper, needs: tote?.needs ?? "none" };
}
