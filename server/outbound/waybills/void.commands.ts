import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Texts } from "#src/kit/api/texts.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getVoidRefusal, nameBag } from "#src/outbound/waybills/waybills.rules.ts";
import type { ownVoidReasons } from "#src/outbound/waybills/waybills.rules.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import type { StepScope, TakenStep } from "#server/platform/services.ts";
import { asPlatform } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { endTrouble, lockOrdersInTrouble } from "./label-trouble.commands.ts";
import { lockWaybills } from "./locked-waybills.commands.ts";
import type { LockedWaybill } from "./locked-waybills.commands.ts";
import { enqueueAsking, publishWaybills } from "./publish-waybills.ts";
import { insertWaybills } from "./request.commands.ts";
import { findUnfitParcels } from "./unfit-parcels.queries.ts";
import type { UnfitRefusal } from "./unfit-parcels.queries.ts";

type VoidScope = Pick<OrderScope, "tx" | "providerUuid" | "userUuid" | "now">;

interface VoidedWaybill {
  readonly waybill_uuid: string;
  readonly status: string;
  readonly parcel_uuid: string;
  readonly parcel_number: string;
  readonly warehouse_uuid: string;
  readonly owner_uuid: string;
  readonly carrier_account_uuid: string | null;
}

/**
 * Requests the void of locked waybills. A waybill that the carrier never had is void at once; others once the carrier confirms.
 * @param channelUuid of the waybills that take their place; null if none do
 */
async function requestVoids(
  scope: VoidScope,
  jobs: JobQueue,
  waybills: readonly Pick<LockedWaybill, "waybill_uuid">[],
  { reason, channelUuid = null }: { readonly reason: string; readonly channelUuid?: string | null },
): Promise<void> {
  if (waybills.length === 0) return;
  const { tx, providerUuid, now } = scope;
  const { rows } = await sql<VoidedWaybill>`
    update waybill w set
      status = case when w.status = 'asked' then 'asked' when w.status = 'issued' and w.carrier_account_uuid is not null then 'void_requested' else 'voided' end,
      voided_at = case when w.status = 'asked' or (w.status = 'issued' and w.carrier_account_uuid is not null) then null else ${now}::timestamptz end,
      next_try_at = case when w.status = 'asked' or (w.status = 'issued' and w.carrier_account_uuid is not null) then ${now}::timestamptz end,
      void_reason = ${reason}, replace_channel_uuid = ${channelUuid}::uuid, next_track_at = null, problem_kind = '', problem_text = '',
      attempts = case when w.status = 'asked' then w.attempts else 0 end, version = w.version + 1
    from parcel p
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = any (${waybills.map(({ waybill_uuid }) => waybill_uuid)}::uuid[])
      and p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid
    returning w.waybill_uuid, w.status, w.parcel_uuid, p.parcel_number, w.warehouse_uuid, w.owner_uuid, w.carrier_account_uuid`.execute(tx);
  await enqueueAsking(
    tx,
    jobs,
    providerUuid,
    rows.filter(({ status }) => status !== "voided"),
  );
  await publishWaybills(tx, providerUuid, rows);
  if (channelUuid !== null)
    await insertWaybills(
      scope,
      jobs,
      rows.filter(({ status }) => status === "voided").map((row) => ({ ...row, channel_uuid: channelUuid })),
    );
}

/** A waybill or parcel that a call refused. @property message in place of the code's own, where it names more */
export type RefusedWaybill = { readonly uuid: string; readonly refusal: RefusalName; readonly message?: Texts };

/** Returns why a waybill cannot be voided or relabelled; null if it can. */
function getChosenRefusal(waybill: LockedWaybill, channelUuid: string | null): Omit<RefusedWaybill, "uuid"> | null {
  const refusal = getVoidRefusal(waybill) ?? (waybill.channel_uuid === channelUuid ? "waybills.sameChannel" : null);
  if (refusal !== null) return { refusal };
  return waybill.bag_number === "" ? null : { refusal: "waybills.bagged", message: nameBag(waybill.bag_number) };
}

/** Finds the waybills whose parcels cannot be sent by a channel. @returns why, by their parcels' uuids */
async function findUnfit(
  scope: VoidScope,
  locked: ReadonlyMap<string, LockedWaybill>,
  channelUuid: string | null,
): Promise<ReadonlyMap<string, UnfitRefusal>> {
  if (channelUuid === null) return new Map();
  const parcels = [...locked.values()].map(({ parcel_uuid }) => parcel_uuid);
  return findUnfitParcels(scope, parcels, channelUuid);
}

/**
 * Voids waybills.
 * @param how with a channel that their parcels are sent by from now on, it must be able to ship each of them
 * @returns those that were refused, with the reason
 */
export async function voidChosen(
  scope: OrderScope,
  jobs: JobQueue,
  uuids: readonly string[],
  how: { readonly reason: string; readonly channelUuid?: string | null },
): Promise<RefusedWaybill[]> {
  const orders = await lockOrdersInTrouble(scope, uuids);
  const locked = await lockWaybills(scope, uuids);
  const channelUuid = how.channelUuid ?? null;
  const unfit = await findUnfit(scope, locked, channelUuid);
  const refused: RefusedWaybill[] = [];
  const chosen = new Map<string, LockedWaybill>();
  for (const uuid of uuids) {
    const waybill = locked.get(uuid);
    if (waybill === undefined) refused.push({ uuid, refusal: "notFound" });
    else if (chosen.has(uuid)) refused.push({ uuid, refusal: "waybills.voided" });
    else {
      const why = getChosenRefusal(waybill, channelUuid);
      const refusal = unfit.get(waybill.parcel_uuid);
      if (why !== null) refused.push({ uuid, ...why });
      else if (refusal !== undefined) refused.push({ uuid, refusal });
      else chosen.set(uuid, waybill);
    }
  }
  await requestVoids(scope, jobs, [...chosen.values()], how);
  await endTrouble(scope, orders, how.channelUuid === undefined ? "other" : "relabelled");
  return refused;
}

/** Checks that a channel is in use. Whether it can ship a parcel is decided for each of them. */
export async function checkChannel(
  { tx, providerUuid }: VoidScope,
  channelUuid: string,
): Promise<Result<string, "notFound" | "waybills.channelUnfit">> {
  const channel = await tx
    .selectFrom("channel")
    .select(["is_enabled", "is_account_enabled"])
    .where("provider_uuid", "=", providerUuid)
    .where("channel_uuid", "=", channelUuid)
    .executeTakeFirst();
  if (channel === undefined) return refuse("notFound");
  return channel.is_enabled && channel.is_account_enabled ? ok(channelUuid) : refuse("waybills.channelUnfit");
}

/** The steps that void the parcels of an order. */
const endsParcels: ReadonlySet<string> = new Set(["leave_wave", "accept_cancel", "reopen_packing"]);

/** Voids the waybills of parcels that became void: their orders were unpacked, kicked or cancelled. */
export async function voidLeftWaybills(scope: StepScope, jobs: JobQueue, steps: readonly TakenStep[]): Promise<void> {
  const left = steps.filter(({ event }) => endsParcels.has(event));
  if (left.length === 0) return;
  const { tx, providerUuid } = scope;
  await asPlatform(scope, async () => {
    const { rows } = await sql<Pick<LockedWaybill, "waybill_uuid">>`
      select w.waybill_uuid from waybill w join parcel p on p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid and p.status = 'voided'
      where w.provider_uuid = ${providerUuid} and w.order_uuid = any (${left.map(({ order_uuid }) => order_uuid)}::uuid[])
        and w.status not in ('voided', 'void_requested', 'void_asked') and (w.void_reason = '' or w.status = 'issued') and w.handed_over_at is null
      order by w.waybill_uuid for no key update of w`.execute(tx);
    await requestVoids(scope, jobs, rows, { reason: "parcelVoid" satisfies (typeof ownVoidReasons)[number] });
    if (rows.length > 0)
      await endTrouble(
        scope,
        left.map(({ order_uuid }) => order_uuid),
        "other",
      );
  });
}

/** Has the parcels of orders whose channel was changed sent by that channel. Those in a bag were refused, and what is to be void anyway is left alone. */
export async function relabelChanged(scope: StepScope, jobs: JobQueue, steps: readonly TakenStep[]): Promise<void> {
  const changed = steps.filter(({ event }) => event === "change_channel").map(({ order_uuid }) => order_uuid);
  if (changed.length === 0) return;
  const { tx, providerUuid } = scope;
  await asPlatform(scope, async () => {
    const { rows } = await sql<{ waybill_uuid: string; channel_uuid: string }>`
      select w.waybill_uuid, o.channel_uuid
      from waybill w
        join sales_order o on o.provider_uuid = w.provider_uuid and o.order_uuid = w.order_uuid and o.channel_uuid <> w.channel_uuid
        join parcel p on p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid and p.status in ('closed', 'weighed')
      where w.provider_uuid = ${providerUuid} and w.order_uuid = any (${changed}::uuid[])
        and w.status not in ('voided', 'void_requested', 'void_asked') and (w.void_reason = '' or w.status = 'issued') and w.handed_over_at is null
      order by w.waybill_uuid for no key update of w`.execute(tx);
    for (const [channelUuid, same] of Map.groupBy(rows, ({ channel_uuid }) => channel_uuid))
      await requestVoids(scope, jobs, same, { reason: "relabel" satisfies (typeof ownVoidReasons)[number], channelUuid });
  });
}
