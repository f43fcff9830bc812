import type { Settings } from "#src/settings/settings.contract.ts";
import { hasFilter } from "#src/reviews/reviews.rules.ts";
import type { Job } from "./collect.contract.ts";

/** How far a job is. */
export interface Progress {
  /** 0..1, or null where nothing says how much there is */
  fraction: number | null;
  /** reviews done and to do in the job's own measure: read of expected, or kept of the limit where that ends it first */
  done: number;
  total: number | null;
  /** milliseconds to go by the waits in force, or null where unknown */
  msLeft: number | null;
}

/** Seconds that an answer takes beside the wait, where nothing was measured yet. */
const usualAnswerMs = 700;

/**
 * How far a job is and how long it will take.
 * @param pageSize reviews a page
 */
export function progressOf(job: Job, pageSize: number, settings: Pick<Settings, "waitFromSeconds" | "waitToSeconds">): Progress {
  // Without a filter the limit is reached after as many reviews as it has; with one, nobody can say when. Where no total is
  // known the limit is not shown in its place: there may be fewer reviews.
  const limitEnds = job.limit !== null && !hasFilter(job.options) && job.expected !== null && job.limit < job.expected;
  const total = limitEnds ? job.limit : job.expected;
  const done = job.seen;
  if (job.status === "done") return { fraction: 1, done, total, msLeft: 0 };
  if (total === null) return { fraction: null, done, total: null, msLeft: null };
  const pagesLeft = Math.max(0, Math.ceil((total - done) / pageSize));
  const waitMs = ((settings.waitFromSeconds + settings.waitToSeconds) / 2) * 1000;
  return { fraction: total === 0 ? 1 : Math.min(1, done / total), done, total, msLeft: pagesLeft * (waitMs + usualAnswerMs) };
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
export function completenessOf(job: Job): Completeness {
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
