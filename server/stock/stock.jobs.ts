import { z } from "zod";
import { platform } from "#server/db/acting.ts";
import { defineJob } from "#server/jobs/job-queue.ts";
import { workOn } from "#server/jobs/worker.ts";
import type { JobWorker } from "#server/jobs/worker.ts";
import { reconcileLedger } from "./reconciliation.commands.ts";
import { providersWithStock } from "./reconciliation.queries.ts";

/** Looks through the ledgers: every provider's by itself each night (jobs/queues.ts), or one's when it is asked for. */
export const reconcileJob = defineJob({ name: "stock.reconcile", input: z.strictObject({ provider_uuid: z.uuid().optional() }) });

const reconcileWorker = workOn(reconcileJob, async ({ provider_uuid }, { services, signal, finish }) => {
  const { database, clock, log } = services;
  const providers = provider_uuid === undefined ? await database.transaction(platform, providersWithStock) : [provider_uuid];
  for (const providerUuid of providers) {
    signal.throwIfAborted();
    const found = await database.transaction(platform, (tx) => reconcileLedger(tx, providerUuid, clock.now()));
    // A bug, or somebody was in the database behind our back: nothing that the server could mend.
    if (found.differenceCount > 0) log.error({ providerUuid, ...found }, "stock: balances are not what their entries add up to");
    else log.info({ providerUuid, balances: found.balanceCount }, "stock: balances are what their entries add up to");
  }
  await finish(async () => undefined);
});

export const stockJobs: readonly JobWorker[] = [reconcileWorker];
