import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/** Longer than any transaction of ours: a statement times out after 30 s, an idle transaction after 60 s. */
const mostWaitMs = 90_000;
const pollMs = 20;

/** Lists the other transactions that have written entries of stock or of work, or are about to. */
const writers = sql<{ writer: string }>`
  select virtualtransaction as writer from pg_locks
  where locktype = 'relation' and relation in ('stock_entry'::regclass, 'work_entry'::regclass) and database = (select oid from pg_database where datname = current_database())
    and mode = 'RowExclusiveLock' and granted and pid <> pg_backend_pid()`;

/**
 * Closes a warehouse's ledger up to a moment: from now on the database refuses entries from before it, and all transactions that had written one have
 * ended. What is read of that time from here on is final. A ledger that is already closed further stays so.
 *
 * A writer locks the table before it checks what is closed. So a writer that is not seen after the closing's commit has ended, or will be refused.
 * @param until in the past: closing cannot be undone
 * @param options.signal ends the waiting; `options.patienceMs`: the longest wait, 90 s by default
 * @throws Error if somebody is still writing then; the ledger stays closed, and the next try waits again
 */
export async function closeLedger(
  database: Database,
  { providerUuid, warehouseUuid, until }: { readonly providerUuid: string; readonly warehouseUuid: string; readonly until: Date },
  options: { readonly signal?: AbortSignal | undefined; readonly patienceMs?: number } = {},
): Promise<void> {
  await database.transaction({ kind: "provider", providerUuid }, (tx) =>
    sql`update warehouse set ledger_closed_until = ${until}::timestamptz where provider_uuid = ${providerUuid} and warehouse_uuid = ${warehouseUuid}
      and (ledger_closed_until is null or ledger_closed_until < ${until}::timestamptz)`.execute(tx),
  );
  // Waits even if it was already closed: another process may have closed it just now, and be waiting too.
  const patience = AbortSignal.timeout(options.patienceMs ?? mostWaitMs);
  let awaited = (await database.statement(writers)).map(({ writer }) => writer);
  while (awaited.length > 0) {
    options.signal?.throwIfAborted();
    if (patience.aborted) throw new Error("stock: a transaction from before the closing is still writing to the ledger");
    await sleep(pollMs);
    const left = new Set((await database.statement(writers)).map(({ writer }) => writer));
    awaited = awaited.filter((writer) => left.has(writer));
  }
}
