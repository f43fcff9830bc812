import type { NotReadField } from "#src/collector/reviews/reviews.rules.ts";
import { hasFilter, notReadFields } from "#src/collector/reviews/reviews.rules.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { getCompleteness } from "./progress.rules.ts";

/** One line of the report at a job's end: a key of `collect.report` and its values. */
export type ReportLine =
  | { key: "readEnd" | "readCancelled" | "readOpen" | "readImported" }
  | { key: "readDate"; date: string }
  | { key: "readLimit"; limit: number }
  | { key: "short"; expected: number; count: number }
  | { key: "notRead"; count: number; fields: readonly NotReadField[] }
  | { key: "more" | "duplicates" | "withPhotos" | "starsOnly" | "serverStars"; count: number };

/** Why reading stopped where it did. */
function ending(job: Job): ReportLine {
  if (job.requests === 0 && job.status === "done") return { key: "readImported" };
  if (job.status === "cancelled") return { key: "readCancelled" };
  if (job.ended === "limit" && job.status === "limited") return { key: "readLimit", limit: job.limit ?? job.kept };
  if (job.ended === "date") return { key: "readDate", date: job.lastDate };
  if (job.ended === "end") return { key: "readEnd" };
  return { key: "readOpen" };
}

/** Lines of the report beside the main figure; a shortfall is always stated. */
export function reportLines(job: Job): ReportLine[] {
  const { missing, read, expected, duplicates } = getCompleteness(job);
  const lines: ReportLine[] = [ending(job)];
  if (job.serverStars !== null) lines.push({ key: "serverStars", count: job.serverStars });
  if (missing > 0 && expected !== null) lines.push({ key: "short", expected, count: read });
  if (expected !== null && read > expected) lines.push({ key: "more", count: read - expected });
  if (duplicates > 0) lines.push({ key: "duplicates", count: duplicates });
  if (job.withoutText > 0 && getHeadline(job).key !== "wholeWithoutText") lines.push({ key: "starsOnly", count: job.withoutText });
  const fields = notReadFields.filter((field) => (job.notRead[field] ?? 0) > 0);
  if (fields.length > 0) lines.push({ key: "notRead", count: Math.max(...fields.map((field) => job.notRead[field] ?? 0)), fields });
  if (job.withPhotos > 0) lines.push({ key: "withPhotos", count: job.withPhotos });
  return lines;
}

/** The main figure of a job. */
export type Headline =
  | { key: "whole"; kept: number; of: number }
  | { key: "wholeWithoutText"; kept: number; of: number; count: number }
  | { key: "alone"; count: number }
  | { key: "matching"; count: number; seen: number };

/** "101 of 101, 7 without text"; with a filter how many match; only a number if the total is unknown. */
export function getHeadline(job: Job): Headline {
  if (hasFilter(job.options)) return { key: "matching", count: job.kept, seen: job.seen };
  if (job.expected === null) return { key: "alone", count: job.kept };
  if (job.withoutText === 0) return { key: "whole", kept: job.kept, of: job.expected };
  return { key: "wholeWithoutText", kept: job.kept, of: job.expected, count: job.withoutText };
}
