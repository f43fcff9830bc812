import { refuse } from "#src/kit/lib/result.ts";
import type { ExportMessage, ExportOrder } from "./export-messages.contract.ts";
import type { ExportEvent, ExportResult, ExportTask } from "./export.contract.ts";

/**
 * Writes a job's file in a worker of its own, from a page that may start one: Chromium's offscreen document, Firefox's background page. The file may be
 * on disk (the origin's private file system): save it within ten minutes.
 * @param onProgress receives the rows written so far, about every 1,000
 * @param signal ends the worker
 * @throws the signal's reason if it was aborted
 */
export async function writeExport(
  { jobId, layout }: ExportTask,
  onProgress: (rows: number) => void,
  signal?: AbortSignal,
): Promise<ExportResult<Blob>> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL("./export.worker.ts", import.meta.url), { type: "module", name: "quayside-export" });
  const { promise, resolve, reject } = Promise.withResolvers<ExportResult<Blob>>();
  const fail = (detail: string) => resolve(refuse({ kind: "exportFailed", detail }));
  const abort = () => reject(signal?.reason);
  worker.addEventListener("message", ({ data }: MessageEvent<ExportEvent<Blob>>) => {
    if (data.type === "progress") onProgress(data.rows);
    else resolve(data.result);
  });
  worker.addEventListener("error", (event) => fail(event.message));
  worker.addEventListener("messageerror", () => fail("the worker's answer could not be read"));
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const task: ExportTask = { jobId, layout };
    worker.postMessage(task, []);
    return await promise;
  } finally {
    signal?.removeEventListener("abort", abort);
    worker.terminate();
  }
}

/** Writes an ordered file and reports on it. The object URL in the result stays valid until this page is closed. */
export async function fulfilOrder(order: ExportOrder, send: (message: ExportMessage) => void): Promise<void> {
  const { jobId, layout, fileName, total } = order;
  const report = (event: ExportEvent<string>) => send({ to: "background", jobId, format: layout.format, fileName, total, event });
  const result = await writeExport(order, (rows) => report({ type: "progress", rows }));
  if (!result.ok) return report({ type: "result", result });
  const file = URL.createObjectURL(result.value.file);
  report({ type: "result", result: { ok: true, value: { ...result.value, file } } });
}
