import type { ColumnId, ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import type { ExportProblem } from "#src/collector/jobs/jobs.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";

/** One row of the second sheet: a label and its value, both in the person's language. */
export interface AboutRow {
  label: string;
  value: string | number | Date;
}

/** Everything that a writer needs beside the rows; texts are in the person's language. */
export interface ExportLayout {
  format: ExportFormat;
  columns: readonly ColumnId[];
  /** header text of each column */
  headers: Readonly<Record<ColumnId, string>>;
  /** words for true and false in yes/no columns */
  yes: string;
  no: string;
  /** text of a cell whose field was not read */
  notRead: string;
  sheetName: string;
  aboutSheetName: string;
  about: readonly AboutRow[];
}

/** What the worker needs to write one job's file. */
export interface ExportTask {
  jobId: string;
  layout: ExportLayout;
}

/**
 * The result of writing one file, the same in every context that it passes through. `File` is a Blob where the file is written, and its object URL in
 * the background, which cannot receive a Blob.
 */
export type ExportResult<File> = Result<{ file: File; rows: number; bytes: number }, ExportProblem>;

/** Reported while a file is written: the rows written so far, any number of times, then one result. */
export type ExportEvent<File> = { type: "progress"; rows: number } | { type: "result"; result: ExportResult<File> };
