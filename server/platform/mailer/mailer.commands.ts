import { z } from "zod";
import type { Tx } from "#server/platform/db/row-security.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import type { Services } from "#server/platform/services.ts";

/** The mail itself is sealed: it may hold a one-time link, and anybody who reads the table can read the job's row. */
export const sendMailJob = defineJob({ name: "mailer.send", input: z.strictObject({ sealed: z.string() }) });

export const mailSchema = z.strictObject({ to: z.string(), subject: z.string(), text: z.string() });
export const mailPurpose = "mailer.send";

/** Sends a mail once this transaction is committed; a transaction that is rolled back sends none. */
export async function sendMail(tx: Tx, services: Pick<Services, "jobs" | "secrets">, mail: z.infer<typeof mailSchema>): Promise<void> {
  const sealed = services.secrets.seal(JSON.stringify(mailSchema.parse(mail)), mailPurpose);
  await services.jobs.enqueue(tx, sendMailJob, platform, { sealed });
}
