import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Tx } from "#server/platform/db/row-security.ts";

/**
 * Waits until somebody waits for this transaction's locks, or until `work`, which should wait, has ended.
 * @param work what was started elsewhere meanwhile
 */
export async function untilBlocked(tx: Tx, work: Promise<unknown>): Promise<void> {
  const isOver = work.then(
    () => true,
    () => true,
  );
  const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid)) limit 1`;
  while ((await waiting.execute(tx)).rows.length === 0) {
    if (await Promise.race([isOver, sleep(5, false)])) return;
  }
}
