import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Tone } from "#src/kit/ui/status-tag.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { JobStatus } from "#src/collector/jobs/jobs.machine.ts";
import { needsItsPage } from "./view.rules.ts";

type StatusKey = JobStatus | "waitingForPage";

const tones: Readonly<Record<StatusKey, Tone>> = {
  running: "normal",
  waitingForPage: "warn",
  paused: "quiet",
  interrupted: "warn",
  blocked: "bad",
  limited: "warn",
  done: "good",
  cancelled: "quiet",
};

/** The text for a job's state. A running job whose page is not open has a text of its own. */
export function statusKey(job: Job): StatusKey {
  return needsItsPage(job) ? "waitingForPage" : job.status;
}

/** A job's state as a tag. */
export function JobStatusTag({ job }: { job: Job }) {
  const { t } = useTranslation();
  const key = statusKey(job);
  return <StatusTag tone={tones[key]} text={t(`collect.status.${key}`)} />;
}
