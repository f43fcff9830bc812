import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#server/platform/db/database.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { coalesceWork } from "./coalesced-work.ts";
import type { CoalescedWork } from "./coalesced-work.ts";
import { insertEvents } from "./events.ts";
import { numberEvents } from "./stored-events.queries.ts";

/** Under load, events are numbered together: a person does not notice the delay, and each numbering costs a flush to disk. */
const notWithinMs = 20;

/**
 * Has events numbered once this process has committed them, or when asked. Each process that writes events opens one. Those of a process that ended
 * between the two are numbered with the next, or when another process polls.
 *
 * The writing transaction itself notifies nobody: PostgreSQL would hold a lock of the whole database while it flushes the commit, and the commits of
 * all companies would wait for each other.
 */
export function openNumbering(database: Database, log: FastifyBaseLogger): CoalescedWork {
  const numbering = coalesceWork(() => database.transaction(platform, numberEvents), {
    retryAfterMs: 500,
    notWithinMs,
    onError: (error) => log.warn({ err: error }, "realtime: numbering events failed, retrying"),
  });
  const endWatch = database.watchCommits(insertEvents, numbering.ask);
  return {
    ask: numbering.ask,
    async close() {
      endWatch();
      await numbering.close();
    },
  };
}
