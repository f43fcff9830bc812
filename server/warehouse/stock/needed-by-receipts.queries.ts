import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { Movement } from "./ledger.commands.ts";

/** Pieces that somebody takes away by hand, and where they were. */
type RemovedPieces = Pick<Movement, "variantUuid" | "ownerUuid" | "warehouseUuid" | "lot"> & { readonly locationUuid: string };

/**
 * Good pieces are put away from their task's location. Unqualified ones are decided about wherever they are in the warehouse: see `findQuarantined` of
 * the receipts.
 */
const shortfalls = {
  good: (providerUuid: string, { variantUuid, ownerUuid, warehouseUuid, lot, locationUuid }: RemovedPieces) => sql<{ is_short: boolean }>`
    select waiting.quantity > (
      select coalesce(sum(quantity), 0) from stock_balance where provider_uuid = ${providerUuid} and variant_uuid = ${variantUuid}
        and warehouse_uuid = ${warehouseUuid} and location_uuid = ${locationUuid} and owner_uuid = ${ownerUuid} and lot = ${lot} and condition = 'good'
    ) as is_short
    from (
      select coalesce(sum(t.quantity), 0) as quantity from receipt_line l
        join putaway_task t on t.provider_uuid = l.provider_uuid and t.receipt_uuid = l.receipt_uuid and t.line_uuid = l.line_uuid
      where l.provider_uuid = ${providerUuid} and l.variant_uuid = ${variantUuid} and l.owner_uuid = ${ownerUuid} and l.lot = ${lot}
        and l.qualified + l.accepted > l.put_away and t.status in ('pending', 'assigned') and t.from_location_uuid = ${locationUuid}
    ) waiting`,
  quarantined: (providerUuid: string, { variantUuid, ownerUuid, warehouseUuid, lot }: RemovedPieces) => sql<{ is_short: boolean }>`
    select waiting.quantity > (
      select coalesce(sum(quantity), 0) from stock_balance where provider_uuid = ${providerUuid} and variant_uuid = ${variantUuid}
        and warehouse_uuid = ${warehouseUuid} and owner_uuid = ${ownerUuid} and lot = ${lot} and condition = 'quarantined'
    ) as is_short
    from (
      select coalesce(sum(l.unqualified - l.decided), 0) as quantity from receipt_line l
        join receipt r on r.provider_uuid = l.provider_uuid and r.receipt_uuid = l.receipt_uuid
      where l.provider_uuid = ${providerUuid} and l.variant_uuid = ${variantUuid} and l.owner_uuid = ${ownerUuid} and l.lot = ${lot}
        and l.unqualified > l.decided and r.warehouse_uuid = ${warehouseUuid}
    ) waiting`,
};

/**
 * Whether fewer pieces are left than receipts have to put away or decide about. Call it once the movement is posted: its balance is locked then, so that
 * two people who take pieces from one location are checked one after the other.
 */
export async function isNeededByReceipts(tx: Tx, providerUuid: string, { from, ...goods }: Omit<Movement, "source">): Promise<boolean> {
  if (from.place !== "location" || from.condition === "damaged") return false;
  const { rows } = await shortfalls[from.condition](providerUuid, { ...goods, locationUuid: from.locationUuid }).execute(tx);
  return rows[0]?.is_short === true;
}
