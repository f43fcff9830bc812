import type { Queue } from "pg-boss";

/** A queue as installed; `job-workers.ts` lists what runs its jobs. */
export interface QueueDefinition extends Omit<Queue, "name"> {
  /** five fields of cron in UTC, for a scheduled job */
  readonly cron?: string;
}

/** A dead worker is noticed after 30 s without a heartbeat, and another runs its job again. */
const patient = { heartbeatSeconds: 30, retryLimit: 10, retryDelay: 5, retryBackoff: true, retryDelayMax: 600, notify: true } as const;

/** Every queue, by name: slice and action. */
export const queues = {
  "audit.seal": { ...patient, cron: "*/10 * * * *", policy: "singleton", expireInSeconds: 600 },
  "audit.verify": { ...patient, cron: "43 3 * * 0", policy: "singleton", expireInSeconds: 3600, retryLimit: 2 },
  "audit.export": { ...patient, expireInSeconds: 3600, retryLimit: 3 },
  "carrier-accounts.reseal": { ...patient, cron: "7 4 * * *", policy: "singleton", expireInSeconds: 600 },
  "mailer.send": { ...patient, expireInSeconds: 60 },
  "orders.allocate": { ...patient, policy: "singleton", expireInSeconds: 600 },
  "orders.lift-holds": { ...patient, policy: "singleton", expireInSeconds: 600 },
  "platform.clear": { ...patient, cron: "17 * * * *", policy: "singleton", expireInSeconds: 600 },
  "shipping-notices.export": { ...patient, expireInSeconds: 3600, retryLimit: 3 },
  "statements.issue": { ...patient, cron: "51 * * * *", policy: "singleton", expireInSeconds: 7200, retryLimit: 2 },
  "reports.close-days": { ...patient, cron: "37 * * * *", policy: "singleton", expireInSeconds: 7200, retryLimit: 2 },
  "stock.reconcile": { ...patient, cron: "11 1 * * *", policy: "singleton", expireInSeconds: 7200, retryLimit: 2 },
  "subscription.apply-event": { ...patient, expireInSeconds: 300 },
  "subscription.change-email": { ...patient, expireInSeconds: 120 },
  "subscription.look": { ...patient, cron: "29 2 * * *", policy: "singleton", expireInSeconds: 7200 },
  "waves.build": { ...patient, cron: "* * * * *", policy: "singleton", expireInSeconds: 300 },
  "waves.plan": { ...patient, policy: "singleton", expireInSeconds: 300 },
  "waybills.ask-carrier": { ...patient, policy: "singleton", expireInSeconds: 900 },
  "waybills.track": { ...patient, cron: "*/5 * * * *", policy: "singleton", expireInSeconds: 900 },
  "wallet.charge": { ...patient, cron: "23 * * * *", policy: "singleton", expireInSeconds: 7200 },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof queues;
