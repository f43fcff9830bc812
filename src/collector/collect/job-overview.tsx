import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatBytes, formatInstant } from "#src/kit/lib/formats.ts";
import type { ReviewSource } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { reviewSources } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { CountsTable } from "./counts-table.tsx";
import { MonthsChart, StarsChart } from "./job-charts.tsx";
import { JobSummary } from "./job-summary.tsx";
import { OptionChips } from "./option-chips.tsx";

function isSource(source: string): source is ReviewSource {
  return reviewSources.some((known) => known === source);
}

/** How complete a job is, with every number and what it counts; what was asked for; and two charts. */
export function JobOverview({ job }: { job: Job }) {
  const { t, locale } = useTranslation();
  return (
    <div className="screen">
      <div className="screen-two">
        <section className="panel stack">
          <h2>{t("collect.summary.title")}</h2>
          <JobSummary job={job} />
          <ul className="lines small quiet">
            {job.sources.filter(isSource).map((source) => (
              <li key={source}>{t(`collect.report.source.${source}`)}</li>
            ))}
            {job.requests > 0 && <li>{t("collect.report.requests", { count: job.requests })}</li>}
            <li>{t("collect.jobList.started", { when: formatInstant(job.createdAt, locale) })}</li>
            <li>{t("collect.jobList.size", { size: formatBytes(job.bytes, locale) })}</li>
          </ul>
        </section>
        <section className="panel stack">
          <h2>{t("collect.summary.counts")}</h2>
          <CountsTable counts={job.counts} marketplace={job.marketplace} />
          <h3>{t("collect.summary.options")}</h3>
          <OptionChips options={job.options} />
        </section>
      </div>
      <div className="screen-two">
        <section className="panel">
          <StarsChart job={job} />
        </section>
        <section className="panel">
          <MonthsChart job={job} />
        </section>
      </div>
    </div>
  );
}
