import { sql } from "kysely";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { postMovements, publishStockChanged } from "./ledger.commands.ts";
import type { LedgerContext, LedgerRefusal, Source } from "./ledger.commands.ts";

/** The pieces that one line of a source needs. */
export interface Want {
  readonly line: number;
  readonly variantUuid: string;
  readonly ownerUuid: string;
  readonly warehouseUuid: string;
  /** an integer, at least 1 */
  readonly quantity: number;
  /** null for any that has not expired */
  readonly lot: string | null;
}

/**
 * Reserves all pieces or none. Only good, unexpired pieces in unblocked pick and reserve locations count; those that expire first go first, then those in
 * pick locations, then the oldest. A line that is already reserved is not reserved again, so that a retry is harmless. The SQL is the function
 * `reserve_stock` of the migrations (in `server/platform/db/schema.sql`); a trigger updates the balances' reserved pieces.
 * @param tx acts as the provider's staff or the platform: a retailer sees no locations
 * @throws RangeError if a quantity is not a positive integer, or a line is given twice
 */
export async function reserveStock(
  tx: Tx,
  providerUuid: string,
  source: Source,
  wants: readonly Want[],
  now: Date,
): Promise<Result<void, "stock.notEnough">> {
  if (wants.some(({ quantity }) => !Number.isSafeInteger(quantity) || quantity < 1))
    throw new RangeError("stock: a reserved quantity must be a whole number");
  if (new Set(wants.map(({ line }) => line)).size < wants.length) throw new RangeError("stock: a line can be reserved only once");
  if (wants.length === 0) return ok(undefined);
  const rows = wants.map(({ line, variantUuid, ownerUuid, warehouseUuid, quantity, lot }) => ({
    line,
    variant_uuid: variantUuid,
    owner_uuid: ownerUuid,
    warehouse_uuid: warehouseUuid,
    quantity,
    lot,
  }));
  const { rows: answers } = await sql<{ reserved: boolean }>`
    select reserve_stock(${providerUuid}, ${source.type}, ${source.uuid}, ${JSON.stringify(rows)}::jsonb, ${now}) as reserved`.execute(tx);
  if (answers[0]?.reserved !== true) return refuse("stock.notEnough");
  await publishStockChanged(tx, providerUuid, wants);
  return ok(undefined);
}

interface Ended {
  reservation_uuid: string;
  source_line: number;
  variant_uuid: string;
  warehouse_uuid: string;
  location_uuid: string;
  owner_uuid: string;
  lot: string;
  condition: "good" | "damaged" | "quarantined";
  quantity: number;
}

/** Ends the open reservations of a source or some of its lines, in row order: two that end the same ones cannot deadlock. */
async function endReservations(
  tx: Tx,
  { providerUuid, now }: Pick<LedgerContext, "providerUuid" | "now">,
  source: Source,
  status: "released" | "shipped",
  lines: readonly number[] | null,
): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with mine as materialized (
      select reservation_uuid from reservation
      where provider_uuid = ${providerUuid} and source_type = ${source.type} and source_uuid = ${source.uuid} and status = 'open'
        and (${lines === null} or source_line = any (${[...(lines ?? [])]}::integer[]))
      order by reservation_uuid for no key update
    )
    update reservation r set status = ${status}, ended_at = ${now} from mine
    where r.provider_uuid = ${providerUuid} and r.reservation_uuid = mine.reservation_uuid
    returning r.reservation_uuid, r.source_line, r.variant_uuid, r.warehouse_uuid, r.location_uuid, r.owner_uuid, r.lot, r.condition,
      r.quantity`.execute(tx);
  return rows;
}

/**
 * Releases the reservations of a source or some of its lines. Lines without any are ignored.
 * @returns how many pieces were released
 */
export async function releaseReservations(
  tx: Tx,
  context: Pick<LedgerContext, "providerUuid" | "now">,
  source: Source,
  lines: readonly number[] | null = null,
): Promise<number> {
  const ended = await endReservations(tx, context, source, "released", lines);
  await publishStockChanged(
    tx,
    context.providerUuid,
    ended.map((one) => ({ variantUuid: one.variant_uuid, ownerUuid: one.owner_uuid })),
  );
  return ended.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Ships what is reserved for a source or some of its lines: ends the reservations, and posts a movement for each, whose source is the reservation
 * (`shipment`). Ships only what is reserved, so a second call ships nothing.
 * @param forRetailerUuid the retailer of the order, which is charged for the pieces, whoever owns them; null: each owner for its own
 * @returns how many pieces were shipped
 */
export async function shipReservations(
  tx: Tx,
  context: LedgerContext,
  source: Source,
  forRetailerUuid: string | null,
  lines: readonly number[] | null = null,
): Promise<Result<number, LedgerRefusal>> {
  const ended = await endReservations(tx, context, source, "shipped", lines);
  const posted = await postMovements(
    tx,
    context,
    ended.map((one) => ({
      source: { type: "shipment", uuid: one.reservation_uuid, line: one.source_line },
      variantUuid: one.variant_uuid,
      ownerUuid: one.owner_uuid,
      forRetailerUuid: forRetailerUuid ?? one.owner_uuid,
      warehouseUuid: one.warehouse_uuid,
      lot: one.lot,
      quantity: one.quantity,
      from: { place: "location", locationUuid: one.location_uuid, condition: one.condition },
      to: { place: "shipment", condition: one.condition },
    })),
  );
  return posted.ok ? ok(ended.reduce((sum, { quantity }) => sum + quantity, 0)) : posted;
}
