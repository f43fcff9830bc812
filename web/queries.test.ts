import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { ServerQueryClient } from "./queries.ts";

const client = new ServerQueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } });

afterEach(() => client.clear());

/** A query that is in sight, and whose answers come when the test says so. */
function observeSlowQuery() {
  const waiting: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["slow"],
    queryFn: () => new Promise<string>((answer) => waiting.push(answer)),
  });
  return { waiting, observer, end: observer.subscribe(() => undefined) };
}

test("data that changes during its first load is loaded again, and the older answer is not shown", async () => {
  const { waiting, observer, end } = observeSlowQuery();
  await expect.poll(() => waiting.length).toBe(1);
  const fresh = client.invalidateQueries({ queryKey: ["slow"] });
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]?.("before the change");
  waiting[1]?.("after the change");
  await fresh;
  expect(observer.getCurrentResult()).toMatchObject({ data: "after the change", isError: false, isFetching: false });
  end();
});

test("a caller that waits for the first load gets the answer of the second", async () => {
  const { waiting, end } = observeSlowQuery();
  await expect.poll(() => waiting.length).toBe(1);
  const first = client.ensureQueryData({ queryKey: ["slow"], queryFn: () => "not asked: a load is under way" });
  void client.invalidateQueries({ queryKey: ["slow"] });
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.("after the change");
  expect(await first).toBe("after the change");
  end();
});

test("a load without observers is not restarted", async () => {
  const waiting: ((answer: string) => void)[] = [];
  const load = client.fetchQuery({ queryKey: ["unseen"], queryFn: () => new Promise<string>((answer) => waiting.push(answer)) });
  await expect.poll(() => waiting.length).toBe(1);
  await client.invalidateQueries({ queryKey: ["unseen"] });
  expect(waiting.length).toBe(1);
  waiting[0]?.("the one answer");
  expect(await load).toBe("the one answer");
});
