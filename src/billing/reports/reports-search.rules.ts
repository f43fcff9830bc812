import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";
import { dayPresets } from "./reports.rules.ts";

export const reportTabs = ["ages", "movements", "receipts", "locations"] as const;
export type ReportTab = (typeof reportTabs)[number];

/** The search parameters of the reports: which report, for what, over which days. */
export const reportsSearch = z.object({
  tab: searchParam.oneOf(reportTabs),
  warehouse: searchParam.uuid,
  owner: searchParam.uuid,
  by: searchParam.id,
  days: searchParam.oneOf(dayPresets),
  from: searchParam.id,
  until: searchParam.id,
});
