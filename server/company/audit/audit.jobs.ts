import { z } from "zod";
import { platform } from "#server/platform/db/row-security.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import { listProvidersToSeal, rowsPerSeal, sealRows } from "./audit-seal.ts";
import { listSealedProviders, verifyAudit } from "./audit-verify.ts";
import { exportWorker } from "./audit-export-job.ts";

/** Seals every provider's log; scheduled (jobs/queue-schedules.ts). */
export const sealJob = defineJob({ name: "audit.seal", input: z.strictObject({}) });

const sealWorker = workOn(sealJob, async (_input, { services, signal, finish }) => {
  const { database, clock } = services;
  for (const providerUuid of await database.transaction(platform, listProvidersToSeal)) {
    for (;;) {
      signal.throwIfAborted();
      const sealed = await database.transaction(platform, (tx) => sealRows(tx, providerUuid, clock.now()));
      if (sealed < rowsPerSeal) break;
    }
  }
  await finish(async () => undefined);
});

/** Verifies every provider's chain of seals; scheduled once a week. */
export const verifyJob = defineJob({ name: "audit.verify", input: z.strictObject({}) });

const verifyWorker = workOn(verifyJob, async (_input, { services, signal, finish }) => {
  const { database, log } = services;
  for (const providerUuid of await database.transaction(platform, listSealedProviders)) {
    signal.throwIfAborted();
    const { seals, sealedRows, broken } = await database.transaction(platform, (tx) => verifyAudit(tx, providerUuid));
    // Somebody changed the database behind our back: the server cannot repair that.
    if (broken.length > 0) log.error({ providerUuid, broken: broken.slice(0, 100), seals }, "audit: the log has been tampered with");
    else log.info({ providerUuid, seals, sealedRows }, "audit: the log matches its seals");
  }
  await finish(async () => undefined);
});

export const auditJobs: readonly JobWorker[] = [sealWorker, verifyWorker, exportWorker];
