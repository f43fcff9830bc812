import { expect, test } from "vitest";
import { createReviewLog } from "./review-log.ts";
import { challengePage, createRiskControl } from "./risk-control.ts";

const limits = { leastGapMs: 3500, coolDownMs: 60_000 };

test("the gap counts from the end of one answer to the start of the next request", () => {
  const risk = createRiskControl(limits);
  expect(risk.judge(0, false)).toEqual({ kind: "pass", gapMs: null });
  risk.ended(2000, false);
  expect(risk.judge(5500, false)).toEqual({ kind: "pass", gapMs: 3500 });
  risk.ended(5600, false);
  expect(risk.judge(9099, false)).toEqual({ kind: "blocked", gapMs: 3499 });
});

test("a refused request extends the block, and the cool-down ends it", () => {
  const risk = createRiskControl(limits);
  risk.block(1000);
  expect(risk.judge(60_999, false).kind).toBe("blocked");
  risk.ended(60_999, false);
  expect(risk.judge(61_000, false).kind).toBe("blocked");
  risk.ended(61_000, false);
  expect(risk.isBlocked(122_000)).toBe(false);
});

test("until Retry-After has passed, every request is refused with the remaining seconds", () => {
  const risk = createRiskControl(limits);
  risk.slowDown(0, 10);
  expect(risk.judge(4000, false)).toMatchObject({ kind: "tooMany", leftSeconds: 6 });
  risk.ended(4000, false);
  expect(risk.judge(10_000, false).kind).toBe("pass");
});

test("the challenge has its known form, and a path cannot inject markup into it", () => {
  const page = challengePage("abc", '/x"><script>alert(1)</script>');
  expect(page).toMatch(/var dd=\{'rt':'c','cid':'\w+','hsh':'\w+','t':'bv','s':\d+,'e':'\w+','host':'geo\.captcha-delivery\.com'\}/);
  expect(page).not.toContain("<script>alert");
});

test("the log keeps the last 20,000 requests", () => {
  const log = createReviewLog();
  const row = {
    at: 0,
    leftAt: 0,
    kind: "deepDive",
    subject: "1",
    sort: "",
    ratingFilter: null,
    tagFilters: [],
    status: 200,
    gapMs: null,
    own: false,
  } as const;
  for (let page = 1; page <= 23_456; page += 1) log.add({ ...row, page });
  expect([log.all().length, log.all().at(0)?.page, log.all().at(-1)?.page]).toEqual([20_000, 3457, 23_456]);
});
