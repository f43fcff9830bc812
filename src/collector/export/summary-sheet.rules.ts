import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import { hasFilter, notReadFields } from "#src/collector/reviews/reviews.rules.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { AboutRow } from "./export.contract.ts";
import type { ExportTextKey, Translate } from "./export-texts.ts";

type AboutName = ExportTextKey extends infer K ? (K extends `export.about.${infer Name}` ? Name : never) : never;

/**
 * Builds the rows of the second sheet: the page, how complete the file is, and each of the marketplace's counts with its meaning.
 */
export function buildAboutRows(input: { job: Job; plan: Plan; now: Date; t: Translate }): AboutRow[] {
  const { job, plan, now, t } = input;
  const row = (name: AboutName, value: AboutRow["value"]): AboutRow => ({ label: t(`export.about.${name}`), value });
  const rows: AboutRow[] = [
    row("listing", job.kind === "listing" ? job.title : ""),
    row("shop", job.shopName),
    row("listingId", job.kind === "listing" ? job.subject : ""),
    row("link", job.url),
    row("marketplace", t(`export.marketplace.${job.marketplace}`)),
    row("exportedAt", now),
    row("startedAt", toInstant(job.createdAt)),
    row("finishedAt", toInstant(job.finishedAt)),
    row("rows", job.kept),
    row("completeness", formatCompleteness(job, t)),
    row("withoutText", job.withoutText),
    row("withPhotos", job.withPhotos === 0 && job.notRead.images !== undefined ? t("export.notRead") : job.withPhotos),
    row("notRead", getNotReadText(job.notRead, t)),
    row("duplicates", job.duplicates),
    ...job.counts.map(({ meaning, value }) => ({ label: t(`export.count.${meaning}`), value })),
    row("sort", t(`export.sort.${job.options.sort}`)),
    row("filters", formatFilters(job.options, t)),
    row("plan", plan.reviewsPerClick === null ? t("export.plan.pro") : t("export.plan.free", { limit: plan.reviewsPerClick })),
    row("madeWith", t("export.about.product")),
  ];
  return rows.filter(({ value }) => value !== "");
}

/** The fields that were not read, each with the number of reviews: "Seller reply (20); Photos (20)"; '' if all were read. */
export function getNotReadText(notRead: Job["notRead"], t: Translate): string {
  const fields = notReadFields.filter((field) => (notRead[field] ?? 0) > 0);
  return fields
    .map((field) => t("export.notReadField", { column: t(`export.column.${field}`), reviews: notRead[field] ?? 0 }))
    .join(t("export.filter.separator"));
}

function toInstant(iso: string): Date | "" {
  return Number.isNaN(Date.parse(iso)) ? "" : new Date(Date.parse(iso));
}

/** States how complete the file is, in one sentence: "101 of 101, 7 without text". */
export function formatCompleteness(job: Job, t: Translate): string {
  const expected = job.expected ?? 0;
  const values = {
    read: job.seen,
    expected,
    kept: job.kept,
    withoutText: job.withoutText,
    limit: job.limit ?? 0,
    missing: expected - job.seen,
  };
  return t(`export.complete.${getCompletenessKey(job)}`, values);
}

function getCompletenessKey({ status, ended, expected, seen, options }: Job) {
  const uncounted: "" | "Uncounted" = expected === null ? "Uncounted" : "";
  if (status === "limited" || ended === "limit") return `limit${uncounted}` as const;
  if (status !== "done") return `partial${uncounted}` as const;
  if (ended === "date") return "date";
  if (expected !== null && seen < expected) return "missing";
  if (expected !== null && seen > expected) return "more";
  if (hasFilter(options)) return `filtered${uncounted}` as const;
  return expected === null ? "uncounted" : "all";
}

/** The filters that were applied, in words. */
export function formatFilters(options: CollectOptions, t: Translate): string {
  const { stars, withPhotos, withText, dateFrom, dateTo, keyword } = options;
  const used = [
    stars.length > 0 && t("export.filter.stars", { stars: stars.toSorted((a, b) => b - a).join(", ") }),
    withPhotos && t("export.filter.withPhotos"),
    withText && t("export.filter.withText"),
    dateFrom !== "" && t("export.filter.dateFrom", { date: dateFrom }),
    dateTo !== "" && t("export.filter.dateTo", { date: dateTo }),
    keyword.trim() !== "" && t("export.filter.keyword", { keyword: keyword.trim() }),
  ].filter((text) => text !== false);
  return used.length === 0 ? t("export.filter.none") : used.join(t("export.filter.separator"));
}
