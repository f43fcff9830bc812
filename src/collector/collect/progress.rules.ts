import type { Settings } from "#src/collector/settings/settings.contract.ts";
import { hasFilter } from "#src/collector/reviews/reviews.rules.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { aboutCount } from "./view.rules.ts";

/** How far a job is. */
export interface Progress {
  /** 0..1, or null if the total is unknown */
  fraction: number | null;
  /** reviews read */
  done: number;
  /** reviews to read: the page's number, or the plan's limit; null if unknown */
  total: number | null;
  /** whether the plan's limit ends the job before the page does */
  isLimited: boolean;
  /** milliseconds to go by the waits in force, or null where unknown */
  msLeft: number | null;
}

/** Seconds that a response takes besides the wait, if none was measured yet. */
const usualAnswerMs = 700;

/**
 * How far a job is and how long it will take.
 * @param pageSize reviews a page
 */
export function getProgress(job: Job, pageSize: number, settings: Pick<Settings, "waitFromSeconds" | "waitToSeconds">): Progress {
  // Before the first answer the page's own number is all there is; it says nothing of a part that the server filters.
  const known = job.expected ?? (job.serverStars === null ? aboutCount(job.counts, job.kind) : null);
  // Without a filter the limit is reached after as many reviews as it has; with one, nobody can say when.
  const isLimited = job.limit !== null && known !== null && job.limit < known && !hasFilter(job.options);
  const total = isLimited ? job.limit : known;
  const done = job.seen;
  if (job.status === "done") return { fraction: 1, done, total, isLimited, msLeft: 0 };
  if (total === null) return { fraction: null, done, total, isLimited, msLeft: null };
  const pagesLeft = Math.max(0, Math.ceil((total - done) / pageSize));
  const waitMs = ((settings.waitFromSeconds + settings.waitToSeconds) / 2) * 1000;
  return { fraction: total === 0 ? 1 : Math.min(1, done / total), done, total, isLimited, msLeft: pagesLeft * (waitMs + usualAnswerMs) };
}

/** What the end of a job says: whether all that was announced was read. */
export interface Completeness {
  read: number;
  expected: number | null;
  kept: number;
  withoutText: number;
  duplicates: number;
  /** reviews announced and not given by the marketplace */
  missing: number;
  /** the marketplace's own counts of this page disagree with each other */
  countsDisagree: boolean;
}

/** The completeness of a job, for the report at its end. */
export function getCompleteness(job: Job): Completeness {
  const ofThisPage = job.counts.filter(({ meaning }) => meaning !== "shopWide").map(({ value }) => value);
  return {
    read: job.seen,
    expected: job.expected,
    kept: job.kept,
    withoutText: job.withoutText,
    duplicates: job.duplicates,
    missing: job.expected === null || job.ended !== "end" ? 0 : Math.max(0, job.expected - job.seen),
    countsDisagree: new Set(ofThisPage).size > 1 || (job.expected !== null && job.ended === "end" && job.expected !== job.seen),
  };
}
