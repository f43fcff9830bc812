import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { localDay } from "#src/lib/local-day.ts";
import { isUuid } from "#src/lib/uuid.ts";
import { dayPresets, presetDays } from "./reports.rules.ts";
import type { DayPreset, Days } from "./reports.rules.ts";

type Search = Record<string, unknown>;
type Navigate = (options: { to: "."; search: (old: Search) => object; resetScroll: false }) => Promise<void>;

export const reportTabs = ["ages", "movements", "receipts", "locations"] as const;
export type ReportTab = (typeof reportTabs)[number];

/** A day of the address; empty for what is none. */
function dayOf(value: unknown): string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : "";
}

/** Which report is in sight and of what, as the address says; what it says wrongly counts as not said. */
export function useReportPlace() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate() as unknown as Navigate;
  const one = <V extends string>(name: string, known: readonly V[]) => known.find((value) => value === search[name]);
  const uuidOf = (name: string) => {
    const value = search[name];
    return isUuid(value) ? value : "";
  };
  const [from, until] = [dayOf(search["from"]), dayOf(search["until"])];
  const isChosen = from !== "" && until !== "";
  const preset: DayPreset | "chosen" = isChosen ? "chosen" : (one("days", dayPresets) ?? "last90");
  const days: Days = preset === "chosen" ? { from, until } : presetDays(preset, localDay());
  /** Changes a part of it; what is empty leaves the address. */
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
    tab: one("tab", reportTabs) ?? "ages",
    warehouse: uuidOf("warehouse"),
    owner: uuidOf("owner"),
    /** the grouping that the address names, where it is one of these */
    by: <V extends string>(known: readonly [V, ...V[]]) => one("by", known) ?? known[0],
    preset,
    days,
    go,
  };
}
export type ReportPlace = ReturnType<typeof useReportPlace>;

/** The place's warehouse and owner as a call takes them. */
export function scopeOf({ warehouse, owner }: Pick<ReportPlace, "warehouse" | "owner">): { warehouse_uuid?: string; owner_uuid?: string } {
  return { ...(warehouse === "" ? {} : { warehouse_uuid: warehouse }), ...(owner === "" ? {} : { owner_uuid: owner }) };
}
