import "./jobs.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatBytes } from "#src/kit/lib/formats.ts";
import { freePlan } from "#src/pro/plan/plan.contract.ts";
import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { ButtonLink } from "#src/kit/ui/button.tsx";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { JobRow } from "./job-row.tsx";
import { refetch, jobsQuery, planQuery, usageQuery } from "./jobs.queries.ts";
import { Loading } from "./loading.tsx";
import { applyNews } from "./view.rules.ts";

/** All jobs and their states. */
export function JobsList({ settings, marketplaceUrl }: { settings: Settings; marketplaceUrl: string }) {
  const { t, locale } = useTranslation();
  const client = useQueryClient();
  const show = useToasts((toasts) => toasts.show);
  const jobs = useQuery(jobsQuery);
  const plan = useQuery(planQuery).data ?? freePlan;
  const usage = useQuery(usageQuery).data;
  const putJob = (job: Job) => client.setQueryData(jobsQuery.queryKey, (list) => [...applyNews(list ?? [], { type: "job", job })]);
  const fail = (error: unknown) => show("bad", error instanceof Error ? error.message : String(error));
  return (
    <div className="screen">
      <div className="row row-apart">
        <h1>{t("collect.jobList.title")}</h1>
        {usage !== undefined && (
          <span className="small quiet">{t("collect.jobList.size", { size: formatBytes(usage.usedBytes, locale) })}</span>
        )}
      </div>
      {jobs.data === undefined && <Loading error={jobs.error} onRetry={() => void refetch(client, jobsQuery)} />}
      {jobs.data?.length === 0 && (
        <EmptyState
          line={t("collect.jobList.empty")}
          action={
            <ButtonLink tone="primary" href={marketplaceUrl} target="_blank" rel="noreferrer">
              {t("collect.jobList.openMarketplace")}
            </ButtonLink>
          }
        />
      )}
      <div className="jobs">
        {jobs.data?.map((job) => (
          <JobRow key={job.jobId} job={job} plan={plan} settings={settings} onJob={putJob} onError={fail} />
        ))}
      </div>
    </div>
  );
}
