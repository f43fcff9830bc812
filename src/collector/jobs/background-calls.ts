import browser from "webextension-polyfill";
import type { Problem, PageFacts } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { DeviceSession, LinkGoal, ProStatus } from "#src/pro/entitlement/pro-status.rules.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import type { ExportProblem, ExportRecord, Job } from "./jobs.contract.ts";

/** Facts of a tab's page without its token. */
export type TabFacts = Omit<PageFacts, "csrf">;

/** The calls that popup and dashboard make to the background, with input and output. */
export interface Calls {
  /**
   * The page in a tab: its facts, or why it cannot be collected. `noAccess`: the browser withholds the host;
   * `needsReload`: the page was open before the extension was there.
   */
  "tab.read": { input: { tabId: number }; output: Result<TabFacts, Problem | { kind: "noAccess" } | { kind: "needsReload" }> };
  "jobs.list": { input: Record<string, never>; output: Job[] };
  /** starts collecting in a tab, from the first page; an unfinished job of the same page is cancelled and stays in the list */
  "jobs.start": {
    input: { tabId: number; options: CollectOptions };
    output: Result<Job, Problem | { kind: "noAccess" } | { kind: "needsReload" }>;
  };
  "jobs.pause": { input: { jobId: string }; output: Job | null };
  /** opens the job's page in a tab if none shows it */
  "jobs.resume": { input: { jobId: string }; output: Job | null };
  "jobs.cancel": { input: { jobId: string }; output: Job | null };
  "jobs.lookAgain": { input: { jobId: string }; output: Job | null };
  /** deletes a job with its reviews; returns the bytes freed */
  "jobs.remove": { input: { jobId: string }; output: { bytes: number } };
  /** makes the file and passes it to the browser's downloads */
  "jobs.export": {
    input: { jobId: string; format: ExportFormat };
    output: Result<ExportRecord, ExportProblem | { kind: "nothingToExport"; detail: string }>;
  };
  "exports.list": { input: Record<string, never>; output: ExportRecord[] };
  "storage.usage": { input: Record<string, never>; output: { usedBytes: number; quotaBytes: number } };
  "plan.get": { input: Record<string, never>; output: Plan };
  /** Pro on this device; `wait` delays the response until the server has news, at most 20 s */
  "pro.status": { input: { wait: boolean }; output: ProStatus };
  /** requests a code and opens the page that accepts it, or opens that page again */
  "pro.link": { input: { goal: LinkGoal }; output: ProStatus };
  "pro.stopLink": { input: Record<string, never>; output: ProStatus };
  /** asks the server now for the account's plan */
  "pro.renew": { input: Record<string, never>; output: ProStatus };
  "pro.unlink": { input: Record<string, never>; output: ProStatus };
  /** a customer's session for the subscription settings; null if the server gives none now */
  "pro.openSession": { input: Record<string, never>; output: DeviceSession | null };
}
export type CallName = keyof Calls;

/**
 * Calls the background.
 * @throws Error if the background threw: a bug, shown by the caller's error boundary or toast
 */
export async function call<N extends CallName>(name: N, input: Calls[N]["input"]): Promise<Calls[N]["output"]> {
  const answer: unknown = await browser.runtime.sendMessage({ call: name, input });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the background answers with what the call of this name declares
  if (typeof answer === "object" && answer !== null && "output" in answer) return answer.output as Calls[N]["output"];
  throw new Error(`collect: no response to ${name}`);
}

/** The channel on which the background publishes changes of jobs; extension pages subscribe to it. */
export const jobsChannelName = "quayside.jobs";

/** Messages on the channel. `exporting` is a file being written: rows written of all. */
export type JobsNews =
  | { type: "job"; job: Job }
  | { type: "removed"; jobId: string }
  /** a job waits until this instant (epoch ms) before its next request: for a countdown */
  | { type: "waiting"; jobId: string; until: number }
  | { type: "exporting"; jobId: string; rows: number; total: number }
  | { type: "exported"; record: ExportRecord };

/** Calls `receive` with each message about jobs, until the signal ends it. Only our own pages can publish here. */
export function onJobsNews(receive: (news: JobsNews) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(jobsChannelName);
  channel.addEventListener("message", (event: MessageEvent<JobsNews>) => receive(event.data), { signal });
  signal.addEventListener("abort", () => channel.close());
}
