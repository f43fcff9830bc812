import { sql } from "kysely";
import { agreedKinds } from "#src/warehouse/work/work.rules.ts";
import type { WorkKind } from "#src/warehouse/work/work.rules.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { lowestMovementId, movementId } from "#server/warehouse/stock/movement-id.ts";

/** Who works, in which transaction, and when. An `OrderScope` is one. */
export interface WorkScope {
  readonly tx: Tx;
  readonly providerUuid: string;
  /** null for the system */
  readonly userUuid: string | null;
  readonly now: Date;
}

/** Whose order work is for, and where it is done. A locked order is one. */
export interface OrderOfWork {
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string;
}

/** A parcel of an order. */
export interface ParcelOfWork extends OrderOfWork {
  readonly parcel_uuid: string;
}

/** Work to be recorded. */
export interface NewWork {
  readonly kind: WorkKind;
  readonly warehouse_uuid: string;
  readonly owner_uuid: string;
  /** null: not known, of a return */
  readonly order_uuid: string | null;
  readonly parcel_uuid?: string;
  readonly return_uuid?: string;
  /** pieces, orders or parcels: an integer, at least 1 */
  readonly quantity: number;
  /** the price of what is priced elsewhere; null or omitted: it has none */
  readonly agreed?: { readonly amountCents: number; readonly currency: string } | null;
  /** what was done; recorded once for each kind */
  readonly source: { readonly type: string; readonly uuid: string; readonly line: number };
}

/**
 * Records work in one statement. What was recorded for the same source and kind before is left as it is, so a repeat records nothing.
 * @param scope acts for the provider's staff or the platform
 * @throws an error with the code QS003 if the warehouse's ledger is closed for that time: the call is repeated with a new one
 * @throws RangeError if a quantity is not a positive integer
 */
export async function recordWork({ tx, providerUuid, userUuid, now }: WorkScope, work: readonly NewWork[]): Promise<void> {
  if (work.length === 0) return;
  if (work.some(({ quantity }) => !Number.isSafeInteger(quantity) || quantity < 1))
    throw new RangeError("work: a quantity must be a whole number");
  const rows = work.map(({ agreed, source, quantity, ...row }) => ({
    ...row,
    work_uuid: movementId(now),
    quantity_milli: quantity * 1000,
    amount_cents: agreed?.amountCents ?? null,
    currency: agreed?.currency ?? null,
    source_type: source.type,
    source_uuid: source.uuid,
    source_line: source.line,
  }));
  // One parameter for any number of entries: a statement may have at most 65,535.
  await sql`insert into work_entry (provider_uuid, work_uuid, kind, warehouse_uuid, owner_uuid, order_uuid, parcel_uuid, return_uuid, quantity_milli,
      amount_cents, currency, source_type, source_uuid, source_line, at, user_uuid)
    select ${providerUuid}::uuid, w.work_uuid, w.kind, w.warehouse_uuid, w.owner_uuid, w.order_uuid, w.parcel_uuid, w.return_uuid, w.quantity_milli,
      w.amount_cents, w.currency, w.source_type, w.source_uuid, w.source_line, ${now}, ${userUuid}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (work_uuid uuid, kind text, warehouse_uuid uuid, owner_uuid uuid, order_uuid uuid,
      parcel_uuid uuid, return_uuid uuid, quantity_milli bigint, amount_cents bigint, currency text, source_type text, source_uuid uuid,
      source_line integer)
    on conflict on constraint work_entry_source_key do nothing`.execute(tx);
}

/** Records the printed label of each of these parcels, which a carrier has issued. A parcel that is relabelled has another. */
export function recordLabels(scope: WorkScope, waybills: readonly (ParcelOfWork & { readonly waybill_uuid: string })[]): Promise<void> {
  return recordWork(
    scope,
    waybills.map(({ waybill_uuid, order_uuid, owner_uuid, warehouse_uuid, parcel_uuid }) => ({
      kind: "label_parcel",
      order_uuid,
      owner_uuid,
      warehouse_uuid,
      parcel_uuid,
      quantity: 1,
      source: { type: "waybill", uuid: waybill_uuid, line: 1 },
    })),
  );
}

/** Records the same work on each of some parcels, once for each parcel. */
function recordOnParcels(scope: WorkScope, kind: "weighing_parcel" | "bagging_parcel", parcels: readonly ParcelOfWork[]): Promise<void> {
  return recordWork(
    scope,
    parcels.map(({ order_uuid, owner_uuid, warehouse_uuid, parcel_uuid }) => ({
      kind,
      order_uuid,
      owner_uuid,
      warehouse_uuid,
      parcel_uuid,
      quantity: 1,
      source: { type: "parcel", uuid: parcel_uuid, line: 1 },
    })),
  );
}

/** Records that parcels were weighed. */
export function recordWeighing(scope: WorkScope, parcels: readonly ParcelOfWork[]): Promise<void> {
  return recordOnParcels(scope, "weighing_parcel", parcels);
}

/** Records the bagging of the parcels in a bag that is handed over. A parcel that leaves its bag before costs nothing. */
export function recordBagging(scope: WorkScope, parcels: readonly ParcelOfWork[]): Promise<void> {
  return recordOnParcels(scope, "bagging_parcel", parcels);
}

/** Pieces of a customer's return that were handled. */
export interface ReturnedPieces {
  readonly return_uuid: string;
  /** null: an unknown parcel */
  readonly order_uuid: string | null;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string;
  readonly quantity: number;
  /** the return that was inspected, or the scan that put them back in stock, and its line */
  readonly source: { readonly uuid: string; readonly line: number };
}

function recordReturned(
  scope: WorkScope,
  kind: "customer_return_piece" | "restocking_piece",
  pieces: readonly ReturnedPieces[],
): Promise<void> {
  return recordWork(
    scope,
    pieces.map(({ return_uuid, order_uuid, owner_uuid, warehouse_uuid, quantity, source }) => ({
      kind,
      return_uuid,
      order_uuid,
      owner_uuid,
      warehouse_uuid,
      quantity,
      source: { type: "customer-return", ...source },
    })),
  );
}

/** Records that pieces of customers' returns were inspected. */
export function recordReturnInspection(scope: WorkScope, pieces: readonly ReturnedPieces[]): Promise<void> {
  return recordReturned(scope, "customer_return_piece", pieces);
}

/** Records that pieces of customers' returns were put back in stock. */
export function recordRestocking(scope: WorkScope, pieces: readonly ReturnedPieces[]): Promise<void> {
  return recordReturned(scope, "restocking_piece", pieces);
}

/** Takes back that pieces were put back in stock, by an opposite entry. What was never recorded, or is taken back already, stays as it is. */
export async function takeBackRestocking({ tx, providerUuid, userUuid, now }: WorkScope, sourceUuid: string): Promise<void> {
  await sql`insert into work_entry (provider_uuid, work_uuid, kind, warehouse_uuid, owner_uuid, order_uuid, return_uuid, quantity_milli, source_type,
      source_uuid, source_line, at, user_uuid)
    select w.provider_uuid, ${movementId(now)}::uuid, w.kind, w.warehouse_uuid, w.owner_uuid, w.order_uuid, w.return_uuid, -w.quantity_milli,
      w.source_type || '-undo', w.source_uuid, w.source_line, ${now}, ${userUuid}::uuid
    from work_entry w
    where w.provider_uuid = ${providerUuid} and w.source_type = 'customer-return' and w.source_uuid = ${sourceUuid} and w.kind = 'restocking_piece'
      and w.source_line = 1
    on conflict on constraint work_entry_source_key do nothing`.execute(tx);
}

/**
 * Takes the work on orders back, or only that on some of their parcels: an opposite entry for each that has none. What is priced elsewhere stays, and so does
 * all work for an order of which a parcel was handed over.
 * @param parcelUuids null: everything that was done for the orders
 */
export async function takeBackWork(
  { tx, providerUuid, userUuid, now }: WorkScope,
  orderUuids: readonly string[],
  parcelUuids: readonly string[] | null = null,
): Promise<void> {
  if (orderUuids.length === 0 || parcelUuids?.length === 0) return;
  // The time of a UUIDv7 of this moment.
  const time = lowestMovementId(now).slice(0, 13);
  const named = sql`${parcelUuids === null ? null : [...parcelUuids]}::uuid[]`;
  await sql`insert into work_entry (provider_uuid, work_uuid, kind, warehouse_uuid, owner_uuid, order_uuid, parcel_uuid, quantity_milli, source_type,
      source_uuid, source_line, at, user_uuid)
    select w.provider_uuid, (${time} || '-7' || substr(gen_random_uuid()::text, 16))::uuid, w.kind, w.warehouse_uuid, w.owner_uuid, w.order_uuid,
      w.parcel_uuid, -w.quantity_milli, w.source_type || '-undo', w.source_uuid, w.source_line, ${now}, ${userUuid}::uuid
    from work_entry w
    where w.provider_uuid = ${providerUuid} and w.order_uuid = any (${[...orderUuids]}::uuid[]) and w.quantity_milli > 0 and w.return_uuid is null
      and w.kind <> all (${[...agreedKinds]}::text[])
      and case when ${named} is null
        then not exists (select from work_entry s where s.provider_uuid = w.provider_uuid and s.order_uuid = w.order_uuid and s.kind = 'shipping_parcel')
        else w.parcel_uuid = any (${named}) end
    on conflict on constraint work_entry_source_key do nothing`.execute(tx);
}
