import { sql } from "kysely";
import type { Tx } from "#server/db/tx.ts";

/** A lot of a SKU, and the last day on which it is good; null: it does not expire, or that is not known. */
export interface Lot {
  readonly variantUuid: string;
  readonly ownerUuid: string;
  readonly lot: string;
  /** YYYY-MM-DD */
  readonly expiresOn: string | null;
}

/** The last one counts where a lot is named several times: one statement may not change a row twice. */
function once(lots: readonly Lot[]): Lot[] {
  return [...new Map(lots.map((one) => [`${one.variantUuid} ${one.lot}`, one])).values()];
}

function rowsOf(lots: readonly Lot[]): string {
  return JSON.stringify(
    once(lots).map((one) => ({ variant_uuid: one.variantUuid, owner_uuid: one.ownerUuid, lot: one.lot, expires_on: one.expiresOn })),
  );
}

/**
 * Writes lots down as goods come in. A day that is given goes before one that was known; where none is given, what was known stays.
 * @param tx acts for the provider's staff
 */
export async function keepLots(tx: Tx, providerUuid: string, lots: readonly Lot[]): Promise<void> {
  if (lots.length === 0) return;
  await sql`insert into lot (provider_uuid, variant_uuid, lot, owner_uuid, expires_on)
    select ${providerUuid}::uuid, n.variant_uuid, n.lot, n.owner_uuid, n.expires_on
    from jsonb_to_recordset(${rowsOf(lots)}::jsonb) as n (variant_uuid uuid, owner_uuid uuid, lot text, expires_on date)
    order by n.variant_uuid, n.lot
    on conflict on constraint lot_pkey do update set expires_on = coalesce(excluded.expires_on, lot.expires_on)`.execute(tx);
}

/** Says of one lot until when it is good; null takes back what was said. */
export async function setLot(tx: Tx, providerUuid: string, { variantUuid, ownerUuid, lot, expiresOn }: Lot): Promise<void> {
  await sql`insert into lot (provider_uuid, variant_uuid, lot, owner_uuid, expires_on)
    values (${providerUuid}, ${variantUuid}, ${lot}, ${ownerUuid}, ${expiresOn}::date)
    on conflict on constraint lot_pkey do update set expires_on = excluded.expires_on`.execute(tx);
}
