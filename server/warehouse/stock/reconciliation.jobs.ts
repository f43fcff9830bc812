import { z } from "zod";
import { platform } from "#server/platform/db/row-security.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import { reconcileLedger } from "./reconciliation.commands.ts";
import { listProvidersWithStock } from "./reconciliation.queries.ts";

/** Reconciles the ledgers: each provider's every night (jobs/queue-schedules.ts), or one provider's on request. */
export const reconcileJob = defineJob({ name: "stock.reconcile", input: z.strictObject({ provider_uuid: z.uuid().optional() }) });

const reconcileWorker = workOn(reconcileJob, async ({ provider_uuid }, { services, signal, finish }) => {
  const { database, clock, log } = services;
  const providers = provider_uuid === undefined ? await database.transaction(platform, listProvidersWithStock) : [provider_uuid];
  for (const providerUuid of providers) {
    signal.throwIfAborted();
    const found = await database.transaction(platform, (tx) => reconcileLedger(tx, providerUuid, clock.now()));
    // A bug, or a change made past the application: nothing that the server could repair.
    if (found.differenceCount > 0) log.error({ providerUuid, ...found }, "stock: balances differ from the sums of their entries");
    else log.info({ providerUuid, balances: found.balanceCount }, "stock: balances equal the sums of their entries");
  }
  await finish(async () => undefined);
});

export const stockJobs: readonly JobWorker[] = [reconcileWorker];
