import { sql } from "kysely";
import { claimTask, leavePickTask, pickLines, startPickTask } from "#src/outbound/picking/picking.contract.ts";
import type { PickTaskEvent, PickTaskStatus } from "#src/outbound/picking/picking.machine.ts";
import { buildWaveOf, cancelWave, holdWave, optimizeWave, releaseWave, resumeWave } from "#src/outbound/waves/waves.contract.ts";
import { waveRoles } from "#src/outbound/waves/waves.machine.ts";
import type { WaveEvent, WaveStatus } from "#src/outbound/waves/waves.machine.ts";
import type { OrderScope } from "#server/outbound/orders/order-scope.ts";
import { claim, leave, start } from "#server/outbound/picking/claim.commands.ts";
import { pickWholeLines } from "#server/outbound/picking/pick-lines.commands.ts";
import { buildOf } from "#server/outbound/waves/build-wave.commands.ts";
import { cancel, hold, kick, resume } from "#server/outbound/waves/change-wave.commands.ts";
import { listMembers } from "#server/outbound/waves/locked-waves.commands.ts";
import { readBefore } from "#server/outbound/waves/plan-wave.commands.ts";
import { release } from "#server/outbound/waves/release-wave.commands.ts";
import { asAnother, ofResult, noJobs, reason } from "./machine-scene.ts";
import type { Act } from "./machine-scene.ts";

/** A wave in a status. */
interface FoundWave {
  readonly wave_uuid: string;
  readonly version: number;
  readonly is_begun: boolean;
}

export async function readWave({ tx }: OrderScope, where: ReturnType<typeof sql>): Promise<FoundWave> {
  const { rows } = await sql<FoundWave>`select wave_uuid, version, started_at is not null as is_begun from wave
    where ${where} order by order_count desc limit 1`.execute(tx);
  if (rows[0] === undefined) throw new Error("no wave is in this state");
  return rows[0];
}

/** Finds a wave; the demo has none that is a draft or held. @param isBegun of a held one: whether it was being picked */
export async function findWave(scope: OrderScope, status: WaveStatus, isBegun = false): Promise<FoundWave> {
  if (status === "held") {
    const of = await findWave(scope, isBegun ? "picking" : "released");
    await hold(scope, { ...of, reason });
  }
  if (status === "draft") {
    const { rows } = await sql<{ order_uuid: string }>`select order_uuid from sales_order
      where status = 'allocated' and holds = '{}' and delay_until is null and demand_skus > 1 limit 2`.execute(scope.tx);
    const order_ids = rows.map(({ order_uuid }) => order_uuid);
    const built = await buildOf(scope, noJobs, buildWaveOf.input.parse({ order_ids, kind: "cart" }));
    if (!built.ok) throw new Error(`a wave was not built: ${built.problem}`);
  }
  return readWave(scope, status === "held" ? sql`status = 'held' and (started_at is not null) = ${isBegun}` : sql`status = ${status}`);
}

export const waveActs: Readonly<Partial<Record<WaveEvent, Act<FoundWave>>>> = {
  plan: { roles: waveRoles, fire: async (scope, { wave_uuid }) => ofResult(await readBefore(scope, wave_uuid, "plan")) },
  add: {
    roles: buildWaveOf.roles,
    fire: async (scope, { wave_uuid }) => {
      const { rows } = await sql<{ order_uuid: string }>`select order_uuid from sales_order where status = 'draft' limit 1`.execute(
        scope.tx,
      );
      return ofResult(await buildOf(scope, noJobs, { order_ids: rows.map(({ order_uuid }) => order_uuid), kind: "cart", wave_uuid }));
    },
  },
  optimize: { roles: optimizeWave.roles, fire: async (scope, { wave_uuid }) => ofResult(await readBefore(scope, wave_uuid, "optimize")) },
  release: { roles: releaseWave.roles, fire: async (scope, { wave_uuid, version }) => ofResult(await release(scope, wave_uuid, version)) },
  hold: { roles: holdWave.roles, fire: async (scope, of) => ofResult(await hold(scope, { ...of, reason })) },
  resume: { roles: resumeWave.roles, fire: async (scope, of) => ofResult(await resume(scope, of)) },
  resume_picking: { roles: resumeWave.roles, fire: async (scope, of) => ofResult(await resume(scope, of)) },
  cancel: { roles: cancelWave.roles, fire: async (scope, of) => ofResult(await cancel(scope, { ...of, reason })) },
};
/** A pick task in a status, of whoever fires the event. */
interface FoundTask {
  readonly task_uuid: string;
  readonly tote: string;
  readonly line_numbers: number[];
  readonly location_uuid: string;
}

/** Finds a task; the demo has none that is claimed or cancelled. */
export async function findTask(scope: OrderScope, status: PickTaskStatus): Promise<FoundTask> {
  const { tx } = scope;
  const wanted = status === "assigned" || status === "cancelled" ? "pending" : status;
  const { rows } = await sql<FoundTask & { wave_uuid: string }>`
    select t.task_uuid, t.wave_uuid, array_agg(l.line_number) as line_numbers, l.location_uuid,
      (select barcode from location e where e.type = 'tote' and not exists (select from pick_task o where o.tote_uuid = e.location_uuid) limit 1) as tote
    from pick_task t join pick_line l on l.provider_uuid = t.provider_uuid and l.task_uuid = t.task_uuid
    where t.status = ${wanted} and (l.status = 'pending' or t.status = 'done') group by t.task_uuid, t.wave_uuid, l.location_uuid, l.sequence
    order by t.task_uuid desc, l.sequence limit 1`.execute(tx);
  const [of] = rows;
  if (of === undefined) throw new Error(`no task is ${status}`);
  if (status === "assigned") await claim(scope, { task_uuid: of.task_uuid, takes_over: false });
  if (status === "cancelled") await kick(scope, noJobs, await listMembers(scope, of.wave_uuid), { wave_uuid: of.wave_uuid, reason });
  // A scan of lines that somebody else ended is late, which changes nothing of the task.
  if (status === "done") await sql`update pick_line set user_uuid = ${scope.userUuid} where task_uuid = ${of.task_uuid}`.execute(tx);
  if (status !== "pending")
    await sql`update pick_task set user_uuid = ${scope.userUuid} where task_uuid = ${of.task_uuid} and user_uuid is not null`.execute(tx);
  return of;
}

export const taskActs: Readonly<Partial<Record<PickTaskEvent, Act<FoundTask>>>> = {
  claim: {
    roles: claimTask.roles,
    fire: async (scope, { task_uuid }) => ofResult(await claim(asAnother(scope), { task_uuid, takes_over: false })),
  },
  take_over: {
    roles: claimTask.roles,
    fire: async (scope, { task_uuid }) => ofResult(await claim(asAnother(scope), { task_uuid, takes_over: true })),
  },
  start: { roles: startPickTask.roles, fire: async (scope, { task_uuid, tote }) => ofResult(await start(scope, { task_uuid, tote })) },
  pick: { roles: pickLines.roles, fire: async (scope, of) => ofResult(await pickWholeLines(scope, of)) },
  leave: { roles: leavePickTask.roles, fire: async (scope, { task_uuid }) => ofResult(await leave(scope, { task_uuid })) },
};
