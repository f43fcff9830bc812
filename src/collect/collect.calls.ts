import browser from "webextension-polyfill";
import type { Problem, PageFacts } from "#src/marketplaces/marketplaces.contract.ts";
import type { Result } from "#src/lib/result.ts";
import type { ExportFormat } from "#src/export/export.contract.ts";
import type { CollectOptions } from "#src/settings/settings.contract.ts";
import type { DeviceSession, LinkGoal, ProStatus } from "#src/entitlement/pro-status.rules.ts";
import type { Plan } from "#src/plan/plan.contract.ts";
import type { ExportRecord, Job } from "./collect.contract.ts";

/** Facts of a tab's page without its token. */
export type TabFacts = Omit<PageFacts, "csrf">;

/** What popup and dashboard may ask of the background: one row a call, input and output. */
export interface Calls {
  /**
   * The page in a tab: its facts, or why it cannot be collected. `noAccess`: the browser withholds the host;
   * `needsReload`: the page was open before the extension was there.
   */
  "tab.read": { input: { tabId: number }; output: Result<TabFacts, Problem | { kind: "noAccess" } | { kind: "needsReload" }> };
  "jobs.list": { input: Record<string, never>; output: Job[] };
  /** starts collecting in a tab, from the first page; an unfinished job of the same page is cancelled and kept in the list */
  "jobs.start": {
    input: { tabId: number; options: CollectOptions };
    output: Result<Job, Problem | { kind: "noAccess" } | { kind: "needsReload" }>;
  };
  "jobs.pause": { input: { jobId: string }; output: Job | null };
  /** opens the job's page in a tab where none shows it */
  "jobs.resume": { input: { jobId: string }; output: Job | null };
  "jobs.cancel": { input: { jobId: string }; output: Job | null };
  "jobs.lookAgain": { input: { jobId: string }; output: Job | null };
  /** removes a job with its reviews; gives the bytes freed */
  "jobs.remove": { input: { jobId: string }; output: { bytes: number } };
  /** makes the file and hands it to the browser's downloads */
  "jobs.export": {
    input: { jobId: string; format: ExportFormat };
    output: Result<ExportRecord, { kind: "nothingToExport" | "exportFailed" | "diskFull"; detail: string }>;
  };
  "exports.list": { input: Record<string, never>; output: ExportRecord[] };
  "storage.usage": { input: Record<string, never>; output: { usedBytes: number; quotaBytes: number } };
  "plan.get": { input: Record<string, never>; output: Plan };
  /** Pro on this device; `wait` holds the answer back until the server has news, 20 s at most */
  "pro.status": { input: { wait: boolean }; output: ProStatus };
  /** asks for a code and opens the page where it is let in, or opens that page again */
  "pro.link": { input: { goal: LinkGoal }; output: ProStatus };
  "pro.stopLink": { input: Record<string, never>; output: ProStatus };
  /** asks the server now what the account has */
  "pro.renew": { input: Record<string, never>; output: ProStatus };
  "pro.unlink": { input: Record<string, never>; output: ProStatus };
  /** a customer's session for the subscription settings; null where the server gives none now */
  "pro.openSession": { input: Record<string, never>; output: DeviceSession | null };
}
export type CallName = keyof Calls;

/**
 * Calls the background.
 * @throws Error where the background threw: a bug, shown by the caller's error boundary or toast
 */
export async function call<N extends CallName>(name: N, input: Calls[N]["input"]): Promise<Calls[N]["output"]> {
  const answer: unknown = await browser.runtime.sendMessage({ call: name, input });
  if (typeof answer === "object" && answer !== null && "output" in answer) return answer.output as Calls[N]["output"];
  throw new Error(`collect: no answer to ${name}`);
}

/** The channel on which the background says which jobs changed; extension pages listen to it. */
export const jobsChannelName = "quayside.jobs";

/** What is said on the channel. `exporting` is a file being written: rows done of all. */
export type JobsNews =
  | { type: "job"; job: Job }
  | { type: "removed"; jobId: string }
  /** a job waits before its next request, until this instant (epoch ms): for a countdown */
  | { type: "waiting"; jobId: string; until: number }
  | { type: "exporting"; jobId: string; rows: number; total: number }
  | { type: "exported"; record: ExportRecord };
