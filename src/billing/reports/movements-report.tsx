import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { getSourceWord } from "#src/warehouse/stock/stock-words.rules.ts";
import { Chart } from "#src/kit/ui/chart/chart.tsx";
import { getTotal } from "#src/kit/ui/chart/chart.rules.ts";
import type { ChartPart } from "#src/kit/ui/chart/chart.rules.ts";
import type { ReportColumn } from "./report-column.ts";
import { ByFilter, DaysFilter, OwnerFilter, WarehouseFilter } from "./report-filters.tsx";
import { ReportView } from "./report-view.tsx";
import { reportMovements } from "./reports.contract.ts";
import type { MovementFigures, MovementRow } from "./reports.contract.ts";
import { getDaysRefusal, listDays, movementGroupings } from "./reports.rules.ts";
import type { Days, MovementGrouping } from "./reports.rules.ts";
import { useReport } from "./use-report.ts";
import { toReportScope } from "./use-report-params.ts";
import type { ReportParams } from "./use-report-params.ts";
import { useRowLinks } from "./use-row-links.ts";

type Column = ReportColumn<MovementRow, MovementFigures>;
const mostBars = 12;

function createFigureColumns(t: Translate): Column[] {
  return [
    { id: "count", title: t("reports.column.movements"), figure: ({ movement_count }) => movement_count },
    { id: "in", title: t("reports.column.in"), figure: ({ pieces_in }) => pieces_in },
    { id: "out", title: t("reports.column.out"), figure: ({ pieces_out }) => pieces_out },
    { id: "moved", title: t("reports.column.moved"), figure: ({ pieces_moved }) => pieces_moved },
  ];
}

/** Formats a row's name: the day, the kind, the retailer. */
function formatName(by: MovementGrouping, { key, name }: Pick<MovementRow, "key" | "name">, t: Translate, locale: string): string {
  if (by === "day") return formatDay(key, locale);
  return by === "kind" ? t(`stock.source.${getSourceWord(key)}`) : name;
}

const none = { name: "", movement_count: 0, pieces_in: 0, pieces_out: 0, pieces_moved: 0 };

interface ChartProps {
  readonly by: MovementGrouping;
  readonly days: Days;
  readonly rows: readonly MovementRow[];
}

function MovementsChart({ by, days, rows }: ChartProps) {
  const { t, locale } = useTranslation();
  const known = new Map(rows.map((row) => [row.key, row]));
  const drawn = by === "day" ? listDays(days).map((key) => known.get(key) ?? { ...none, key }) : rows.slice(0, mostBars);
  const parts: ChartPart[] = [
    { key: "in", label: t("reports.column.in"), tone: "primary" },
    { key: "out", label: t("reports.column.out"), tone: "warn" },
    { key: "moved", label: t("reports.column.moved"), tone: "quiet" },
  ];
  const bars = drawn.map((row) => ({
    key: row.key,
    label: formatName(by, row, t, locale),
    values: [row.pieces_in, row.pieces_out, row.pieces_moved],
  }));
  const isPart = by === "retailer" && rows.length > mostBars;
  const title = isPart ? t("reports.movements.chartOfFirst", { count: mostBars }) : t(`reports.movements.chart.${by}`);
  const top = Math.max(0, ...bars.map(getTotal));
  const isByDay = by === "day";
  return (
    <Chart
      direction={isByDay ? "upright" : "lying"}
      title={title}
      unit={t("reports.column.pieces")}
      labelHead={t(`reports.by.${by}`)}
      parts={parts}
      bars={bars}
      {...(isByDay ? { note: t("reports.mostADay", { pieces: top }) } : {})}
    />
  );
}

/** Incoming, outgoing and moved pieces. */
export function MovementsReport({ params }: { params: ReportParams }) {
  const { t, locale } = useTranslation();
  const { ofOwner } = useRowLinks();
  const { days } = params;
  const by = params.by(movementGroupings);
  const isRight = getDaysRefusal(days) === null;
  const report = useReport(reportMovements, { ...toReportScope(params), ...days, by }, { enabled: isRight });
  const name: Column = {
    id: "name",
    title: t(`reports.by.${by}`),
    text: (row) => formatName(by, row, t, locale),
    ...(by === "day" ? { inFile: ({ key }: MovementRow) => key } : {}),
    link: ({ key }) => (by === "retailer" ? ofOwner(key) : null),
    ...(by === "retailer" ? { isName: true } : {}),
  };
  return (
    <div className="stack">
      <div className="reports-filters">
        <ByFilter
          value={by}
          options={movementGroupings.map((value) => ({ value, text: t(`reports.by.${value}`) }))}
          onValue={(value) => params.go({ by: value })}
        />
        <DaysFilter params={params} />
        <WarehouseFilter params={params} />
        <OwnerFilter params={params} />
      </div>
      {isRight && (
        <ReportView
          title={t("reports.tab.movements")}
          report={report}
          columns={() => [name, ...createFigureColumns(t)]}
          rowKey={({ key }) => key}
          chart={<MovementsChart by={by} days={days} rows={report.answer.data?.result ?? []} />}
          empty={t("reports.empty.movements")}
        />
      )}
      <p className="quiet small">{t("reports.movements.note")}</p>
    </div>
  );
}
