import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatDay, formatInstant } from "#src/kit/lib/formats.ts";
import { receiptStatuses } from "#src/warehouse/receipts/receipts.machine.ts";
import { Chart } from "#src/kit/ui/chart/chart.tsx";
import type { ChartPart } from "#src/kit/ui/chart/chart.rules.ts";
import type { ReportColumn } from "./report-column.ts";
import { DaysFilter, OwnerFilter, WarehouseFilter } from "./report-filters.tsx";
import { ReportTable } from "./report-table.tsx";
import { ReportView } from "./report-view.tsx";
import { reportReceipts } from "./reports.contract.ts";
import type { OpenReceipt, ReceiptFigures, ReceiptWeek } from "./reports.contract.ts";
import { getDaysRefusal, listWeeks, toHours, toPercent } from "./reports.rules.ts";
import type { Days } from "./reports.rules.ts";
import { useReport } from "./use-report.ts";
import { toReportScope } from "./use-report-params.ts";
import type { ReportParams } from "./use-report-params.ts";
import { useRowLinks } from "./use-row-links.ts";

type Column = ReportColumn<ReceiptWeek, ReceiptFigures>;

function createColumns(t: Translate, locale: string): Column[] {
  return [
    { id: "week", title: t("reports.column.week"), text: ({ week }) => formatDay(week, locale), inFile: ({ week }) => week },
    { id: "arrived", title: t("reports.column.arrived"), figure: ({ receipt_count }) => receipt_count },
    { id: "pieces", title: t("reports.column.counted"), figure: ({ pieces }) => pieces },
    { id: "expected", title: t("reports.column.expected"), figure: ({ expected_count }) => expected_count },
    { id: "onTime", title: t("reports.column.onTime"), figure: ({ on_time_count }) => on_time_count },
    {
      id: "share",
      title: t("reports.column.onTimeShare"),
      decimals: 1,
      figure: ({ on_time_count, expected_count }) => toPercent(on_time_count, expected_count),
    },
    { id: "completed", title: t("reports.column.completed"), figure: ({ completed_count }) => completed_count },
    { id: "median", title: t("reports.column.median"), decimals: 1, figure: ({ median_minutes }) => toHours(median_minutes) },
    { id: "p90", title: t("reports.column.p90"), decimals: 1, figure: ({ p90_minutes }) => toHours(p90_minutes) },
  ];
}

function ReceiptsChart({ days, rows }: { days: Days; rows: readonly ReceiptWeek[] }) {
  const { t, locale } = useTranslation();
  const parts: ChartPart[] = [
    { key: "onTime", label: t("reports.receipts.onTime"), tone: "good" },
    { key: "late", label: t("reports.receipts.late"), tone: "bad" },
    { key: "unnamed", label: t("reports.receipts.unnamed"), tone: "quiet" },
  ];
  const known = new Map(rows.map((row) => [row.week, row]));
  const bars = listWeeks(days).map((week) => {
    const { receipt_count = 0, expected_count = 0, on_time_count = 0 } = known.get(week) ?? {};
    const values = [on_time_count, expected_count - on_time_count, receipt_count - expected_count];
    return { key: week, label: formatDay(week, locale), values };
  });
  const top = Math.max(0, ...rows.map(({ receipt_count }) => receipt_count));
  return (
    <Chart
      direction="upright"
      title={t("reports.receipts.chart")}
      unit={t("reports.column.receipts")}
      labelHead={t("reports.column.week")}
      parts={parts}
      bars={bars}
      note={t("reports.mostAWeek", { receipts: top })}
    />
  );
}

/** Arrived receipts that wait, each with a link to its page. */
function Open({ rows }: { rows: readonly OpenReceipt[] }) {
  const { t, locale } = useTranslation();
  const { ofReceipt, ofOwner } = useRowLinks();
  const readStatus = (status: string) => receiptStatuses.find((one) => one === status) ?? "arrived";
  const columns: ReportColumn<OpenReceipt, OpenReceipt>[] = [
    {
      id: "number",
      title: t("reports.column.receipt"),
      text: ({ receipt_number }) => receipt_number,
      link: ({ receipt_uuid }) => ofReceipt(receipt_uuid),
      isName: true,
    },
    {
      id: "owner",
      title: t("reports.column.owner"),
      text: ({ retailer_name }) => retailer_name,
      link: ({ owner_uuid }) => ofOwner(owner_uuid),
      isName: true,
    },
    { id: "arrived", title: t("reports.column.arrivedAt"), text: ({ arrived_at }) => formatInstant(arrived_at, locale) },
    { id: "status", title: t("reports.column.status"), text: ({ status }) => t(`receipts.status.${readStatus(status)}`) },
  ];
  return (
    <section className="stack">
      <h3>{t("reports.receipts.open")}</h3>
      {rows.length === 0 ? (
        <p className="quiet">{t("reports.receipts.noneOpen")}</p>
      ) : (
        <ReportTable label={t("reports.receipts.open")} columns={columns} rows={rows} rowKey={({ receipt_uuid }) => receipt_uuid} />
      )}
    </section>
  );
}

/** Whether receipts arrived on the announced day, and how long they took. */
export function ReceiptsReport({ params }: { params: ReportParams }) {
  const { t, locale } = useTranslation();
  const { days } = params;
  const isRight = getDaysRefusal(days) === null;
  const report = useReport(reportReceipts, { ...toReportScope(params), ...days }, { enabled: isRight });
  return (
    <div className="stack">
      <div className="reports-filters">
        <DaysFilter params={params} />
        <WarehouseFilter params={params} />
        <OwnerFilter params={params} />
      </div>
      {isRight && (
        <ReportView
          title={t("reports.tab.receipts")}
          report={report}
          columns={() => createColumns(t, locale)}
          rowKey={({ week }) => week}
          chart={<ReceiptsChart days={days} rows={report.answer.data?.result ?? []} />}
          empty={t("reports.empty.receipts")}
          after={<Open rows={report.answer.data?.open ?? []} />}
        />
      )}
    </div>
  );
}
