import "./job-actions.css";
import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { call } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { PersonEvent } from "./view.rules.ts";
import { eventsFor, needsItsPage } from "./view.rules.ts";

interface ActionsProps {
  job: Job;
  plan: Plan;
  onJob: (job: Job) => void;
  onError: (error: unknown) => void;
}

const tones: Readonly<Record<PersonEvent, "primary" | "normal" | "plain">> = {
  resume: "primary",
  pause: "normal",
  cancel: "normal",
  lookAgain: "plain",
};

/** The buttons that the job's state machine allows now. */
export function JobActions({ job, plan, onJob, onError }: ActionsProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const perform = (event: PersonEvent) => {
    setBusy(true);
    call(`jobs.${event}`, { jobId: job.jobId })
      .then((answer) => answer !== null && onJob(answer), onError)
      .finally(() => setBusy(false));
  };
  return (
    <>
      {needsItsPage(job) && (
        <Button tone="primary" disabled={busy} onClick={() => perform("resume")}>
          {t("collect.jobs.openPage")}
        </Button>
      )}
      {eventsFor(job, plan).map((event) => (
        <Button key={event} disabled={busy} tone={tones[event]} onClick={() => perform(event)}>
          {t(`collect.event.${event}`)}
        </Button>
      ))}
    </>
  );
}
