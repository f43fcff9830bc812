import { auditJobs } from "#server/company/audit/audit.jobs.ts";
import { carrierAccountJobs } from "#server/carriers/carrier-accounts/carrier-accounts.jobs.ts";
import { mailerJobs } from "#server/platform/mailer/mailer.jobs.ts";
import { platformJobs } from "#server/company/clearing/clearing.jobs.ts";
import { statementJobs } from "#server/billing/statements/statements.jobs.ts";
import { reportsJobs } from "#server/billing/reports/reports.jobs.ts";
import { stockJobs } from "#server/warehouse/stock/reconciliation.jobs.ts";
import { customerJobs } from "#server/pro/subscription/customer.jobs.ts";
import { subscriptionJobs } from "#server/pro/subscription/subscription.jobs.ts";
import { ordersJobs } from "#server/outbound/orders/orders.jobs.ts";
import { walletJobs } from "#server/billing/wallet/wallet.jobs.ts";
import { shippingNoticeJobs } from "#server/outbound/shipping-notices/shipping-notices.jobs.ts";
import { wavesJobs } from "#server/outbound/waves/waves.jobs.ts";
import { waybillsJobs } from "#server/outbound/waybills/waybills.jobs.ts";
import type { JobWorker } from "./platform/jobs/worker.ts";

/** The worker of each queue, in one list. A test checks that every queue of `queues.ts` has its worker here. */
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
  ...ordersJobs,
  ...wavesJobs,
  ...waybillsJobs,
  ...shippingNoticeJobs,
  ...carrierAccountJobs,
];
