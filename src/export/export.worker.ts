import { openCollectDb, reviewBatches } from "#src/collect/collect.db.ts";
import type { ExportNews, ExportOrder } from "./export.job.ts";
import { exportInto, failureOf } from "./export.job.ts";
import { openSink } from "./export.sink.ts";

/** Reviews read from the database at a time. */
const batchSize = 500;

/** The worker's own scope; TypeScript's DOM library knows a window only. */
interface WorkerScope {
  postMessage(news: ExportNews, transfer: readonly []): void;
  addEventListener(type: "message", listen: (event: MessageEvent<ExportOrder>) => void): void;
}

async function run(order: ExportOrder, tell: (news: ExportNews) => void): Promise<ExportNews> {
  try {
    const db = await openCollectDb();
    try {
      const sink = await openSink(order.fileName, Date.now());
      return await exportInto(sink, reviewBatches(db, order.jobId, batchSize), order.plan, tell);
    } finally {
      db.close();
    }
  } catch (error) {
    return failureOf(error);
  }
}

// One order a worker; export.host.ts ends it afterwards. Only that host, of the same origin, can send to it.
const scope = globalThis as unknown as WorkerScope;
const tell = (news: ExportNews) => scope.postMessage(news, []);
scope.addEventListener("message", ({ data }) => {
  void run(data, tell).then(tell);
});
