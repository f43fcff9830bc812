import type { Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { moveJob, moveToRoute } from "./job.rules.ts";

/** Failed responses of the same kind in a row before the person is asked. */
const mostTries = 4;
/** The wait after a 429 without Retry-After, and the longest wait without asking the person, in seconds. */
const usualPauseSeconds = 120;
const longestPauseSeconds = 3600;
/** The longest rest of a marketplace without asking the person, in seconds. */
const longestRestSeconds = 86_400;
/** The first wait after a server error of the marketplace, in seconds; doubled each time. */
const troublePauseSeconds = 15;

/**
 * How long no job may send the marketplace a request after this problem, in seconds; 0 for problems that concern one job only.
 * After a 403 it is the two minutes that the advice for that problem states.
 */
export function getRestSeconds(problem: Problem): number {
  if (problem.kind === "blocked") return usualPauseSeconds;
  if (problem.kind !== "tooManyRequests") return 0;
  return Math.min(problem.retryAfterSeconds ?? usualPauseSeconds, longestRestSeconds);
}

/**
 * Applies a problem to a running job: wait and retry, try another route, or stop for the person.
 * @param routes how many routes the page has
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
      // An older address may answer 500 instead of 404: why the best route was left says more.
      if (job.failures >= mostTries) return block({ ...job, problem: job.firstProblem ?? problem }, now);
      return { ...job, notBefore: nowMs + troublePauseSeconds * 2 ** before.failures * 1000 };
    case "contractChanged": {
      // The report has to describe the answer of the best route, not the last of the attempts that followed.
      const firstProblem = job.firstProblem ?? problem;
      if (job.route + 1 < routes) return { ...moveToRoute(job, job.route + 1), firstProblem, problem: null };
      return block({ ...job, firstProblem, problem: firstProblem }, now);
    }
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
