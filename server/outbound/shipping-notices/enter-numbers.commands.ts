import { sql } from "kysely";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { enterBoxNumbers } from "#src/outbound/shipping-notices/shipping-notices.contract.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { enterMany } from "../waybills/enter-many.commands.ts";
import { request } from "../waybills/request.commands.ts";
import { findBoxes } from "./notice-boxes.queries.ts";

/** Returns the waybills of parcels that are not void, by the parcels' uuids. */
async function findWaybills({ tx, providerUuid }: OrderScope, parcelUuids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ parcel_uuid: string; waybill_uuid: string }>`select parcel_uuid, waybill_uuid from waybill
    where provider_uuid = ${providerUuid} and parcel_uuid = any (${[...parcelUuids]}::uuid[]) and status <> 'voided'`.execute(tx);
  return new Map(rows.map(({ parcel_uuid, waybill_uuid }) => [parcel_uuid, waybill_uuid]));
}

/** Enters the waybill numbers of a notice's boxes; a waybill is requested where a box has none. */
export async function enterNumbers(
  scope: OrderScope,
  jobs: JobQueue,
  { order_uuid, rows }: ParsedInputOf<typeof enterBoxNumbers>,
): Promise<Result<OutputOf<typeof enterBoxNumbers>, "notFound">> {
  const notice = await findBoxes(scope, order_uuid);
  if (notice === null) return refuse("notFound");
  const boxes = new Map(notice.boxes.map((box) => [box.parcel_uuid, box]));
  // The last number of a box that was named twice.
  const numbers = new Map(rows.map(({ parcel_uuid, waybill_number }) => [parcel_uuid.toLowerCase(), waybill_number]));
  if ([...numbers.keys()].some((uuid) => !boxes.has(uuid))) return refuse("notFound");
  const refusals = new Map<string, RefusalName>();
  const parcels = [...numbers.keys()];
  const before = await findWaybills(scope, parcels);
  // Only where the number is entered by hand: of other channels the carrier is asked, which is not done here.
  const without = parcels.filter((uuid) => !before.has(uuid) && boxes.get(uuid)?.takes_number === true);
  for (const { uuid, refusal } of without.length === 0 ? [] : await request(scope, jobs, without)) refusals.set(uuid, refusal);
  const waybills = without.length === 0 ? before : await findWaybills(scope, parcels);
  const wanted = parcels.flatMap((parcel_uuid) => {
    const waybill_uuid = waybills.get(parcel_uuid);
    if (waybill_uuid === undefined && !refusals.has(parcel_uuid)) {
      const refusal = notice.channel_name === "" ? "waybills.noChannel" : "waybills.byCarrier";
      refusals.set(parcel_uuid, refusal);
    }
    return waybill_uuid === undefined ? [] : [{ parcel_uuid, waybill_uuid, waybill_number: numbers.get(parcel_uuid) ?? "" }];
  });
  const parcelOf = new Map(wanted.map(({ waybill_uuid, parcel_uuid }) => [waybill_uuid, parcel_uuid]));
  for (const { uuid, refusal } of wanted.length === 0 ? [] : await enterMany(scope, wanted))
    refusals.set(parcelOf.get(uuid) ?? "", refusal);
  return ok({ done: parcels.length - refusals.size, failed: [...refusals].map(([uuid, refusal]) => toRefusedRow(uuid, refusal)) });
}
