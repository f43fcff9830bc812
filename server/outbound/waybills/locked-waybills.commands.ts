import { sql } from "kysely";
import type { WaybillLabelType, WaybillProblemKind, WaybillStatus, WaybillTrackingStatus } from "#src/outbound/waybills/waybills.rules.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** A waybill that this transaction has locked. */
export interface LockedWaybill {
  readonly waybill_uuid: string;
  readonly reference: string;
  readonly status: WaybillStatus;
  readonly parcel_uuid: string;
  readonly parcel_number: string;
  /** steps that void parcels void their waybills too, whatever the carrier answers */
  readonly is_parcel_voided: boolean;
  /** the carrier's; empty before */
  readonly waybill_number: string;
  /** of the bag that its parcel is in; empty if it is in none */
  readonly bag_number: string;
  readonly order_uuid: string;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string;
  readonly channel_uuid: string;
  readonly carrier_account_uuid: string | null;
  readonly replace_channel_uuid: string | null;
  readonly is_by_hand: boolean;
  readonly label_type: WaybillLabelType;
  readonly print_count: number;
  readonly tracking_status: WaybillTrackingStatus;
  readonly problem: { readonly kind: WaybillProblemKind } | null;
  readonly next_try_at: string;
  readonly handed_over_at: string;
  readonly void_reason: string;
  readonly attempts: number;
}

interface Row extends Omit<LockedWaybill, "problem" | "next_try_at" | "handed_over_at"> {
  readonly problem_kind: WaybillProblemKind | "";
  readonly next_try_at: Date | null;
  readonly handed_over_at: Date | null;
}

/**
 * Locks waybills in the order of their uuids. Their parcels are locked first, against becoming void meanwhile, as unpacking locks them.
 * @returns them by their uuids, without those that the caller may not see
 */
export async function lockWaybills(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  uuids: readonly string[],
): Promise<Map<string, LockedWaybill>> {
  await sql`select from parcel where provider_uuid = ${providerUuid} and parcel_uuid = any (array(select w.parcel_uuid from waybill w
      where w.provider_uuid = ${providerUuid} and w.waybill_uuid = any (${[...uuids]}::uuid[])))
    order by parcel_uuid for share`.execute(tx);
  const { rows } = await sql<Row>`
    select w.waybill_uuid, w.reference, w.status, w.parcel_uuid, p.parcel_number, p.status = 'voided' as is_parcel_voided, w.order_uuid, w.owner_uuid,
      w.warehouse_uuid, w.channel_uuid, w.carrier_account_uuid, w.replace_channel_uuid, w.carrier_account_uuid is null as is_by_hand, w.label_type,
      w.print_count, w.tracking_status, w.problem_kind, w.next_try_at, w.handed_over_at, w.void_reason, w.attempts, w.waybill_number,
      coalesce((select b.bag_number from bag_parcel k join bag b on b.provider_uuid = k.provider_uuid and b.bag_uuid = k.bag_uuid
        where k.provider_uuid = p.provider_uuid and k.parcel_uuid = p.parcel_uuid and k.taken_at is null), '') as bag_number
    from waybill w join parcel p on p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = any (${[...uuids]}::uuid[]) order by w.waybill_uuid for no key update of w`.execute(
    tx,
  );
  return new Map(
    rows.map(({ problem_kind, next_try_at, handed_over_at, ...row }) => [
      row.waybill_uuid,
      {
        ...row,
        problem: problem_kind === "" ? null : { kind: problem_kind },
        next_try_at: next_try_at?.toISOString() ?? "",
        handed_over_at: handed_over_at?.toISOString() ?? "",
      },
    ]),
  );
}
