import type { z } from "zod";
import { mostExported } from "#src/outbound/shipping-notices/shipping-notices.rules.ts";
import { failDownload, finishDownload, progressDownload } from "#server/company/downloads/downloads.commands.ts";
import type { DownloadRef } from "#server/company/downloads/downloads.commands.ts";
import type { Acting } from "#server/platform/db/row-security.ts";
import { discardFile, storeFile } from "#server/platform/files/files.commands.ts";
import type { StoredFile } from "#server/platform/files/files.commands.ts";
import { buildTableFile } from "#server/platform/files/table-files.commands.ts";
import { workOn } from "#server/platform/jobs/worker.ts";
import type { JobContext, JobWorker } from "#server/platform/jobs/worker.ts";
import { drawShipped, tableShipped } from "./shipped-files.ts";
import { listShipped } from "./shipped.queries.ts";
import type { ShippedPlace, ShippedRow } from "./shipped.queries.ts";
import { exportShippedJob } from "./shipping-notices.job-kinds.ts";

const batchSize = 500;
type Order = z.output<typeof exportShippedJob.input>;

/** Nobody needs the file any more: its download was deleted, or another try of the job was first. */
class Unwanted extends Error {}

function getRef({ providerUuid, userUuid }: Acting, { download_uuid }: Order): DownloadRef {
  if (typeof providerUuid !== "string" || typeof userUuid !== "string")
    throw new Error("shipping notices: an export must act for a provider's user");
  return { providerUuid, userUuid, downloadUuid: download_uuid };
}

/** Reads the rows batch by batch, each in a transaction of its own that also reports progress. Stops between batches. */
async function* readBatches({ services, acting, signal }: JobContext, order: Order, ref: DownloadRef): AsyncGenerator<ShippedRow[]> {
  const { download_uuid: _download, name: _name, format, language: _language, total, ...asked } = order;
  const filter = { ...asked, provider_uuid: ref.providerUuid };
  let after: ShippedPlace | null = null;
  let done = 0;
  while (done < mostExported[format]) {
    signal.throwIfAborted();
    const [from, limit]: [ShippedPlace | null, number] = [after, Math.min(batchSize, mostExported[format] - done)];
    const progress = Math.min(99, Math.floor((done / Math.max(1, total)) * 100));
    const rows: ShippedRow[] = await services.database.transaction(acting, async (tx) => {
      if (!(await progressDownload(tx, ref, progress))) throw new Unwanted();
      return listShipped(tx, filter, from, limit);
    });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    done += rows.length;
    after = rows.at(-1) ?? null;
  }
}

/** Returns the written file; null if nobody needs it any more. */
async function write(order: Order, context: JobContext, ref: DownloadRef): Promise<StoredFile | null> {
  const { services, acting } = context;
  const batches = readBatches(context, order, ref);
  const about = { purpose: "download", name: order.name, extension: order.format } as const;
  try {
    const source =
      order.format === "xlsx"
        ? buildTableFile("xlsx", tableShipped(order, batches))
        : await drawShipped(order, batches, services.clock.now());
    return await storeFile(services, acting, about, source);
  } catch (error) {
    if (error instanceof Unwanted) return null;
    throw error;
  }
}

/** Each try writes a file of its own, which only the job's last transaction assigns to the download. */
async function exportOnce(order: Order, context: JobContext): Promise<void> {
  const { services, acting, finish } = context;
  const ref = getRef(acting, order);
  const kept = await write(order, context, ref);
  let isTaken = false;
  try {
    await finish(async (tx) => {
      isTaken = kept !== null && (await finishDownload(tx, ref, kept, services.clock.now()));
    });
  } catch (error) {
    isTaken = false;
    throw error;
  } finally {
    if (kept !== null && !isTaken) await discardFile(services, acting, kept);
  }
}

export const shippingNoticeJobs: readonly JobWorker[] = [
  workOn(exportShippedJob, exportOnce, async (tx, order, acting) => {
    await failDownload(tx, getRef(acting, order));
  }),
];
