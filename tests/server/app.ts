import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { movableClock } from "#server/clock.ts";
import type { MovableClock } from "#server/clock.ts";
import { openDatabase } from "#server/db/database.ts";
import { openFileStore } from "#server/files/store.ts";
import { openBoss } from "#server/jobs/boss.ts";
import { openJobQueue } from "#server/jobs/job-queue.ts";
import { jobWorkers } from "#server/jobs/jobs.ts";
import { startWorkers } from "#server/jobs/worker.ts";
import { openMailer } from "#server/mailer/mailer.ts";
import { openSecrets } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";
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
  /** serves the web application of this folder as well */
  webDir?: string;
}

/** The real server over a database, files and mails of its own; reached by `app.inject` or, after `app.listen`, by HTTP. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { ownerUrl, appUrl, drop } = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "quayside-app-"));
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const clock = movableClock(new Date());
  const database = openDatabase(appUrl, { connections: 8 });
  const boss = openBoss(appUrl, options.withWorkers === true, log);
  await boss.start();
  const mailer = openMailer({ mailFrom: "Quayside <no-reply@localhost>", dataDir }, { clock, log });
  const services: Services = {
    database,
    clock,
    secrets: openSecrets(dataDir, undefined),
    files: openFileStore({ kind: "local", folder: join(dataDir, "files") }),
    jobs: openJobQueue(boss),
    mailer,
    log,
    homepagePort: () => null,
  };
  const { app } = await buildApp(services, {
    isProduction: false,
    ratePerMinute: options.ratePerMinute ?? 10_000_000,
    trustProxy: false,
    metricsToken: undefined,
    isStopping: () => false,
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
      await app.close();
      await boss.stop({ graceful: true, timeout: 5000 });
      await mailer.close();
      await database.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
