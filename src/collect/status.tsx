import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Tone } from "#src/ui/status-tag.tsx";
import { StatusTag } from "#src/ui/status-tag.tsx";
import type { JobStatus } from "./collect.machine.ts";

const tones: Readonly<Record<JobStatus, Tone>> = {
  running: "normal",
  paused: "quiet",
  interrupted: "warn",
  blocked: "bad",
  limited: "warn",
  done: "good",
  cancelled: "quiet",
};

/** A job's state as a tag. */
export function JobStatusTag({ status }: { status: JobStatus }) {
  const { t } = useTranslation();
  return <StatusTag tone={tones[status]} text={t(`collect.status.${status}`)} />;
}
