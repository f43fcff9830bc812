import "./reports.css";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { AgesReport } from "./ages-report.tsx";
import { LocationsReport } from "./locations-report.tsx";
import { MovementsReport } from "./movements-report.tsx";
import { ReceiptsReport } from "./receipts-report.tsx";
import { reportTabs, useReportPlace } from "./use-report-place.ts";
import type { ReportTab } from "./use-report-place.ts";

const reports = {
  ages: AgesReport,
  movements: MovementsReport,
  receipts: ReceiptsReport,
  locations: LocationsReport,
} as const satisfies Record<ReportTab, unknown>;

/** Four reports, each as a chart, a table and a file: stock by age and value, movements, receipts in time, the use of locations. */
export function ReportsScreen() {
  const { t } = useTranslation();
  const place = useReportPlace();
  const Report = reports[place.tab];
  return (
    <div className="stack reports">
      <h1>{t("places.reports")}</h1>
      <Tabs
        label={t("places.reports")}
        tabs={reportTabs.map((value) => ({ value, text: t(`reports.tab.${value}`) }))}
        value={place.tab}
        onValue={(tab) => place.go({ tab, by: "" })}
      >
        <Report place={place} />
      </Tabs>
    </div>
  );
}
