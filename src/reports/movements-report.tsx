import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Translate } from "#src/i18n/shown.store.ts";
import { dayText } from "#src/lib/wording.ts";
import { sourceWord } from "#src/stock/stock-words.rules.ts";
import { Chart } from "#src/ui/chart/chart.tsx";
import { getTotal } from "#src/ui/chart/chart.rules.ts";
import type { ChartPart } from "#src/ui/chart/chart.rules.ts";
import type { ReportColumn } from "./report-column.ts";
import { ByFilter, DaysFilter, OwnerFilter, WarehouseFilter } from "./report-filters.tsx";
import { ReportView } from "./report-view.tsx";
import { reportMovements } from "./reports.contract.ts";
import type { MovementFigures, MovementRow } from "./reports.contract.ts";
import { daysRefusal, eachDay, movementGroupings } from "./reports.rules.ts";
import type { Days, MovementGrouping } from "./reports.rules.ts";
import { useReport } from "./use-report.ts";
import { scopeOf } from "./use-report-place.ts";
import type { ReportPlace } from "./use-report-place.ts";
import { useWays } from "./use-ways.ts";

type Column = ReportColumn<MovementRow, MovementFigures>;
const mostBars = 12;

function figureColumns(t: Translate): Column[] {
  return [
    { id: "count", title: t("reports.column.movements"), figure: ({ movement_count }) => movement_count },
    { id: "in", title: t("reports.column.in"), figure: ({ pieces_in }) => pieces_in },
    { id: "out", title: t("reports.column.out"), figure: ({ pieces_out }) => pieces_out },
    { id: "moved", title: t("reports.column.moved"), figure: ({ pieces_moved }) => pieces_moved },
  ];
}

/** A row's name in words: the day, the kind, the retailer. */
function nameOf(by: MovementGrouping, { key, name }: Pick<MovementRow, "key" | "name">, t: Translate, locale: string): string {
  if (by === "day") return dayText(key, locale);
  return by === "kind" ? t(`stock.source.${sourceWord(key)}`) : name;
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
  const drawn = by === "day" ? eachDay(days).map((key) => known.get(key) ?? { ...none, key }) : rows.slice(0, mostBars);
  const parts: ChartPart[] = [
    { key: "in", label: t("reports.column.in"), tone: "primary" },
    { key: "out", label: t("reports.column.out"), tone: "warn" },
    { key: "moved", label: t("reports.column.moved"), tone: "quiet" },
  ];
  const bars = drawn.map((row) => ({
    key: row.key,
    label: nameOf(by, row, t, locale),
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

/** What came in, went out and changed place. */
export function MovementsReport({ place }: { place: ReportPlace }) {
  const { t, locale } = useTranslation();
  const { ofOwner } = useWays();
  const { days } = place;
  const by = place.by(movementGroupings);
  const isRight = daysRefusal(days) === null;
  const report = useReport(reportMovements, { ...scopeOf(place), ...days, by }, { enabled: isRight });
  const name: Column = {
    id: "name",
    title: t(`reports.by.${by}`),
    text: (row) => nameOf(by, row, t, locale),
    ...(by === "day" ? { inFile: ({ key }: MovementRow) => key } : {}),
    way: ({ key }) => (by === "retailer" ? ofOwner(key) : null),
    ...(by === "retailer" ? { isName: true } : {}),
  };
  return (
    <div className="stack">
      <div className="reports-filters">
        <ByFilter
          value={by}
          options={movementGroupings.map((value) => ({ value, text: t(`reports.by.${value}`) }))}
          onValue={(value) => place.go({ by: value })}
        />
        <DaysFilter place={place} />
        <WarehouseFilter place={place} />
        <OwnerFilter place={place} />
      </div>
      {isRight && (
        <ReportView
          title={t("reports.tab.movements")}
          report={report}
          columns={() => [name, ...figureColumns(t)]}
          rowKey={({ key }) => key}
          chart={<MovementsChart by={by} days={days} rows={report.answer.data?.result ?? []} />}
          empty={t("reports.empty.movements")}
        />
      )}
      <p className="quiet small">{t("reports.movements.note")}</p>
    </div>
  );
}
