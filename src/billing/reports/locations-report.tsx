import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { getLocationWord } from "#src/warehouse/stock/stock-words.rules.ts";
import { Chart } from "#src/kit/ui/chart/chart.tsx";
import type { ReportColumn } from "./report-column.ts";
import { ByFilter, WarehouseFilter } from "./report-filters.tsx";
import { ReportView } from "./report-view.tsx";
import { reportLocations } from "./reports.contract.ts";
import type { UseFigures, UseRow } from "./reports.contract.ts";
import { toPercent, locationGroupings } from "./reports.rules.ts";
import type { LocationGrouping } from "./reports.rules.ts";
import { useReport } from "./use-report.ts";
import type { ReportParams } from "./use-report-params.ts";

type Column = ReportColumn<UseRow, UseFigures>;
const mostBars = 12;

/** Formats a row's name; goods outside shelves are on the floor. */
function formatName(by: LocationGrouping, { key, name }: UseRow, t: Translate): string {
  if (by === "type") return t(`stock.type.${getLocationWord(key)}`);
  return by === "partition" && name === "" ? t("reports.locations.floor") : name;
}

function createColumns(by: LocationGrouping, t: Translate): Column[] {
  const name: Column = {
    id: "name",
    title: t(`reports.by.${by}`),
    text: (row) => formatName(by, row, t),
    ...(by === "warehouse" ? { isName: true } : {}),
  };
  const warehouse: Column = {
    id: "warehouse",
    title: t("reports.column.warehouse"),
    text: ({ warehouse_name }) => warehouse_name,
    isName: true,
  };
  return [
    name,
    ...(by === "partition" ? [warehouse] : []),
    { id: "locations", title: t("reports.column.locations"), figure: ({ location_count }) => location_count },
    { id: "occupied", title: t("reports.column.occupied"), figure: ({ occupied_count }) => occupied_count },
    {
      id: "share",
      title: t("reports.column.occupiedShare"),
      decimals: 1,
      figure: ({ occupied_count, location_count }) => toPercent(occupied_count, location_count),
    },
    { id: "blocked", title: t("reports.column.blocked"), figure: ({ blocked_count }) => blocked_count },
    { id: "pieces", title: t("reports.column.pieces"), figure: ({ pieces }) => pieces },
    { id: "capacity", title: t("reports.column.capacity"), decimals: 1, figure: ({ capacity_ml }) => capacity_ml / 1000 },
    { id: "used", title: t("reports.column.used"), decimals: 1, figure: ({ used_ml }) => used_ml / 1000 },
    {
      id: "usedShare",
      title: t("reports.column.usedShare"),
      decimals: 1,
      figure: ({ used_ml, capacity_ml }) => toPercent(used_ml, capacity_ml),
    },
  ];
}

function LocationsChart({ by, rows }: { by: LocationGrouping; rows: readonly UseRow[] }) {
  const { t } = useTranslation();
  const most = rows.toSorted((a, b) => b.location_count - a.location_count).slice(0, mostBars);
  const bars = most.map((row) => ({
    key: row.key,
    label: formatName(by, row, t),
    values: [row.occupied_count, row.location_count - row.occupied_count],
  }));
  return (
    <Chart
      direction="lying"
      title={rows.length > mostBars ? t("reports.locations.chartOfFirst", { count: mostBars }) : t("reports.locations.chart")}
      unit={t("reports.column.locations")}
      labelHead={t(`reports.by.${by}`)}
      parts={[
        { key: "occupied", label: t("reports.column.occupied"), tone: "primary" },
        { key: "empty", label: t("reports.locations.empty"), tone: "quiet" },
      ]}
      bars={bars}
    />
  );
}

/** How locations are used: how many hold goods, and how full they are. */
export function LocationsReport({ params }: { params: ReportParams }) {
  const { t } = useTranslation();
  const by = params.by(locationGroupings);
  const report = useReport(reportLocations, { ...(params.warehouse === "" ? {} : { warehouse_uuid: params.warehouse }), by });
  return (
    <div className="stack">
      <div className="reports-filters">
        <ByFilter
          value={by}
          options={locationGroupings.map((value) => ({ value, text: t(`reports.by.${value}`) }))}
          onValue={(value) => params.go({ by: value })}
        />
        <WarehouseFilter params={params} />
      </div>
      <ReportView
        title={t("reports.tab.locations")}
        report={report}
        columns={() => createColumns(by, t)}
        rowKey={({ key }) => key}
        chart={<LocationsChart by={by} rows={report.answer.data?.result ?? []} />}
        empty={t("reports.empty.locations")}
      />
      <p className="quiet small">{t("reports.locations.note")}</p>
    </div>
  );
}
