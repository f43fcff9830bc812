import { sql } from "kysely";
import { statusesOnTheWay } from "#src/outbound/waybills/waybills.rules.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { publishWaybills } from "./publish-waybills.ts";
import type { ChangedWaybill } from "./publish-waybills.ts";

/**
 * Takes back what carriers reported of parcels that were not handed over, of locked orders. A carrier that has mixed up two parcels would report the same
 * again: it is asked again from the hand-over on.
 * @returns the orders of which anything was taken back
 */
export async function takeBackTracks(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  orderUuids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<ChangedWaybill & { readonly order_uuid: string }>`
    update waybill set tracking_status = '', delivered_at = null, next_track_at = null, version = version + 1
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) and status = 'issued' and handed_over_at is null
      and tracking_status = any (${[...statusesOnTheWay]}::text[])
    returning waybill_uuid, warehouse_uuid, owner_uuid, carrier_account_uuid, order_uuid`.execute(tx);
  if (rows.length === 0) return new Set();
  await sql`delete from waybill_track where provider_uuid = ${providerUuid}
    and waybill_uuid = any (${rows.map(({ waybill_uuid }) => waybill_uuid)}::uuid[])`.execute(tx);
  await publishWaybills(tx, providerUuid, rows);
  return new Set(rows.map(({ order_uuid }) => order_uuid));
}
