import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Translate } from "#src/kit/i18n/translation.store.ts";
import { ageBuckets } from "#src/warehouse/stock/stock.rules.ts";
import { Chart } from "#src/kit/ui/chart/chart.tsx";
import type { PartTone } from "#src/kit/ui/chart/chart.rules.ts";
import type { ReportColumn } from "./report-column.ts";
import { ByFilter, OwnerFilter, WarehouseFilter } from "./report-filters.tsx";
import { ReportView } from "./report-view.tsx";
import { reportStockByAge } from "./reports.contract.ts";
import type { AgeFigures, AgeRow } from "./reports.contract.ts";
import { ageGroupings } from "./reports.rules.ts";
import type { AgeGrouping } from "./reports.rules.ts";
import { useReport } from "./use-report.ts";
import { toReportScope } from "./use-report-params.ts";
import type { ReportParams } from "./use-report-params.ts";
import { useRowLinks } from "./use-row-links.ts";

const tones: readonly PartTone[] = ["primary", "good", "quiet", "warn", "bad"];
/** The maximum number of comparable bars: the rest is in the table. */
const mostBars = 12;

type Column = ReportColumn<AgeRow, AgeFigures>;

function createNameColumns(by: AgeGrouping, t: Translate, { ofOwner, ofVariant }: ReturnType<typeof useRowLinks>): Column[] {
  const owner: Column = {
    id: "owner",
    title: t("reports.column.owner"),
    text: ({ owner_name }) => owner_name,
    link: ({ owner_uuid }) => ofOwner(owner_uuid),
    isName: true,
  };
  if (by === "retailer") return [owner];
  const name = { id: by, text: ({ name: one }: AgeRow) => one, isName: true } as const;
  if (by === "warehouse") return [{ ...name, title: t("reports.column.warehouse") }];
  return [{ ...name, title: t("reports.column.sku"), link: ({ key }) => ofVariant(key) }, owner];
}

function createColumns(by: AgeGrouping, total: AgeFigures, t: Translate): Column[] {
  const buckets = ageBuckets.map((bucket, at): Column => ({
    id: bucket,
    title: t(`stock.ages.bucket.${bucket}`),
    figure: ({ by_age }) => by_age[at] ?? 0,
  }));
  // One column per currency, because amounts in two currencies are not added up.
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

/** Stock by age, and its value. */
export function AgesReport({ params }: { params: ReportParams }) {
  const { t } = useTranslation();
  const ways = useRowLinks();
  const by = params.by(ageGroupings);
  const report = useReport(reportStockByAge, { ...toReportScope(params), by });
  const names = createNameColumns(by, t, ways);
  return (
    <div className="stack">
      <div className="reports-filters">
        <ByFilter
          value={by}
          options={ageGroupings.map((value) => ({ value, text: t(`reports.by.${value}`) }))}
          onValue={(value) => params.go({ by: value })}
        />
        <WarehouseFilter params={params} />
        <OwnerFilter params={params} />
      </div>
      <ReportView
        title={t("reports.tab.ages")}
        report={report}
        columns={({ total }) => [...names, ...createColumns(by, total, t)]}
        rowKey={({ key }) => key}
        chart={<AgesChart rows={report.answer.data?.result ?? []} labelHead={names[0]?.title ?? ""} />}
        empty={t("reports.empty.ages")}
      />
    </div>
  );
}
