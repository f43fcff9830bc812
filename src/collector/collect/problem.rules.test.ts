import { describe, expect, test } from "vitest";
import type { Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { proPlan } from "#src/pro/plan/plan.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { makeFacts } from "#tests/factories/reviews.ts";
import { createJob } from "./job.rules.ts";
import { takeProblem } from "./problem.rules.ts";

const nowMs = Date.parse("2026-11-21T10:00:00.000Z");
const running = createJob({
  jobId: "j",
  facts: makeFacts(),
  options: defaultOptions,
  plan: proPlan,
  tabId: 1,
  now: "2026-11-21T09:00:00.000Z",
});

describe("a problem", () => {
  test("429 waits as long as Retry-After says, and keeps the job running", () => {
    expect(takeProblem(running, { kind: "tooManyRequests", retryAfterSeconds: 90 }, 1, nowMs)).toMatchObject({
      status: "running",
      notBefore: nowMs + 90_000,
      nextPage: 1,
    });
  });

  test("429 without Retry-After waits two minutes; the fourth in a row asks the user", () => {
    let job = running;
    for (let tries = 0; tries < 3; tries += 1) {
      job = takeProblem(job, { kind: "tooManyRequests", retryAfterSeconds: null }, 1, nowMs);
      expect(job).toMatchObject({ status: "running", notBefore: nowMs + 120_000 });
    }
    expect(takeProblem(job, { kind: "tooManyRequests", retryAfterSeconds: null }, 1, nowMs)).toMatchObject({
      status: "blocked",
      problem: { kind: "tooManyRequests" },
    });
  });

  test("a Retry-After of more than an hour asks the user at once", () => {
    expect(takeProblem(running, { kind: "tooManyRequests", retryAfterSeconds: 7200 }, 1, nowMs).status).toBe("blocked");
  });

  test("an unavailable marketplace is given a longer wait each time", () => {
    const once = takeProblem(running, { kind: "unavailable", status: 503 }, 1, nowMs);
    const twice = takeProblem(once, { kind: "unavailable", status: 503 }, 1, nowMs);
    expect([once.notBefore, twice.notBefore]).toEqual([nowMs + 15_000, nowMs + 30_000]);
  });

  test("a changed contract tries the next route from the first page, then asks the user and names the missing fields", () => {
    const changed: Problem = { kind: "contractChanged", missing: ["jsData.reviews"], report: "" };
    const second = takeProblem({ ...running, nextPage: 7 }, changed, 2, nowMs);
    expect(second).toMatchObject({ status: "running", route: 1, nextPage: 1, problem: null });
    expect(takeProblem(second, changed, 2, nowMs)).toMatchObject({ status: "blocked", problem: changed });
  });

  test.each(["signedOut", "offline", "noReviews", "notProductPage", "diskFull"] as const)(
    "%s stops for the user and keeps the place",
    (kind) => {
      expect(takeProblem({ ...running, nextPage: 9, kept: 64 }, { kind }, 2, nowMs)).toMatchObject({
        status: "blocked",
        problem: { kind },
        nextPage: 9,
        kept: 64,
      });
    },
  );

  test("risk control is never retried without the user", () => {
    expect(takeProblem(running, { kind: "blocked", status: 403 }, 2, nowMs)).toMatchObject({
      status: "blocked",
      notBefore: null,
      route: 0,
    });
  });
});
