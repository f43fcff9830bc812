import type { Result } from "#src/lib/result.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { ExportPlan } from "./export.contract.ts";
import type { ExportNews, ExportOrder } from "./export.job.ts";

/** A finished file. `blob` may lie on disk (the origin's private file system): hand it to the downloads within ten minutes. */
export interface WrittenExport {
  blob: Blob;
  bytes: number;
  rows: number;
}

export interface ExportProblem {
  kind: "diskFull" | "exportFailed";
  /** for a report; not for people */
  detail: string;
}

/**
 * Writes a job's file in a worker of its own, from a page that may start one: Chromium's offscreen document, Firefox's
 * background page, the dashboard.
 * @param input.onProgress rows written so far, about every 1,000
 * @param input.signal ends the worker
 * @throws the signal's reason where it was aborted
 */
export async function writeExport(input: {
  jobId: string;
  plan: ExportPlan;
  onProgress: (rows: number) => void;
  signal?: AbortSignal;
}): Promise<Result<WrittenExport, ExportProblem>> {
  const { jobId, plan, onProgress, signal } = input;
  signal?.throwIfAborted();
  const worker = new Worker(new URL("./export.worker.ts", import.meta.url), { type: "module", name: "quayside-export" });
  const { promise, resolve, reject } = Promise.withResolvers<Result<WrittenExport, ExportProblem>>();
  const abort = () => reject(signal?.reason);
  worker.addEventListener("message", ({ data }: MessageEvent<ExportNews>) => {
    if (data.type === "progress") onProgress(data.rows);
    else if (data.type === "done") resolve(ok({ blob: data.file, bytes: data.bytes, rows: data.rows }));
    else resolve(refuse({ kind: data.kind, detail: data.detail }));
  });
  worker.addEventListener("error", (event) => resolve(refuse({ kind: "exportFailed", detail: event.message })));
  worker.addEventListener("messageerror", () => resolve(refuse({ kind: "exportFailed", detail: "the worker's answer could not be read" })));
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const order: ExportOrder = { jobId, plan, fileName: `${crypto.randomUUID()}.${plan.format}` };
    worker.postMessage(order, []);
    return await promise;
  } finally {
    signal?.removeEventListener("abort", abort);
    worker.terminate();
  }
}
