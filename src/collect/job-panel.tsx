import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Plan } from "#src/plan/plan.contract.ts";
import type { Settings } from "#src/settings/settings.contract.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import type { Job } from "./collect.contract.ts";
import { CountsTable } from "./counts-table.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobProgress } from "./job-progress.tsx";
import { JobReport } from "./job-report.tsx";
import { LimitedOffer } from "./limited-offer.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import { SaveFile } from "./save-file.tsx";
import { JobStatusTag } from "./status.tsx";
import { countsDiffer, isUnfinished } from "./view.rules.ts";

interface PanelProps {
  job: Job;
  plan: Plan;
  settings: Settings;
  onJob: (job: Job) => void;
  onError: (error: unknown) => void;
}

/** The popup's view of a job: how far it is or what it gave, what is wrong, and what can be done. */
export function JobPanel({ job, plan, settings, onJob, onError }: PanelProps) {
  const { t } = useTranslation();
  const going = isUnfinished(job);
  const slow = job.problem?.kind === "blocked" || job.problem?.kind === "tooManyRequests";
  const marketplace = t(`collect.marketplace.${job.marketplace}`);
  return (
    <section className="stack" aria-label={t(`collect.status.${job.status}`)}>
      <div>
        <JobStatusTag status={job.status} />
      </div>
      {going ? <JobProgress job={job} waits={settings} /> : <JobReport job={job} />}
      {job.problem !== null && job.status !== "running" && (
        <ProblemNotice problem={job.problem} marketplace={job.marketplace} safe={job.kept} />
      )}
      {job.status === "limited" && plan.reviewsPerClick !== null && <LimitedOffer job={job} language={settings.language} />}
      {!going && countsDiffer(job.counts) && (
        <details>
          <summary className="small">{t("collect.counts.disagree", { marketplace })}</summary>
          <CountsTable counts={job.counts} marketplace={job.marketplace} />
        </details>
      )}
      {!going && job.kept > 0 && <SaveFile job={job} format={settings.lastOptions.format} big />}
      <div className="row">
        <JobActions job={job} plan={plan} onJob={onJob} onError={onError} />
        {going && job.kept > 0 && <SaveFile job={job} format={job.options.format} />}
        {slow && (
          <ButtonLink tone="plain" href="/dashboard.html#/settings" target="_blank">
            {t("collect.popup.settings")}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
