import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { pickingProgressed } from "#src/outbound/picking/picking.contract.ts";
import type { claimNextTask, claimTask, leavePickTask, skipPickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import { getNextTaskStatus } from "#src/outbound/picking/picking.machine.ts";
import type { PickTaskStatus } from "#src/outbound/picking/picking.machine.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { lockLocationByBarcode } from "#server/warehouse/warehouses/locations.queries.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** A task that this transaction has locked. */
export interface LockedTask {
  readonly task_uuid: string;
  readonly wave_uuid: string;
  readonly warehouse_uuid: string;
  readonly status: PickTaskStatus;
  readonly user_uuid: string | null;
  readonly tote_uuid: string | null;
  /** as it was when the task was locked: the wave itself is not */
  readonly is_held: boolean;
}

/** Locks a task; null if the caller may not see it. */
export async function lockTask(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  taskUuid: string,
): Promise<LockedTask | null> {
  const { rows } = await sql<LockedTask>`
    select t.task_uuid, t.wave_uuid, t.warehouse_uuid, t.status, t.user_uuid, t.tote_uuid, w.status = 'held' as is_held
    from pick_task t join wave w on w.provider_uuid = t.provider_uuid and w.wave_uuid = t.wave_uuid
    where t.provider_uuid = ${providerUuid} and t.task_uuid = ${taskUuid} for no key update of t`.execute(tx);
  return rows[0] ?? null;
}

/** Tells whoever watches the wave that a task progressed. */
export async function publishProgress(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  { wave_uuid, task_uuid, warehouse_uuid }: Pick<LockedTask, "wave_uuid" | "task_uuid" | "warehouse_uuid">,
): Promise<void> {
  await publishEvent(tx, pickingProgressed, { providerUuid, warehouseUuid: warehouse_uuid }, { wave_uuid, task_uuid });
}

async function giveTask({ tx, providerUuid, userUuid, now }: OrderScope, task: LockedTask, status: PickTaskStatus): Promise<void> {
  await sql`update pick_task set status = ${status}, user_uuid = ${userUuid}::uuid, claimed_at = ${now}, version = version + 1
    where provider_uuid = ${providerUuid} and task_uuid = ${task.task_uuid}`.execute(tx);
}

/**
 * Claims the pending task that waits longest, or finds the caller's own open one. Tasks that others are claiming at this moment are skipped, not waited for.
 * @returns the task's uuid
 */
export async function claimNext(
  scope: OrderScope,
  { warehouse_uuid = null, wave_uuid = null }: ParsedInputOf<typeof claimNextTask>,
): Promise<Result<string, "picking.noTask">> {
  const { tx, providerUuid, userUuid } = scope;
  // One person who claims twice at once gets one task.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`picking ${userUuid ?? ""}`}, 0))`.execute(tx);
  const { rows: own } = await sql<{ task_uuid: string }>`
    select task_uuid from pick_task where provider_uuid = ${providerUuid} and user_uuid = ${userUuid}::uuid and status in ('assigned', 'in_progress')
      and (${warehouse_uuid}::uuid is null or warehouse_uuid = ${warehouse_uuid}) and (${wave_uuid}::uuid is null or wave_uuid = ${wave_uuid})
    order by task_uuid limit 1`.execute(tx);
  if (own[0] !== undefined) return ok(own[0].task_uuid);
  const { rows } = await sql<LockedTask>`
    select t.task_uuid, t.wave_uuid, t.warehouse_uuid, t.status, t.user_uuid, t.tote_uuid, false as is_held
    from pick_task t
    where t.provider_uuid = ${providerUuid} and t.status = 'pending'
      and (${warehouse_uuid}::uuid is null or t.warehouse_uuid = ${warehouse_uuid}) and (${wave_uuid}::uuid is null or t.wave_uuid = ${wave_uuid})
      and exists (select from wave w where w.provider_uuid = t.provider_uuid and w.wave_uuid = t.wave_uuid and w.status in ('released', 'picking'))
    order by t.created_at, t.task_number limit 1 for no key update skip locked`.execute(tx);
  const [task] = rows;
  if (task === undefined) return refuse("picking.noTask");
  await giveTask(scope, task, "assigned");
  await publishProgress(scope, task);
  return ok(task.task_uuid);
}

/** Claims a certain task, or takes it over from somebody else. Claiming one's own again changes nothing. */
export async function claim(
  scope: OrderScope,
  { task_uuid, takes_over }: ParsedInputOf<typeof claimTask>,
): Promise<Result<string, "notFound" | "picking.takenBySomebody" | "picking.wrongState" | "picking.held">> {
  const task = await lockTask(scope, task_uuid);
  if (task === null) return refuse("notFound");
  const isTaken = task.status !== "pending";
  const next = getNextTaskStatus(task.status, isTaken ? "take_over" : "claim");
  if (next === null) return refuse("picking.wrongState");
  if (isTaken && task.user_uuid === scope.userUuid) return ok(task.task_uuid);
  if (isTaken && !takes_over) return refuse("picking.takenBySomebody");
  if (task.is_held) return refuse("picking.held");
  await giveTask(scope, task, next);
  await publishProgress(scope, task);
  return ok(task.task_uuid);
}

/** Begins a task with an empty tote. With the tote that it was begun with, nothing changes. */
export async function start(
  scope: OrderScope,
  { task_uuid, tote: code }: ParsedInputOf<typeof startPickTask>,
): Promise<
  Result<string, "notFound" | "picking.notYours" | "picking.toteUnknown" | "picking.toteInUse" | "picking.wrongState" | "picking.held">
> {
  const { tx, providerUuid, userUuid, now } = scope;
  const task = await lockTask(scope, task_uuid);
  if (task === null) return refuse("notFound");
  if (task.user_uuid !== userUuid) return refuse("picking.notYours");
  const tote = await lockLocationByBarcode(tx, providerUuid, code);
  if (tote?.type !== "tote" || tote.warehouse_uuid !== task.warehouse_uuid || tote.is_blocked) return refuse("picking.toteUnknown");
  if (task.status === "in_progress" && task.tote_uuid === tote.location_uuid) return ok(task_uuid);
  const next = getNextTaskStatus(task.status, "start");
  if (next === null) return refuse("picking.wrongState");
  if (task.is_held) return refuse("picking.held");
  const { rows } =
    await sql`select from stock_balance where provider_uuid = ${providerUuid} and location_uuid = ${tote.location_uuid} and quantity > 0
    limit 1`.execute(tx);
  if (rows.length > 0) return refuse("picking.toteInUse");
  try {
    await sql`update pick_task set status = ${next}, tote_uuid = ${tote.location_uuid}::uuid, started_at = ${now}, version = version + 1
      where provider_uuid = ${providerUuid} and task_uuid = ${task_uuid}`.execute(tx);
  } catch (error) {
    // Another task began with the tote meanwhile, or has it and is empty still.
    if (getViolatedUnique(error) === "pick_task_tote_key") return refuse("picking.toteInUse");
    throw error;
  }
  await publishProgress(scope, task);
  return ok(task_uuid);
}

/** Gives back a task that was not begun. */
export async function leave(
  scope: OrderScope,
  { task_uuid }: ParsedInputOf<typeof leavePickTask>,
): Promise<Result<string, "notFound" | "picking.notYours" | "picking.wrongState">> {
  const { tx, providerUuid, userUuid } = scope;
  const task = await lockTask(scope, task_uuid);
  if (task === null) return refuse("notFound");
  if (task.user_uuid !== userUuid) return refuse("picking.notYours");
  const next = getNextTaskStatus(task.status, "leave");
  if (next === null) return refuse("picking.wrongState");
  await sql`update pick_task set status = ${next}, user_uuid = null, claimed_at = null, version = version + 1
    where provider_uuid = ${providerUuid} and task_uuid = ${task_uuid}`.execute(tx);
  await publishProgress(scope, task);
  return ok(task_uuid);
}

/** Moves pending lines to the end of the task, in their order. Lines that have ended stay. */
export async function skip(
  scope: OrderScope,
  { task_uuid, line_numbers }: ParsedInputOf<typeof skipPickLines>,
): Promise<Result<string, "notFound" | "picking.notYours" | "picking.wrongState">> {
  const { tx, providerUuid, userUuid } = scope;
  const task = await lockTask(scope, task_uuid);
  if (task === null) return refuse("notFound");
  if (task.user_uuid !== userUuid) return refuse("picking.notYours");
  if (getNextTaskStatus(task.status, "pick") === null) return refuse("picking.wrongState");
  await sql`update pick_line k set sequence = n.sequence
    from (
      select line_number, row_number() over (order by sequence, line_number)
        + (select max(sequence) from pick_line where provider_uuid = ${providerUuid} and task_uuid = ${task_uuid}) as sequence
      from pick_line
      where provider_uuid = ${providerUuid} and task_uuid = ${task_uuid} and status = 'pending' and line_number = any (${[...line_numbers]}::integer[])
    ) n
    where k.provider_uuid = ${providerUuid} and k.task_uuid = ${task_uuid} and k.line_number = n.line_number`.execute(tx);
  await publishProgress(scope, task);
  return ok(task_uuid);
}
