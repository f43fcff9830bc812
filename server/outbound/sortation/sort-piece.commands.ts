import { sql } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Sorted, sortPiece, undoSort } from "#src/outbound/sortation/sortation.contract.ts";
import { StaleRead } from "#server/platform/db/database.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { selectNamedVariants } from "#server/warehouse/goods/variants.queries.ts";
import { clearEmptied, publishWall } from "./clear-emptied.commands.ts";
import { movePiece } from "./move-piece.commands.ts";
import { lockWall } from "./walls.commands.ts";

/** A piece in a tote of the wall that a picked order waits for. */
interface Candidate {
  readonly order_uuid: string;
  readonly variant_uuid: string;
  readonly sku: string;
  readonly tote_uuid: string;
  readonly tote: string;
  readonly lot: string;
  /** null if the order has none yet */
  readonly slot_number: number | null;
}

/** Finds whose piece a scan is: an order's that has a slot already, else the oldest order's. */
async function findCandidate(
  { tx, providerUuid }: OrderScope,
  { wall_uuid, code, lot = "" }: ParsedInputOf<typeof sortPiece>,
): Promise<Candidate | null> {
  const { rows } = await sql<Candidate>`
    select o.order_uuid, r.variant_uuid, v.sku, t.tote_uuid, l.barcode as tote, r.lot, s.slot_number
    from ${selectNamedVariants(providerUuid, code)} n
      join variant v on v.provider_uuid = ${providerUuid} and v.variant_uuid = n.variant_uuid
      join wall_tote t on t.provider_uuid = v.provider_uuid and t.wall_uuid = ${wall_uuid}
      join location l on l.provider_uuid = t.provider_uuid and l.location_uuid = t.tote_uuid
      join reservation r on r.provider_uuid = t.provider_uuid and r.variant_uuid = n.variant_uuid and r.location_uuid = t.tote_uuid
        and r.source_type = 'order' and r.status = 'open' and (${lot} = '' or r.lot = '' or lower(r.lot) = lower(${lot}))
      join sales_order o on o.provider_uuid = r.provider_uuid and o.order_uuid = r.source_uuid and o.status = 'picked'
      left join wall_slot s on s.provider_uuid = o.provider_uuid and s.order_uuid = o.order_uuid
    where s.wall_uuid is null or s.wall_uuid = ${wall_uuid}
    order by s.slot_number is null, o.order_uuid, r.reservation_uuid limit 1`.execute(tx);
  return rows[0] ?? null;
}

interface SlotOfOrder {
  readonly wall_uuid: string;
  readonly slot_number: number;
  readonly location_uuid: string;
  readonly slot: string;
}

/** Returns an order's slot, or gives it the first free one; null if all are taken. The wall is locked. */
async function takeSlot(
  { tx, providerUuid, now }: OrderScope,
  { wall_uuid, row_count, column_count }: { readonly wall_uuid: string; readonly row_count: number; readonly column_count: number },
  orderUuid: string,
): Promise<SlotOfOrder | null> {
  const { rows } = await sql<SlotOfOrder>`
    with own as (
      select wall_uuid, slot_number from wall_slot where provider_uuid = ${providerUuid} and order_uuid = ${orderUuid}
    ), free as (
      select s.wall_uuid, s.slot_number from wall_slot s
        join location l on l.provider_uuid = s.provider_uuid and l.location_uuid = s.location_uuid and not l.is_blocked
      where s.provider_uuid = ${providerUuid} and s.wall_uuid = ${wall_uuid} and s.slot_number <= ${row_count * column_count}::integer
        and not exists (select from own)
        -- What emptied a slot without freeing it, like a count, does not keep it taken.
        and not exists (select from stock_balance b where b.provider_uuid = s.provider_uuid and b.location_uuid = s.location_uuid and b.quantity > 0
          and b.condition = 'good')
      order by s.slot_number limit 1 for no key update of s skip locked
    )
    update wall_slot s set order_uuid = ${orderUuid}::uuid, taken_at = case when s.order_uuid = ${orderUuid} then s.taken_at else ${now}::timestamptz end
    from (select * from own union all select * from free) f
      join wall_slot k on k.provider_uuid = ${providerUuid} and k.wall_uuid = f.wall_uuid and k.slot_number = f.slot_number
      join location l on l.provider_uuid = k.provider_uuid and l.location_uuid = k.location_uuid
    where s.provider_uuid = ${providerUuid} and s.wall_uuid = f.wall_uuid and s.slot_number = f.slot_number
    returning s.wall_uuid, s.slot_number, s.location_uuid, l.barcode as slot`.execute(tx);
  return rows[0] ?? null;
}

/** Counts an order's pieces in its slot, of how many it has. */
async function countPieces(
  { tx, providerUuid }: OrderScope,
  orderUuid: string,
  locationUuid: string,
): Promise<Pick<Sorted, "pieces" | "piece_count">> {
  const { rows } = await sql<Pick<Sorted, "pieces" | "piece_count">>`
    select coalesce(sum(r.quantity), 0)::integer as pieces, o.demand_pieces as piece_count from sales_order o
      left join reservation r on r.provider_uuid = o.provider_uuid and r.source_type = 'order' and r.source_uuid = o.order_uuid and r.status = 'open'
        and r.location_uuid = ${locationUuid}
    where o.provider_uuid = ${providerUuid} and o.order_uuid = ${orderUuid} group by o.demand_pieces`.execute(tx);
  return rows[0] ?? { pieces: 0, piece_count: 0 };
}

/**
 * Sorts one piece. The wall is locked first, so that two at it never get the same piece or slot; then the piece's order, which a review or a cancellation locks
 * too.
 * @throws StaleRead if the order lost the piece before it was locked
 */
export async function sort(
  scope: OrderScope,
  input: ParsedInputOf<typeof sortPiece>,
): Promise<Result<Sorted, "notFound" | "sortation.wallClosed" | "sortation.wrongPiece" | "sortation.wallFull">> {
  const wall = await lockWall(scope, input.wall_uuid);
  if (wall === null) return refuse("notFound");
  if (!wall.is_active) return refuse("sortation.wallClosed");
  const found = await findCandidate(scope, input);
  if (found === null) return refuse("sortation.wrongPiece");
  const { order_uuid, variant_uuid, sku, tote_uuid, tote, lot } = found;
  const order = await lockOrder(scope, order_uuid);
  if (order?.status !== "picked") throw new StaleRead("sortation: the order of a piece has left");
  const slot = await takeSlot(scope, wall, order_uuid);
  if (slot === null) return refuse("sortation.wallFull");
  if (slot.wall_uuid !== wall.wall_uuid) throw new StaleRead("sortation: an order got a slot of another wall");
  const { wall_uuid, warehouse_uuid } = wall;
  const sort_uuid = newId();
  const piece = { order_uuid, warehouse_uuid, variant_uuid, from: tote_uuid, to: slot.location_uuid, lot, sort_uuid, line: 1 } as const;
  if (!(await movePiece(scope, piece))) throw new StaleRead("sortation: a piece has left its tote");
  await clearEmptied(scope, [tote_uuid]);
  const counted = await countPieces(scope, order_uuid, slot.location_uuid);
  const is_complete = counted.pieces === counted.piece_count;
  if (is_complete) await scope.followUps.orderSorted(scope, order_uuid);
  await publishWall(scope, wall_uuid, warehouse_uuid);
  const { slot_number, slot: barcode } = slot;
  return ok({
    sort_uuid,
    wall_uuid,
    order_uuid,
    order_number: order.order_number,
    slot_number,
    slot: barcode,
    sku,
    tote,
    ...counted,
    is_complete,
  });
}

/** What a scan moved, by the ledger. */
interface Entry {
  readonly variant_uuid: string;
  readonly lot: string;
  readonly tote_uuid: string;
  readonly slot_uuid: string;
  readonly wall_uuid: string;
  readonly warehouse_uuid: string;
  readonly is_undone: boolean;
}

/** Takes a sorted piece back to its tote. A tote that was emptied by it is the wall's again, unless something else was begun with it. */
export async function takeBack(
  scope: OrderScope,
  { sort_uuid, order_uuid }: ParsedInputOf<typeof undoSort>,
): Promise<Result<OutputOf<typeof undoSort>, "notFound" | "sortation.pieceLeft" | "sortation.toteReused">> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { rows } = await sql<Entry>`
    select e.variant_uuid, e.lot, e.location_uuid as tote_uuid, f.location_uuid as slot_uuid, s.wall_uuid, s.warehouse_uuid,
      exists (select from stock_entry u where u.provider_uuid = e.provider_uuid and u.source_type = 'sort' and u.source_uuid = e.source_uuid
        and u.source_line = 2) as is_undone
    from stock_entry e
      join stock_entry f on f.provider_uuid = e.provider_uuid and f.source_type = e.source_type and f.source_uuid = e.source_uuid and f.source_line = 1 and f.leg = 2
      join wall_slot s on s.provider_uuid = f.provider_uuid and s.location_uuid = f.location_uuid
    where e.provider_uuid = ${providerUuid} and e.source_type = 'sort' and e.source_uuid = ${sort_uuid} and e.source_line = 1 and e.leg = 1`.execute(
    tx,
  );
  const [entry] = rows;
  if (entry === undefined) return refuse("notFound");
  const { variant_uuid, lot, tote_uuid, slot_uuid, wall_uuid, warehouse_uuid } = entry;
  if ((await lockWall(scope, wall_uuid)) === null) return refuse("notFound");
  const order = await lockOrder(scope, order_uuid);
  if (order === null) return refuse("notFound");
  if (entry.is_undone || order.status !== "picked") return refuse("sortation.pieceLeft");
  const used =
    await sql`select from pick_task where provider_uuid = ${providerUuid} and tote_uuid = ${tote_uuid} and status = 'in_progress'`.execute(
      tx,
    );
  if (used.rows.length > 0) return refuse("sortation.toteReused");
  const piece = { order_uuid, warehouse_uuid, variant_uuid, from: slot_uuid, to: tote_uuid, lot, sort_uuid, line: 2 } as const;
  if (!(await movePiece(scope, piece))) return refuse("sortation.pieceLeft");
  await sql`insert into wall_tote (provider_uuid, tote_uuid, wall_uuid, warehouse_uuid, user_uuid, assigned_at)
    values (${providerUuid}, ${tote_uuid}, ${wall_uuid}, ${warehouse_uuid}, ${userUuid}::uuid, ${now})
    on conflict (provider_uuid, tote_uuid) do nothing`.execute(tx);
  await clearEmptied(scope, [slot_uuid]);
  await publishWall(scope, wall_uuid, warehouse_uuid);
  return ok({ sort_uuid });
}
