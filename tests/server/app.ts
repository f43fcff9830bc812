import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { createMovableClock } from "#server/platform/runtime/clock.ts";
import type { MovableClock } from "#server/platform/runtime/clock.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { endWaits } from "#server/pro/entitlement/long-poll.ts";
import { openFileStore } from "#server/platform/files/store.ts";
import { openBoss } from "#server/platform/jobs/boss.ts";
import { openEntitlementKeys } from "#server/platform/runtime/entitlement-signer.ts";
import type { CarrierBases } from "#server/integrations/carriers/open-carrier.ts";
import { createCarrierOpener } from "#server/integrations/carriers/open-carrier.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { openFollowUps } from "#server/follow-ups.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { jobWorkers } from "#server/job-workers.ts";
import { startWorkers } from "#server/platform/jobs/worker.ts";
import { openMailer } from "#server/platform/mailer/mailer.ts";
import { openSecrets } from "#server/platform/runtime/secrets.ts";
import type { Services } from "#server/platform/services.ts";
import { openSlowWork } from "#server/platform/runtime/slow-work.ts";
import { ownExtensionId } from "#src/pro/plan/extension-id.rules.ts";
import { freshDatabase } from "./postgres.ts";

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  clock: MovableClock;
  ownerUrl: string;
  appUrl: string;
  dataDir: string;
  /** the server's log entries */
  logged: string[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** also runs jobs, like `npm start` */
  withWorkers?: boolean;
  ratePerMinute?: number;
  /** the test's clock; by default one that stands still until it is moved */
  clock?: MovableClock;
  /** the folder of the keys that sign entitlement tokens; new ones by default */
  entitlementKeysDir?: string;
  /** accepts payments through a provider connected to a sandbox */
  payments?: PaymentProvider;
  /** where the carriers are; by default nowhere, since tests reach no carrier */
  carriers?: CarrierBases;
  /** also serves the web application from this folder */
  webDir?: string;
}

/** A port on which nothing listens. */
const nowhere = "http://127.0.0.1:65535";

/** The real server with its own database, files and mails; reached by `app.inject` or, after `app.listen`, by HTTP. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { ownerUrl, appUrl, drop } = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "quayside-app-"));
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const clock = options.clock ?? createMovableClock(new Date());
  // Long timeouts: on a slow machine, waiting for somebody else's work is not refused.
  const database = openDatabase(appUrl, { connections: 8, statementTimeoutMs: 100_000, waitMs: 90_000 });
  const boss = openBoss(appUrl, options.withWorkers === true, log);
  await boss.start();
  const mailer = openMailer({ mailFrom: "Quayside <no-reply@localhost>", dataDir }, { clock, log });
  const jobs = openJobQueue(boss);
  const services: Services = {
    database,
    clock,
    secrets: openSecrets(dataDir, undefined),
    entitlementKeys: openEntitlementKeys(options.entitlementKeysDir ?? dataDir, undefined),
    payments: options.payments ?? null,
    openCarrier: createCarrierOpener(
      options.carriers ?? { FOUR_PX_API_BASE: nowhere, YUNEXPRESS_API_BASE: nowhere, YANWEN_API_BASE: nowhere },
    ),
    files: openFileStore({ kind: "local", folder: join(dataDir, "files") }),
    jobs,
    followUps: openFollowUps(jobs),
    mailer,
    slowWork: openSlowWork({ waitMs: 90_000 }),
    log,
    homepagePort: () => null,
  };
  const { app } = await buildApp(services, {
    isProduction: false,
    ratePerMinute: options.ratePerMinute ?? 10_000_000,
    trustProxy: false,
    metricsToken: undefined,
    isStopping: () => false,
    extensionIds: [ownExtensionId],
    ...(options.webDir === undefined ? {} : { pages: { folder: options.webDir, websocketPort: () => 8082 } }),
  });
  await app.ready();
  if (options.withWorkers === true) await startWorkers(boss, services, jobWorkers);
  return {
    app,
    services,
    clock,
    ownerUrl,
    appUrl,
    dataDir,
    logged,
    async close() {
      endWaits();
      await app.close();
      await boss.stop({ graceful: true, timeout: 5000 });
      await mailer.close();
      await database.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
