import type { FromOffscreen, WriteOrder } from "./offscreen.contract.ts";
import { writeExport } from "./export.host.ts";

/**
 * Writes one file in a worker and says how it goes. Runs where there are workers and object URLs: Chrome's offscreen
 * document, Firefox's background page. The URL stays valid until that page is closed.
 */
export async function writeFile(order: WriteOrder, tell: (message: FromOffscreen) => void): Promise<void> {
  const { jobId, plan, fileName, total } = order;
  const result = await writeExport({ jobId, plan, onProgress: (rows) => tell({ to: "background", type: "progress", jobId, rows, total }) });
  if (!result.ok) {
    tell({ to: "background", type: "failed", jobId, kind: result.problem.kind, detail: result.problem.detail });
    return;
  }
  const { blob, rows, bytes } = result.value;
  tell({ to: "background", type: "written", jobId, format: plan.format, fileName, url: URL.createObjectURL(blob), rows, bytes });
}
