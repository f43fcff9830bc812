import { z } from "zod";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { failStaleDownloads } from "#server/company/downloads/downloads.commands.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import type { Services } from "#server/platform/services.ts";
import { clearFiles } from "./clear-files.ts";
import { clearDownloads, clearSome, leftovers } from "./retention.commands.ts";

/** Deletes expired data; scheduled (jobs/queue-schedules.ts). */
export const clearJob = defineJob({ name: "platform.clear", input: z.strictObject({}) });

const rowsABatch = 1000;

/**
 * Deletes all expired data, a batch a transaction, so that nothing is locked for long. Can be stopped anywhere and repeated.
 * @returns how many rows of each table, and files, were deleted
 */
export async function clearAll(
  { database, files, clock, log }: Services,
  signal: AbortSignal,
  batchSize: number = rowsABatch,
): Promise<Record<string, number>> {
  const now = clock.now();
  const cleared: Record<string, number> = {};
  const drain = async (name: string, some: (tx: Tx) => Promise<number>): Promise<void> => {
    cleared[name] = 0;
    for (;;) {
      signal.throwIfAborted();
      const count = await database.transaction(platform, some);
      cleared[name] += count;
      if (count < batchSize) return;
    }
  };
  for (const leftover of leftovers) await drain(leftover.table, (tx) => clearSome(tx, leftover, now, batchSize));
  await drain("stale download", (tx) => failStaleDownloads(tx, now, batchSize));
  await drain("download", (tx) => clearDownloads(tx, now, batchSize));
  cleared["file"] = await clearFiles({ database, files, log }, now, batchSize, signal);
  return cleared;
}

const clearWorker = workOn(clearJob, async (_input, { services, signal, finish }) => {
  const cleared = await clearAll(services, signal);
  services.log.info({ cleared }, "platform: cleared");
  await finish(async () => undefined);
});

export const platformJobs: readonly JobWorker[] = [clearWorker];
