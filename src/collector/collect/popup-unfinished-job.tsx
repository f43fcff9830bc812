import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { ButtonLink } from "#src/kit/ui/light/button.tsx";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { JobActions } from "./job-actions.tsx";
import { JobProgress } from "./job-progress.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import { SaveFile } from "./save-file.tsx";
import { JobStatusTag, statusKey } from "./status.tsx";

interface PanelProps {
  job: Job;
  plan: Plan;
  settings: Settings;
  onJob: (job: Job) => void;
  onError: (error: unknown) => void;
}

/** The popup's view of an unfinished job: how far it is, what is wrong, and what can be done. */
export function PopupUnfinishedJob({ job, plan, settings, onJob, onError }: PanelProps) {
  const { t } = useTranslation();
  const slow = job.problem?.kind === "blocked" || job.problem?.kind === "tooManyRequests";
  return (
    <section className="popup-part" aria-label={t(`collect.status.${statusKey(job)}`)}>
      <div>
        <JobStatusTag job={job} />
      </div>
      <JobProgress job={job} waits={settings} />
      {job.problem !== null && job.status !== "running" && (
        <ProblemNotice problem={job.problem} marketplace={job.marketplace} safe={job.kept} />
      )}
      <div className="job-actions">
        <JobActions job={job} plan={plan} onJob={onJob} onError={onError} />
        {job.kept > 0 && <SaveFile job={job} formats={[job.options.format]} />}
      </div>
      {slow && (
        <div className="popup-more">
          <ButtonLink tone="plain" href="/dashboard.html#/settings" target="_blank">
            {t("collect.popup.settings")}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
