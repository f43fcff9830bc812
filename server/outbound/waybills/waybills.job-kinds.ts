import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job-queue.ts";

/** Asks a carrier for what is due of an account: waybills, voids and labels. One at a time for each account. */
export const askCarrierJob = defineJob({
  name: "waybills.ask-carrier",
  input: z.strictObject({ provider_uuid: z.uuid(), carrier_account_uuid: z.uuid() }),
});

/** Tracks parcels that are on their way, and restarts accounts whose job was given up (jobs/queue-schedules.ts). */
export const trackParcelsJob = defineJob({ name: "waybills.track", input: z.strictObject({}) });
