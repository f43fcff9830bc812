import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getNextWaveStatus } from "#src/outbound/waves/waves.machine.ts";
import type { WaveEvent } from "#src/outbound/waves/waves.machine.ts";
import { planWave } from "../planner/plan-wave.ts";
import type { WavePlan } from "../planner/wave-input.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { InScope } from "./in-scope.ts";
import { listMembers, lockWave, saveWave } from "./locked-waves.commands.ts";
import type { LockedWave, StoredPlan } from "./locked-waves.commands.ts";
import { findPlannable, readPlanInput } from "./plan-input.queries.ts";
import type { PlanInput } from "./plan-input.queries.ts";

/** How tours are searched for. */
export interface PlanSearch {
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
}

type PlanRefusal = "notFound" | "waves.notPlanned" | "waves.wrongState";

/** What was read of a wave before the search. */
interface Read {
  readonly version: number;
  readonly input: PlanInput;
}

/** Converts what the planner found to what is stored with the wave. */
export function toStoredPlan({ tours, figures, basis }: WavePlan, { bins, shortages, input }: PlanInput): StoredPlan {
  const stops = tours.reduce((sum, { location_uuids }) => sum + location_uuids.length, 0);
  const moved = new Set(bins.map(({ order_uuid }) => order_uuid));
  const places = new Set(input.orders.map(({ order_uuid }) => order_uuid));
  return {
    figures: { ...figures, stops, shortages, other_bins: [...moved].filter((uuid) => places.has(uuid)).length, basis },
    tours: tours.map(({ order_uuids, location_uuids, walking_metres }) => ({ order_uuids, location_uuids, walking_metres })),
    bins,
  };
}

/** Reads what the planner needs of a wave, and which version of it that is. */
export async function readBefore(scope: OrderScope, waveUuid: string, event: WaveEvent): Promise<Result<Read, PlanRefusal>> {
  const wave = await findPlannable(scope, waveUuid);
  if (wave === null) return refuse("notFound");
  if (getNextWaveStatus(wave.status, event) === null) return refuse(wave.status === "draft" ? "waves.notPlanned" : "waves.wrongState");
  return ok({ version: wave.version, input: await readPlanInput(scope, wave, await listMembers(scope, waveUuid)) });
}

/** Tours that were found for a wave as it was. */
export interface FoundTours {
  readonly version: number;
  readonly plan: StoredPlan;
}

type PlanEvent = Extract<WaveEvent, "plan" | "optimize">;

/**
 * Searches for the tours of a wave, in a thread of its own and outside of any transaction.
 * @param event `plan` for a first plan, `optimize` for a better one
 * @throws as `planWave`
 */
export async function searchTours(
  inScope: InScope,
  waveUuid: string,
  event: PlanEvent,
  { seconds, signal }: PlanSearch,
): Promise<Result<FoundTours, PlanRefusal>> {
  const before = await inScope((scope) => readBefore(scope, waveUuid, event));
  if (!before.ok) return before;
  const { version, input } = before.value;
  return ok({ version, plan: toStoredPlan(await planWave(input.input, { budgetMs: seconds * 1000, signal }), input) });
}

/**
 * Stores the tours that were found for a wave.
 * @returns the wave as it is now; refused if it changed meanwhile, and is to be planned again
 */
export async function storeTours(
  scope: OrderScope,
  waveUuid: string,
  event: PlanEvent,
  { version, plan }: FoundTours,
): Promise<Result<LockedWave, "notFound" | "changedMeanwhile">> {
  const wave = await lockWave(scope, waveUuid);
  if (wave === null) return refuse("notFound");
  const status = getNextWaveStatus(wave.status, event);
  if (wave.version !== version || status === null) return refuse("changedMeanwhile");
  // A search from the start may end with longer tours than an earlier one that had luck.
  const { figures: old } = wave.plan;
  const isBetter = old?.orders !== plan.figures.orders || plan.figures.walking_metres <= old.walking_metres;
  return ok(await saveWave(scope, wave, { status, planned_at: scope.now, ...(isBetter ? { plan } : {}) }));
}
