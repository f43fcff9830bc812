import { expect, test } from "vitest";
import { createPace } from "./pace.ts";

test("the pace stays below what the carrier accepted in the second before it refused", () => {
  let now = 1_000_000;
  const pace = createPace(() => now);
  for (let at = 0; at < 50; at += 1) {
    now += 20;
    pace.accepted();
  }
  expect(pace.isPaused()).toBe(false);
  pace.limited(3000);
  expect(pace.isPaused()).toBe(true);
  now += 2999;
  expect(pace.isPaused()).toBe(true);
  now += 1;
  expect(pace.isPaused()).toBe(false);
});

test("turns come one after the other, and none during a pause", async () => {
  const pace = createPace();
  const { signal } = new AbortController();
  const begun = Date.now();
  for (let at = 0; at < 5; at += 1) await pace.take(signal);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(150);
  pace.limited(200);
  await pace.take(signal);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(350);
});

test("whoever stops waits for no turn", async () => {
  const pace = createPace();
  pace.limited(60_000);
  const stop = new AbortController();
  const waiting = pace.take(stop.signal);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("aborted");
});
