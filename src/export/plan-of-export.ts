import type { Job } from "#src/collect/collect.contract.ts";
import type { Plan } from "#src/plan/plan.contract.ts";
import { aboutRows } from "./about.rules.ts";
import type { AboutRow, ColumnId, ExportFormat, ExportPlan } from "./export.contract.ts";
import { columnIds } from "./export.contract.ts";
import type { Translate } from "./export.texts.ts";

/** What a file is written by: the columns and texts in a language, and the rows of its second sheet. */
export function planWith(input: {
  format: ExportFormat;
  columns: readonly ColumnId[];
  about: readonly AboutRow[];
  t: Translate;
}): ExportPlan {
  const { format, columns, about, t } = input;
  const headers = Object.fromEntries(columnIds.map((id) => [id, t(`export.column.${id}`)])) as Record<ColumnId, string>;
  return {
    format,
    columns: [...new Set(columns)],
    headers,
    yes: t("export.yes"),
    no: t("export.no"),
    notRead: t("export.notRead"),
    sheetName: t("export.sheet.reviews"),
    aboutSheetName: t("export.sheet.about"),
    about,
  };
}

/**
 * The plan of a job's file.
 * @param input.columns the person's columns, in their order; repeats are dropped
 * @param input.t texts in the person's language, without HTML escaping
 */
export function planOfExport(input: {
  job: Job;
  format: ExportFormat;
  columns: readonly ColumnId[];
  plan: Plan;
  now: Date;
  t: Translate;
}): ExportPlan {
  const { job, format, columns, plan, now, t } = input;
  return planWith({ format, columns, about: aboutRows({ job, plan, now, t }), t });
}
