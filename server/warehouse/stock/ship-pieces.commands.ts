import { sql } from "kysely";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { postMovements } from "./ledger.commands.ts";
import type { LedgerContext, LedgerRefusal } from "./ledger.commands.ts";

/** Pieces of a SKU and lot that leave for a source which has reserved at least as many. */
export interface ShippedPieces {
  readonly sourceUuid: string;
  readonly variantUuid: string;
  readonly lot: string;
  readonly quantity: number;
  /** the retailer of the order, which is charged for the pieces, whoever owns them; null: the owner itself */
  readonly forRetailerUuid: string | null;
}

interface Reserved {
  readonly reservation_uuid: string;
  readonly source_uuid: string;
  readonly source_line: number;
  readonly part: number;
  readonly variant_uuid: string;
  readonly warehouse_uuid: string;
  readonly location_uuid: string;
  readonly owner_uuid: string;
  readonly lot: string;
  readonly condition: "good" | "damaged" | "quarantined";
  readonly quantity: number;
}

/** What of a reservation leaves, and for whom. */
interface Leaving {
  readonly of: Reserved;
  /** the reservation that is ended as shipped: the whole one, or a new one for the part that leaves */
  readonly id: string;
  readonly quantity: number;
  readonly forRetailerUuid: string | null;
}

/** Takes the pieces from the reservations, the oldest first. @throws Error if fewer are reserved: then somebody else has shipped or released them */
function takeFrom(reserved: readonly Reserved[], wanted: readonly ShippedPieces[]): Leaving[] {
  const left = new Map(reserved.map(({ reservation_uuid, quantity }) => [reservation_uuid, quantity]));
  const taken = new Map<string, Leaving>();
  for (const { sourceUuid, variantUuid, lot, quantity, forRetailerUuid } of wanted) {
    let open = quantity;
    for (const of of reserved) {
      if (open === 0) break;
      if (of.source_uuid !== sourceUuid || of.variant_uuid !== variantUuid || of.lot !== lot) continue;
      const some = Math.min(open, left.get(of.reservation_uuid) ?? 0);
      if (some === 0) continue;
      open -= some;
      left.set(of.reservation_uuid, (left.get(of.reservation_uuid) ?? 0) - some);
      const before = taken.get(of.reservation_uuid)?.quantity ?? 0;
      taken.set(of.reservation_uuid, { of, id: of.reservation_uuid, quantity: before + some, forRetailerUuid });
    }
    if (open > 0) throw new Error("stock: fewer pieces are reserved than are shipped");
  }
  return [...taken.values()].map((one) => (one.quantity === one.of.quantity ? one : { ...one, id: newId() }));
}

/**
 * Ships some of what is reserved for sources of a kind: the pieces leave the ledger by a movement whose source is their reservation (`shipment`), like
 * `shipReservations` posts it. A reservation of which only a part leaves is split: the rest stays reserved where it is.
 * @param wanted of locked sources, each SKU and lot of a source once
 * @returns nothing, or why the ledger refuses
 */
export async function shipPieces(
  tx: Tx,
  context: LedgerContext,
  type: string,
  wanted: readonly ShippedPieces[],
): Promise<Result<void, LedgerRefusal>> {
  const { providerUuid, now } = context;
  const { rows } = await sql<Reserved>`
    select reservation_uuid, source_uuid, source_line, part, variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, condition, quantity
    from reservation
    where provider_uuid = ${providerUuid} and source_type = ${type} and source_uuid = any (${wanted.map(({ sourceUuid }) => sourceUuid)}::uuid[])
      and status = 'open' order by reservation_uuid for no key update`.execute(tx);
  const leaving = takeFrom(rows, wanted);
  const ended = leaving.map(({ of, quantity }) => ({ id: of.reservation_uuid, status: quantity === of.quantity ? "shipped" : "released" }));
  await sql`
    update reservation r set status = n.status, ended_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as n (id uuid, status text)
    where r.provider_uuid = ${providerUuid} and r.reservation_uuid = n.id`.execute(tx);
  const split = leaving
    .filter(({ of, quantity }) => quantity < of.quantity)
    .flatMap(({ of, id, quantity }) => [
      { ...of, id, quantity, status: "shipped" },
      { ...of, id: newId(), quantity: of.quantity - quantity, status: "open" },
    ]);
  if (split.length > 0)
    await sql`
      insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid, location_uuid,
        owner_uuid, lot, condition, quantity, status, created_at, ended_at)
      select ${providerUuid}::uuid, r.id, ${type}, r.source_uuid, r.source_line, r.part, r.variant_uuid, r.warehouse_uuid, r.location_uuid, r.owner_uuid,
        r.lot, r.condition, r.quantity, r.status, ${now}, case when r.status = 'shipped' then ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(split)}::jsonb) as r (id uuid, source_uuid uuid, source_line integer, part smallint, variant_uuid uuid,
        warehouse_uuid uuid, location_uuid uuid, owner_uuid uuid, lot text, condition text, quantity integer, status text)`.execute(tx);
  return postMovements(
    tx,
    context,
    leaving.map(({ of, id, quantity, forRetailerUuid }) => ({
      source: { type: "shipment", uuid: id, line: of.source_line },
      variantUuid: of.variant_uuid,
      ownerUuid: of.owner_uuid,
      forRetailerUuid: forRetailerUuid ?? of.owner_uuid,
      warehouseUuid: of.warehouse_uuid,
      lot: of.lot,
      quantity,
      from: { place: "location", locationUuid: of.location_uuid, condition: of.condition },
      to: { place: "shipment", condition: of.condition },
    })),
  );
}
