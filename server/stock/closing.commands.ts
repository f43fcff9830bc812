import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";

/** What no transaction of ours takes: each of its statements ends after 30 s, and so does who waits between two after 60 s. */
const mostWaitMs = 90_000;
const lookEveryMs = 20;

/** The transactions, besides this one, that have entered something, or are about to. */
const writers = sql<{ writer: string }>`
  select virtualtransaction as writer from pg_locks
  where locktype = 'relation' and relation = 'stock_entry'::regclass and database = (select oid from pg_database where datname = current_database())
    and mode = 'RowExclusiveLock' and granted and pid <> pg_backend_pid()`;

/**
 * Closes a warehouse's ledger up to a moment: from now on the database takes no entry of before, however it is stamped and however late it comes; and
 * whoever had entered one by now has come to an end. What is read of that time from here on is all there will ever be. What is closed further stays so.
 *
 * Whoever enters takes its lock on the table before it asks what is closed. So who is not among the writers that are seen after the closing's commit
 * has ended by then, or is told no.
 * @param until of a time that is over: there is no way back
 * @param options.signal ends the waiting; `options.patienceMs`: how long is waited at most, a minute and a half unless told
 * @throws Error where somebody is still writing then; it stays closed, and the next try waits anew
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
  // Also where it was closed already: another process may have closed it a moment ago, and wait itself.
  const patience = AbortSignal.timeout(options.patienceMs ?? mostWaitMs);
  let awaited = (await database.statement(writers)).map(({ writer }) => writer);
  while (awaited.length > 0) {
    options.signal?.throwIfAborted();
    if (patience.aborted) throw new Error("stock: somebody has been writing to the ledger since before it was closed");
    await sleep(lookEveryMs);
    const left = new Set((await database.statement(writers)).map(({ writer }) => writer));
    awaited = awaited.filter((writer) => left.has(writer));
  }
}
