import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant } from "#src/kit/lib/formats.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { JobActions } from "./job-actions.tsx";
import { JobProgress } from "./job-progress.tsx";
import { JobSummary } from "./job-summary.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import { RemoveJob } from "./remove-job.tsx";
import { SaveFile } from "./save-file.tsx";
import { JobStatusTag } from "./status.tsx";
import { Thumb } from "./thumb.tsx";
import { isClosed, isUnfinished } from "./view.rules.ts";

interface RowProps {
  job: Job;
  plan: Plan;
  settings: Settings;
  onJob: (job: Job) => void;
  onError: (error: unknown) => void;
}

/** One job in the list: its page, its progress or result, and its buttons. */
export function JobRow({ job, plan, settings, onJob, onError }: RowProps) {
  const { t, locale } = useTranslation();
  const title = job.title || job.shopName || t("collect.page.untitled");
  const stopped = job.problem !== null && job.status !== "running";
  const actions = <JobActions job={job} plan={plan} onJob={onJob} onError={onError} />;
  return (
    <article className="panel job-row" aria-label={title}>
      <div className="page-card">
        <Thumb url={job.image} />
        <div className="stack-tight">
          <h2 className="clip-2">
            <a href={`#/jobs/${encodeURIComponent(job.jobId)}`}>{title}</a>
          </h2>
          <div className="row small quiet">
            <JobStatusTag job={job} />
            <span>{t(`collect.page.${job.kind}`, { marketplace: t(`collect.marketplace.${job.marketplace}`) })}</span>
            <span>{t("collect.jobList.updated", { when: formatInstant(job.updatedAt, locale) })}</span>
          </div>
        </div>
      </div>
      <div className="stack">
        {isUnfinished(job) ? <JobProgress job={job} waits={settings} /> : <JobSummary job={job} />}
        {stopped && job.problem !== null && <ProblemNotice problem={job.problem} marketplace={job.marketplace} safe={job.kept} />}
      </div>
      <div className="job-actions">
        {!isClosed(job) && actions}
        {job.kept > 0 && <SaveFile job={job} formats={[job.options.format]} />}
        {isClosed(job) && actions}
        <RemoveJob job={job} />
      </div>
    </article>
  );
}
