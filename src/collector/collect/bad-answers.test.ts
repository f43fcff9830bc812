import { describe, expect, test } from "vitest";
import { etsy } from "#src/collector/marketplaces/etsy/etsy.adapter.ts";
import type { PageAnswer, Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { proPlan } from "#src/pro/plan/plan.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { answerOf, wireAnswer, wireReview } from "#tests/factories/etsy-answers.ts";
import { listingFacts, readContext } from "#tests/factories/etsy-facts.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { createJob, resumeJob, getNextRequest } from "./job.rules.ts";
import { takePage } from "./take-page.rules.ts";
import { takeProblem } from "./problem.rules.ts";

const facts = listingFacts();
const now = "2026-11-21T10:00:00.000Z";
const nowMs = Date.parse(now);
const total = 44;
const badPage = 3;

/** The page of a marketplace of 44 reviews that is well. */
function goodAnswer(page: number): PageAnswer {
  const first = (page - 1) * 8 + 1;
  const count = Math.max(0, Math.min(8, total - first + 1));
  const reviews = Array.from({ length: count }, (_, at) => wireReview(first + at));
  return answerOf(wireAnswer(reviews, { totalReviews: total, totalPages: Math.ceil(total / 8), currentPage: page }));
}

const half = goodAnswer(badPage).body.slice(0, 900);
const signInPage = `<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1>
  <form method="post" action="/account/session"><input name="email"><input type="password" name="password"><button>Sign in</button></form></body></html>`;

/** Each bad answer, as the content script hands it over: an answer to read, or why there was none. */
const badAnswers: readonly [string, PageAnswer | Problem, Problem["kind"]][] = [
  ["half a JSON", answerOf(half), "contractChanged"],
  ["an empty body", answerOf(""), "contractChanged"],
  ["an error page with status 200", answerOf("<!doctype html><html><body><h1>Oops, something broke</h1></body></html>"), "contractChanged"],
  ["text in place of JSON", answerOf("OK"), "contractChanged"],
  ["JSON without reviews", answerOf({ output: {}, jsData: { feature: "on" } }), "contractChanged"],
  ["null", answerOf("null"), "contractChanged"],
  ["404 of the best route", answerOf("", { status: 404 }), "contractChanged"],
  ["a sign-in page with status 200", answerOf(signInPage), "signedOut"],
  ["a sign-in page after a redirect", answerOf(signInPage, { url: "https://www.etsy.com/account/login?next=x" }), "signedOut"],
  ["a redirect to a sign-in page without a form", answerOf("<p>One moment</p>", { url: "https://www.etsy.com/signin" }), "signedOut"],
  ["JSON that asks for a sign-in", answerOf({ error: "You must be signed in." }), "signedOut"],
  ["401", answerOf("", { status: 401 }), "signedOut"],
  ["403", answerOf("", { status: 403 }), "blocked"],
  ["429", answerOf("", { status: 429 }), "tooManyRequests"],
  ["500", answerOf("Internal error", { status: 500 }), "unavailable"],
  ["502 with a page", answerOf("<html><body>Bad gateway</body></html>", { status: 502 }), "unavailable"],
  ["a connection that was cut, or a time-out", { kind: "unavailable", status: 0 }, "unavailable"],
  ["no network", { kind: "offline" }, "offline"],
];

/** One step of a job against a marketplace whose older route is gone. */
function step(job: Job, answer: PageAnswer | Problem, seen: Set<string>): Job {
  const read =
    "kind" in answer ? { ok: false as const, problem: answer } : etsy.readAnswer(answer, getNextRequest(job), readContext(facts));
  if (!read.ok) return takeProblem(job, read.problem, etsy.routes(facts), nowMs);
  const decision = takePage(job, read.value, (id) => !seen.has(id), etsy.pageSize(facts, job.route), now);
  for (const { reviewId } of decision.keep) seen.add(reviewId);
  return decision.job;
}

describe("a single bad answer", () => {
  test.each(badAnswers)("%s: the job reads all reviews after at most one press of Resume", (_name, bad, kind) => {
    const seen = new Set<string>();
    let job = createJob({ jobId: "j", facts, options: defaultOptions, plan: proPlan, tabId: 1, now });
    let isBad = true;
    let presses = 0;
    for (let steps = 0; job.status !== "done" && steps < 40; steps += 1) {
      if (job.status === "blocked") {
        expect(job.problem?.kind).toBe(kind);
        expect(job.kept).toBe((badPage - 1) * 8);
        presses += 1;
        job = resumeJob(job, proPlan, now) ?? job;
        expect(job).toMatchObject({ status: "running", route: 0, nextPage: badPage });
      }
      const isNow = isBad && job.route === 0 && job.nextPage === badPage;
      if (isNow) isBad = false;
      const answer = job.route === 0 ? goodAnswer(job.nextPage) : answerOf({ error: "Not found" }, { status: 404 });
      job = step(job, isNow ? bad : answer, seen);
    }
    expect(job).toMatchObject({ status: "done", ended: "end", kept: total, expected: total, duplicates: 0, problem: null, route: 0 });
    expect(presses).toBe(kind === "unavailable" || kind === "tooManyRequests" ? 0 : 1);
  });

  test("the report describes the answer that failed first, not the older route's 404", () => {
    const seen = new Set<string>();
    const start = { ...createJob({ jobId: "j", facts, options: defaultOptions, plan: proPlan, tabId: 1, now }), nextPage: badPage };
    const moved = step(start, answerOf(half), seen);
    expect(moved).toMatchObject({ status: "running", route: 1, nextPage: 1, problem: null });
    const blocked = step(moved, answerOf({ error: "Not found" }, { status: 404 }), seen);
    expect(blocked).toMatchObject({ status: "blocked", problem: { kind: "contractChanged" } });
    const report = blocked.problem?.kind === "contractChanged" ? blocked.problem.report : "";
    expect(report).toContain("/specs/deep_dive_reviews");
    expect(report).toContain("page: 3");
    expect(report).toContain("status: 200");
    expect(report).not.toContain("404");
  });

  test("the first report is kept when the older route answers 500, as it is for 404", () => {
    const seen = new Set<string>();
    let job = step(createJob({ jobId: "j", facts, options: defaultOptions, plan: proPlan, tabId: 1, now }), answerOf(half), seen);
    for (let tries = 0; job.status === "running" && tries < 9; tries += 1) job = step(job, answerOf("", { status: 500 }), seen);
    expect(job).toMatchObject({ status: "blocked", problem: { kind: "contractChanged" }, firstProblem: { kind: "contractChanged" } });
  });

  test("a job that paused on the older route tries the best one first, and resumes at its page on either route", () => {
    const base = createJob({ jobId: "j", facts, options: defaultOptions, plan: proPlan, tabId: 1, now });
    const paused: Job = { ...base, status: "paused", route: 1, nextPage: 7, routePages: { "0": 4 } };
    const resumed = resumeJob(paused, proPlan, now);
    expect(resumed).toMatchObject({ route: 0, nextPage: 4 });
    expect(takeProblem(resumed ?? base, { kind: "contractChanged", missing: [], report: "" }, 2, nowMs)).toMatchObject({
      route: 1,
      nextPage: 7,
    });
  });
});
