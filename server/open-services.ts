import { join } from "node:path";
import type { Logger } from "pino";
import type { PgBoss } from "pg-boss";
import { systemClock } from "./platform/runtime/clock.ts";
import { openFollowUps } from "./follow-ups.ts";
import { openDatabase } from "./platform/db/database.ts";
import type { ServerEnvironment } from "./platform/runtime/environment.ts";
import { openEntitlementKeys } from "./platform/runtime/entitlement-signer.ts";
import { openFileStore } from "./platform/files/store.ts";
import type { FileStoreConfig } from "./platform/files/store.ts";
import { openBoss } from "./platform/jobs/boss.ts";
import { openPayments } from "./open-payments.ts";
import { createCarrierOpener } from "./integrations/carriers/open-carrier.ts";
import { openJobQueue } from "./platform/jobs/job-queue.ts";
import { openMailer } from "./platform/mailer/mailer.ts";
import { openSecrets } from "./platform/runtime/secrets.ts";
import type { Services } from "./platform/services.ts";
import { openSlowWork } from "./platform/runtime/slow-work.ts";

/** Returns where the environment says that files are stored. */
export function fileStoreConfig(environment: ServerEnvironment): FileStoreConfig {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION, S3_PATH_STYLE } = environment;
  if (S3_ENDPOINT === undefined) return { kind: "local", folder: join(environment.DATA_DIR, "files") };
  return {
    kind: "s3",
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET ?? "",
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? "",
    pathStyle: S3_PATH_STYLE === "true",
  };
}

export interface OpenServices {
  services: Services;
  boss: PgBoss;
  close(): Promise<void>;
}

/**
 * Opens what the slices work with.
 * @param urls the database by the application's login; `directUrl` differs if `appUrl` leads to a pooler
 * @param homepagePort returns the home page's port once it listens
 */
export async function openServices(
  environment: ServerEnvironment,
  { appUrl, directUrl }: { appUrl: string; directUrl: string },
  isWorker: boolean,
  log: Logger,
  homepagePort: () => number | null,
): Promise<OpenServices> {
  const secrets = openSecrets(environment.DATA_DIR, environment.SECRETS_KEY);
  const entitlementKeys = openEntitlementKeys(environment.DATA_DIR, environment.ENTITLEMENT_KEYS);
  const database = openDatabase(appUrl, {
    connections: environment.DATABASE_CONNECTIONS,
    isPooled: directUrl !== appUrl,
    onError: (error) => log.warn({ reason: error.message }, "database: an idle connection ended"),
  });
  const boss = openBoss(directUrl, isWorker, log);
  const files = openFileStore(fileStoreConfig(environment));
  await files.ready();
  await boss.start();
  const mailer = openMailer(
    { smtpUrl: environment.SMTP_URL, mailFrom: environment.MAIL_FROM, dataDir: environment.DATA_DIR },
    { clock: systemClock, log },
  );
  const jobs = openJobQueue(boss);
  const services: Services = {
    database,
    clock: systemClock,
    secrets,
    entitlementKeys,
    payments: await openPayments(environment),
    openCarrier: createCarrierOpener(environment),
    files,
    jobs,
    followUps: openFollowUps(jobs),
    mailer,
    slowWork: openSlowWork(),
    log,
    homepagePort,
  };
  return {
    services,
    boss,
    async close() {
      // Jobs in progress get their time; an interrupted one runs again after its missing heartbeat.
      await boss.stop({ graceful: true, timeout: 20_000 });
      await mailer.close();
      await database.close();
    },
  };
}
