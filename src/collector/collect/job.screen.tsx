import "./jobs.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { exportFormats } from "#src/collector/reviews/review-file.contract.ts";
import { freePlan } from "#src/pro/plan/plan.contract.ts";
import { isWebAddress } from "#src/collector/reviews/thumbnail.rules.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { ButtonLink } from "#src/kit/ui/button.tsx";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { JobActions } from "./job-actions.tsx";
import { JobOverview } from "./job-overview.tsx";
import { JobProgress } from "./job-progress.tsx";
import { refetch, jobsQuery, planQuery } from "./jobs.queries.ts";
import { LimitedOffer } from "./limited-offer.tsx";
import { Loading } from "./loading.tsx";
import { PageCard } from "./page-card.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import { RemoveJob } from "./remove-job.tsx";
import type { LoadReviews } from "./reviews-table.tsx";
import { ReviewsTable } from "./reviews-table.tsx";
import { SaveFile } from "./save-file.tsx";
import { JobStatusTag } from "./status.tsx";
import { applyNews, isClosed, isUnfinished, needsItsPage } from "./view.rules.ts";

export const jobTabs = ["overview", "reviews", "columns"] as const;
export type JobTab = (typeof jobTabs)[number];

interface JobScreenProps {
  jobId: string;
  tab: JobTab;
  onTab: (tab: JobTab) => void;
  onRemoved: () => void;
  settings: Settings;
  load: LoadReviews;
  /** the choice of columns, from the settings */
  columns: ReactNode;
}

function JobHead({ job, settings, onRemoved }: { job: Job } & Pick<JobScreenProps, "settings" | "onRemoved">) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const show = useToasts((toasts) => toasts.show);
  const plan = useQuery(planQuery).data ?? freePlan;
  const putJob = (next: Job) => client.setQueryData(jobsQuery.queryKey, (list) => [...applyNews(list ?? [], { type: "job", job: next })]);
  const fail = (error: unknown) => show("bad", error instanceof Error ? error.message : String(error));
  const actions = <JobActions job={job} plan={plan} onJob={putJob} onError={fail} />;
  return (
    <section className="panel stack">
      <div className="job-head">
        <PageCard page={job} heading="h1" />
        <JobStatusTag job={job} />
      </div>
      {isUnfinished(job) && <JobProgress job={job} waits={settings} />}
      {job.problem !== null && job.status !== "running" && (
        <ProblemNotice problem={job.problem} marketplace={job.marketplace} safe={job.kept} />
      )}
      {job.status === "limited" && plan.reviewsPerClick !== null && <LimitedOffer job={job} language={settings.language} />}
      <div className="job-actions job-actions-wide">
        {!isClosed(job) && actions}
        {isUnfinished(job) ? (
          job.kept > 0 && <SaveFile job={job} formats={[job.options.format]} />
        ) : (
          <SaveFile job={job} formats={exportFormats} />
        )}
        {isClosed(job) && actions}
        {isWebAddress(job.url) && !needsItsPage(job) && (
          <ButtonLink tone="plain" href={job.url} target="_blank" rel="noreferrer">
            {t("collect.jobs.openPage")}
          </ButtonLink>
        )}
        <RemoveJob job={job} onRemoved={onRemoved} />
      </div>
    </section>
  );
}

/** One job: how complete it is, its charts, its reviews, and its files. */
export function JobScreen({ jobId, tab, onTab, onRemoved, settings, load, columns }: JobScreenProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const jobs = useQuery(jobsQuery);
  const job = jobs.data?.find((one) => one.jobId === jobId);
  if (jobs.data === undefined) return <Loading error={jobs.error} onRetry={() => void refetch(client, jobsQuery)} />;
  if (job === undefined)
    return <EmptyState line={t("collect.jobList.notFound")} action={<ButtonLink href="#/">{t("collect.jobList.back")}</ButtonLink>} />;
  return (
    <div className="screen">
      <a href="#/">{t("collect.jobList.back")}</a>
      <JobHead job={job} settings={settings} onRemoved={onRemoved} />
      <Tabs
        label={t("collect.jobList.tabs")}
        value={tab}
        onValue={onTab}
        tabs={jobTabs.map((value) => ({ value, text: t(`collect.jobList.${value}`) }))}
      >
        {tab === "overview" && <JobOverview job={job} />}
        {tab === "reviews" && <ReviewsTable jobId={job.jobId} total={job.kept} load={load} />}
        {tab === "columns" && columns}
      </Tabs>
    </div>
  );
}
