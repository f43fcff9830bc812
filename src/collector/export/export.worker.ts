import { openCollectDb, reviewBatches } from "#src/collector/jobs/jobs.storage.ts";
import { refuse } from "#src/kit/lib/result.ts";
import type { ExportEvent, ExportResult, ExportTask } from "./export.contract.ts";
import { openSink } from "./file-sink.ts";
import { toExportProblem, writeToSink } from "./write-export.ts";

/** Reviews read from the database at a time. */
const batchSize = 500;

/** The worker's own scope; TypeScript's DOM library has only a window's. */
interface WorkerScope {
  postMessage(event: ExportEvent<Blob>, transfer: readonly []): void;
  addEventListener(type: "message", listen: (event: MessageEvent<ExportTask>) => void): void;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file runs as a worker only; the program has the types of a page
const scope = globalThis as unknown as WorkerScope;
const post = (event: ExportEvent<Blob>) => scope.postMessage(event, []);

async function run({ jobId, layout }: ExportTask): Promise<ExportResult<Blob>> {
  try {
    const db = await openCollectDb();
    try {
      const sink = await openSink(`${crypto.randomUUID()}.${layout.format}`, Date.now());
      return await writeToSink(sink, reviewBatches(db, jobId, batchSize), layout, (rows) => post({ type: "progress", rows }));
    } finally {
      db.close();
    }
  } catch (error) {
    return refuse(toExportProblem(error));
  }
}

// One task per worker; export-in-worker.ts terminates it afterwards. Only that host, of the same origin, can send to it.
scope.addEventListener("message", ({ data }) => {
  void run(data).then((result) => post({ type: "result", result }));
});
