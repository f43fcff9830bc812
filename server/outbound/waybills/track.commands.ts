import { createHash } from "node:crypto";
import { sql } from "kysely";
import { getNextTrackAt } from "#src/outbound/waybills/waybills.rules.ts";
import type { CarrierTracking } from "#server/integrations/carriers/carrier.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { lockOrder, saveOrders } from "../orders/locked-orders.commands.ts";
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

/** Stores what the carrier reported of a parcel that was not reported before. */
async function storeTrack(scope: OrderScope, uuid: string, { events }: CarrierTracking): Promise<number> {
  const { tx, providerUuid, now } = scope;
  const rows = new Map(
    events.map(({ at, text, location }, index) => {
      const [shortText, shortLocation] = [text.slice(0, 500).toWellFormed(), location.slice(0, 200).toWellFormed()];
      const digest = digestOf(at, shortText, shortLocation);
      const sequence = events.length - index;
      return [digest, { digest, sequence, at: at?.toISOString() ?? null, text: shortText, location: shortLocation }];
    }),
  );
  const added = await sql`
    insert into waybill_track (provider_uuid, waybill_uuid, digest, owner_uuid, warehouse_uuid, at, sequence, text, location, seen_at)
    select w.provider_uuid, w.waybill_uuid, n.digest, w.owner_uuid, w.warehouse_uuid, n.at, n.sequence, n.text, n.location, ${now}
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as n (digest text, at timestamptz, sequence integer, text text, location text)
      join waybill w on w.provider_uuid = ${providerUuid} and w.waybill_uuid = ${uuid}
    on conflict do nothing returning digest`.execute(tx);
  return added.rows.length;
}

/**
 * Saves that an order is delivered with its last parcel, or sent back with the first that returns. Both only once it is shipped; what was tracked of its parcels
 * before is followed with its last hand-over. It was delivered when the last of its parcels arrived, in whatever order that was told.
 */
export async function followTracks(scope: OrderScope, orderUuid: string): Promise<void> {
  const { tx, providerUuid } = scope;
  const order = await lockOrder(scope, orderUuid);
  if (order === null || (order.status !== "shipped" && order.status !== "delivered")) return;
  const { rows } = await sql<{ parcels: number; delivered: number; returned: number; last_at: Date | null }>`
    select count(*)::integer as parcels, count(*) filter (where w.tracking_status = 'delivered')::integer as delivered,
      count(*) filter (where w.tracking_status = 'returned')::integer as returned,
      max(w.delivered_at) filter (where w.tracking_status = 'delivered') as last_at
    from parcel p left join waybill w on w.provider_uuid = p.provider_uuid and w.parcel_uuid = p.parcel_uuid and w.status = 'issued'
    where p.provider_uuid = ${providerUuid} and p.order_uuid = ${orderUuid} and p.status <> 'voided'`.execute(tx);
  const { parcels = 0, delivered = 0, returned = 0, last_at = null } = rows[0] ?? {};
  if (returned > 0) await saveOrders(scope, [{ order, event: "send_back", set: { status: "sent_back" } }]);
  else if (order.status === "shipped" && parcels > 0 && delivered === parcels)
    await saveOrders(scope, [{ order, event: "deliver", set: { status: "delivered", delivered_at: last_at ?? scope.now } }]);
}

/** Saves where a parcel is. @param at when it arrived, if it did */
export async function settleTrack(
  scope: OrderScope,
  { waybill_uuid: uuid, order_uuid }: Pick<Tracked, "waybill_uuid" | "order_uuid">,
  { tracking, at }: { readonly tracking: CarrierTracking; readonly at: Date },
): Promise<void> {
  const { tx, providerUuid, now } = scope;
  // The order first, as everywhere.
  const isAtEnd = tracking.status === "delivered" || tracking.status === "returned";
  if (isAtEnd) await lockOrder(scope, order_uuid);
  const { rows } = await sql<{
    waybill_uuid: string;
    warehouse_uuid: string;
    owner_uuid: string;
    tracking_status: string;
    issued_at: Date;
    is_by_hand: boolean;
  }>`
    select waybill_uuid, warehouse_uuid, owner_uuid, tracking_status, issued_at, carrier_account_uuid is null as is_by_hand from waybill
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid} and status = 'issued' for no key update`.execute(tx);
  const [waybill] = rows;
  if (waybill === undefined) return;
  const added = await storeTrack(scope, uuid, tracking);
  await sql`update waybill set tracking_status = ${tracking.status}, next_track_at = ${waybill.is_by_hand ? null : getNextTrackAt(waybill.issued_at, tracking.status, now)},
      delivered_at = case when ${tracking.status === "delivered"} then coalesce(delivered_at, ${at}) else delivered_at end, version = version + 1
    where provider_uuid = ${providerUuid} and waybill_uuid = ${uuid}`.execute(tx);
  if (added > 0 || waybill.tracking_status !== tracking.status) await publishWaybills(tx, providerUuid, [waybill]);
  if (isAtEnd) await followTracks(scope, order_uuid);
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
  if (found.ok) return inScope((scope) => settleTrack(scope, tracked, { tracking: found.value, at: scope.now }));
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
