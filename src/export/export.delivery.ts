import browser from "webextension-polyfill";
import type { Calls, JobsNews } from "#src/collect/collect.calls.ts";
import type { CollectDb } from "#src/collect/collect.db.ts";
import { addExport, readJob } from "#src/collect/collect.db.ts";
import { translator } from "#src/i18n/collector.ts";
import { currentPlan } from "#src/plan/plan.source.ts";
import { readSettings } from "#src/settings/settings.storage.ts";
import type { ExportFormat } from "./export.contract.ts";
import type { FromOffscreen, WriteOrder, Written } from "./offscreen.contract.ts";
import { fromOffscreen } from "./offscreen.contract.ts";
import { planOfExport } from "./plan-of-export.ts";
import { fileNameFor } from "./export.rules.ts";
import { saveFile } from "./downloads.ts";
import { handOver, release } from "./offscreen.ts";

/** What delivering needs of the background. */
export interface DeliveryNeeds {
  db: CollectDb;
  hub: {
    named(jobId: string, fileName: string): Promise<void>;
    fileFailed(jobId: string, kind: "exportFailed" | "diskFull"): Promise<void>;
  };
  tell(news: JobsNews): void;
}

type Outcome = Calls["jobs.export"]["output"];

/** Those who wait for a job's file in this life of the worker. */
const waiting = new Map<string, ((outcome: Outcome) => void)[]>();

/** Makes a file of what a job has and gives it to the browser's downloads. */
export async function deliverExport(needs: DeliveryNeeds, jobId: string, format: ExportFormat): Promise<Outcome> {
  const job = await readJob(needs.db, jobId);
  if (job === null || job.kept === 0) return { ok: false, problem: { kind: "nothingToExport", detail: "" } };
  const settings = await readSettings();
  const texts = await translator(settings.language);
  const now = new Date();
  const plan = planOfExport({
    job,
    format,
    columns: settings.columns,
    plan: await currentPlan(),
    t: (key, values = {}) => texts(key, values),
    now,
  });
  const order: WriteOrder = { to: "offscreen", jobId, plan, fileName: fileNameFor(job, format, now), total: job.kept };
  const outcome = new Promise<Outcome>((resolve) => waiting.set(jobId, [...(waiting.get(jobId) ?? []), resolve]));
  try {
    await handOver(order, (message) => void written(needs, message));
  } catch (error) {
    await failed(needs, jobId, "exportFailed", String(error));
  }
  return outcome;
}

/** Takes what the offscreen document says, also in a worker that was started only by that message. */
export function listenForWrittenExports(needs: () => Promise<DeliveryNeeds>): void {
  browser.runtime.onMessage.addListener((raw: unknown) => {
    const message = fromOffscreen.safeParse(raw);
    if (message.success) void needs().then((ready) => written(ready, message.data));
    return undefined;
  });
}

async function written(needs: DeliveryNeeds, message: FromOffscreen): Promise<void> {
  if (message.type === "progress") {
    needs.tell({ type: "exporting", jobId: message.jobId, rows: message.rows, total: message.total });
  } else if (message.type === "failed") {
    await failed(needs, message.jobId, message.kind, message.detail);
  } else {
    await download(needs, message);
  }
}

async function download(needs: DeliveryNeeds, file: Written): Promise<void> {
  const { jobId, format, rows, bytes } = file;
  try {
    const fileName = await saveFile(file.url, file.fileName);
    const record = { exportId: crypto.randomUUID(), jobId, fileName, format, rows, bytes, at: new Date().toISOString() };
    await addExport(needs.db, record);
    await needs.hub.named(jobId, fileName);
    needs.tell({ type: "exported", record });
    settle(jobId, { ok: true, value: record });
  } catch (error) {
    await failed(needs, jobId, "exportFailed", String(error));
  } finally {
    const others = [...waiting.keys()].some((other) => other !== jobId);
    await release(file.url, others);
  }
}

/** Tells whoever waits, and notes it in the job for whoever looks later. */
async function failed(needs: DeliveryNeeds, jobId: string, kind: "exportFailed" | "diskFull", detail: string): Promise<void> {
  await needs.hub.fileFailed(jobId, kind);
  settle(jobId, { ok: false, problem: { kind, detail } });
}

function settle(jobId: string, outcome: Outcome): void {
  for (const resolve of waiting.get(jobId) ?? []) resolve(outcome);
  waiting.delete(jobId);
}
