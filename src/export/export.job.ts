import type { Review } from "#src/reviews/reviews.contract.ts";
import { writeCsv } from "./csv.writer.ts";
import type { ExportFormat, ExportPlan } from "./export.contract.ts";
import type { Sink } from "./export.sink.ts";
import { writeXlsx } from "./xlsx.writer.ts";

/** What the worker is asked for. */
export interface ExportOrder {
  jobId: string;
  plan: ExportPlan;
  /** name of the working file, unique */
  fileName: string;
}

/** What the worker says: rows written now and then, then one outcome. */
export type ExportNews =
  | { type: "progress"; rows: number }
  | { type: "done"; file: Blob; bytes: number; rows: number }
  | { type: "failed"; kind: "diskFull" | "exportFailed"; detail: string };

/** How often progress is told, in rows. */
export const progressRows = 1_000;

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv;charset=utf-8",
};

/** The bytes of the file that a plan asks for. */
export function fileBytes(batches: AsyncIterable<readonly Review[]>, plan: ExportPlan): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return plan.format === "xlsx" ? writeXlsx(batches, plan) : writeCsv(batches, plan);
}

/**
 * Writes a file into a sink. Never throws: what went wrong is an outcome, and nothing half done is left.
 * @param tell hears progress about every 1,000 rows
 */
export async function exportInto(
  sink: Sink,
  batches: AsyncIterable<readonly Review[]>,
  plan: ExportPlan,
  tell: (news: ExportNews) => void,
): Promise<ExportNews> {
  let rows = 0;
  let bytes = 0;
  async function* counted(): AsyncGenerator<readonly Review[]> {
    for await (const batch of batches) {
      yield batch;
      const before = rows;
      rows += batch.length;
      if (Math.floor(rows / progressRows) > Math.floor(before / progressRows)) tell({ type: "progress", rows });
    }
  }
  try {
    for await (const chunk of fileBytes(counted(), plan)) {
      sink.write(chunk);
      bytes += chunk.length;
    }
    // A slice gives the file its type without copying it.
    const file = await sink.finish();
    return { type: "done", file: file.slice(0, file.size, mediaTypes[plan.format]), bytes, rows };
  } catch (error) {
    await sink.abandon().catch(() => undefined);
    return failureOf(error);
  }
}

/** The outcome for a thrown error: a full disk is told apart from all else. */
export function failureOf(error: unknown): ExportNews {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  const detail = error instanceof Error || error instanceof DOMException ? `${error.name}: ${error.message}` : String(error);
  return { type: "failed", kind: name === "QuotaExceededError" ? "diskFull" : "exportFailed", detail };
}
