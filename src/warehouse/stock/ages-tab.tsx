import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { Chart } from "#src/kit/ui/chart/chart.tsx";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { stockAges } from "./stock.contract.ts";
import type { AgeBucket } from "./stock.rules.ts";

interface Age {
  readonly days: AgeBucket;
  readonly quantity: number;
  readonly sku_count: number;
}

/** The age of stock as a chart and a table. @param input owner and warehouse; a retailer always sees its own */
export function AgesTab({ input }: { input: { owner_uuid?: string; warehouse_uuid?: string } }) {
  const { t, locale } = useTranslation();
  const { data } = useCallQuery(stockAges, input);
  if (data === undefined) return <p className="quiet">{t("ui.loading")}</p>;
  if (data.result.every(({ quantity }) => quantity === 0)) return <EmptyState line={t("stock.empty.ages")} />;
  const columns: ShortColumn<Age>[] = [
    { id: "days", title: t("stock.ages.days"), show: ({ days }) => t(`stock.ages.bucket.${days}`) },
    { id: "quantity", title: t("stock.column.quantity"), isNumber: true, show: ({ quantity }) => formatNumber(quantity, locale) },
    { id: "skus", title: t("stock.ages.skus"), isNumber: true, show: ({ sku_count }) => formatNumber(sku_count, locale) },
  ];
  return (
    <div className="stack">
      <h2 className="visually-hidden">{t("stock.tab.ages")}</h2>
      <section className="panel">
        <Chart
          direction="lying"
          title={t("stock.ages.title")}
          unit={t("stock.column.quantity")}
          labelHead={t("stock.ages.days")}
          bars={data.result.map(({ days, quantity }) => ({ key: days, label: t(`stock.ages.bucket.${days}`), values: [quantity] }))}
        />
      </section>
      <ShortTable label={t("stock.ages.title")} columns={columns} rows={data.result} rowKey={({ days }) => days} empty="" />
    </div>
  );
}
