import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import { resealSecrets } from "./reseal-secrets.commands.ts";

/** Seals stored secrets with the newest key every night (jobs/queue-schedules.ts). */
const resealJob = defineJob({ name: "carrier-accounts.reseal", input: z.strictObject({}) });

const resealWorker = workOn(resealJob, async (_input, { services, signal, finish }) => {
  const count = await resealSecrets(services, signal);
  if (count > 0) services.log.info({ count }, "carrier accounts: secrets sealed with the newest key");
  await finish(async () => undefined);
});

export const carrierAccountJobs: readonly JobWorker[] = [resealWorker];
