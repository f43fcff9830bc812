import type { Result } from "#src/kit/lib/result.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { FoundFile } from "./found-file.ts";
import type { FoundSummary, ImportNews, ImportOrder } from "./import-messages.ts";
import type { ImportProblem, OnRows } from "./read-export.ts";

/** News that end an order. */
type Outcome = Exclude<ImportNews, { type: "rows" | "stored" }>;

/**
 * Reads a file that Quayside exported, in a worker that keeps its reviews until they are stored or dropped: the page stays free.
 * @param onRows receives the number of rows read so far
 */
export async function readInWorker(file: Blob, onRows: OnRows): Promise<Result<FoundFile, ImportProblem>> {
  const worker = new Worker(new URL("./import.worker.ts", import.meta.url), { type: "module", name: "quayside-import" });
  const answer = await order(worker, { type: "read", file }, (news) => news.type === "rows" && onRows(news.done, news.total));
  if (answer.type === "found") return ok(foundIn(worker, answer.found));
  worker.terminate();
  return refuse(answer.type === "refused" ? answer.problem : { kind: "unreadable" });
}

function foundIn(worker: Worker, found: FoundSummary): FoundFile {
  return {
    ...found,
    missing: [],
    isTruncated: false,
    async save(title, onStored) {
      const answer = await order(worker, { type: "save", title }, (news) => news.type === "stored" && onStored(news.reviews));
      if (answer.type !== "saved") throw new Error(`import: ${answer.type === "failed" ? answer.detail : answer.type}`);
      worker.terminate();
      return answer.jobId;
    },
    drop: () => worker.terminate(),
  };
}

/** Gives an order and waits for what ends it; a worker that breaks ends it as failed. */
function order(worker: Worker, what: ImportOrder, onNews: (news: ImportNews) => void): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const ended = new AbortController();
  const { signal } = ended;
  const receive = ({ data }: MessageEvent<ImportNews>) => {
    if (data.type === "rows" || data.type === "stored") onNews(data);
    else resolve(data);
  };
  worker.addEventListener("message", receive, { signal });
  worker.addEventListener("error", (event) => resolve({ type: "failed", detail: event.message }), { signal });
  worker.postMessage(what, []);
  return promise.finally(() => ended.abort());
}
