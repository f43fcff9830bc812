import type { ExportProblem } from "#src/collector/jobs/jobs.contract.ts";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeCsv } from "./csv-writer.ts";
import type { ExportLayout, ExportResult } from "./export.contract.ts";
import type { Sink } from "./file-sink.ts";
import { writeXlsx } from "./xlsx-writer.ts";

/** Rows between two reports of progress. */
export const progressRows = 1_000;

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv;charset=utf-8",
};

/** The bytes of a file with this layout, in pieces. */
export function streamFileBytes(batches: AsyncIterable<readonly Review[]>, layout: ExportLayout): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return layout.format === "xlsx" ? writeXlsx(batches, layout) : writeCsv(batches, layout);
}

/**
 * Writes a file into a sink. Never throws: an error becomes the result, and the unfinished file is removed.
 * @param onProgress receives the rows written so far, about every 1,000
 */
export async function writeToSink(
  sink: Sink,
  batches: AsyncIterable<readonly Review[]>,
  layout: ExportLayout,
  onProgress: (rows: number) => void,
): Promise<ExportResult<Blob>> {
  let rows = 0;
  let bytes = 0;
  async function* counted(): AsyncGenerator<readonly Review[]> {
    for await (const batch of batches) {
      yield batch;
      const before = rows;
      rows += batch.length;
      if (Math.floor(rows / progressRows) > Math.floor(before / progressRows)) onProgress(rows);
    }
  }
  try {
    for await (const chunk of streamFileBytes(counted(), layout)) {
      sink.write(chunk);
      bytes += chunk.length;
    }
    const written = await sink.finish();
    // A slice gives the file its type without copying it.
    return ok({ file: written.slice(0, written.size, mediaTypes[layout.format]), rows, bytes });
  } catch (error) {
    await sink.abandon().catch(() => undefined);
    return refuse(toExportProblem(error));
  }
}

/** The problem that a thrown error stands for; a full disk has a kind of its own. */
export function toExportProblem(error: unknown): ExportProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  const detail = error instanceof Error || error instanceof DOMException ? `${error.name}: ${error.message}` : String(error);
  return { kind: name === "QuotaExceededError" ? "diskFull" : "exportFailed", detail };
}
