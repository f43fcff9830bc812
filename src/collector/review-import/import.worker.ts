import { importReviews } from "./store-imported-job.commands.ts";
import { openCollectDb } from "#src/collector/jobs/jobs.storage.ts";
import { sampleSize } from "./found-file.ts";
import type { ImportNews, ImportOrder } from "./import-messages.ts";
import { importLimits, readExport } from "./read-export.ts";
import type { FoundReviews } from "./read-chosen-file.ts";
import { isExport } from "./read-chosen-file.ts";

/** The worker's own scope; TypeScript's DOM library knows a window only. */
interface WorkerScope {
  postMessage(news: ImportNews, transfer: readonly []): void;
  addEventListener(type: "message", listen: (event: MessageEvent<ImportOrder>) => void): void;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file runs as a worker only; the program has the types of a page
const scope = globalThis as unknown as WorkerScope;
const post = (news: ImportNews) => scope.postMessage(news, []);

// Reviews stay here, from reading to storing: 100,000 of them sent to the page and back would stop it for a second each way.
let held: FoundReviews | null = null;

async function read(file: Blob): Promise<ImportNews> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const exported = await readExport(bytes, importLimits, (done, total) => post({ type: "rows", done, total }));
  if (!exported.ok) return { type: "refused", problem: exported.problem };
  held = isExport(exported.value);
  const { reviews, title, skipped } = held;
  return { type: "found", found: { count: reviews.length, sample: reviews.slice(0, sampleSize), title, skipped } };
}

async function save(title: string): Promise<ImportNews> {
  if (held === null) return { type: "failed", detail: "nothing was read" };
  const { reviews, url } = held;
  const db = await openCollectDb();
  try {
    const job = await importReviews(db, { title, url, facts: null, reviews }, (stored) => post({ type: "stored", reviews: stored }));
    return { type: "saved", jobId: job.jobId };
  } finally {
    db.close();
  }
}

scope.addEventListener("message", ({ data }) => {
  const work = data.type === "read" ? read(data.file) : save(data.title);
  work.then(post, (error: unknown) => post({ type: "failed", detail: String(error) }));
});
