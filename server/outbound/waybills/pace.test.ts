import { expect, test } from "vitest";
import { createPace, createRefusalCount } from "./pace.ts";
import type { PaceClock } from "./pace.ts";

/** A clock that jumps to the earliest time that somebody waits for, each time that nothing else is left to do. */
function createJumpingClock() {
  let now = 1_000_000;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const clock: PaceClock = {
    now: () => now,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: now + ms, wake })),
  };
  return {
    clock,
    async run(work: Promise<unknown>): Promise<void> {
      let isDone = false;
      void work.finally(() => (isDone = true));
      for (;;) {
        // lets everything go on that waits for no time
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
        if (isDone) return;
        sleepers.sort((one, other) => other.at - one.at);
        const next = sleepers.pop();
        if (next === undefined) throw new Error("nobody waits");
        now = Math.max(now, next.at);
        next.wake();
      }
    },
  };
}

/** Requests waybills of a carrier that takes some in any second and answers others with 429, as several lanes do. */
async function requestAll(count: number, perSecond: number) {
  const { clock, run } = createJumpingClock();
  const pace = createPace(clock);
  const { signal } = new AbortController();
  const taken: number[] = [];
  let refused = 0;
  const lane = async (seed: number): Promise<void> => {
    for (let at = seed; taken.length < count; at += 1) {
      await pace.take(signal);
      // the way there and back, up to 12 ms each
      await clock.sleep((at * 7) % 12, signal);
      const isRefused = taken.filter((time) => time > clock.now() - 1000).length >= perSecond;
      if (!isRefused) taken.push(clock.now());
      await clock.sleep((at * 5) % 12, signal);
      if (isRefused) {
        refused += 1;
        pace.limited(1000);
      } else pace.accepted();
      // writes the answer
      await clock.sleep(40, signal);
    }
  };
  const begun = clock.now();
  await run(Promise.all(Array.from({ length: 16 }, (_, at) => lane(at))));
  return { seconds: (clock.now() - begun) / 1000, refused };
}

test.each([50, 20, 7])("a carrier that takes %i waybills a second is used nearly to its limit and refuses few", async (perSecond) => {
  const { seconds, refused } = await requestAll(100 * perSecond, perSecond);
  expect(seconds).toBeLessThan(108);
  expect(refused).toBeLessThan(50);
});

test("a pause ends when the carrier said", () => {
  let now = 1_000_000;
  const pace = createPace({ now: () => now, sleep: async () => undefined });
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

test("no turn comes during a pause", async () => {
  const { clock, run } = createJumpingClock();
  const pace = createPace(clock);
  const { signal } = new AbortController();
  const begun = clock.now();
  await run(pace.take(signal));
  pace.limited(200);
  await run(pace.take(signal));
  expect(clock.now() - begun).toBe(200);
});

test("whoever stops waits for no turn", async () => {
  const pace = createPace();
  pace.limited(60_000);
  const stop = new AbortController();
  const waiting = pace.take(stop.signal);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("aborted");
});

test("refused requests are entered at once, and then once a minute with how many they were", () => {
  let now = 1_000_000;
  const refusals = createRefusalCount(() => now);
  expect([refusals.add(), refusals.add(), refusals.add()]).toEqual([1, null, null]);
  now += 60_000;
  expect([refusals.add(), refusals.add()]).toEqual([3, null]);
});
