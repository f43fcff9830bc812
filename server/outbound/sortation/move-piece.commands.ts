import { sql } from "kysely";
import { newId } from "#server/platform/runtime/clock.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import type { Movement } from "#server/warehouse/stock/ledger.commands.ts";
import { orderSource } from "../orders/allocate.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** One piece that is reserved for an order, and where it goes. */
export interface MovedPiece {
  readonly order_uuid: string;
  readonly warehouse_uuid: string;
  readonly variant_uuid: string;
  readonly from: string;
  readonly to: string;
  /** null for any; of pieces without a lot, empty */
  readonly lot: string | null;
  /** the movement's source: a scan is its line 1, taking it back its line 2 */
  readonly sort_uuid: string;
  readonly line: 1 | 2;
}

interface Held {
  readonly reservation_uuid: string;
  readonly line: number;
  readonly part: number;
  readonly owner_uuid: string;
  readonly location_uuid: string;
  readonly lot: string;
  readonly quantity: number;
}

/**
 * Moves one reserved piece of a locked order to another location, and its reservation with it. Where more are reserved, the reservation of the place it
 * leaves is split, and that of the place it comes to grows.
 * @returns false if the order has no such piece there any more; nothing is changed then
 */
export async function movePiece(scope: OrderScope, piece: MovedPiece): Promise<boolean> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { order_uuid, warehouse_uuid, variant_uuid, from, to, lot, sort_uuid, line } = piece;
  const { rows } = await sql<Held>`
    select reservation_uuid, source_line as line, part, owner_uuid, location_uuid, lot, quantity from reservation
    where provider_uuid = ${providerUuid} and source_type = ${orderSource} and source_uuid = ${order_uuid} and variant_uuid = ${variant_uuid} and status = 'open'
    order by reservation_uuid for no key update`.execute(tx);
  const source = rows.find((row) => row.location_uuid === from && (lot === null || row.lot === lot));
  if (source === undefined) return false;
  const isSameGoods = (row: Held) => row.line === source.line && row.owner_uuid === source.owner_uuid && row.lot === source.lot;
  const target = rows.find((row) => row.location_uuid === to && isSameGoods(row));
  const movement: Movement = {
    source: { type: "sort", uuid: sort_uuid, line },
    variantUuid: variant_uuid,
    ownerUuid: source.owner_uuid,
    warehouseUuid: warehouse_uuid,
    lot: source.lot,
    quantity: 1,
    from: { place: "location", locationUuid: from, condition: "good" },
    to: { place: "location", locationUuid: to, condition: "good" },
  };
  const context = { providerUuid, userUuid, now };
  const goesAlong = source.quantity === 1 && target === undefined;
  const ended = target === undefined ? [source] : [source, target];
  // Reservations that are split or grow end before the piece leaves: a balance is never less than what is reserved.
  const [, posted] = await Promise.all([
    goesAlong
      ? undefined
      : sql`update reservation set status = 'released', ended_at = ${now}
          where provider_uuid = ${providerUuid} and reservation_uuid = any (${ended.map(({ reservation_uuid }) => reservation_uuid)}::uuid[])`.execute(
          tx,
        ),
    postMovements(tx, context, [{ ...movement, ...(goesAlong ? { reservationUuid: source.reservation_uuid } : {}) }]),
  ]);
  if (!posted.ok) throw new Error(`sortation: a reserved piece could not be moved: ${posted.problem}`);
  if (goesAlong) return true;
  const nextPart = Math.max(...rows.filter((row) => row.line === source.line).map(({ part }) => part)) + 1;
  const staying = source.quantity > 1 ? [{ ...source, id: newId(), quantity: source.quantity - 1 }] : [];
  // The last piece takes the part with it: the key of open reservations includes it.
  const part = target?.part ?? (staying.length > 0 ? nextPart : source.part);
  const reserved = [...staying, { ...source, id: newId(), location_uuid: to, part, quantity: (target?.quantity ?? 0) + 1 }];
  await sql`insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid,
      location_uuid, owner_uuid, lot, condition, quantity, created_at)
    select ${providerUuid}::uuid, r.id, ${orderSource}, ${order_uuid}::uuid, r.line, r.part, ${variant_uuid}::uuid, ${warehouse_uuid}::uuid, r.location_uuid,
      r.owner_uuid, r.lot, 'good', r.quantity, ${now}
    from jsonb_to_recordset(${JSON.stringify(reserved)}::jsonb) as r (id uuid, line integer, part smallint, location_uuid uuid, owner_uuid uuid, lot text,
      quantity integer)`.execute(tx);
  return true;
}
