import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job-queue.ts";

/** Offers stock to the orders of a provider that wait for it: after putaway, adjustments and releases. */
export const allocateJob = defineJob({ name: "orders.allocate", input: z.strictObject({ provider_uuid: z.uuid() }) });

/** Lifts payment holds of a retailer's orders, as far as its credit reaches. */
export const liftHoldsJob = defineJob({
  name: "orders.lift-holds",
  input: z.strictObject({ provider_uuid: z.uuid(), retailer_uuid: z.uuid() }),
});
