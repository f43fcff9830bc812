import browser from "webextension-polyfill";
import { getCurrentPlan } from "#src/collector/device-plan/current-plan.ts";
import type { Calls, JobsNews } from "#src/collector/jobs/background-calls.ts";
import type { ExportProblem } from "#src/collector/jobs/jobs.contract.ts";
import type { CollectDb } from "#src/collector/jobs/jobs.storage.ts";
import { addExport, readJob } from "#src/collector/jobs/jobs.storage.ts";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { readSettings } from "#src/collector/settings/settings.storage.ts";
import type { Texts } from "#src/kit/i18n/i18n.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { fulfilOrder } from "./export-in-worker.ts";
import { buildJobLayout } from "./export-layout.ts";
import type { ExportMessage, ExportOrder } from "./export-messages.contract.ts";
import { exportMessage } from "./export-messages.contract.ts";
import { buildFileName } from "./export.rules.ts";
import { saveDownload } from "./save-download.ts";

/** What delivering a file needs of the background. */
export interface DeliveryNeeds {
  db: CollectDb;
  hub: {
    fileSaved(jobId: string, fileName: string): Promise<void>;
    fileFailed(jobId: string, kind: ExportProblem["kind"]): Promise<void>;
  };
  publish(news: JobsNews): void;
  translator: Texts["translator"];
}

type Delivery = Calls["jobs.export"]["output"];

/** Callers that wait for a job's file, in this life of the service worker. */
const waiting = new Map<string, ((delivery: Delivery) => void)[]>();

/** Makes a file of a job's reviews and hands it to the browser's downloads. */
export async function deliverExport(needs: DeliveryNeeds, jobId: string, format: ExportFormat): Promise<Delivery> {
  const job = await readJob(needs.db, jobId);
  if (job === null || job.kept === 0) return refuse({ kind: "nothingToExport", detail: "" });
  const settings = await readSettings();
  const texts = await needs.translator(settings.language);
  const now = new Date();
  const layout = buildJobLayout({
    job,
    format,
    columns: settings.columns,
    plan: await getCurrentPlan(),
    t: (key, values = {}) => texts(key, values),
    now,
  });
  const order: ExportOrder = { to: "offscreen", jobId, layout, fileName: buildFileName(job, format, now), total: job.kept };
  const delivery = new Promise<Delivery>((resolve) => waiting.set(jobId, [...(waiting.get(jobId) ?? []), resolve]));
  try {
    await sendOrder(order, (message) => void receive(needs, message));
  } catch (error) {
    await fail(needs, jobId, { kind: "exportFailed", detail: String(error) });
  }
  return delivery;
}

/** Handles the messages of the offscreen document, also in a service worker that was started only by such a message. */
export function listenForExportMessages(getNeeds: () => Promise<DeliveryNeeds>): void {
  browser.runtime.onMessage.addListener((raw: unknown) => {
    const message = exportMessage.safeParse(raw);
    if (message.success) void getNeeds().then((needs) => receive(needs, message.data));
    return undefined;
  });
}

async function receive(needs: DeliveryNeeds, message: ExportMessage): Promise<void> {
  const { jobId, total, event } = message;
  if (event.type === "progress") needs.publish({ type: "exporting", jobId, rows: event.rows, total });
  else if (event.result.ok) await download(needs, message, event.result.value);
  else await fail(needs, jobId, event.result.problem);
}

async function download(
  needs: DeliveryNeeds,
  { jobId, format, fileName }: ExportMessage,
  { file, rows, bytes }: { file: string; rows: number; bytes: number },
): Promise<void> {
  try {
    const savedAs = await saveDownload(file, fileName);
    const record = { exportId: crypto.randomUUID(), jobId, fileName: savedAs, format, rows, bytes, at: new Date().toISOString() };
    await addExport(needs.db, record);
    await needs.hub.fileSaved(jobId, savedAs);
    needs.publish({ type: "exported", record });
    settle(jobId, ok(record));
  } catch (error) {
    await fail(needs, jobId, { kind: "exportFailed", detail: String(error) });
  } finally {
    const isLast = [...waiting.keys()].every((other) => other === jobId);
    await releaseFile(file, isLast);
  }
}

/** Stores the problem in the job, for whoever opens it later, and answers those who wait. */
async function fail(needs: DeliveryNeeds, jobId: string, problem: ExportProblem): Promise<void> {
  await needs.hub.fileFailed(jobId, problem.kind);
  settle(jobId, refuse(problem));
}

function settle(jobId: string, delivery: Delivery): void {
  for (const resolve of waiting.get(jobId) ?? []) resolve(delivery);
  waiting.delete(jobId);
}

/** Chrome's offscreen documents, which the polyfill's types do not have. */
interface Offscreen {
  createDocument(options: { url: string; reasons: string[]; justification: string }): Promise<void>;
  closeDocument(): Promise<void>;
  hasDocument(): Promise<boolean>;
}

function getChromeOffscreen(): Offscreen | null {
  const chrome: unknown = Reflect.get(globalThis, "chrome");
  if (typeof chrome !== "object" || chrome === null || !("offscreen" in chrome)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the polyfill has no types for `chrome.offscreen`
  return chrome.offscreen as Offscreen;
}

/**
 * Sends an order to the page that can write files. A service worker has neither workers nor object URLs, so Chrome gets an offscreen document for it (the
 * reason for the `offscreen` permission); Firefox's background is a page itself.
 * @throws Error if the document cannot be created
 */
async function sendOrder(order: ExportOrder, onMessage: (message: ExportMessage) => void): Promise<void> {
  const offscreen = getChromeOffscreen();
  if (offscreen === null) {
    await fulfilOrder(order, onMessage);
    return;
  }
  if (!(await offscreen.hasDocument())) {
    await offscreen
      .createDocument({ url: "/offscreen.html", reasons: ["BLOBS", "WORKERS"], justification: "Writes the exported file in a worker." })
      // Two exports at once both find none; the second creation fails although the document exists.
      .catch(async (error: unknown) => {
        if (!(await offscreen.hasDocument())) throw error;
      });
  }
  await browser.runtime.sendMessage(order);
}

/** Releases a saved file. Chrome's offscreen document is closed after the last one, which revokes all its URLs. */
async function releaseFile(url: string, isLast: boolean): Promise<void> {
  const offscreen = getChromeOffscreen();
  if (offscreen === null) URL.revokeObjectURL(url);
  else if (isLast && (await offscreen.hasDocument())) await offscreen.closeDocument();
}
