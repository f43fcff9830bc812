import { z } from "zod";
import { platform } from "#server/db/acting.ts";
import { defineJob } from "#server/jobs/job-queue.ts";
import { workOn } from "#server/jobs/worker.ts";
import type { JobContext, JobWorker } from "#server/jobs/worker.ts";
import { closeNextDay, warehousesToClose } from "./close-days.commands.ts";
import type { ClosingWarehouse } from "./close-days.commands.ts";

/** Sums the days of each warehouse up that are over, the oldest first: comes by itself every hour (jobs/queues.ts). */
export const closeDaysJob = defineJob({ name: "reports.close-days", input: z.strictObject({}) });

/** Closes a warehouse's days, each in a transaction of its own: what is done stays done, whenever the worker ends. @returns how many */
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
  const failures: unknown[] = [];
  let days = 0;
  for (const warehouse of await database.transaction(platform, (tx) => warehousesToClose(tx, clock.now()))) {
    signal.throwIfAborted();
    try {
      days += await closeDays(context, warehouse);
    } catch (error) {
      signal.throwIfAborted();
      // The others' days are summed up all the same.
      log.error({ err: error, ...warehouse }, "reports: a warehouse's days could not be summed up");
      failures.push(error);
    }
  }
  if (days > 0) log.info({ days }, "reports: days summed up");
  if (failures.length > 0) throw new AggregateError(failures, "reports: not every warehouse's days could be summed up");
  await finish(async () => undefined);
});

export const reportsJobs: readonly JobWorker[] = [closeDaysWorker];
