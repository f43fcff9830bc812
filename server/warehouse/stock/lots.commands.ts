import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/** A lot of a SKU and its last good day; null if it does not expire or that is unknown. */
export interface Lot {
  readonly variantUuid: string;
  readonly ownerUuid: string;
  readonly lot: string;
  /** YYYY-MM-DD */
  readonly expiresOn: string | null;
}

/** Keeps the last of several entries of a lot: one statement may not change a row twice. */
function once(lots: readonly Lot[]): Lot[] {
  return [...new Map(lots.map((one) => [`${one.variantUuid} ${one.lot}`, one])).values()];
}

function toRows(lots: readonly Lot[]): string {
  return JSON.stringify(
    once(lots).map((one) => ({ variant_uuid: one.variantUuid, owner_uuid: one.ownerUuid, lot: one.lot, expires_on: one.expiresOn })),
  );
}

/**
 * Saves lots as goods come in. A given day replaces the known one; without one, the known day stays.
 * @param tx acts as the provider's staff
 */
export async function saveLots(tx: Tx, providerUuid: string, lots: readonly Lot[]): Promise<void> {
  if (lots.length === 0) return;
  await sql`insert into lot (provider_uuid, variant_uuid, lot, owner_uuid, expires_on)
    select ${providerUuid}::uuid, n.variant_uuid, n.lot, n.owner_uuid, n.expires_on
    from jsonb_to_recordset(${toRows(lots)}::jsonb) as n (variant_uuid uuid, owner_uuid uuid, lot text, expires_on date)
    order by n.variant_uuid, n.lot
    on conflict on constraint lot_pkey do update set expires_on = coalesce(excluded.expires_on, lot.expires_on)`.execute(tx);
}

/** Sets the last good day of one lot; null removes it. */
export async function setLot(tx: Tx, providerUuid: string, { variantUuid, ownerUuid, lot, expiresOn }: Lot): Promise<void> {
  await sql`insert into lot (provider_uuid, variant_uuid, lot, owner_uuid, expires_on)
    values (${providerUuid}, ${variantUuid}, ${lot}, ${ownerUuid}, ${expiresOn}::date)
    on conflict on constraint lot_pkey do update set expires_on = excluded.expires_on`.execute(tx);
}
