import { auditJobs } from "#server/audit/audit.jobs.ts";
import { mailerJobs } from "#server/mailer/mailer.jobs.ts";
import { platformJobs } from "#server/platform/platform.jobs.ts";
import { statementJobs } from "#server/statements/statements.jobs.ts";
import { reportsJobs } from "#server/reports/reports.jobs.ts";
import { stockJobs } from "#server/stock/stock.jobs.ts";
import { customerJobs } from "#server/subscription/customer.jobs.ts";
import { subscriptionJobs } from "#server/subscription/subscription.jobs.ts";
import { walletJobs } from "#server/wallet/wallet.jobs.ts";
import type { JobWorker } from "./worker.ts";

/** What does the jobs of each queue: the one list. A test holds that every queue of `queues.ts` has its worker here. */
export const jobWorkers: readonly JobWorker[] = [
  ...mailerJobs,
  ...auditJobs,
  ...platformJobs,
  ...statementJobs,
  ...reportsJobs,
  ...stockJobs,
  ...customerJobs,
  ...subscriptionJobs,
  ...walletJobs,
];
