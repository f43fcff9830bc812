import type { Ref } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { exportFormats } from "#src/collector/reviews/review-file.contract.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { Button, ButtonLink } from "#src/kit/ui/light/button.tsx";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { CountsFold } from "./counts-fold.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobSummary } from "./job-summary.tsx";
import { LimitedOffer } from "./limited-offer.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import { SaveFile } from "./save-file.tsx";
import { JobStatusTag, statusKey } from "./status.tsx";
import { countsDiffer, mainActionFor } from "./view.rules.ts";

interface ResultProps {
  job: Job;
  plan: Plan;
  settings: Settings;
  onJob: (job: Job) => void;
  onError: (error: unknown) => void;
  /** opens the way to a new job of the same page */
  onAgain: () => void;
  againButton: Ref<HTMLButtonElement>;
}

/** The popup's view of a job that has ended: what it gave, the one thing to do next, and below a line what is rarely wanted. */
export function PopupFinishedJob({ job, plan, settings, onJob, onError, onAgain, againButton }: ResultProps) {
  const { t } = useTranslation();
  const main = mainActionFor(job, plan);
  const view = (
    <ButtonLink
      tone={main === "view" ? "primary" : "normal"}
      size={main === "view" ? "big" : "normal"}
      href={`/dashboard.html#/jobs/${encodeURIComponent(job.jobId)}`}
      target="_blank"
    >
      {t("collect.popup.view")}
    </ButtonLink>
  );
  return (
    <section className="popup-part" aria-label={t(`collect.status.${statusKey(job)}`)}>
      <div>
        <JobStatusTag job={job} />
      </div>
      <JobSummary job={job} />
      {countsDiffer(job.counts) && <CountsFold counts={job.counts} marketplace={job.marketplace} />}
      {job.problem !== null && <ProblemNotice problem={job.problem} marketplace={job.marketplace} safe={job.kept} />}
      {main === "offer" && <LimitedOffer job={job} language={settings.language} isMain />}
      {job.kept > 0 && (
        <>
          {main === "save" && <SaveFile job={job} formats={[settings.lastOptions.format]} isMain />}
          {main === "view" && view}
          <div className="job-actions">
            {main === "resume" && <JobActions job={job} plan={plan} onJob={onJob} onError={onError} />}
            {main !== "view" && view}
            {main !== "save" && <SaveFile job={job} formats={main === "view" ? exportFormats : [job.options.format]} />}
          </div>
          <div className="popup-more">
            {main !== "resume" && <JobActions job={job} plan={plan} onJob={onJob} onError={onError} />}
            <Button ref={againButton} tone="plain" onClick={onAgain}>
              {t("collect.start.again")}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
