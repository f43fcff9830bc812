import { createHash } from "node:crypto";
import { sql } from "kysely";
import { getNextTrackAt } from "#src/outbound/waybills/waybills.rules.ts";
import type { CarrierTracking } from "#server/integrations/carriers/carrier.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { lockOrders, saveOrders } from "../orders/locked-orders.commands.ts";
import type { OrderChange } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { logRefused } from "./ask-carrier.ts";
import type { Asking } from "./ask-carrier.ts";
import { publishWaybills } from "./publish-waybills.ts";
import { logProblem } from "./settle.commands.ts";
import type { SettleScope } from "./settle.commands.ts";

interface Account {
  readonly provider_uuid: string;
  readonly carrier_account_uuid: string;
}

/** Lists the accounts with parcels to track, and those with requests that are due. */
export async function listDueAccounts(tx: Tx, now: Date): Promise<{ toTrack: Account[]; toAsk: Account[] }> {
  const [toTrack, toAsk] = [
    await sql<Account>`select distinct provider_uuid, carrier_account_uuid from waybill
      where next_track_at <= ${now} and carrier_account_uuid is not null order by 1, 2`.execute(tx),
    await sql<Account>`select distinct provider_uuid, carrier_account_uuid from waybill
      where carrier_account_uuid is not null and next_try_at <= ${now}
        and (status in ('requested', 'asked', 'void_requested', 'void_asked') or (status = 'issued' and label_type = '')) order by 1, 2`.execute(
      tx,
    ),
  ];
  return { toTrack: toTrack.rows, toAsk: toAsk.rows };
}

interface Tracked {
  readonly waybill_uuid: string;
  readonly waybill_number: string;
  readonly reference: string;
  readonly order_uuid: string;
}

/** Parcels of an account that are tracked concurrently, and read in one batch. */
const trackLanes = 4;
const mostTracked = 100;

async function listToTrack({ tx, providerUuid, now }: SettleScope, accountUuid: string): Promise<Tracked[]> {
  const { rows } = await sql<Tracked>`
    select waybill_uuid, waybill_number, reference, order_uuid from waybill
    where next_track_at <= ${now} and provider_uuid = ${providerUuid} and carrier_account_uuid = ${accountUuid} and status = 'issued'
    order by next_track_at, waybill_uuid limit ${mostTracked}`.execute(tx);
  return rows;
}

const digestOf = (at: Date | null, text: string, location: string) =>
  createHash("sha256")
    .update(JSON.stringify([at?.toISOString() ?? "", text, location]))
    .digest("base64url")
    .slice(0, 22);

/** What is reported of a parcel, by its carrier or by a person. */
export interface TrackReport extends Pick<Tracked, "waybill_uuid" | "order_uuid"> {
  readonly tracking: CarrierTracking;
  /** when it arrived, if it did */
  readonly at: Date;
}

/** Stores what was not reported before. @returns the waybills of which there was something new */
async function storeTracks({ tx, providerUuid, now }: OrderScope, reports: readonly TrackReport[]): Promise<Set<string>> {
  const rows = reports.flatMap(({ waybill_uuid, tracking: { events } }) => {
    const byDigest = new Map(
      events.map(({ at, text, location }, index) => {
        const [shortText, shortLocation] = [text.slice(0, 500).toWellFormed(), location.slice(0, 200).toWellFormed()];
        const digest = digestOf(at, shortText, shortLocation);
        const sequence = events.length - index;
        return [digest, { waybill_uuid, digest, sequence, at: at?.toISOString() ?? null, text: shortText, location: shortLocation }];
      }),
    );
    return [...byDigest.values()];
  });
  const added = await sql<{ waybill_uuid: string }>`
    insert into waybill_track (provider_uuid, waybill_uuid, digest, owner_uuid, warehouse_uuid, at, sequence, text, location, seen_at)
    select w.provider_uuid, w.waybill_uuid, n.digest, w.owner_uuid, w.warehouse_uuid, n.at, n.sequence, n.text, n.location, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (waybill_uuid uuid, digest text, at timestamptz, sequence integer, text text, location text)
      join waybill w on w.provider_uuid = ${providerUuid} and w.waybill_uuid = n.waybill_uuid
    on conflict do nothing returning waybill_uuid`.execute(tx);
  return new Set(added.rows.map(({ waybill_uuid }) => waybill_uuid));
}

/**
 * Saves that orders are delivered with their last parcel, or sent back with the first that returns. Both only once they are shipped; what was tracked of their
 * parcels before is followed with the last hand-over. An order was delivered when the last of its parcels arrived, in whatever order that was told.
 */
export async function followTracks(scope: OrderScope, orderUuids: readonly string[]): Promise<void> {
  if (orderUuids.length === 0) return;
  const { tx, providerUuid } = scope;
  const orders = (await lockOrders(scope, orderUuids)).filter(({ status }) => status === "shipped" || status === "delivered");
  const { rows } = await sql<{ order_uuid: string; parcels: number; delivered: number; returned: number; last_at: Date | null }>`
    select p.order_uuid, count(*)::integer as parcels, count(*) filter (where w.tracking_status = 'delivered')::integer as delivered,
      count(*) filter (where w.tracking_status = 'returned')::integer as returned,
      max(w.delivered_at) filter (where w.tracking_status = 'delivered') as last_at
    from parcel p left join waybill w on w.provider_uuid = p.provider_uuid and w.parcel_uuid = p.parcel_uuid and w.status = 'issued'
    where p.provider_uuid = ${providerUuid} and p.order_uuid = any (${orders.map(({ order_uuid }) => order_uuid)}::uuid[]) and p.status <> 'voided'
    group by p.order_uuid`.execute(tx);
  const tracked = new Map(rows.map((row) => [row.order_uuid, row]));
  const changes = orders.flatMap((order): OrderChange[] => {
    const { parcels = 0, delivered = 0, returned = 0, last_at = null } = tracked.get(order.order_uuid) ?? {};
    if (returned > 0) return [{ order, event: "send_back", set: { status: "sent_back" } }];
    if (order.status !== "shipped" || parcels === 0 || delivered < parcels) return [];
    return [{ order, event: "deliver", set: { status: "delivered", delivered_at: last_at ?? scope.now } }];
  });
  await saveOrders(scope, changes);
}

interface ReportedWaybill {
  readonly waybill_uuid: string;
  readonly warehouse_uuid: string;
  readonly owner_uuid: string;
  readonly tracking_status: string;
  readonly issued_at: Date;
  readonly is_by_hand: boolean;
}

/** Saves where parcels are. @param reports one for each waybill */
export async function settleTracks(scope: OrderScope, reports: readonly TrackReport[]): Promise<void> {
  const { tx, providerUuid, now } = scope;
  // The orders first, as everywhere.
  const ended = reports.filter(({ tracking: { status } }) => status === "delivered" || status === "returned");
  const endedOrders = [...new Set(ended.map(({ order_uuid }) => order_uuid))];
  if (endedOrders.length > 0) await lockOrders(scope, endedOrders);
  const { rows: waybills } = await sql<ReportedWaybill>`
    select waybill_uuid, warehouse_uuid, owner_uuid, tracking_status, issued_at, carrier_account_uuid is null as is_by_hand from waybill
    where provider_uuid = ${providerUuid} and waybill_uuid = any (${reports.map(({ waybill_uuid }) => waybill_uuid)}::uuid[]) and status = 'issued'
    order by waybill_uuid for no key update`.execute(tx);
  const byUuid = new Map(waybills.map((waybill) => [waybill.waybill_uuid, waybill]));
  const known = reports.flatMap((report) => {
    const waybill = byUuid.get(report.waybill_uuid);
    return waybill === undefined ? [] : [{ ...report, waybill }];
  });
  if (known.length === 0) return;
  const added = await storeTracks(scope, known);
  const states = known.map(({ waybill_uuid, waybill, tracking: { status }, at }) => ({
    waybill_uuid,
    status,
    next_track_at: waybill.is_by_hand ? null : getNextTrackAt(waybill.issued_at, status, now),
    delivered_at: status === "delivered" ? at : null,
  }));
  await sql`update waybill w set tracking_status = n.status, next_track_at = n.next_track_at, delivered_at = coalesce(w.delivered_at, n.delivered_at),
      version = w.version + 1
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as n (waybill_uuid uuid, status text, next_track_at timestamptz, delivered_at timestamptz)
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = n.waybill_uuid`.execute(tx);
  const changed = known.filter(
    ({ waybill_uuid, waybill, tracking: { status } }) => added.has(waybill_uuid) || waybill.tracking_status !== status,
  );
  if (changed.length > 0)
    await publishWaybills(
      tx,
      providerUuid,
      changed.map(({ waybill }) => waybill),
    );
  await followTracks(scope, endedOrders);
}

/** Tracks it again with the next run. */
async function putOff(scope: SettleScope, { waybill_uuid }: Tracked, isUnknown: boolean): Promise<void> {
  const { tx, providerUuid, now } = scope;
  const next = isUnknown ? sql`${now}::timestamptz + interval '2 hours'` : sql`${now}::timestamptz + interval '10 minutes'`;
  await sql`update waybill set next_track_at = ${next} where provider_uuid = ${providerUuid} and waybill_uuid = ${waybill_uuid}
    and next_track_at is not null`.execute(tx);
}

async function track(asking: Asking, tracked: Tracked): Promise<void> {
  const { carrier, pace, inScope } = asking;
  const found = await carrier.getTracking(tracked.waybill_number);
  if (found.ok) return inScope((scope) => settleTracks(scope, [{ ...tracked, tracking: found.value, at: scope.now }]));
  const { problem } = found;
  if (problem.kind === "rateLimited" || problem.kind === "unreachable") pace.pause(problem.retryAfterMs ?? 2000);
  if (problem.kind === "rateLimited") await logRefused(asking, "getTracking", problem, tracked.reference);
  await inScope(async (scope) => {
    if (problem.kind !== "rateLimited" && problem.kind !== "notFound") await logProblem(scope, "getTracking", problem, tracked.reference);
    await putOff(scope, tracked, problem.kind === "notFound");
  });
}

/** Tracks all parcels of an account that are due. */
export async function trackAccount(asking: Asking): Promise<void> {
  const { inScope, accountUuid, signal, until, clock, pace, log } = asking;
  while (!signal.aborted && clock.now() < until) {
    const due = await inScope((scope) => listToTrack(scope, accountUuid));
    if (due.length === 0) return;
    const lane = async () => {
      while (!signal.aborted) {
        const tracked = due.shift();
        if (tracked === undefined) return;
        // A carrier that asked for a pause is asked in the next run.
        if (pace.isPaused()) await inScope((scope) => putOff(scope, tracked, false));
        else
          await track(asking, tracked).catch(async (error: unknown) => {
            if (signal.aborted) throw error;
            // The others are looked for all the same.
            log.error({ err: error, waybill: tracked.waybill_uuid }, "waybills: tracking a parcel failed");
            await inScope((scope) => putOff(scope, tracked, true));
          });
      }
    };
    await Promise.all(Array.from({ length: trackLanes }, lane));
  }
}
