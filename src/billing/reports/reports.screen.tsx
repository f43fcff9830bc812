import "./reports.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { AgesReport } from "./ages-report.tsx";
import { LocationsReport } from "./locations-report.tsx";
import { MovementsReport } from "./movements-report.tsx";
import { ReceiptsReport } from "./receipts-report.tsx";
import type { ReportTab } from "./reports-search.rules.ts";
import { reportTabs } from "./reports-search.rules.ts";
import { useReportParams } from "./use-report-params.ts";

const reports = {
  ages: AgesReport,
  movements: MovementsReport,
  receipts: ReceiptsReport,
  locations: LocationsReport,
} as const satisfies Record<ReportTab, unknown>;

/** Four reports, each as a chart, a table and a file: stock by age and value, movements, receipts in time, use of locations. */
export function ReportsScreen() {
  const { t } = useTranslation();
  const params = useReportParams();
  const Report = reports[params.tab];
  return (
    <div className="stack reports">
      <h1>{t("navigation.reports")}</h1>
      <Tabs
        label={t("navigation.reports")}
        tabs={reportTabs.map((value) => ({ value, text: t(`reports.tab.${value}`) }))}
        value={params.tab}
        onValue={(tab) => params.go({ tab, by: "" })}
      >
        <Report params={params} />
      </Tabs>
    </div>
  );
}
