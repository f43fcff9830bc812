import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { toLocalDay } from "#src/kit/lib/days.ts";
import { reportTabs } from "./reports-search.rules.ts";
import { getPresetDays } from "./reports.rules.ts";
import type { DayPreset, Days } from "./reports.rules.ts";

/** Returns a day from the address; empty if invalid. */
function toValidDay(value = ""): string {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : "";
}

/** The report and its filters, from the address; invalid values count as absent. */
export function useReportParams() {
  const { tab, warehouse = "", owner = "", by, days: named = "last90", ...search } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [from, until] = [toValidDay(search.from), toValidDay(search.until)];
  const isChosen = from !== "" && until !== "";
  const preset: DayPreset | "chosen" = isChosen ? "chosen" : named;
  const days: Days = preset === "chosen" ? { from, until } : getPresetDays(preset, toLocalDay());
  /** Changes some parameters; empty ones are removed from the address. */
  const go = useCallback(
    (part: Record<string, string>) =>
      void navigate({
        to: ".",
        resetScroll: false,
        search: (old) => Object.fromEntries(Object.entries({ ...old, ...part }).filter(([, value]) => value !== undefined && value !== "")),
      }),
    [navigate],
  );
  return {
    tab: reportTabs.find((one) => one === tab) ?? "ages",
    warehouse,
    owner,
    /** the grouping named by the address, if it is one of these */
    by: <V extends string>(known: readonly [V, ...V[]]) => known.find((value) => value === by) ?? known[0],
    preset,
    days,
    go,
  };
}
export type ReportParams = ReturnType<typeof useReportParams>;

/** Returns the warehouse and owner as a call's input. */
export function toReportScope({ warehouse, owner }: Pick<ReportParams, "warehouse" | "owner">): {
  warehouse_uuid?: string;
  owner_uuid?: string;
} {
  return { ...(warehouse === "" ? {} : { warehouse_uuid: warehouse }), ...(owner === "" ? {} : { owner_uuid: owner }) };
}
