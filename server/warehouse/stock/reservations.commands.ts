import { sql } from "kysely";
import { chooseStock } from "#src/warehouse/stock/choose-stock.rules.ts";
import type { AllocationStrategy } from "#src/warehouse/warehouses/warehouses.rules.ts";
import type { ChosenPieces, PickableBalance, StockRequest, StockWant } from "#src/warehouse/stock/choose-stock.rules.ts";
import { toDay } from "#src/kit/lib/days.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { postMovements, publishStockChanged } from "./ledger.commands.ts";
import type { LedgerContext, LedgerRefusal, Source } from "./ledger.commands.ts";

/** The pieces that one line of a source needs. */
export type Want = StockWant;

/** Sources of one kind that need stock, in the order in which they get it. */
export interface Reserving {
  /** what the sources are: `order` */
  readonly type: string;
  readonly requests: readonly StockRequest[];
  /** by default what expires first */
  readonly strategy?: AllocationStrategy;
}

function checkWants(wants: readonly Want[]): void {
  if (wants.some(({ quantity }) => !Number.isSafeInteger(quantity) || quantity < 1))
    throw new RangeError("stock: a reserved quantity must be a whole number");
  if (new Set(wants.map(({ line }) => line)).size < wants.length) throw new RangeError("stock: a line can be reserved only once");
}

/** What of a line is reserved already. */
interface ReservedPart {
  readonly quantity: number;
  readonly lastPart: number;
}

const toLineKey = (uuid: string, line: number): string => `${uuid} ${line}`;

/** Reads what of the lines is reserved already: a part, if some of an order was picked and the rest was missing. */
async function readReserved(tx: Tx, providerUuid: string, { type, requests }: Reserving): Promise<Map<string, ReservedPart>> {
  const { rows } = await sql<{ source_uuid: string; source_line: number; quantity: number; last_part: number }>`
    select source_uuid, source_line, sum(quantity)::integer as quantity, max(part)::integer as last_part from reservation
    where provider_uuid = ${providerUuid} and source_type = ${type} and source_uuid = any (${requests.map(({ uuid }) => uuid)}::uuid[])
      and status = 'open' group by 1, 2`.execute(tx);
  return new Map(
    rows.map(({ source_uuid, source_line, quantity, last_part }) => [
      toLineKey(source_uuid, source_line),
      { quantity, lastPart: last_part },
    ]),
  );
}

/** Reduces the wants by what is reserved already, so that a retry is harmless. */
function listUnreserved({ requests }: Reserving, reserved: ReadonlyMap<string, ReservedPart>): StockRequest[] {
  return requests.map(({ uuid, wants }) => ({
    uuid,
    wants: wants.flatMap((want) => {
      const rest = want.quantity - (reserved.get(toLineKey(uuid, want.line))?.quantity ?? 0);
      return rest > 0 ? [{ ...want, quantity: rest }] : [];
    }),
  }));
}

interface LockedBalance {
  variant_uuid: string;
  warehouse_uuid: string;
  location_uuid: string;
  owner_uuid: string;
  lot: string;
  available: number;
  expires_on: string | null;
  type: string;
  since: Date;
  pick_sequence: number;
}

/** Locks all pieces that can serve the wants, in the order of the balances' key: `lock_pickable_stock` of the migrations. */
async function lockPickable(tx: Tx, providerUuid: string, wants: readonly Want[], now: Date): Promise<PickableBalance[]> {
  const keys = wants.map(({ variantUuid, warehouseUuid, ownerUuid }) => ({ v: variantUuid, w: warehouseUuid, o: ownerUuid }));
  const { rows } = await sql<LockedBalance>`
    select variant_uuid, warehouse_uuid, location_uuid, owner_uuid, lot, available, expires_on::text as expires_on, type, since, pick_sequence
    from lock_pickable_stock(${providerUuid}, ${JSON.stringify(keys)}::jsonb, ${toDay(now)}::date)`.execute(tx);
  return rows.map((row) => ({
    variantUuid: row.variant_uuid,
    warehouseUuid: row.warehouse_uuid,
    locationUuid: row.location_uuid,
    ownerUuid: row.owner_uuid,
    lot: row.lot,
    available: row.available,
    expiresOn: row.expires_on,
    isReserve: row.type === "reserve",
    sinceMs: row.since.getTime(),
    pickSequence: row.pick_sequence,
  }));
}

async function insertReservations(
  tx: Tx,
  providerUuid: string,
  type: string,
  { chosen, reserved }: { chosen: ReadonlyMap<string, readonly ChosenPieces[]>; reserved: ReadonlyMap<string, ReservedPart> },
  now: Date,
): Promise<void> {
  const rows = [...chosen].flatMap(([uuid, pieces]) => {
    const parts = new Map<number, number>();
    return pieces.map(({ line, balance, quantity }) => {
      const part = (parts.get(line) ?? reserved.get(toLineKey(uuid, line))?.lastPart ?? 0) + 1;
      parts.set(line, part);
      const { variantUuid, warehouseUuid, locationUuid, ownerUuid, lot } = balance;
      return { id: newId(), uuid, line, part, v: variantUuid, w: warehouseUuid, l: locationUuid, o: ownerUuid, lot, quantity };
    });
  });
  if (rows.length === 0) return;
  await sql`insert into reservation (provider_uuid, reservation_uuid, source_type, source_uuid, source_line, part, variant_uuid, warehouse_uuid,
      location_uuid, owner_uuid, lot, condition, quantity, created_at)
    select ${providerUuid}::uuid, r.id, ${type}, r.uuid, r.line, r.part, r.v, r.w, r.l, r.o, r.lot, 'good', r.quantity, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, uuid uuid, line integer, part smallint, v uuid, w uuid, l uuid, o uuid,
      lot text, quantity integer)`.execute(tx);
}

/**
 * Reserves the pieces of any number of sources, each of them whole or not at all, in their order (`chooseStock`). Of a line that is reserved
 * in part, the rest is reserved. A trigger updates the balances' reserved pieces, and their constraint refuses more than there is.
 * @param tx acts as the provider's staff or the platform: a retailer sees no locations, and row-level security lets it reserve nothing. It has locked the
 *   sources, so that two cannot reserve different goods for the same line: the second would fail.
 * @returns the sources that have all their pieces now
 * @throws RangeError if a quantity is not a positive integer, or a line is given twice
 */
export async function reserveForAll(tx: Tx, providerUuid: string, reserving: Reserving, now: Date): Promise<Set<string>> {
  for (const { wants } of reserving.requests) checkWants(wants);
  if (reserving.requests.length === 0) return new Set();
  const all = reserving.requests.flatMap(({ wants }) => wants);
  const balances = all.length === 0 ? [] : await lockPickable(tx, providerUuid, all, now);
  const reserved = await readReserved(tx, providerUuid, reserving);
  const requests = listUnreserved(reserving, reserved);
  const chosen = chooseStock(requests, balances, reserving.strategy ?? "first_expiry");
  await insertReservations(tx, providerUuid, reserving.type, { chosen, reserved }, now);
  await publishStockChanged(
    tx,
    providerUuid,
    requests.filter(({ uuid }) => chosen.has(uuid)).flatMap(({ wants }) => wants),
  );
  return new Set(chosen.keys());
}

/** Reserves all pieces of one source or none, like `reserveForAll`. */
export async function reserveStock(
  tx: Tx,
  providerUuid: string,
  source: Source,
  wants: readonly Want[],
  now: Date,
): Promise<Result<void, "stock.notEnough">> {
  const reserved = await reserveForAll(tx, providerUuid, { type: source.type, requests: [{ uuid: source.uuid, wants }] }, now);
  return reserved.has(source.uuid) ? ok(undefined) : refuse("stock.notEnough");
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
 * Releases all reservations of several sources of a kind, like `releaseReservations`.
 * @returns the SKUs of the released pieces
 */
export async function releaseReservationsOfAll(
  tx: Tx,
  { providerUuid, now }: Pick<LedgerContext, "providerUuid" | "now">,
  { type, uuids }: { readonly type: string; readonly uuids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ variant_uuid: string; owner_uuid: string }>`
    with mine as materialized (
      select reservation_uuid from reservation
      where provider_uuid = ${providerUuid} and source_type = ${type} and source_uuid = any (${[...uuids]}::uuid[]) and status = 'open'
      order by reservation_uuid for no key update
    )
    update reservation r set status = 'released', ended_at = ${now} from mine
    where r.provider_uuid = ${providerUuid} and r.reservation_uuid = mine.reservation_uuid
    returning r.variant_uuid, r.owner_uuid`.execute(tx);
  await publishStockChanged(
    tx,
    providerUuid,
    rows.map(({ variant_uuid, owner_uuid }) => ({ variantUuid: variant_uuid, ownerUuid: owner_uuid })),
  );
  return [...new Set(rows.map(({ variant_uuid }) => variant_uuid))];
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
