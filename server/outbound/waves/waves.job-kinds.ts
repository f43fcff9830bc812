import { z } from "zod";
import { defineJob } from "#server/platform/jobs/job-queue.ts";

/** Finds the tours of a wave that is a draft, and releases it if its strategy says so. */
export const planWaveJob = defineJob({ name: "waves.plan", input: z.strictObject({ provider_uuid: z.uuid(), wave_uuid: z.uuid() }) });

/** Builds the waves whose strategies' time has come, or for which enough orders wait. */
export const buildWavesJob = defineJob({ name: "waves.build", input: z.strictObject({}) });
