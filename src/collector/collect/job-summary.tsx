import "./job.css";
import type { TFunction } from "i18next";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay, listText } from "#src/kit/lib/formats.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { Headline, ReportLine } from "./job-summary.rules.ts";
import { getHeadline, reportLines } from "./job-summary.rules.ts";

function headlineText(line: Headline, t: TFunction): string {
  const { key, ...values } = line;
  return t(`collect.report.${key}`, values);
}

function lineText(line: ReportLine, marketplace: string, t: TFunction, locale: string): string {
  const { key, ...values } = line;
  if (line.key === "notRead") {
    const names = line.fields.map((field) => t(`collect.report.field.${field}`));
    return t("collect.report.notRead", { count: line.count, fields: listText(names, locale) });
  }
  const written = line.key === "readDate" ? { date: formatDay(line.date, locale) } : values;
  return t(`collect.report.${key}`, { ...written, marketplace });
}

/** A job's result: its figure, why it ended there, and whatever differs from what was announced. */
export function JobSummary({ job }: { job: Job }) {
  const { t, locale } = useTranslation();
  const marketplace = t(`collect.marketplace.${job.marketplace}`);
  return (
    <div className="job-report stack-tight">
      <p className="count-line number">{headlineText(getHeadline(job), t)}</p>
      <ul className="lines small">
        {reportLines(job).map((line) => (
          <li key={line.key}>{lineText(line, marketplace, t, locale)}</li>
        ))}
        {job.fileProblem !== "" && <li>{t(`collect.file.problem.${job.fileProblem}`)}</li>}
        {job.fileName !== "" && <li>{t("collect.report.file", { name: job.fileName })}</li>}
      </ul>
    </div>
  );
}
