import { z } from "zod";
import { platform } from "#server/db/acting.ts";
import { defineJob } from "#server/jobs/job-queue.ts";
import { workOn } from "#server/jobs/worker.ts";
import type { JobWorker } from "#server/jobs/worker.ts";
import { providersToSeal, rowsPerSeal, sealRows } from "./audit-seal.ts";
import { exportWorker } from "./audit.export-job.ts";

/** Seals every provider's log; comes by itself (jobs/queues.ts). */
export const sealJob = defineJob({ name: "audit.seal", input: z.strictObject({}) });

const sealWorker = workOn(sealJob, async (_input, { services, signal, finish }) => {
  const { database, clock } = services;
  for (const providerUuid of await database.transaction(platform, providersToSeal)) {
    for (;;) {
      signal.throwIfAborted();
      const sealed = await database.transaction(platform, (tx) => sealRows(tx, providerUuid, clock.now()));
      if (sealed < rowsPerSeal) break;
    }
  }
  await finish(async () => undefined);
});

export const auditJobs: readonly JobWorker[] = [sealWorker, exportWorker];
