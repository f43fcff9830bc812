import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Translate } from "#src/i18n/shown.store.ts";
import { ageBuckets } from "#src/stock/stock.rules.ts";
import { Chart } from "#src/ui/chart/chart.tsx";
import type { PartTone } from "#src/ui/chart/chart.rules.ts";
import type { ReportColumn } from "./report-column.ts";
import { ByFilter, OwnerFilter, WarehouseFilter } from "./report-filters.tsx";
import { ReportView } from "./report-view.tsx";
import { reportStockByAge } from "./reports.contract.ts";
import type { AgeFigures, AgeRow } from "./reports.contract.ts";
import { ageGroupings } from "./reports.rules.ts";
import type { AgeGrouping } from "./reports.rules.ts";
import { useReport } from "./use-report.ts";
import { scopeOf } from "./use-report-place.ts";
import type { ReportPlace } from "./use-report-place.ts";
import { useWays } from "./use-ways.ts";

const tones: readonly PartTone[] = ["primary", "good", "quiet", "warn", "bad"];
/** Bars that a person still compares: the rest stands in the table. */
const mostBars = 12;

type Column = ReportColumn<AgeRow, AgeFigures>;

function namesOf(by: AgeGrouping, t: Translate, { ofOwner, ofVariant }: ReturnType<typeof useWays>): Column[] {
  const owner: Column = {
    id: "owner",
    title: t("reports.column.owner"),
    text: ({ owner_name }) => owner_name,
    way: ({ owner_uuid }) => ofOwner(owner_uuid),
    isName: true,
  };
  if (by === "retailer") return [owner];
  const name = { id: by, text: ({ name: one }: AgeRow) => one, isName: true } as const;
  if (by === "warehouse") return [{ ...name, title: t("reports.column.warehouse") }];
  return [{ ...name, title: t("reports.column.sku"), way: ({ key }) => ofVariant(key) }, owner];
}

function columnsOf(by: AgeGrouping, total: AgeFigures, t: Translate): Column[] {
  const buckets = ageBuckets.map((bucket, at): Column => ({
    id: bucket,
    title: t(`stock.ages.bucket.${bucket}`),
    figure: ({ by_age }) => by_age[at] ?? 0,
  }));
  // One column a currency: amounts of two are not added up.
  const values = total.value.map(({ currency }): Column => ({
    id: currency,
    title: t("reports.column.value", { currency }),
    decimals: 2,
    figure: ({ value }) => {
      const known = value.find((one) => one.currency === currency);
      return known === undefined ? null : known.cents / 100;
    },
  }));
  const skus: Column = { id: "skus", title: t("reports.column.skus"), figure: ({ sku_count }) => sku_count };
  return [
    ...(by === "sku" ? [] : [skus]),
    { id: "pieces", title: t("reports.column.pieces"), figure: ({ quantity }) => quantity },
    ...buckets,
    ...values,
    { id: "unvalued", title: t("reports.column.unvalued"), figure: ({ unvalued_quantity }) => unvalued_quantity },
  ];
}

function AgesChart({ rows, labelHead }: { rows: readonly AgeRow[]; labelHead: string }) {
  const { t } = useTranslation();
  const bars = rows.slice(0, mostBars).map(({ key, name, by_age }) => ({ key, label: name, values: by_age }));
  return (
    <Chart
      direction="lying"
      title={rows.length > mostBars ? t("reports.ages.chartOfFirst", { count: mostBars }) : t("reports.ages.chart")}
      unit={t("reports.column.pieces")}
      labelHead={labelHead}
      parts={ageBuckets.map((key, at) => ({ key, label: t(`stock.ages.bucket.${key}`), tone: tones[at] ?? "quiet" }))}
      bars={bars}
    />
  );
}

/** What stands in stock by how long it lies there, and what it is worth. */
export function AgesReport({ place }: { place: ReportPlace }) {
  const { t } = useTranslation();
  const ways = useWays();
  const by = place.by(ageGroupings);
  const report = useReport(reportStockByAge, { ...scopeOf(place), by });
  const names = namesOf(by, t, ways);
  return (
    <div className="stack">
      <div className="reports-filters">
        <ByFilter
          value={by}
          options={ageGroupings.map((value) => ({ value, text: t(`reports.by.${value}`) }))}
          onValue={(value) => place.go({ by: value })}
        />
        <WarehouseFilter place={place} />
        <OwnerFilter place={place} />
      </div>
      <ReportView
        title={t("reports.tab.ages")}
        report={report}
        columns={({ total }) => [...names, ...columnsOf(by, total, t)]}
        rowKey={({ key }) => key}
        chart={<AgesChart rows={report.answer.data?.result ?? []} labelHead={names[0]?.title ?? ""} />}
        empty={t("reports.empty.ages")}
      />
    </div>
  );
}
