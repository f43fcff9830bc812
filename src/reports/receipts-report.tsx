import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Translate } from "#src/i18n/shown.store.ts";
import { dayText, instantText } from "#src/lib/wording.ts";
import { receiptStatuses } from "#src/receipts/receipts.machine.ts";
import { Chart } from "#src/ui/chart/chart.tsx";
import type { ChartPart } from "#src/ui/chart/chart.rules.ts";
import type { ReportColumn } from "./report-column.ts";
import { DaysFilter, OwnerFilter, WarehouseFilter } from "./report-filters.tsx";
import { ReportTable } from "./report-table.tsx";
import { ReportView } from "./report-view.tsx";
import { reportReceipts } from "./reports.contract.ts";
import type { OpenReceipt, ReceiptFigures, ReceiptWeek } from "./reports.contract.ts";
import { daysRefusal, eachWeek, hoursOf, percentOf } from "./reports.rules.ts";
import type { Days } from "./reports.rules.ts";
import { useReport } from "./use-report.ts";
import { scopeOf } from "./use-report-place.ts";
import type { ReportPlace } from "./use-report-place.ts";
import { useWays } from "./use-ways.ts";

type Column = ReportColumn<ReceiptWeek, ReceiptFigures>;

function columnsOf(t: Translate, locale: string): Column[] {
  return [
    { id: "week", title: t("reports.column.week"), text: ({ week }) => dayText(week, locale), inFile: ({ week }) => week },
    { id: "arrived", title: t("reports.column.arrived"), figure: ({ receipt_count }) => receipt_count },
    { id: "pieces", title: t("reports.column.counted"), figure: ({ pieces }) => pieces },
    { id: "expected", title: t("reports.column.expected"), figure: ({ expected_count }) => expected_count },
    { id: "onTime", title: t("reports.column.onTime"), figure: ({ on_time_count }) => on_time_count },
    {
      id: "share",
      title: t("reports.column.onTimeShare"),
      decimals: 1,
      figure: ({ on_time_count, expected_count }) => percentOf(on_time_count, expected_count),
    },
    { id: "completed", title: t("reports.column.completed"), figure: ({ completed_count }) => completed_count },
    { id: "median", title: t("reports.column.median"), decimals: 1, figure: ({ median_minutes }) => hoursOf(median_minutes) },
    { id: "p90", title: t("reports.column.p90"), decimals: 1, figure: ({ p90_minutes }) => hoursOf(p90_minutes) },
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
  const bars = eachWeek(days).map((week) => {
    const { receipt_count = 0, expected_count = 0, on_time_count = 0 } = known.get(week) ?? {};
    const values = [on_time_count, expected_count - on_time_count, receipt_count - expected_count];
    return { key: week, label: dayText(week, locale), values };
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

/** What has arrived and waits: each leads to its page. */
function Open({ rows }: { rows: readonly OpenReceipt[] }) {
  const { t, locale } = useTranslation();
  const { ofReceipt, ofOwner } = useWays();
  const statusOf = (status: string) => receiptStatuses.find((one) => one === status) ?? "arrived";
  const columns: ReportColumn<OpenReceipt, OpenReceipt>[] = [
    {
      id: "number",
      title: t("reports.column.receipt"),
      text: ({ receipt_number }) => receipt_number,
      way: ({ receipt_uuid }) => ofReceipt(receipt_uuid),
      isName: true,
    },
    {
      id: "owner",
      title: t("reports.column.owner"),
      text: ({ retailer_name }) => retailer_name,
      way: ({ owner_uuid }) => ofOwner(owner_uuid),
      isName: true,
    },
    { id: "arrived", title: t("reports.column.arrivedAt"), text: ({ arrived_at }) => instantText(arrived_at, locale) },
    { id: "status", title: t("reports.column.status"), text: ({ status }) => t(`receipts.status.${statusOf(status)}`) },
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

/** Whether receipts came when they were announced, and how long they took. */
export function ReceiptsReport({ place }: { place: ReportPlace }) {
  const { t, locale } = useTranslation();
  const { days } = place;
  const isRight = daysRefusal(days) === null;
  const report = useReport(reportReceipts, { ...scopeOf(place), ...days }, { enabled: isRight });
  return (
    <div className="stack">
      <div className="reports-filters">
        <DaysFilter place={place} />
        <WarehouseFilter place={place} />
        <OwnerFilter place={place} />
      </div>
      {isRight && (
        <ReportView
          title={t("reports.tab.receipts")}
          report={report}
          columns={() => columnsOf(t, locale)}
          rowKey={({ week }) => week}
          chart={<ReceiptsChart days={days} rows={report.answer.data?.result ?? []} />}
          empty={t("reports.empty.receipts")}
          after={<Open rows={report.answer.data?.open ?? []} />}
        />
      )}
    </div>
  );
}
