import { platform } from "#server/platform/db/row-security.ts";
import { attemptEach, workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import { readWarehouseSettings } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { planSeconds } from "#src/outbound/waves/waves.rules.ts";
import type { WaveStrategy } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { build, chooseOrders } from "./build-wave.commands.ts";
import { isTimeDue, listScheduledWarehouses } from "./due-strategies.queries.ts";
import type { ScheduledWarehouse } from "./due-strategies.queries.ts";
import { inSystemScope } from "./in-scope.ts";
import type { InScope } from "./in-scope.ts";
import type { LockedWave } from "./locked-waves.commands.ts";
import { searchTours, storeTours } from "./plan-wave.commands.ts";
import { countFitting } from "./pool.queries.ts";
import { release } from "./release-wave.commands.ts";
import { buildWavesJob, planWaveJob } from "./waves.job-kinds.ts";

/** How often a wave that changes while it is planned is planned again; whoever changed it then has enqueued another job. */
const mostTries = 5;

/** Whether the strategy that built a wave releases it without a look at the preview. Waves that people build are looked at. */
async function releasesAtOnce(inScope: InScope, { strategy, warehouse_uuid, is_automatic }: LockedWave): Promise<boolean> {
  if (!is_automatic) return false;
  const { wave_strategies } = await inScope(({ tx, providerUuid }) => readWarehouseSettings(tx, providerUuid, warehouse_uuid));
  return wave_strategies.some(({ name, releases_at_once }) => name === strategy && releases_at_once);
}

/** Plans a wave, and releases it if its strategy says so. Repeated after a kill, it finds the wave a draft, or planned and not released. */
const planWorker = workOn(planWaveJob, async ({ provider_uuid, wave_uuid }, { services, signal, finish }) => {
  const inScope = inSystemScope(services, provider_uuid);
  for (let tries = 0; tries < mostTries; tries += 1) {
    signal.throwIfAborted();
    const found = await searchTours(inScope, wave_uuid, "plan", { seconds: planSeconds, signal });
    if (!found.ok) break;
    const planned = await inScope((scope) => storeTours(scope, wave_uuid, "plan", found.value));
    if (!planned.ok) continue;
    if (await releasesAtOnce(inScope, planned.value)) await inScope((scope) => release(scope, wave_uuid, null));
    break;
  }
  await finish(async () => undefined);
});

/** Whether a strategy is to build a wave now. */
async function isDue(inScope: InScope, warehouse: ScheduledWarehouse, strategy: WaveStrategy): Promise<boolean> {
  if (isTimeDue(strategy, warehouse)) return true;
  if (strategy.build_from_orders === 0) return false;
  return inScope(async (scope) => (await countFitting(scope, warehouse.warehouse_uuid, strategy.kind)) >= strategy.build_from_orders);
}

/** Builds the waves that are due; one that fails stops no other. */
const buildWorker = workOn(buildWavesJob, async (_input, { services, signal, finish }) => {
  const { database, clock, jobs, log } = services;
  const warehouses = await database.transaction(platform, (tx) => listScheduledWarehouses(tx, clock.now()));
  const due = warehouses.flatMap((warehouse) => warehouse.strategies.map((strategy) => ({ warehouse, strategy })));
  const failures = await attemptEach(
    due,
    signal,
    async ({ warehouse, strategy }) => {
      const inScope = inSystemScope(services, warehouse.provider_uuid);
      if (!(await isDue(inScope, warehouse, strategy))) return;
      const { warehouse_uuid } = warehouse;
      const chosen = await chooseOrders(inScope, { warehouse_uuid, strategy: strategy.name }, signal);
      if (chosen.ok) await inScope((scope) => build(scope, jobs, chosen.value));
    },
    (error, { warehouse, strategy }) =>
      log.error({ err: error, warehouse: warehouse.warehouse_uuid, strategy: strategy.name }, "building a wave failed"),
  );
  if (failures.length > 0) throw new Error(`waves: ${failures.length} of ${due.length} strategies failed`, { cause: failures[0] });
  await finish(async () => undefined);
});

export const wavesJobs: readonly JobWorker[] = [planWorker, buildWorker];
