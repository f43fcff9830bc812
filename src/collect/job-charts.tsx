import { useTranslation } from "#src/i18n/shown.store.ts";
import { monthText, numberText } from "#src/lib/wording.ts";
import type { Bar } from "#src/ui/bar-chart.tsx";
import { LyingBars, StandingBars } from "#src/ui/bar-chart.tsx";
import type { Job } from "./collect.contract.ts";
import { monthBars } from "./view.rules.ts";

/** How many of the kept reviews have each number of stars. */
export function StarsChart({ job }: { job: Job }) {
  const { t, locale } = useTranslation();
  const rows = ["5", "4", "3", "2", "1", "0"].filter((stars) => stars !== "0" || (job.byStars[stars] ?? 0) > 0);
  const bars: Bar[] = rows.map((stars) => {
    const value = job.byStars[stars] ?? 0;
    const label = stars === "0" ? t("collect.charts.noStars") : `${numberText(Number(stars), locale)} ★`;
    return { key: stars, label, value, valueText: numberText(value, locale) };
  });
  return (
    <LyingBars
      title={t("collect.charts.stars")}
      unit={t("collect.charts.unit")}
      labelHead={t("collect.charts.starsHead")}
      tableText={t("collect.charts.table")}
      bars={bars}
    />
  );
}

/** When the kept reviews were written. */
export function MonthsChart({ job }: { job: Job }) {
  const { t, locale } = useTranslation();
  const { unit, bars, undated } = monthBars(job.byMonth);
  const written: Bar[] = bars.map(({ key, value }) => ({
    key,
    label: unit === "month" ? monthText(key, locale) : key,
    value,
    valueText: numberText(value, locale),
  }));
  const peak = written.reduce<Bar | null>((top, bar) => (top === null || bar.value > top.value ? bar : top), null);
  if (undated > 0) written.push({ key: "", label: t("collect.charts.noDate"), value: undated, valueText: numberText(undated, locale) });
  if (written.length === 0) return <p className="quiet">{t("collect.charts.empty")}</p>;
  return (
    <StandingBars
      title={t(unit === "month" ? "collect.charts.months" : "collect.charts.years")}
      unit={t("collect.charts.unit")}
      labelHead={t(unit === "month" ? "collect.charts.monthsHead" : "collect.charts.yearsHead")}
      tableText={t("collect.charts.table")}
      bars={written}
      note={peak === null ? "" : t("collect.charts.peak", { value: peak.valueText, label: peak.label })}
    />
  );
}
