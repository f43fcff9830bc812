import { workOn } from "#server/jobs/worker.ts";
import type { JobWorker } from "#server/jobs/worker.ts";
import { mailPurpose, mailSchema, sendMailJob } from "./mailer.commands.ts";
import { MailNotSent } from "./mailer.ts";

/** Sends one mail. Its id is the job's, so that a mail server sees a second try for what it is. */
const sendMailWorker = workOn(sendMailJob, async ({ sealed }, { services, jobId, finish }) => {
  const mail = mailSchema.parse(JSON.parse(services.secrets.open(sealed, mailPurpose).toString("utf8")));
  try {
    await services.mailer.send(mail, jobId);
  } catch (error) {
    // An address that the mail server will never take is not tried for hours.
    if (!(error instanceof MailNotSent && error.isPermanent)) throw error;
    services.log.warn({ reason: error.message }, "mailer: refused for good");
  }
  await finish(async () => undefined);
});

export const mailerJobs: readonly JobWorker[] = [sendMailWorker];
