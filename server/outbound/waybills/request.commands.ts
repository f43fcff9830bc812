import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import type { StepScope, WeighedParcel } from "#server/platform/services.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { enqueueAsking, publishWaybills } from "./publish-waybills.ts";
import type { ChangedWaybill } from "./publish-waybills.ts";

type RequestScope = Pick<OrderScope, "tx" | "providerUuid" | "userUuid" | "now">;

/** Letters that are not confused when they are read aloud. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/**
 * Returns a reference that a carrier is asked with. It is never reused. Another company may have the same account, so the parcel's number
 * is not enough.
 */
export function createReference(parcelNumber: string): string {
  return `${parcelNumber}-${[...randomBytes(8)].map((byte) => alphabet[byte % alphabet.length] ?? "").join("")}`;
}

interface Wanted {
  readonly parcel_uuid: string;
  readonly parcel_number: string;
  readonly channel_uuid: string;
}

/** Adds waybills for parcels that have none. Their channels' accounts are asked by a job; without one, the number is entered by hand. */
export async function insertWaybills(scope: RequestScope, jobs: JobQueue, wanted: readonly Wanted[]): Promise<ChangedWaybill[]> {
  if (wanted.length === 0) return [];
  const { tx, providerUuid, userUuid, now } = scope;
  const given = wanted.map((one) => ({ ...one, waybill_uuid: newId(), reference: createReference(one.parcel_number) }));
  const { rows } = await sql<ChangedWaybill>`
    insert into waybill (provider_uuid, waybill_uuid, parcel_uuid, order_uuid, owner_uuid, warehouse_uuid, channel_uuid, carrier_account_uuid, reference,
      next_try_at, requested_by, requested_at)
    select p.provider_uuid, n.waybill_uuid, p.parcel_uuid, p.order_uuid, o.owner_uuid, p.warehouse_uuid, c.channel_uuid, a.carrier_account_uuid, n.reference,
      case when a.carrier_account_uuid is not null then ${now}::timestamptz end, ${userUuid}::uuid, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (parcel_uuid uuid, channel_uuid uuid, waybill_uuid uuid, reference text)
      join parcel p on p.provider_uuid = ${providerUuid} and p.parcel_uuid = n.parcel_uuid and p.status <> 'voided'
      join sales_order o on o.provider_uuid = p.provider_uuid and o.order_uuid = p.order_uuid
      join channel c on c.provider_uuid = p.provider_uuid and c.channel_uuid = n.channel_uuid
      left join carrier_account a on a.provider_uuid = c.provider_uuid and a.carrier_account_uuid = c.carrier_account_uuid and a.api_name <> 'other'
    order by n.waybill_uuid
    on conflict (provider_uuid, parcel_uuid) where status <> 'voided' do nothing
    returning waybill_uuid, warehouse_uuid, owner_uuid, carrier_account_uuid`.execute(tx);
  await enqueueAsking(tx, jobs, providerUuid, rows);
  await publishWaybills(tx, providerUuid, rows);
  return rows;
}

interface Parcel {
  readonly parcel_uuid: string;
  readonly parcel_number: string;
  readonly channel_uuid: string | null;
  readonly is_voided: boolean;
  readonly is_known_weight: boolean;
  readonly has_waybill: boolean;
}

/** Locks parcels, against becoming void and getting a waybill meanwhile, and reads their orders' channels. */
async function readParcels({ tx, providerUuid }: RequestScope, uuids: readonly string[]): Promise<Parcel[]> {
  // A separate statement, so that the next one sees what was committed while this one waited.
  await sql`select from parcel where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...uuids]}::uuid[])
    order by parcel_uuid for no key update`.execute(tx);
  const { rows } = await sql<Parcel>`
    select p.parcel_uuid, p.parcel_number, o.channel_uuid, p.status = 'voided' as is_voided,
      coalesce(p.measured_grams, p.expected_grams, 0) > 0 as is_known_weight,
      exists (select from waybill w where w.provider_uuid = p.provider_uuid and w.parcel_uuid = p.parcel_uuid and w.status <> 'voided') as has_waybill
    from parcel p join sales_order o on o.provider_uuid = p.provider_uuid and o.order_uuid = p.order_uuid
    where p.provider_uuid = ${providerUuid} and p.parcel_uuid = any (${[...uuids]}::uuid[])`.execute(tx);
  return rows;
}

function getRequestRefusal(parcel: Parcel | undefined): RefusalName | null {
  if (parcel === undefined) return "notFound";
  if (parcel.is_voided) return "waybills.parcelVoided";
  if (parcel.channel_uuid === null) return "waybills.noChannel";
  if (parcel.has_waybill) return "waybills.requestedAlready";
  return parcel.is_known_weight ? null : "waybills.noWeight";
}

/** Requests waybills for parcels. @returns those that were refused, with the reason */
export async function request(
  scope: RequestScope,
  jobs: JobQueue,
  uuids: readonly string[],
): Promise<{ uuid: string; refusal: RefusalName }[]> {
  const parcels = new Map((await readParcels(scope, uuids)).map((parcel) => [parcel.parcel_uuid, parcel]));
  const refused: { uuid: string; refusal: RefusalName }[] = [];
  const wanted = new Map<string, Wanted>();
  for (const uuid of uuids) {
    const parcel = parcels.get(uuid);
    const refusal = wanted.has(uuid) ? "waybills.requestedAlready" : getRequestRefusal(parcel);
    if (refusal !== null) refused.push({ uuid, refusal });
    else if (parcel !== undefined) wanted.set(uuid, { ...parcel, channel_uuid: parcel.channel_uuid ?? "" });
  }
  await insertWaybills(scope, jobs, [...wanted.values()]);
  return refused;
}

/** Requests waybills for parcels that were just weighed, and are locked. Without a channel there is none. */
export async function requestForWeighed(scope: StepScope, jobs: JobQueue, weighed: readonly WeighedParcel[]): Promise<void> {
  const wanted = weighed.flatMap(({ parcel_uuid, parcel_number, channel_uuid }) =>
    channel_uuid === null ? [] : [{ parcel_uuid, parcel_number, channel_uuid }],
  );
  await insertWaybills(scope, jobs, wanted);
}
