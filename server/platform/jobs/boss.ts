import { PgBoss } from "pg-boss";
import type { FastifyBaseLogger } from "fastify";

/**
 * Opens pg-boss over the application's login: it uses the schema that `install-queues.ts` created, and changes none of it.
 * @param isWorker whether this process also runs jobs and maintenance; otherwise it only enqueues
 */
export function openBoss(appUrl: string, isWorker: boolean, log: FastifyBaseLogger): PgBoss {
  const boss = new PgBoss({
    connectionString: appUrl,
    schema: "pgboss",
    application_name: "quayside jobs",
    options: "-c role=quayside_app -c timezone=UTC",
    max: isWorker ? 6 : 1,
    migrate: false,
    createSchema: false,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
    // Rebuilding indexes needs the owner; docs/gotchas.md.
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  });
  boss.on("error", (error) => log.warn({ reason: error.message }, "jobs: database error"));
  boss.on("warning", ({ message }) => log.warn({ reason: message }, "jobs: warning"));
  return boss;
}
