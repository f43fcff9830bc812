import type { Client } from "pg";
import { PgBoss } from "pg-boss";
import { queues } from "./queue-schedules.ts";
import type { QueueDefinition } from "./queue-schedules.ts";

/**
 * Creates or updates the schema of the jobs, its queues and its schedules, as the owner; the application's role may use them, not change them. Runs
 * after the migrations, under their lock.
 */
export async function installJobs(ownerUrl: string, client: Client): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: "pgboss",
    max: 2,
    supervise: false,
    schedule: false,
    application_name: "quayside install",
  });
  boss.on("error", () => undefined);
  await boss.start();
  try {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const [name, definition] of Object.entries(queues) as [string, QueueDefinition][]) {
      const { cron, policy, heartbeatSeconds, ...options } = definition;
      if (known.has(name)) await boss.updateQueue(name, options);
      else
        await boss.createQueue(name, {
          ...options,
          ...(policy === undefined ? {} : { policy }),
          ...(heartbeatSeconds === undefined ? {} : { heartbeatSeconds }),
        });
      if (cron !== undefined) await boss.schedule(name, cron, { acting: { kind: "platform" }, input: {} });
    }
    await client.query(`
      grant usage on schema pgboss to quayside_app;
      grant select, insert, update, delete on all tables in schema pgboss to quayside_app;
      grant usage on all sequences in schema pgboss to quayside_app;
      grant execute on all functions in schema pgboss to quayside_app;
    `);
  } finally {
    await boss.stop({ graceful: false });
  }
}
