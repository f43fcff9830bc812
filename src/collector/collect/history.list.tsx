import "./jobs.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatBytes, formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { Button, ButtonLink } from "#src/kit/ui/button.tsx";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { call } from "#src/collector/jobs/background-calls.ts";
import type { ExportRecord } from "#src/collector/jobs/jobs.contract.ts";
import { refetch, exportsQuery, jobsQuery } from "./jobs.queries.ts";
import { Loading } from "./loading.tsx";

function Again({ record }: { record: ExportRecord }) {
  const { t } = useTranslation();
  const show = useToasts((toasts) => toasts.show);
  const save = async () => {
    try {
      const answer = await call("jobs.export", { jobId: record.jobId, format: record.format });
      if (answer.ok) show("good", t("collect.file.saved", { name: answer.value.fileName }));
      else show("bad", t(`collect.file.problem.${answer.problem.kind}`));
    } catch {
      show("bad", t("collect.file.problem.exportFailed"));
    }
  };
  return (
    <Button aria-label={t("collect.history.againLabel", { name: record.fileName })} onClick={() => void save()}>
      {t("collect.history.again")}
    </Button>
  );
}

/** Files that were saved, newest first; each can be made again for as long as its job is there. */
export function HistoryList() {
  const { t, locale } = useTranslation();
  const client = useQueryClient();
  const records = useQuery(exportsQuery);
  const jobs = useQuery(jobsQuery).data;
  const newestFirst = records.data?.toSorted((a, b) => b.at.localeCompare(a.at)) ?? [];
  return (
    <div className="screen">
      <h1>{t("collect.history.title")}</h1>
      {records.data === undefined && <Loading error={records.error} onRetry={() => void refetch(client, exportsQuery)} />}
      {records.data?.length === 0 && (
        <EmptyState line={t("collect.history.empty")} action={<ButtonLink href="#/">{t("collect.jobList.back")}</ButtonLink>} />
      )}
      {newestFirst.length > 0 && (
        <div className="panel history-wrap">
          <table className="history">
            <thead>
              <tr>
                <th scope="col">{t("collect.history.file")}</th>
                <th scope="col" className="history-number">
                  {t("collect.history.rows")}
                </th>
                <th scope="col" className="history-number">
                  {t("collect.history.size")}
                </th>
                <th scope="col">{t("collect.history.at")}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {newestFirst.map((record) => (
                <tr key={record.exportId}>
                  <th scope="row">{record.fileName}</th>
                  <td className="history-number" data-label={t("collect.history.rows")}>
                    {formatNumber(record.rows, locale)}
                  </td>
                  <td className="history-number" data-label={t("collect.history.size")}>
                    {formatBytes(record.bytes, locale)}
                  </td>
                  <td data-label={t("collect.history.at")}>{formatInstant(record.at, locale)}</td>
                  <td>
                    {jobs === undefined || jobs.some(({ jobId }) => jobId === record.jobId) ? (
                      <Again record={record} />
                    ) : (
                      <span className="quiet small">{t("collect.history.gone")}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
