import type { FoundFile } from "./found-file.ts";
import type { ImportProblem } from "./read-export.ts";

/** What the dashboard tells its import worker: first to read a file, then perhaps to store what it found. */
export type ImportOrder = { type: "read"; file: Blob } | { type: "save"; title: string };

/** What can be said of a file without sending its reviews. */
export type FoundSummary = Pick<FoundFile, "count" | "sample" | "title" | "skipped">;

/** What the worker answers. */
export type ImportNews =
  | { type: "rows"; done: number; total: number }
  | { type: "found"; found: FoundSummary }
  | { type: "refused"; problem: ImportProblem }
  | { type: "stored"; reviews: number }
  | { type: "saved"; jobId: string }
  | { type: "failed"; detail: string };
