import type { ReactNode } from "react";
import type { CallProblem } from "#src/api/client.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { reasonOf } from "#src/ui/list/list-problem.ts";
import { EmptyState, Notice } from "#src/ui/notice.tsx";
import { sheetOf } from "./report-column.ts";
import type { ReportColumn } from "./report-column.ts";
import { ReportExport } from "./report-export.tsx";
import { ReportTable } from "./report-table.tsx";
import { ReportWait } from "./report-wait.tsx";
import type { AskedReport } from "./use-report.ts";

interface Rows<R extends T, T> {
  readonly result: readonly R[];
  readonly is_complete: boolean;
  readonly total: T;
}

interface ViewProps<R extends T, T, A extends Rows<R, T>> {
  readonly title: string;
  readonly report: AskedReport<A>;
  readonly columns: (data: A) => readonly ReportColumn<R, T>[];
  readonly rowKey: (row: R) => string;
  readonly chart: ReactNode;
  /** said where there are no rows */
  readonly empty: string;
  /** below the table, also where that is empty */
  readonly after?: ReactNode;
}

/** Why a report did not come, and another try. */
function Failed({ problem, retry }: { problem: CallProblem; retry: () => void }) {
  const { t, locale } = useTranslation();
  const code = problem.code > 0 ? { code: String(problem.code) } : {};
  return (
    <Notice tone="bad" title={t("reports.failed", { reason: reasonOf(problem, locale) })} {...code}>
      <div>
        <Button onClick={retry}>{t("ui.retry")}</Button>
      </div>
    </Notice>
  );
}

/** One report: its chart, its table with the totals, and the files of them; what is said while it is not there, and why it did not come. */
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
      <h2 className="heard">{title}</h2>
      {rows.length === 0 ? (
        <EmptyState line={empty} />
      ) : (
        <>
          <section className="panel">{chart}</section>
          <div className="row row-apart">
            <p className="quiet">{data.is_complete ? "" : t("reports.notAll", { count: rows.length })}</p>
            <ReportExport sheet={() => sheetOf({ title, columns: shown, rows, total, totalText: t("reports.total") })} />
          </div>
          <ReportTable label={title} columns={shown} rows={rows} rowKey={rowKey} total={total} />
        </>
      )}
      {after}
    </div>
  );
}
