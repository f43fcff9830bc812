import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { movableClock } from "#server/clock.ts";
import type { MovableClock } from "#server/clock.ts";
import { openDatabase } from "#server/db/database.ts";
import { endWaits } from "#server/entitlement/waiting.ts";
import { openFileStore } from "#server/files/store.ts";
import { openBoss } from "#server/jobs/boss.ts";
import { openEntitlementKeys } from "#server/entitlement-keys.ts";
import type { PaymentProvider } from "#server/integrations/payments/payment-provider.ts";
import { openJobQueue } from "#server/jobs/job-queue.ts";
import { jobWorkers } from "#server/jobs/jobs.ts";
import { startWorkers } from "#server/jobs/worker.ts";
import { openMailer } from "#server/mailer/mailer.ts";
import { openSecrets } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";
import { openSlowWork } from "#server/slow-work.ts";
import { ownExtensionId } from "#src/plan/extension-id.rules.ts";
import { freshDatabase } from "./postgres.ts";

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  clock: MovableClock;
  ownerUrl: string;
  appUrl: string;
  dataDir: string;
  /** what the server logged, a line an entry */
  logged: string[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** does jobs too, as `npm start` does */
  withWorkers?: boolean;
  ratePerMinute?: number;
  /** a clock of the test's own; one that stands until it is moved where none is given */
  clock?: MovableClock;
  /** where the keys that sign entitlement tokens are; new ones where it is not given */
  entitlementKeysDir?: string;
  /** takes money: a provider that talks to a sandbox */
  payments?: PaymentProvider;
  /** serves the web application of this folder as well */
  webDir?: string;
}

/** The real server over a database, files and mails of its own; reached by `app.inject` or, after `app.listen`, by HTTP. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { ownerUrl, appUrl, drop } = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "quayside-app-"));
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const clock = options.clock ?? movableClock(new Date());
  // Patient: on a slow machine who waits for somebody else's work is not told to come again.
  const database = openDatabase(appUrl, { connections: 8, statementTimeoutMs: 100_000, waitMs: 90_000 });
  const boss = openBoss(appUrl, options.withWorkers === true, log);
  await boss.start();
  const mailer = openMailer({ mailFrom: "Quayside <no-reply@localhost>", dataDir }, { clock, log });
  const services: Services = {
    database,
    clock,
    secrets: openSecrets(dataDir, undefined),
    entitlementKeys: openEntitlementKeys(options.entitlementKeysDir ?? dataDir, undefined),
    payments: options.payments ?? null,
    files: openFileStore({ kind: "local", folder: join(dataDir, "files") }),
    jobs: openJobQueue(boss),
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
