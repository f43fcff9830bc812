import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { PreparedRow } from "#server/warehouse/imports/import-kind.ts";
import type { OpeningRow } from "./opening-row.ts";

/**
 * Which rows say what an opening said already: the same SKU, owner, lot and condition at the same location. The same sheet twice would double all
 * of its pieces. One statement, by the index `stock_entry_opening`.
 * @returns the numbers of those rows
 */
export async function findEarlierOpenings(
  tx: Tx,
  providerUuid: string,
  rows: readonly PreparedRow<OpeningRow>[],
): Promise<ReadonlySet<number>> {
  const asked = rows.map(({ number, row: { variant_uuid, owner_uuid, location_uuid, lot, condition } }) => ({
    number,
    variant_uuid,
    owner_uuid,
    location_uuid,
    lot,
    condition,
  }));
  const found = await sql<{ number: number }>`
    select r.number
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as r (number integer, variant_uuid uuid, owner_uuid uuid, location_uuid uuid, lot text, condition text)
    where exists (
      select from stock_entry e
      where e.provider_uuid = ${providerUuid} and e.source_type = 'opening' and e.place = 'location' and e.variant_uuid = r.variant_uuid
        and e.location_uuid = r.location_uuid and e.owner_uuid = r.owner_uuid and e.lot = r.lot and e.condition = r.condition)`.execute(tx);
  return new Set(found.rows.map(({ number }) => number));
}

/** Lets the openings of a provider go one after the other until the transaction ends: what `findEarlierOpenings` says then stays true. */
export async function lockOpenings(tx: Tx, providerUuid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('stock.opening'), hashtext(${providerUuid}))`.execute(tx);
}
