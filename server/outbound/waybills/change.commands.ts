import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { enterWaybill } from "#src/outbound/waybills/waybills.contract.ts";
import { getRetryRefusal, nameBag } from "#src/outbound/waybills/waybills.rules.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { enterMany } from "./enter-many.commands.ts";
import type { EnterRefusal } from "./enter-many.commands.ts";
import { lockWaybills } from "./locked-waybills.commands.ts";
import type { LockedWaybill } from "./locked-waybills.commands.ts";
import { storeOwnLabels } from "./own-labels.commands.ts";
import { enqueueAsking, publishWaybills } from "./publish-waybills.ts";
import type { ChangedWaybill } from "./publish-waybills.ts";
import { createReference } from "./request.commands.ts";
import type { RefusedWaybill } from "./void.commands.ts";

/** Returns why a waybill is not tried again; null if it is. One in a bag is not voided, as it is not when that is wished for the first time. */
function getAgainRefusal(waybill: LockedWaybill): Omit<RefusedWaybill, "uuid"> | null {
  const refusal = getRetryRefusal(waybill);
  if (refusal !== null) return { refusal };
  const isBagged = waybill.status === "issued" && waybill.void_reason !== "" && waybill.bag_number !== "";
  return isBagged ? { refusal: "waybills.bagged", message: nameBag(waybill.bag_number) } : null;
}

/** Tries waybills again: a refused one with a new reference, one whose void was refused by requesting that again, another as it is, now. @returns those that were refused, with the reason */
export async function retry(scope: OrderScope, jobs: JobQueue, uuids: readonly string[]): Promise<RefusedWaybill[]> {
  const { tx, providerUuid, now } = scope;
  const locked = await lockWaybills(scope, uuids);
  const refused: RefusedWaybill[] = [];
  const again = new Map<string, { waybill_uuid: string; reference: string }>();
  for (const uuid of uuids) {
    const waybill = locked.get(uuid);
    if (waybill === undefined) refused.push({ uuid, refusal: "notFound" });
    else if (again.has(uuid)) refused.push({ uuid, refusal: "waybills.wrongState" });
    else {
      const why = getAgainRefusal(waybill);
      const reference = waybill.status === "failed" ? createReference(waybill.parcel_number) : waybill.reference;
      if (why === null) again.set(uuid, { waybill_uuid: uuid, reference });
      else refused.push({ uuid, ...why });
    }
  }
  if (again.size === 0) return refused;
  const { rows } = await sql<ChangedWaybill>`
    update waybill w set status = case when w.status = 'failed' then 'requested' when w.status = 'issued' and w.void_reason <> '' then 'void_requested' else w.status end, reference = n.reference,
      attempts = case when w.status = 'failed' then 0 else w.attempts end, next_try_at = case when w.status <> 'issued' or w.label_type = '' or w.void_reason <> '' then ${now}::timestamptz end,
      next_track_at = case when w.status = 'issued' and w.void_reason <> '' then null else w.next_track_at end,
      problem_kind = '', problem_text = '', version = w.version + 1
    from jsonb_to_recordset(${JSON.stringify([...again.values()])}::jsonb) as n (waybill_uuid uuid, reference text)
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = n.waybill_uuid
    returning w.waybill_uuid, w.warehouse_uuid, w.owner_uuid, w.carrier_account_uuid`.execute(tx);
  await enqueueAsking(tx, jobs, providerUuid, rows);
  await publishWaybills(tx, providerUuid, rows);
  return refused;
}

/** Enters the number of a waybill that was made by hand. @returns its uuid */
export async function enter(
  scope: OrderScope,
  { waybill_uuid, waybill_number, tracking_number, size, language }: ParsedInputOf<typeof enterWaybill>,
): Promise<Result<string, EnterRefusal>> {
  const uuid = waybill_uuid.toLowerCase();
  const [refused] = await enterMany(scope, [{ waybill_uuid: uuid, waybill_number, tracking_number }]);
  if (refused !== undefined) return refuse(refused.refusal);
  // Drawn here, while a person waits for a single label: later, a thousand may be printed together.
  await storeOwnLabels(scope, [uuid], { size, language });
  return ok(uuid);
}
