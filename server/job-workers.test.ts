import { expect, test } from "vitest";
import { jobWorkers } from "#server/job-workers.ts";
import { queues } from "#server/platform/jobs/queue-schedules.ts";

test("every queue has exactly one worker, and every worker has a queue", () => {
  expect(jobWorkers.map(({ kind }) => kind.name).toSorted()).toEqual(Object.keys(queues).toSorted());
});

test("a scheduled job accepts the empty input that its schedule sends", () => {
  const scheduled = jobWorkers.filter(({ kind }) => "cron" in queues[kind.name]);
  expect(scheduled.map(({ kind }) => kind.input.safeParse({}).success)).toEqual(scheduled.map(() => true));
});
