import { z } from "zod";
import type { Tx } from "#server/db/tx.ts";
import { platform } from "#server/db/acting.ts";
import { defineJob } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";

/** The mail itself is sealed: it may hold a one-time link, and the job's row is readable to whoever reads the table. */
export const sendMailJob = defineJob({ name: "mailer.send", input: z.strictObject({ sealed: z.string() }) });

export const mailSchema = z.strictObject({ to: z.string(), subject: z.string(), text: z.string() });
export const mailPurpose = "mailer.send";

/** Has a mail sent once this transaction is committed; a transaction that is taken back sends none. */
export async function sendMail(tx: Tx, services: Pick<Services, "jobs" | "secrets">, mail: z.infer<typeof mailSchema>): Promise<void> {
  const sealed = services.secrets.seal(JSON.stringify(mailSchema.parse(mail)), mailPurpose);
  await services.jobs.enqueue(tx, sendMailJob, platform, { sealed });
}
