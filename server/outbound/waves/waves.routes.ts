import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Call, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import {
  buildWave,
  buildWaveOf,
  cancelWave,
  getWave,
  getWavePool,
  holdWave,
  kickOrders,
  listWaveOrders,
  listWaves,
  markWavePrinted,
  optimizeWave,
  printPickLists,
  printWaveOrders,
  queryWaveElements,
  releaseWave,
  resumeWave,
} from "#src/outbound/waves/waves.contract.ts";
import { acceptCancel } from "#src/outbound/orders/order-batches.contract.ts";
import type { WaveDetail } from "#src/outbound/waves/waves.contract.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, implementBatch, implementFile, implementSlow } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { waveKinds } from "#src/warehouse/warehouses/warehouse-settings.contract.ts";
import { readSettingsRow } from "#server/warehouse/warehouses/warehouses.queries.ts";
import { ordersInSet, overOrders } from "../orders/order-batch.commands.ts";
import { getOrderScope } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { listBatchOrders } from "../orders/order-steps.commands.ts";
import { acceptCancels } from "./accept-cancel.commands.ts";
import { build, buildOf, chooseOrders } from "./build-wave.commands.ts";
import { cancel, hold, kick, markPrinted, resume } from "./change-wave.commands.ts";
import { inRequestScope } from "./in-scope.ts";
import { searchTours, storeTours } from "./plan-wave.commands.ts";
import { countPool } from "./pool.queries.ts";
import { printSlips, printTours } from "./print-waves.ts";
import { release } from "./release-wave.commands.ts";
import { findWave, isWave, listMemberPage, listWaveRows, listWavesByPairs } from "./waves.queries.ts";

async function note(
  { tx, ...context }: CallContext,
  { name }: Call,
  waveUuid: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await writeAudit(tx, context, { action: name, subjectType: "wave", subjectUuid: waveUuid, detail });
}

async function getWaveOf(scope: OrderScope, waveUuid: string): Promise<WaveDetail> {
  const wave = await findWave(scope, waveUuid);
  if (wave === null) throw new Error("waves: a wave that was just changed is missing");
  return wave;
}

/** Handles a call that changes one wave, and answers with the wave. */
function changes<C extends Call>(
  call: C,
  run: (scope: OrderScope, input: ParsedInputOf<C>) => Promise<Result<string, RefusalName>>,
  listDetail: (input: ParsedInputOf<C>) => Readonly<Record<string, unknown>> = () => ({}),
): (input: ParsedInputOf<C>, context: CallContext) => Promise<Result<WaveDetail, RefusalName>> {
  return async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const changed = await run(scope, input);
    if (!changed.ok) return changed;
    await note(context, call, changed.value, listDetail(input));
    return ok(await getWaveOf(scope, changed.value));
  };
}

export const wavesRoutes: readonly Implementation[] = [
  implement(getWavePool, async ({ warehouse_uuid }, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const [{ all, kinds }, warehouse] = await Promise.all([
      countPool(scope, warehouse_uuid),
      readSettingsRow(scope.tx, scope.providerUuid, warehouse_uuid),
    ]);
    return warehouse === null
      ? refuse("notFound")
      : ok({
          warehouse_uuid,
          ...all,
          kinds: waveKinds.map((kind) => ({ kind, ...kinds[kind] })),
          strategies: warehouse.settings.wave_strategies.map((strategy) => ({ ...strategy, orders: kinds[strategy.kind].orders })),
        });
  }),
  implement(listWaves, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listWaveRows(scope, input);
  }),
  implement(queryWaveElements, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? ok(emptyPage()) : listWavesByPairs(scope, input);
  }),
  implement(getWave, async ({ wave_uuid }, context) => {
    const scope = getOrderScope(context);
    const wave = scope === null ? null : await findWave(scope, wave_uuid);
    return wave === null ? refuse("notFound") : ok(wave);
  }),
  implement(listWaveOrders, async (input, context) => {
    const scope = getOrderScope(context);
    if (scope === null) return refuse("notFound");
    const [isKnown, members] = await Promise.all([isWave(scope, input.wave_uuid), listMemberPage(scope, input)]);
    return isKnown ? members : refuse("notFound");
  }),
  implementSlow(buildWave, async (input, context) => {
    const chosen = await chooseOrders(inRequestScope(context), input, context.signal);
    if (!chosen.ok) return chosen;
    return context.act(async (tx) => {
      const scope = getOrderScope({ ...context, tx });
      const built = scope === null ? refuse("notFound" as const) : await build(scope, context.services.jobs, chosen.value);
      if (built.ok)
        await note({ ...context, tx }, buildWave, built.value.wave_uuid, {
          strategy: chosen.value.strategy,
          orders: built.value.order_count,
        });
      return built;
    });
  }),
  // One transaction, not sets: a wave is made whole or not at all. A part of it would already be planned and could be released, and a repeat could no longer
  // add the rest. A repeat with the same key gets the first answer.
  implement(buildWaveOf, async (input, context) => {
    const scope = getOrderScope(context);
    const built = scope === null ? refuse("notFound" as const) : await buildOf(scope, context.services.jobs, input);
    if (built.ok) await note(context, buildWaveOf, built.value.wave_uuid, { orders: built.value.done });
    return built;
  }),
  implementSlow(optimizeWave, async ({ wave_uuid, version, seconds }, context) => {
    const found = await searchTours(inRequestScope(context), wave_uuid, "optimize", { seconds, signal: context.signal });
    if (!found.ok) return found;
    if (found.value.version !== version) return refuse("changedMeanwhile");
    return context.act(async (tx) => {
      const scope = getOrderScope({ ...context, tx });
      if (scope === null) return refuse("notFound");
      const stored = await storeTours(scope, wave_uuid, "optimize", found.value);
      if (!stored.ok) return stored;
      await note({ ...context, tx }, optimizeWave, wave_uuid, { seconds });
      return ok(await getWaveOf(scope, wave_uuid));
    });
  }),
  implement(
    releaseWave,
    changes(releaseWave, (scope, { wave_uuid, version }) => release(scope, wave_uuid, version)),
  ),
  implement(
    holdWave,
    changes(holdWave, hold, ({ reason }) => ({ reason })),
  ),
  implement(resumeWave, changes(resumeWave, resume)),
  implement(
    cancelWave,
    changes(cancelWave, cancel, ({ reason }) => ({ reason })),
  ),
  implementBatch<typeof kickOrders, string>(kickOrders, {
    setSize: ordersInSet,
    plan: async ({ wave_uuid, order_ids }, context) => {
      const scope = getOrderScope(context);
      if (scope === null || !(await isWave(scope, wave_uuid))) return refuse("notFound");
      return listBatchOrders(scope, order_ids);
    },
    runSet: async (orderUuids, input, context) => {
      const scope = getOrderScope(context);
      if (scope === null) throw new Error("waves: a batch without a provider");
      const failed = await kick(scope, context.services.jobs, orderUuids, input);
      const done = orderUuids.length - failed.length;
      if (done > 0) await note(context, kickOrders, input.wave_uuid, { orders: done, reason: input.reason });
      return failed;
    },
  }),
  overOrders(acceptCancel, acceptCancels),
  implement(markWavePrinted, changes(markWavePrinted, markPrinted)),
  implementFile(printPickLists, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : printTours(scope, input);
  }),
  implementFile(printWaveOrders, async (input, context) => {
    const scope = getOrderScope(context);
    return scope === null ? refuse("notFound") : printSlips(scope, input);
  }),
];
