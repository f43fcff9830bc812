import { addJob, openCollectDb, storePage } from "#src/collector/jobs/jobs.storage.ts";
import { writeExport } from "#src/collector/export/export-in-worker.ts";
import type { ExportLayout } from "#src/collector/export/export.contract.ts";
import { fullReviews, makeDoneJob } from "#tests/factories/exports.ts";

/** An export as seen by an extension page; the file is base64, to leave the browser. */
export interface SeenExport {
  ok: boolean;
  detail: string;
  rows: number;
  bytes: number;
  progress: number[];
  base64: string;
  /** whether the browser has a private file system for the growing file */
  onDisk: boolean;
}

/** Stores `count` reviews like collecting does. */
async function store(count: number): Promise<void> {
  const db = await openCollectDb();
  const job = makeDoneJob({ kept: 0 });
  await addJob(db, job);
  const reviews = fullReviews(count);
  const ids = reviews.map(({ reviewId }) => reviewId);
  await storePage(db, job.jobId, ids, (before) => ({ job: { ...before, kept: count }, keep: reviews, passOver: [] }));
  db.close();
}

/** Exports the stored reviews; with `abortAtRow`, cancels after that many rows. */
async function exportStored(layout: ExportLayout, abortAtRow: number | null): Promise<SeenExport> {
  const progress: number[] = [];
  const stop = new AbortController();
  const onProgress = (rows: number) => {
    progress.push(rows);
    if (abortAtRow !== null && rows >= abortAtRow) stop.abort(new Error("enough"));
  };
  const nothing = { ok: false, rows: 0, bytes: 0, progress, base64: "", onDisk: false };
  try {
    const result = await writeExport({ jobId: "job-1", layout }, onProgress, stop.signal);
    if (!result.ok) return { ...nothing, detail: `${result.problem.kind} ${result.problem.detail}` };
    const { file, rows, bytes } = result.value;
    return { ok: true, detail: file.type, rows, bytes, progress, base64: await base64Of(file), onDisk: await hasExportsFolder() };
  } catch (error) {
    return { ...nothing, detail: String(error) };
  }
}

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const loaded = new Promise<void>((resolve) => reader.addEventListener("load", () => resolve()));
  reader.readAsDataURL(blob);
  await loaded;
  return (typeof reader.result === "string" ? reader.result : "").replace(/^.*;base64,/, "");
}

async function hasExportsFolder(): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory();
    await root.getDirectoryHandle("exports");
    return true;
  } catch {
    return false;
  }
}

/** What this page offers the test as `quaysideExport`. */
export interface ExportPage {
  store: typeof store;
  exportStored: typeof exportStored;
}

const offered: ExportPage = { store, exportStored };
Object.assign(globalThis, { quaysideExport: offered });
