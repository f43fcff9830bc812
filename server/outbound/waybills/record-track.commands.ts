import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { canBeReceivedOn, toReceivedAt } from "#src/outbound/orders/orders.rules.ts";
import { getRecordTrackRefusal, writeRecordedTrack } from "#src/outbound/waybills/waybills.rules.ts";
import type { RecordedTrack } from "#src/outbound/waybills/waybills.rules.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { lockWaybills } from "./locked-waybills.commands.ts";
import type { LockedWaybill } from "./locked-waybills.commands.ts";
import { settleTracks } from "./track.commands.ts";
import type { TrackReport } from "./track.commands.ts";
import type { RefusedWaybill } from "./void.commands.ts";

/** What a person knows of a parcel. */
export interface TrackRecord {
  readonly waybill_uuid: string;
  readonly status: RecordedTrack;
  /** the day that it happened, YYYY-MM-DD; null: today */
  readonly on: string | null;
  readonly note: string;
}

/** Finds why nothing is recorded of a parcel; null if something is. */
export function findRecordRefusal(
  waybill: Pick<LockedWaybill, "is_by_hand" | "handed_over_at" | "tracking_status">,
  { status, on }: Pick<TrackRecord, "status" | "on">,
  now: Date,
): RefusalName | null {
  const refusal = getRecordTrackRefusal(waybill, status);
  if (refusal !== null) return refusal;
  return on === null || canBeReceivedOn(on, new Date(waybill.handed_over_at), now) ? null : "orders.receivedWrongDay";
}

/**
 * Records that parcels arrived or came back, for channels whose carrier reports nothing. Their orders follow as they follow a carrier's tracking.
 * @param records one for each waybill
 * @returns those that were refused, with the reason
 */
export async function recordTracks(scope: OrderScope, records: readonly TrackRecord[]): Promise<RefusedWaybill[]> {
  const { tx, providerUuid, now } = scope;
  const uuids = records.map(({ waybill_uuid }) => waybill_uuid);
  // The orders first, as everywhere.
  await sql`select from sales_order where provider_uuid = ${providerUuid} and order_uuid = any (array(select order_uuid from waybill
      where provider_uuid = ${providerUuid} and waybill_uuid = any (${uuids}::uuid[])))
    order by order_uuid for no key update`.execute(tx);
  const locked = await lockWaybills(scope, uuids);
  const refused: RefusedWaybill[] = [];
  const reports: TrackReport[] = [];
  for (const record of records) {
    const { waybill_uuid: uuid, status, on, note } = record;
    const waybill = locked.get(uuid);
    const refusal = waybill === undefined ? "notFound" : findRecordRefusal(waybill, record, now);
    if (refusal !== null) refused.push({ uuid, refusal });
    else if (waybill !== undefined) {
      const at = toReceivedAt(on ?? undefined, new Date(waybill.handed_over_at), now);
      const text = writeRecordedTrack({ recorded: status, note });
      const { waybill_uuid, order_uuid } = waybill;
      reports.push({ waybill_uuid, order_uuid, tracking: { status, events: [{ at, text, location: "" }] }, at });
    }
  }
  await settleTracks(scope, reports);
  return refused;
}
