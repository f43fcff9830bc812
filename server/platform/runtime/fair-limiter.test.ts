import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createFairLimiter, LimitReached, RequesterGone } from "./fair-limiter.ts";
import type { FairLimits } from "./fair-limiter.ts";

const usual: FairLimits = { capacity: 2, perCompany: 1, reserved: 0, waitingPerCompany: 10, waiting: 100, waitMs: 60_000 };

/** A limiter with works that end when they are told to. */
function stage(limits: Partial<FairLimits>) {
  const limiter = createFairLimiter({ ...usual, ...limits });
  const begun: string[] = [];
  const finishes = new Map<string, () => void>();
  const run = (
    name: string,
    { company = name.slice(0, 1), kind = "", signal }: { company?: string; kind?: string; signal?: AbortSignal } = {},
  ) =>
    limiter.run({ company, signal }, kind, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => finishes.set(name, resolve));
      return name;
    });
  const finish = async (name: string) => {
    finishes.get(name)?.();
    for (let turns = 0; turns < 5; turns += 1) await turn();
  };
  return { limiter, begun, run, finish };
}

describe("companies", () => {
  test("take turns, however many tasks of one wait; the tasks of a company keep their order", async () => {
    const { begun, run, finish } = stage({ capacity: 1 });
    const all = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => run(name));
    for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) await finish(name);
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
    expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1", "b2", "c1"]);
  });

  test("cannot exceed their share, even when slots are free", async () => {
    const { begun, run, finish, limiter } = stage({ capacity: 4, perCompany: 2 });
    const all = ["a1", "a2", "a3", "b1"].map((name) => run(name));
    expect(begun).toEqual(["a1", "a2", "b1"]);
    expect(limiter.count("a")).toEqual({ running: 2, waiting: 1 });
    expect(limiter.count()).toEqual({ running: 3, waiting: 1 });
    for (const name of ["b1", "a2", "a1", "a3"]) await finish(name);
    await Promise.all(all);
    expect(limiter.count()).toEqual({ running: 0, waiting: 0 });
  });

  test("with nothing running get the slot reserved from busy ones", async () => {
    const { begun, run, finish } = stage({ capacity: 4, perCompany: 3, reserved: 1 });
    const all = ["a1", "a2", "a3", "a4", "b1", "b2"].map((name) => run(name));
    expect(begun).toEqual(["a1", "a2", "a3", "b1"]);
    await finish("a1");
    // the fourth place is for a company that has none
    all.push(run("c1"));
    expect(begun).toEqual(["a1", "a2", "a3", "b1", "c1"]);
    for (const name of ["a2", "a3", "b1", "b2", "a4", "c1"]) await finish(name);
    for (const name of ["b2", "a4"]) await finish(name);
    await Promise.all(all);
  });

  test("run another kind of task while a second one of a kind waits for the first", async () => {
    const { begun, run, finish } = stage({ capacity: 4, perCompany: 2, perKind: 1 });
    const all = [run("a1", { kind: "import" }), run("a2", { kind: "import" }), run("a3", { kind: "picture" })];
    expect(begun).toEqual(["a1", "a3"]);
    await finish("a3");
    expect(begun).toEqual(["a1", "a3"]);
    await finish("a1");
    await finish("a2");
    await Promise.all(all);
  });
});

describe("a waiting task", () => {
  test("is rejected if too many wait, in its company or in total; the error says which", async () => {
    const { run, finish } = stage({ capacity: 1, waitingPerCompany: 1, waiting: 2 });
    const all = ["a1", "a2"].map((name) => run(name));
    await expect(run("a3")).rejects.toMatchObject({ name: "LimitReached", isOwnShare: true });
    all.push(run("b1"));
    await expect(run("c1")).rejects.toMatchObject({ name: "LimitReached", isOwnShare: false });
    for (const name of ["a1", "a2", "b1"]) await finish(name);
    await Promise.all(all);
  });

  test("is rejected if its turn does not come in time, and takes no slot later", async () => {
    const { begun, run, finish, limiter } = stage({ capacity: 1, waitMs: 5 });
    const first = run("a1");
    await expect(run("b1")).rejects.toBeInstanceOf(LimitReached);
    await finish("a1");
    await first;
    expect(begun).toEqual(["a1"]);
    expect(limiter.count()).toEqual({ running: 0, waiting: 0 });
  });

  test("is dropped when its requester disconnects, and those behind it proceed", async () => {
    const { begun, run, finish, limiter } = stage({ capacity: 1 });
    const requester = new AbortController();
    const first = run("a1");
    const gone = run("a2", { signal: requester.signal });
    const last = run("a3");
    requester.abort();
    await expect(gone).rejects.toBeInstanceOf(RequesterGone);
    expect(limiter.count("a")).toEqual({ running: 1, waiting: 1 });
    await finish("a1");
    await finish("a3");
    await Promise.all([first, last]);
    expect(begun).toEqual(["a1", "a3"]);
  });

  test("does not start for a requester that has already disconnected", async () => {
    const { begun, run } = stage({});
    await expect(run("a1", { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(RequesterGone);
    expect(begun).toEqual([]);
  });
});

test("a failed task releases its slot to the next", async () => {
  const limiter = createFairLimiter({ ...usual, capacity: 1 });
  const failing = limiter.run({ company: "a" }, "", () => Promise.reject(new Error("broken")));
  const next = limiter.run({ company: "a" }, "", () => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});
