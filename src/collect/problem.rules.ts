import type { Problem } from "#src/marketplaces/marketplaces.contract.ts";
import type { Job } from "./collect.contract.ts";
import { moveJob } from "./collect.rules.ts";

/** Answers of the same kind in a row before the person is asked. */
const mostTries = 4;
/** The wait after a 429 that names none, and the longest that is waited without asking the person, in seconds. */
const usualPauseSeconds = 120;
const longestPauseSeconds = 3600;
/** The first wait after the marketplace's own trouble, in seconds; doubled each time. */
const troublePauseSeconds = 15;

/**
 * What a problem does to a running job: wait and ask again, try another route, or stop for the person.
 * @param routes how many ways of asking the page has
 * @param nowMs epoch ms
 */
export function takeProblem(before: Job, problem: Problem, routes: number, nowMs: number): Job {
  const now = new Date(nowMs).toISOString();
  const job: Job = { ...before, problem, requests: before.requests + 1, failures: before.failures + 1, updatedAt: now };
  switch (problem.kind) {
    case "tooManyRequests": {
      const pauseSeconds = problem.retryAfterSeconds ?? usualPauseSeconds;
      if (job.failures >= mostTries || pauseSeconds > longestPauseSeconds) return block(job, now);
      return { ...job, notBefore: nowMs + pauseSeconds * 1000 };
    }
    case "unavailable":
      if (job.failures >= mostTries) return block(job, now);
      return { ...job, notBefore: nowMs + troublePauseSeconds * 2 ** before.failures * 1000 };
    case "contractChanged":
      // Another way of asking has other pages: it starts from the first, and what is there already is dropped by id.
      if (job.route + 1 < routes)
        return { ...job, route: job.route + 1, nextPage: 1, totalPages: null, problem: null, lastDate: "", newestFirst: null };
      return block(job, now);
    case "notProductPage":
    case "signedOut":
    case "blocked":
    case "offline":
    case "noReviews":
    case "diskFull":
      return block(job, now);
    default:
      return problem satisfies never;
  }
}

function block(job: Job, now: string): Job {
  return { ...(moveJob(job, "block", now) ?? job), problem: job.problem };
}
