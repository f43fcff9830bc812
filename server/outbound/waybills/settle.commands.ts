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
import type { WaybillProblem } from "./new-waybill.queries.ts";
import { lockWaybills } from "./locked-waybills.commands.ts";
import type { LockedWaybill } from "./locked-waybills.commands.ts";
import { publishWaybills } from "./publish-waybills.ts";
import { insertWaybills } from "./request.commands.ts";

/*
 * What came of requests to a carrier, in other transactions than those that marked the waybills. They are locked and read again: somebody may have requested
 * a void meanwhile, or another worker that was considered dead may have written the same answer before.
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

/** A waybill that the carrier says it has. */
export interface IssuedWaybill {
  readonly uuid: string;
  readonly found: CarrierWaybill;
}

function toIssuedRow({ uuid, found }: IssuedWaybill) {
  return {
    waybill_uuid: uuid,
    reference: found.reference,
    waybill_number: found.waybillNumber.slice(0, 60),
    tracking_number: found.trackingNumber.slice(0, 60),
  };
}

/** Finds waybills whose number another waybill of the account has. */
async function findTakenNumbers({ tx, providerUuid }: SettleScope, given: readonly ReturnType<typeof toIssuedRow>[]): Promise<Set<string>> {
  const { rows } = await sql<{ waybill_uuid: string }>`
    select w.waybill_uuid from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (waybill_uuid uuid, reference text, waybill_number text)
      join waybill w on w.provider_uuid = ${providerUuid} and w.waybill_uuid = n.waybill_uuid and w.status = 'asked' and w.reference = n.reference
      join waybill o on o.provider_uuid = w.provider_uuid and o.waybill_number = n.waybill_number and o.waybill_number <> ''
        and o.waybill_uuid <> w.waybill_uuid and o.status <> 'voided'
        and coalesce(o.carrier_account_uuid, o.channel_uuid) = coalesce(w.carrier_account_uuid, w.channel_uuid)`.execute(tx);
  return new Set(rows.map(({ waybill_uuid }) => waybill_uuid));
}

/** What is wrong with a number that another waybill has. */
export function createTakenProblem({ waybillNumber }: CarrierWaybill): CarrierProblem {
  const text = `The carrier answered with the number ${waybillNumber}, which another waybill has`;
  return { kind: "unreadable", code: "", text, retryAfterMs: null };
}

/**
 * The carrier has these waybills. One that is to be void is voided next, and nobody pays for its label unless the carrier keeps it.
 * @returns those whose number another waybill has. They failed; that is written in another transaction, which locks their orders first.
 */
export async function settleIssued(scope: SettleScope, issued: readonly IssuedWaybill[]): Promise<readonly IssuedWaybill[]> {
  const { tx, providerUuid, now } = scope;
  const given = issued.map(toIssuedRow);
  const taken = await findTakenNumbers(scope, given);
  const free = given.filter(({ waybill_uuid }) => !taken.has(waybill_uuid));
  const uuids = free.map(({ waybill_uuid }) => waybill_uuid);
  const orders = await lockOrdersInTrouble(scope, uuids);
  const locked = await lockWaybills(scope, uuids);
  const settled = free.flatMap((row) => {
    const waybill = locked.get(row.waybill_uuid);
    if (waybill?.status !== "asked" || waybill.reference !== row.reference) return [];
    return [{ row: { ...row, is_unwanted: waybill.void_reason !== "" }, waybill }];
  });
  const rows = settled.map(({ row }) => row);
  await sql`update waybill w set status = case when n.is_unwanted then 'void_requested' else 'issued' end, waybill_number = n.waybill_number,
      tracking_number = n.tracking_number, issued_at = ${now}, attempts = 0, next_try_at = ${now},
      next_track_at = case when not n.is_unwanted then ${getNextTrackAt(now, "", now)}::timestamptz end, problem_kind = '', problem_text = '', version = version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (waybill_uuid uuid, waybill_number text, tracking_number text, is_unwanted boolean)
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = n.waybill_uuid`.execute(tx);
  await recordLabels(
    scope,
    settled.filter(({ row }) => !row.is_unwanted).map(({ waybill }) => waybill),
  );
  await publishWaybills(
    tx,
    providerUuid,
    settled.map(({ waybill }) => waybill),
  );
  await endTrouble(scope, orders, "relabelled");
  return issued.filter(({ uuid }) => taken.has(uuid));
}

/** There is no waybill, because the carrier refused it or cannot be asked for it: it is shown with the reason, and is an exception of its order. */
export async function settleFailed(scope: SettleScope, uuid: string, problem: WaybillProblem): Promise<void> {
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
  const orders = await lockOrdersInTrouble(scope, [uuid]);
  const waybill = await lockOne(scope, uuid);
  if (waybill === null) return;
  const isAsked = waybill.status === "void_asked" || (waybill.status === "asked" && waybill.void_reason !== "");
  if (!isAsked) return;
  await endWaybill(scope, waybill);
  await endTrouble(scope, orders, waybill.replace_channel_uuid === null ? "other" : "relabelled");
}

/**
 * The carrier did not void the waybill: it stays as it was, with the carrier's words, and is an exception of its order. What was wished for stays with it:
 * another try requests the same again.
 */
export async function settleVoidRefused(scope: SettleScope, uuid: string, problem: CarrierProblem): Promise<void> {
  const { tx, providerUuid, now } = scope;
  await lockOrderOfWaybill(scope, uuid);
  const waybill = await lockOne(scope, uuid);
  if (waybill === null || waybill.status !== "void_asked") return;
  await sql`update waybill set status = 'issued', attempts = 0,
      next_try_at = case when label_type = '' and not ${waybill.is_parcel_voided} then ${now}::timestamptz end, next_track_at = ${getNextTrackAt(now, "", now)},
      problem_kind = ${problem.kind}, problem_text = ${problem.text.slice(0, 500)}, version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid}`.execute(tx);
  // Recorded here if the void was requested before the carrier issued it; otherwise it already is.
  if (!waybill.is_parcel_voided) await recordLabels(scope, [waybill]);
  await publishWaybills(tx, providerUuid, [waybill]);
  await openTrouble(scope, waybill, problem, true);
}

/** The label of a waybill as its carrier sent it. */
export interface FetchedLabel {
  readonly uuid: string;
  readonly label: CarrierLabel;
}

/** Stores labels as they came. They can be printed from now on. That the carrier refused a void is still to be read. */
export async function settleLabels(scope: SettleScope, fetched: readonly FetchedLabel[]): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const uuids = fetched.map(({ uuid }) => uuid);
  const orders = await lockOrdersInTrouble(scope, uuids);
  const locked = await lockWaybills(scope, uuids);
  const rows = fetched.flatMap(({ uuid, label: { bytes, type } }) => {
    const waybill = locked.get(uuid);
    if (waybill?.status !== "issued" || waybill.label_type !== "" || waybill.is_parcel_voided) return [];
    const sha256 = createHash("sha256").update(bytes).digest();
    return [{ waybill_uuid: uuid, warehouse_uuid: waybill.warehouse_uuid, type, bytes, sha256 }];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto("waybill_label")
    .values(rows.map((row) => ({ provider_uuid: providerUuid, stored_at: now, ...row })))
    .execute();
  const types = rows.map(({ waybill_uuid, type }) => ({ waybill_uuid, type }));
  await sql`update waybill w set label_type = n.type, next_try_at = null, attempts = 0, version = version + 1,
      problem_kind = case when void_reason = '' then '' else problem_kind end, problem_text = case when void_reason = '' then '' else problem_text end
    from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as n (waybill_uuid uuid, type text)
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = n.waybill_uuid`.execute(tx);
  const changed = rows.flatMap(({ waybill_uuid }) => locked.get(waybill_uuid) ?? []);
  await publishWaybills(tx, providerUuid, changed, true);
  await endTrouble(scope, orders, "relabelled");
}

/** How often a label is requested that the carrier reports as missing. */
const mostLabelTries = 8;

/** Schedules another fetch of a label; after many tries, somebody must request it. That the carrier refused a void is still to be read. */
export async function settleNoLabel(scope: SettleScope, uuid: string, problem: CarrierProblem): Promise<void> {
  const { tx, providerUuid, now } = scope;
  await lockOrderOfWaybill(scope, uuid);
  const waybill = await lockOne(scope, uuid);
  if (waybill === null || waybill.status !== "issued" || waybill.label_type !== "" || waybill.is_parcel_voided) return;
  const attempts = problem.kind === "rateLimited" ? waybill.attempts : waybill.attempts + 1;
  const isFinal = (problem.kind === "refused" || problem.kind === "notFound") && attempts >= mostLabelTries;
  const nextTryAt = isFinal ? null : new Date(now.getTime() + getBackOffMs(attempts, problem.retryAfterMs));
  await sql`update waybill set attempts = ${attempts}, next_try_at = ${nextTryAt},
      problem_kind = case when void_reason = '' or problem_kind = '' then ${problem.kind} else problem_kind end,
      problem_text = case when void_reason = '' or problem_kind = '' then ${problem.text.slice(0, 500)} else problem_text end, version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid}`.execute(tx);
  await publishWaybills(tx, providerUuid, [waybill]);
  if (isFinal) await openTrouble(scope, waybill, problem, true);
}
