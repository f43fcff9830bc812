import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { CarrierOperation } from "#src/carriers/carrier-accounts/carrier-problem.rules.ts";
import { getBackOffMs, getNextTrackAt } from "#src/outbound/waybills/waybills.rules.ts";
import { recordCarrierError } from "#server/carriers/carrier-accounts/carrier-errors.commands.ts";
import type { CarrierLabel, CarrierProblem, CarrierWaybill } from "#server/integrations/carriers/carrier.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import { recordLabels } from "#server/warehouse/work/work.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { endTrouble, lockOrderOfWaybill, lockOrdersInTrouble, openTrouble } from "./label-trouble.commands.ts";
import { lockWaybills } from "./locked-waybills.commands.ts";
import type { LockedWaybill } from "./locked-waybills.commands.ts";
import { publishWaybills } from "./publish-waybills.ts";
import { insertWaybills } from "./request.commands.ts";

/*
 * What came of a request to a carrier, each in a transaction of its own. The waybill is locked and read again: somebody may have requested its void
 * meanwhile, or another worker that was considered dead may have written the same answer before.
 */

export interface SettleScope extends OrderScope {
  readonly jobs: JobQueue;
  readonly accountUuid: string;
}

async function lockOne(scope: SettleScope, uuid: string): Promise<LockedWaybill | null> {
  return (await lockWaybills(scope, [uuid])).get(uuid) ?? null;
}

/** Adds a failed request to the account's error log. */
export async function logProblem(
  { tx, providerUuid, accountUuid, now }: SettleScope,
  operation: CarrierOperation,
  problem: CarrierProblem,
  reference: string,
): Promise<void> {
  await recordCarrierError(tx, { providerUuid, accountUuid, operation, problem, reference }, now);
}

/** Ends a waybill; the one that takes its place is requested, unless its parcel is void too. */
async function endWaybill(scope: SettleScope, waybill: LockedWaybill): Promise<void> {
  const { tx, providerUuid, now, jobs } = scope;
  await sql`update waybill set status = 'voided', voided_at = ${now}, next_try_at = null, problem_kind = '', problem_text = '', version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = ${waybill.waybill_uuid}`.execute(tx);
  await publishWaybills(tx, providerUuid, [waybill]);
  if (waybill.replace_channel_uuid !== null)
    await insertWaybills(scope, jobs, [{ ...waybill, channel_uuid: waybill.replace_channel_uuid }]);
}

/** The carrier has the waybill. One that is to be void is voided next, and nobody pays for its label unless the carrier keeps it. */
export async function settleIssued(scope: SettleScope, uuid: string, found: CarrierWaybill): Promise<void> {
  const { tx, providerUuid, now } = scope;
  // Before anything is locked: a failure locks the order before the waybill, as everywhere.
  const { rows: others } = await sql`select from waybill w
      join waybill o on o.provider_uuid = w.provider_uuid and o.waybill_uuid <> w.waybill_uuid and o.status <> 'voided'
        and coalesce(o.carrier_account_uuid, o.channel_uuid) = coalesce(w.carrier_account_uuid, w.channel_uuid)
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = ${uuid} and w.status = 'asked' and w.reference = ${found.reference}
      and o.waybill_number = ${found.waybillNumber.slice(0, 60)} and o.waybill_number <> ''`.execute(tx);
  if (others.length > 0) {
    const text = `The carrier answered with the number ${found.waybillNumber}, which another waybill has`;
    return settleFailed(scope, uuid, { kind: "unreadable", code: "", text, retryAfterMs: null });
  }
  const orders = await lockOrdersInTrouble(scope, [uuid]);
  const waybill = await lockOne(scope, uuid);
  if (waybill === null || waybill.status !== "asked" || waybill.reference !== found.reference) return;
  const isUnwanted = waybill.void_reason !== "";
  await sql`update waybill set status = ${isUnwanted ? "void_requested" : "issued"}, waybill_number = ${found.waybillNumber.slice(0, 60)},
      tracking_number = ${found.trackingNumber.slice(0, 60)}, issued_at = ${now}, attempts = 0, next_try_at = ${now},
      next_track_at = ${isUnwanted ? null : getNextTrackAt(now, "", now)}, problem_kind = '', problem_text = '', version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid}`.execute(tx);
  if (!isUnwanted) await recordLabels(scope, [waybill]);
  await publishWaybills(tx, providerUuid, [waybill]);
  await endTrouble(scope, orders, "relabelled");
}

/** The carrier refused the waybill: it is shown with the carrier's words, and is an exception of its order. */
export async function settleFailed(scope: SettleScope, uuid: string, problem: CarrierProblem): Promise<void> {
  const { tx, providerUuid } = scope;
  await lockOrderOfWaybill(scope, uuid);
  const waybill = await lockOne(scope, uuid);
  if (waybill === null || waybill.status !== "asked") return;
  if (waybill.void_reason !== "") return endWaybill(scope, waybill);
  await sql`update waybill set status = 'failed', attempts = attempts + 1, next_try_at = null, problem_kind = ${problem.kind},
      problem_text = ${problem.text.slice(0, 500)}, version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid}`.execute(tx);
  await publishWaybills(tx, providerUuid, [waybill]);
  await openTrouble(scope, waybill, problem);
}

interface Later {
  readonly problem: CarrierProblem;
  /** whether the carrier certainly did not take the request */
  readonly wasNotAsked: boolean;
}

/** Schedules a retry. A request that the carrier may have received stays `asked`, and is looked up first. */
export async function settleLater(scope: SettleScope, uuid: string, { problem, wasNotAsked }: Later): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const waybill = await lockOne(scope, uuid);
  if (waybill === null || (waybill.status !== "asked" && waybill.status !== "void_asked")) return;
  if (wasNotAsked && waybill.status === "asked" && waybill.void_reason !== "") return endWaybill(scope, waybill);
  // A rate limit is no failure of this waybill.
  const attempts = problem.kind === "rateLimited" ? waybill.attempts : waybill.attempts + 1;
  const nextTryAt = new Date(now.getTime() + getBackOffMs(attempts, problem.retryAfterMs));
  await sql`update waybill set status = case when ${wasNotAsked} then case status when 'asked' then 'requested' else 'void_requested' end else status end,
      attempts = ${attempts}, next_try_at = ${nextTryAt}, problem_kind = ${problem.kind}, problem_text = ${problem.text.slice(0, 500)}, version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid}`.execute(tx);
  // Otherwise a pause of the account would publish an event for each of its waybills.
  if (problem.kind !== "rateLimited") await publishWaybills(tx, providerUuid, [waybill]);
}

/** The carrier voided the waybill, or never had it. */
export async function settleVoided(scope: SettleScope, uuid: string): Promise<void> {
  const waybill = await lockOne(scope, uuid);
  if (waybill === null) return;
  const isAsked = waybill.status === "void_asked" || (waybill.status === "asked" && waybill.void_reason !== "");
  if (isAsked) await endWaybill(scope, waybill);
}

/** The carrier did not void the waybill: it stays as it was, with the carrier's words. */
export async function settleVoidRefused(scope: SettleScope, uuid: string, problem: CarrierProblem): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const waybill = await lockOne(scope, uuid);
  if (waybill === null || waybill.status !== "void_asked") return;
  await sql`update waybill set status = 'issued', void_reason = '', replace_channel_uuid = null, attempts = 0,
      next_try_at = case when label_type = '' and not ${waybill.is_parcel_voided} then ${now}::timestamptz end, next_track_at = ${getNextTrackAt(now, "", now)},
      problem_kind = ${problem.kind}, problem_text = ${problem.text.slice(0, 500)}, version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid}`.execute(tx);
  // Recorded here if the void was requested before the carrier issued it; otherwise it already is.
  if (!waybill.is_parcel_voided) await recordLabels(scope, [waybill]);
  await publishWaybills(tx, providerUuid, [waybill]);
}

/** Stores a label as it came. It can be printed from now on. That the carrier refused a void, which no try was counted of since, is still to be read. */
export async function settleLabel(scope: SettleScope, uuid: string, { bytes, type }: CarrierLabel): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const orders = await lockOrdersInTrouble(scope, [uuid]);
  const waybill = await lockOne(scope, uuid);
  if (waybill === null || waybill.status !== "issued" || waybill.label_type !== "" || waybill.is_parcel_voided) return;
  const sha256 = createHash("sha256").update(bytes).digest();
  await tx
    .insertInto("waybill_label")
    .values({
      provider_uuid: providerUuid,
      waybill_uuid: uuid,
      warehouse_uuid: waybill.warehouse_uuid,
      type,
      bytes,
      sha256,
      stored_at: now,
    })
    .execute();
  await sql`update waybill set label_type = ${type}, next_try_at = null, attempts = 0, version = version + 1,
      problem_kind = case when attempts = 0 and problem_kind = 'refused' then problem_kind else '' end,
      problem_text = case when attempts = 0 and problem_kind = 'refused' then problem_text else '' end
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid}`.execute(tx);
  await publishWaybills(tx, providerUuid, [waybill], true);
  await endTrouble(scope, orders, "relabelled");
}

/** How often a label is requested that the carrier reports as missing. */
const mostLabelTries = 8;

/** Schedules another fetch of a label; after many tries, somebody must request it. */
export async function settleNoLabel(scope: SettleScope, uuid: string, problem: CarrierProblem): Promise<void> {
  const { tx, providerUuid, now } = scope;
  await lockOrderOfWaybill(scope, uuid);
  const waybill = await lockOne(scope, uuid);
  if (waybill === null || waybill.status !== "issued" || waybill.label_type !== "" || waybill.is_parcel_voided) return;
  const attempts = problem.kind === "rateLimited" ? waybill.attempts : waybill.attempts + 1;
  const isFinal = (problem.kind === "refused" || problem.kind === "notFound") && attempts >= mostLabelTries;
  const nextTryAt = isFinal ? null : new Date(now.getTime() + getBackOffMs(attempts, problem.retryAfterMs));
  await sql`update waybill set attempts = ${attempts}, next_try_at = ${nextTryAt}, problem_kind = ${problem.kind}, problem_text = ${problem.text.slice(0, 500)},
      version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid}`.execute(tx);
  await publishWaybills(tx, providerUuid, [waybill]);
  if (isFinal) await openTrouble(scope, waybill, problem, true);
}
