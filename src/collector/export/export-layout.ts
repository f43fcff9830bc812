import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import { buildAboutRows } from "./summary-sheet.rules.ts";
import type { AboutRow, ExportLayout } from "./export.contract.ts";
import type { ColumnId, ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import type { Translate } from "./export-texts.ts";

/** Builds a layout: columns and texts in one language, and the rows of the second sheet. */
export function buildLayout(input: {
  format: ExportFormat;
  columns: readonly ColumnId[];
  about: readonly AboutRow[];
  t: Translate;
}): ExportLayout {
  const { format, columns, about, t } = input;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the keys just listed
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
 * Builds the layout of a job's file.
 * @param input.columns the person's columns, in their order; repeats are dropped
 * @param input.t texts in the person's language, without HTML escaping
 */
export function buildJobLayout(input: {
  job: Job;
  format: ExportFormat;
  columns: readonly ColumnId[];
  plan: Plan;
  now: Date;
  t: Translate;
}): ExportLayout {
  const { job, format, columns, plan, now, t } = input;
  return buildLayout({ format, columns, about: buildAboutRows({ job, plan, now, t }), t });
}
