import { z } from "zod";
import { platform } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { failStaleDownloads } from "#server/downloads/downloads.commands.ts";
import { defineJob } from "#server/jobs/job-queue.ts";
import { workOn } from "#server/jobs/worker.ts";
import type { JobWorker } from "#server/jobs/worker.ts";
import type { Services } from "#server/services.ts";
import { clearFiles } from "./clear-files.ts";
import { clearDownloads, clearSome, leftovers } from "./clear.commands.ts";

/** Clears away what nobody needs any more; comes by itself (jobs/queues.ts). */
export const clearJob = defineJob({ name: "platform.clear", input: z.strictObject({}) });

const rowsABatch = 1000;

/**
 * Removes everything whose time is over, a batch a transaction, so that nothing is locked for long. May be stopped anywhere and done again.
 * @returns how many rows of each table, and files, are gone
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
