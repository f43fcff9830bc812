import { z } from "zod";
import { isBound } from "#server/platform/db/row-security.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { failDownload, finishDownload, progressDownload } from "#server/company/downloads/downloads.commands.ts";
import type { DownloadRef } from "#server/company/downloads/downloads.commands.ts";
import { discardFile } from "#server/platform/files/files.commands.ts";
import type { StoredFile } from "#server/platform/files/files.commands.ts";
import { storeTable } from "#server/platform/files/table-files.commands.ts";
import { defineJob } from "#server/platform/jobs/job-queue.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobContext } from "#server/platform/jobs/worker.ts";
import { auditTable } from "./audit-export.ts";
import type { AuditFilter } from "./audit-filters.ts";
import { auditBatch } from "./audit.queries.ts";
import type { AuditRow } from "./audit.queries.ts";

const batchSize = 2000;

/** Writes the filtered log to a file; enqueued with its download's row. Times are ISO texts, because the job's data is JSON. */
export const exportJob = defineJob({
  name: "audit.export",
  input: z.strictObject({
    download_uuid: z.uuid(),
    name: z.string(),
    format: z.enum(["xlsx", "csv"]),
    language: z.enum(["en_us", "zh_cn"]),
    /** number of rows when the export was requested, for the progress */
    total: z.int(),
    action: z.string().optional(),
    user_uuid: z.uuid().optional(),
    subject_uuid: z.uuid().optional(),
    from: z.iso.datetime().optional(),
    until: z.iso.datetime(),
  }),
});
type Order = z.output<typeof exportJob.input>;

/** Nobody needs the file any more: its download was deleted, or another try of the job was first. */
class Unwanted extends Error {}

interface Whose {
  readonly ref: DownloadRef;
  readonly filter: AuditFilter;
}

function whose(acting: Acting, order: Order): Whose {
  const { providerUuid, retailerUuid, userUuid } = acting;
  if (typeof providerUuid !== "string" || typeof userUuid !== "string") throw new Error("audit: an export must act for a provider's user");
  return {
    ref: { providerUuid, userUuid, downloadUuid: order.download_uuid },
    filter: {
      providerUuid,
      retailerUuid: retailerUuid ?? null,
      action: order.action,
      userUuid: order.user_uuid,
      ownUserUuid: isBound(acting) ? userUuid : undefined,
      subjectUuid: order.subject_uuid,
      from: order.from === undefined ? undefined : new Date(order.from),
      until: new Date(order.until),
    },
  };
}

/** Reads the rows batch by batch, each in a transaction of its own that also reports progress. Stops between batches. */
async function* readBatches({ services, acting, signal }: JobContext, { ref, filter }: Whose, total: number): AsyncGenerator<AuditRow[]> {
  let after: string | null = null;
  let done = 0;
  for (;;) {
    signal.throwIfAborted();
    const progress = Math.min(99, Math.floor((done / Math.max(1, total)) * 100));
    const rows: AuditRow[] = await services.database.transaction(acting, async (tx) => {
      if (!(await progressDownload(tx, ref, progress))) throw new Unwanted();
      return auditBatch(tx, filter, { after, limit: batchSize });
    });
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    done += rows.length;
    after = rows.at(-1)?.audit_uuid ?? null;
  }
}

/** Returns the written file; null if nobody needs it any more. */
async function write(order: Order, context: JobContext, mine: Whose): Promise<StoredFile | null> {
  const { services, acting } = context;
  const table = auditTable(order.language, readBatches(context, mine, order.total));
  try {
    const about = { purpose: "download", name: order.name, extension: order.format } as const;
    return await storeTable(services, acting, about, table);
  } catch (error) {
    if (error instanceof Unwanted) return null;
    throw error;
  }
}

/**
 * Each try writes a file of its own, which only the job's last transaction assigns to the download: a killed try leaves a file that nobody sees and
 * that is cleared away, and of two concurrent tries the second discards its own.
 */
async function exportOnce(order: Order, context: JobContext): Promise<void> {
  const { services, acting, finish } = context;
  const mine = whose(acting, order);
  const kept = await write(order, context, mine);
  let isTaken = false;
  try {
    await finish(async (tx) => {
      isTaken = kept !== null && (await finishDownload(tx, mine.ref, kept, services.clock.now()));
    });
  } catch (error) {
    isTaken = false;
    throw error;
  } finally {
    // A commit whose acknowledgement was lost stands: the confirmed file is not discarded.
    if (kept !== null && !isTaken) await discardFile(services, acting, kept);
  }
}

/** An export whose last try has failed shows as failed in the list of downloads. */
export const exportWorker = workOn(exportJob, exportOnce, async (tx, order, acting) => {
  await failDownload(tx, whose(acting, order).ref);
});
