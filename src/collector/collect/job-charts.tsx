import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatMonth, formatNumber } from "#src/kit/lib/formats.ts";
import { Chart } from "#src/kit/ui/chart/chart.tsx";
import type { ChartBar } from "#src/kit/ui/chart/chart.rules.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { monthBars } from "./months.rules.ts";

/** How many of the kept reviews have each number of stars. */
export function StarsChart({ job }: { job: Job }) {
  const { t, locale } = useTranslation();
  const rows = ["5", "4", "3", "2", "1", "0"].filter((stars) => stars !== "0" || (job.byStars[stars] ?? 0) > 0);
  const bars = rows.map((stars): ChartBar => {
    const label = stars === "0" ? t("collect.charts.noStars") : `${formatNumber(Number(stars), locale)} ★`;
    return { key: stars, label, values: [job.byStars[stars] ?? 0] };
  });
  return (
    <Chart
      direction="lying"
      title={t("collect.charts.stars")}
      unit={t("collect.charts.unit")}
      labelHead={t("collect.charts.starsHead")}
      bars={bars}
    />
  );
}

/** When the kept reviews were written. */
export function MonthsChart({ job }: { job: Job }) {
  const { t, locale } = useTranslation();
  const { unit, bars, undated } = monthBars(job.byMonth);
  const written = bars.map(({ key, value }): ChartBar & { value: number } => ({
    key,
    label: unit === "month" ? formatMonth(key, locale) : key,
    values: [value],
    value,
  }));
  const peak = written.reduce<(typeof written)[number] | null>((top, bar) => (top === null || bar.value > top.value ? bar : top), null);
  const shown: ChartBar[] = undated > 0 ? [...written, { key: "", label: t("collect.charts.noDate"), values: [undated] }] : written;
  if (shown.length === 0) return <p className="quiet">{t("collect.charts.empty")}</p>;
  return (
    <Chart
      direction="upright"
      title={t(unit === "month" ? "collect.charts.months" : "collect.charts.years")}
      unit={t("collect.charts.unit")}
      labelHead={t(unit === "month" ? "collect.charts.monthsHead" : "collect.charts.yearsHead")}
      bars={shown}
      {...(peak === null ? {} : { note: t("collect.charts.peak", { value: formatNumber(peak.value, locale), label: peak.label }) })}
    />
  );
}
