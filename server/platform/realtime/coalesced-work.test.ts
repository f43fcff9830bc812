import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { coalesceWork } from "./coalesced-work.ts";

const quick = { retryAfterMs: 5, onError: () => undefined };

describe("coalesced work", () => {
  it("runs one at a time, and once more after the last request", async () => {
    let [running, most, runs] = [0, 0, 0];
    const work = coalesceWork(async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(10);
      running -= 1;
      runs += 1;
    }, quick);
    for (let count = 0; count < 100; count += 1) work.ask();
    await sleep(5);
    for (let count = 0; count < 100; count += 1) work.ask();
    await expect.poll(() => runs).toBe(2);
    work.ask();
    await expect.poll(() => runs).toBe(3);
    await sleep(30);
    expect([most, runs]).toEqual([1, 3]);
    await work.close();
  });

  it("is retried until it succeeds", async () => {
    let runs = 0;
    const errors: unknown[] = [];
    const work = coalesceWork(
      async () => {
        runs += 1;
        if (runs < 4) throw new Error(`failure ${runs}`);
      },
      { retryAfterMs: 5, onError: (error) => errors.push(error) },
    );
    work.ask();
    await expect.poll(() => runs).toBe(4);
    await sleep(20);
    expect([runs, errors.length]).toEqual([4, 3]);
    await work.close();
  });

  it("rests between two runs, and still runs after the last request", async () => {
    const begun: number[] = [];
    const work = coalesceWork(async () => void begun.push(performance.now()), { ...quick, notWithinMs: 40 });
    for (let count = 0; count < 20; count += 1) {
      work.ask();
      await sleep(3);
    }
    const askedAt = performance.now();
    work.ask();
    await expect.poll(() => begun.at(-1) ?? 0).toBeGreaterThanOrEqual(askedAt);
    const gaps = begun.slice(1).map((at, index) => at - (begun[index] ?? 0));
    // Timers of Node may be early by a millisecond, and by parts of one.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(38);
    await work.close();
  });

  it("finishes the current run on close, and does not run again", async () => {
    let isDone = false;
    let runs = 0;
    const work = coalesceWork(async () => {
      runs += 1;
      await sleep(20);
      isDone = true;
    }, quick);
    work.ask();
    work.ask();
    await work.close();
    expect(isDone).toBe(true);
    work.ask();
    await sleep(40);
    expect(runs).toBe(1);
  });
});
