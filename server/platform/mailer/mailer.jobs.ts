import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobWorker } from "#server/platform/jobs/worker.ts";
import { mailPurpose, mailSchema, sendMailJob } from "./mailer.commands.ts";
import { MailNotSent } from "./mailer.ts";

/** Sends one mail. Its id is the job's, so that a mail server recognises a second try. */
const sendMailWorker = workOn(sendMailJob, async ({ sealed }, { services, jobId, finish }) => {
  const mail = mailSchema.parse(JSON.parse(services.secrets.open(sealed, mailPurpose).toString("utf8")));
  try {
    await services.mailer.send(mail, jobId);
  } catch (error) {
    // A permanently refused address is not retried for hours.
    if (!(error instanceof MailNotSent && error.isPermanent)) throw error;
    services.log.warn({ reason: error.message }, "mailer: permanently refused");
  }
  await finish(async () => undefined);
});

export const mailerJobs: readonly JobWorker[] = [sendMailWorker];
