import type { ReactNode } from "react";
import type { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { explainProblem } from "#src/kit/ui/list/list-problem.ts";
import { EmptyState, Notice } from "#src/kit/ui/notice.tsx";
import { toSheet } from "./report-column.ts";
import type { ReportColumn } from "./report-column.ts";
import { ReportExport } from "./report-export.tsx";
import { ReportTable } from "./report-table.tsx";
import { ReportWait } from "./report-wait.tsx";
import type { ReportRequest } from "./use-report.ts";

interface Rows<R extends T, T> {
  readonly result: readonly R[];
  readonly is_complete: boolean;
  readonly total: T;
}

interface ViewProps<R extends T, T, A extends Rows<R, T>> {
  readonly title: string;
  readonly report: ReportRequest<A>;
  readonly columns: (data: A) => readonly ReportColumn<R, T>[];
  readonly rowKey: (row: R) => string;
  readonly chart: ReactNode;
  /** shown if there are no rows */
  readonly empty: string;
  /** below the table, even if that is empty */
  readonly after?: ReactNode;
}

/** Why a report failed, with a button to retry. */
function Failed({ problem, retry }: { problem: CallProblem; retry: () => void }) {
  const { t, locale } = useTranslation();
  const code = problem.code > 0 ? { code: String(problem.code) } : {};
  return (
    <Notice tone="bad" title={t("reports.failed", { reason: explainProblem(problem, locale) })} {...code}>
      <div>
        <Button onClick={retry}>{t("ui.retry")}</Button>
      </div>
    </Notice>
  );
}

/** One report: its chart, its table with the totals, and its files; or the loading state, or the error. */
export function ReportView<R extends T, T, A extends Rows<R, T>>({
  title,
  report: { answer, stop },
  columns,
  rowKey,
  chart,
  empty,
  after,
}: ViewProps<R, T, A>) {
  const { t } = useTranslation();
  const { data, error } = answer;
  const ask = () => void answer.refetch();
  if (error !== null && data === undefined) return <Failed problem={error} retry={ask} />;
  if (data === undefined) return <ReportWait isStopped={answer.fetchStatus === "idle"} onStop={stop} onStart={ask} />;
  const shown = columns(data);
  const { result: rows, total } = data;
  return (
    <div className="stack">
      <h2 className="visually-hidden">{title}</h2>
      {rows.length === 0 ? (
        <EmptyState line={empty} />
      ) : (
        <>
          <section className="panel">{chart}</section>
          <div className="row row-apart">
            <p className="quiet">{data.is_complete ? "" : t("reports.notAll", { count: rows.length })}</p>
            <ReportExport sheet={() => toSheet({ title, columns: shown, rows, total, totalText: t("reports.total") })} />
          </div>
          <ReportTable label={title} columns={shown} rows={rows} rowKey={rowKey} total={total} />
        </>
      )}
      {after}
    </div>
  );
}
