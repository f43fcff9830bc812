import { z } from "zod";
import { platform } from "#server/platform/db/row-security.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { attemptEach, workOn } from "#server/platform/jobs/worker.ts";
import type { JobContext, JobWorker } from "#server/platform/jobs/worker.ts";
import { closeNextDay, listWarehousesToClose } from "./close-days.commands.ts";
import type { ClosingWarehouse } from "./close-days.commands.ts";

/** Closes the finished days of each warehouse, oldest first; scheduled every hour (jobs/queue-schedules.ts). */
export const closeDaysJob = defineJob({ name: "reports.close-days", input: z.strictObject({}) });

/**
 * Closes a warehouse's days, each in its own transaction, so that finished days are retained if the worker stops.
 * @returns how many
 */
async function closeDays({ services: { database, clock }, signal }: JobContext, warehouse: ClosingWarehouse): Promise<number> {
  let days = 0;
  while ((await closeNextDay(database, warehouse, clock.now(), signal)) !== null) {
    signal.throwIfAborted();
    days += 1;
  }
  return days;
}

const closeDaysWorker = workOn(closeDaysJob, async (_input, context) => {
  const { services, signal, finish } = context;
  const { database, clock, log } = services;
  let days = 0;
  const failures = await attemptEach(
    await database.transaction(platform, (tx) => listWarehousesToClose(tx, clock.now())),
    signal,
    async (warehouse) => (days += await closeDays(context, warehouse)),
    (error, warehouse) => log.error({ err: error, ...warehouse }, "reports: closing a warehouse's days failed"),
  );
  if (days > 0) log.info({ days }, "reports: days closed");
  if (failures.length > 0) throw new AggregateError(failures, "reports: closing days failed for some warehouses");
  await finish(async () => undefined);
});

export const reportsJobs: readonly JobWorker[] = [closeDaysWorker];
