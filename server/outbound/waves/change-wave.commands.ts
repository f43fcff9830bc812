import { sql } from "kysely";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { cancelWave, holdWave, kickOrders, markWavePrinted, resumeWave } from "#src/outbound/waves/waves.contract.ts";
import { getNextStatus } from "#src/outbound/orders/orders.machine.ts";
import { getNextWaveStatus } from "#src/outbound/waves/waves.machine.ts";
import type { WaveEvent, WaveStatus } from "#src/outbound/waves/waves.machine.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import { lockOrders } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { leaveWave, saveDerived } from "./leave-wave.commands.ts";
import { listMembers, lockWave, saveWave } from "./locked-waves.commands.ts";
import type { LockedWave } from "./locked-waves.commands.ts";
import { planWaveJob } from "./waves.job-kinds.ts";

type ChangeRefusal = "notFound" | "changedMeanwhile" | "waves.wrongState";

interface LockedMembers {
  readonly orders: LockedOrder[];
  readonly wave: LockedWave;
  readonly status: WaveStatus;
}

/** Locks a wave with its orders for an event, in the order of every step of waves. */
async function lockFor(
  scope: OrderScope,
  { wave_uuid, version }: { readonly wave_uuid: string; readonly version: number },
  event: (wave: LockedWave) => WaveEvent,
): Promise<Result<LockedMembers, ChangeRefusal>> {
  const orders = await lockOrders(scope, await listMembers(scope, wave_uuid));
  const wave = await lockWave(scope, wave_uuid);
  if (wave === null) return refuse("notFound");
  if (wave.version !== version) return refuse("changedMeanwhile");
  const status = getNextWaveStatus(wave.status, event(wave));
  if (status === null) return refuse("waves.wrongState");
  return ok({ orders: orders.filter((order) => order.wave_uuid === wave.wave_uuid), wave, status });
}

/** Holds a released wave: its lines cannot be picked until it is resumed. */
export async function hold(
  scope: OrderScope,
  { reason, ...asked }: ParsedInputOf<typeof holdWave>,
): Promise<Result<string, ChangeRefusal>> {
  const locked = await lockFor(scope, asked, () => "hold");
  if (!locked.ok) return locked;
  await saveWave(scope, locked.value.wave, { status: locked.value.status, reason });
  return ok(asked.wave_uuid);
}

/** Resumes a held wave where it was; its last task may have ended meanwhile. */
export async function resume(scope: OrderScope, asked: ParsedInputOf<typeof resumeWave>): Promise<Result<string, ChangeRefusal>> {
  const locked = await lockFor(scope, asked, ({ started_at }) => (started_at === null ? "resume" : "resume_picking"));
  if (!locked.ok) return locked;
  await saveDerived(scope, locked.value.wave, { status: locked.value.status }, "");
  return ok(asked.wave_uuid);
}

/** Cancels a wave from which nothing was picked: its orders return to the pool. */
export async function cancel(
  scope: OrderScope,
  { reason, ...asked }: ParsedInputOf<typeof cancelWave>,
): Promise<Result<string, ChangeRefusal | "waves.alreadyPicking">> {
  const locked = await lockFor(scope, asked, () => "cancel");
  if (!locked.ok) return locked;
  const { orders, wave } = locked.value;
  if (wave.started_at !== null) return refuse("waves.alreadyPicking");
  await leaveWave(scope, wave, orders, { event: "leave_wave", reason });
  return ok(asked.wave_uuid);
}

/** Why an order is not kicked; null if it is. A cancelled wave has no members; one that was shipped keeps its wave. */
function getKickRefusal({ wave_uuid, status, fulfilment_status }: LockedOrder, fromUuid: string): RefusalName | null {
  if (wave_uuid !== fromUuid) return "waves.notMember";
  if (getNextStatus(status, "leave_wave") === null) return "orders.wrongState";
  return fulfilment_status === "unfulfilled" ? null : "bagging.partlyShipped";
}

/**
 * Kicks orders of one set out of a wave: they return to the pool. One that is not in the wave is listed. A wave that is not released is planned again.
 * @param orderUuids orders of the caller's own company
 */
export async function kick(
  scope: OrderScope,
  jobs: JobQueue,
  orderUuids: readonly string[],
  { wave_uuid, reason }: Pick<ParsedInputOf<typeof kickOrders>, "wave_uuid" | "reason">,
): Promise<RefusedRow[]> {
  const locked = await lockOrders(scope, orderUuids);
  const wave = await lockWave(scope, wave_uuid);
  if (wave === null) throw new Error("waves: the wave of a batch is missing");
  const refusals = new Map(locked.map((order) => [order.order_uuid, getKickRefusal(order, wave.wave_uuid)]));
  const members = locked.filter(({ order_uuid }) => refusals.get(order_uuid) === null);
  if (members.length > 0) {
    const { wave: left } = await leaveWave(scope, wave, members, { event: "leave_wave", reason });
    if (getNextWaveStatus(left.status, "plan") !== null) {
      const { tx, providerUuid } = scope;
      await jobs.enqueue(tx, planWaveJob, platform, { provider_uuid: providerUuid, wave_uuid }, { singletonKey: wave_uuid });
    }
  }
  const gone = new Set(members.map(({ order_uuid }) => order_uuid));
  return orderUuids.flatMap((uuid) => (gone.has(uuid) ? [] : [toRefusedRow(uuid, refusals.get(uuid) ?? "waves.notMember")]));
}

/** Marks a released wave as printed. */
export async function markPrinted(
  { tx, providerUuid, now }: OrderScope,
  { wave_uuid }: ParsedInputOf<typeof markWavePrinted>,
): Promise<Result<string, "notFound" | "waves.notPlanned">> {
  const wave = await lockWave({ tx, providerUuid }, wave_uuid);
  if (wave === null) return refuse("notFound");
  if (wave.released_at === null) return refuse("waves.notPlanned");
  await sql`update wave set printed_at = ${now} where provider_uuid = ${providerUuid} and wave_uuid = ${wave_uuid}`.execute(tx);
  await saveWave({ tx, providerUuid }, wave, {});
  return ok(wave_uuid);
}
