import type { Settings } from "#src/collector/settings/settings.contract.ts";
import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { PageButton } from "./tab-messages.contract.ts";
import type { JobStatus } from "#src/collector/jobs/jobs.machine.ts";
import type { Progress } from "./progress.rules.ts";

/** The button's texts in the person's language; passed in so that this file stays pure. */
export type ButtonTexts = (
  key: "export" | "exportHint" | "running" | "runningOpen" | "runningHint" | "resume" | "resumeOpen" | "resumeHint" | "open" | "openHint",
  values: { done: number; total: number; kept: number },
) => string;

/** What a press does in each state: start with the last options, pause, resume, or open the result. */
export type ButtonPress = "start" | "pause" | "resume" | "open";

const presses: Readonly<Record<JobStatus, ButtonPress>> = {
  running: "pause",
  paused: "resume",
  interrupted: "resume",
  blocked: "resume",
  limited: "open",
  done: "open",
  cancelled: "start",
};

/** The effect of a press on the button for the page's newest job. */
export function getPress(job: Job | null): ButtonPress {
  return job === null ? "start" : presses[job.status];
}

/** Builds the button; null if it is switched off or the page has nothing to collect. */
export function buildPageButton(
  facts: TabFacts | null,
  job: Job | null,
  progress: Progress | null,
  settings: Settings,
  text: ButtonTexts,
): PageButton | null {
  if (facts === null || !settings.pageButton) return null;
  const total = progress?.total ?? null;
  const values = { done: progress?.done ?? 0, total: total ?? 0, kept: job?.kept ?? 0 };
  const look = { theme: settings.theme, lang: settings.language === "zh_cn" ? ("zh-CN" as const) : ("en" as const) };
  const fraction = progress?.fraction ?? null;
  switch (getPress(job)) {
    case "start":
      return { ...look, label: text("export", values), hint: text("exportHint", values), tone: "idle", progress: null };
    case "pause":
      return {
        ...look,
        label: text(total === null ? "runningOpen" : "running", values),
        hint: text("runningHint", values),
        tone: "running",
        progress: fraction,
      };
    case "resume":
      return {
        ...look,
        label: text(total === null ? "resumeOpen" : "resume", values),
        hint: text("resumeHint", values),
        tone: "problem",
        progress: fraction,
      };
    case "open":
      return { ...look, label: text("open", values), hint: text("openHint", values), tone: "done", progress: null };
  }
}
