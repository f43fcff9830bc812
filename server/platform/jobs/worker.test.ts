import type { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { sendMailJob } from "#server/platform/mailer/mailer.commands.ts";
import { runFor } from "#server/platform/runtime/requester-context.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { openBoss } from "./boss.ts";
import { startWorkers, stopWorkers, workOn } from "./worker.ts";
import type { JobContext, JobWorker } from "./worker.ts";

let app: TestApp;
let boss: PgBoss;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

// The queue and the traces of the test before are gone; its workers went with their connection.
beforeEach(async () => {
  boss = openBoss(app.appUrl, true, app.services.log);
  await boss.start();
  await boss.deleteAllJobs(sendMailJob.name);
  await app.services.database.transaction(platform, (tx) => tx.deleteFrom("rate_count").execute());
});
afterEach(async () => {
  await boss?.stop({ graceful: true, timeout: 1000 });
});

/** Puts a job into the queue that is tried again after so many seconds; the queue's own rule would have it wait for five, and then for more. */
async function enqueueImpatient(sealed: string, retryLimit: number, retryDelay = 0): Promise<void> {
  const data = { acting: platform, input: { sealed } };
  await boss.send(sendMailJob.name, data, { retryLimit, retryDelay, retryBackoff: false });
}

async function enqueueFor(company: string, ...words: string[]): Promise<void> {
  await runFor({ company }, () =>
    app.services.database.transaction(platform, async (tx) => {
      for (const sealed of words) await app.services.jobs.enqueue(tx, sendMailJob, platform, { sealed });
    }),
  );
}

const enqueue = (...words: string[]) => enqueueFor("platform", ...words);

function makeWords(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index}`);
}

/** A worker that does what the test wants with the jobs of a queue that there is. */
function worker(run: (word: string, context: JobContext) => Promise<void>): JobWorker {
  return workOn(sendMailJob, ({ sealed }, context) => run(sealed, context));
}

/** Leaves a trace that goes with the transaction, if that is taken back. */
async function leaveTrace(tx: Tx, bucket: string): Promise<void> {
  await tx
    .insertInto("rate_count")
    .values({ bucket, window_start: new Date(0), hits: 1 })
    .execute();
}

async function traces(): Promise<string[]> {
  const rows = await app.services.database.transaction(platform, (tx) => tx.selectFrom("rate_count").select("bucket").execute());
  return rows.map(({ bucket }) => bucket).toSorted();
}

async function states(): Promise<string[]> {
  return (await boss.findJobs(sendMailJob.name)).map(({ state }) => state);
}

describe("a job that fails", () => {
  test("runs its failure handler once, acting as the job did, only after its last attempt has failed", async () => {
    await enqueueImpatient("hopeless", 1);
    const tries: string[] = [];
    const hopeless = workOn(
      sendMailJob,
      async ({ sealed }) => {
        tries.push((await traces()).join() + sealed);
        throw new Error("it cannot be done");
      },
      (tx, { sealed }) => leaveTrace(tx, `given up: ${sealed}`),
    );
    await startWorkers(boss, app.services, [hopeless]);
    await expect.poll(traces, { timeout: 60_000 }).toEqual(["given up: hopeless"]);
    expect(tries).toEqual(["hopeless", "hopeless"]);
    await expect.poll(states).toEqual(["failed"]);
  });
});

describe("a worker", () => {
  test("processes queued jobs one after the other without pauses", async () => {
    const words = Array.from({ length: 30 }, (_, index) => `word-${index}`);
    await enqueue(...words);
    const done: string[] = [];
    const times: number[] = [];
    await startWorkers(boss, app.services, [
      worker(async (word) => {
        done.push(word);
        times.push(performance.now());
      }),
    ]);
    await expect.poll(() => done.length, { timeout: 60_000 }).toBe(30);
    expect(done.toSorted()).toEqual(words.toSorted());
    // Who looks again only after a pause does so every two seconds, with two at a time. Half of them: a machine may pause as well.
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    const pairs = gaps.slice(1).map((gap, at) => gap + (gaps[at] ?? 0));
    expect(pairs.toSorted((a, b) => a - b)[14]).toBeLessThan(1900);
  });

  test("runs at most two jobs of a kind at once", async () => {
    await enqueue("a", "b", "c");
    const open = Promise.withResolvers<void>();
    let underWay = 0;
    await startWorkers(boss, app.services, [
      worker(async () => {
        underWay += 1;
        await open.promise;
      }),
    ]);
    await expect.poll(() => underWay, { timeout: 60_000 }).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(underWay).toBe(2);
    open.resolve();
    await expect.poll(() => underWay, { timeout: 60_000 }).toBe(3);
  });

  test("retries a failed job", async () => {
    await enqueueImpatient("stubborn", 2);
    let tries = 0;
    await startWorkers(boss, app.services, [
      worker(async (word, { finish }) => {
        tries += 1;
        if (tries === 1) throw new Error("not today");
        await finish((tx) => leaveTrace(tx, word));
      }),
    ]);
    await expect.poll(traces, { timeout: 60_000 }).toEqual(["stubborn"]);
    await expect.poll(states).toEqual(["completed"]);
    expect(tries).toBe(2);
  });

  test("rolls back its work if its job was given to another worker", async () => {
    // Long enough that the first try finds the job waiting, and not under way again.
    await enqueueImpatient("contested", 2, 3);
    let tries = 0;
    await startWorkers(boss, app.services, [
      worker(async (_word, { jobId, finish }) => {
        tries += 1;
        const mine = tries;
        // what the supervisor does with a job whose worker shows no sign of life
        if (mine === 1) await boss.fail(sendMailJob.name, jobId);
        await finish((tx) => leaveTrace(tx, `try-${mine}`));
      }),
    ]);
    await expect.poll(traces, { timeout: 60_000 }).toEqual(["try-2"]);
    await expect.poll(states).toEqual(["completed"]);
  });
});

describe("companies", () => {
  test("with 50 queued jobs delay another company's job only by the running one", async () => {
    await enqueueFor("a", ...makeWords("a", 50));
    const open = Promise.withResolvers<void>();
    const begun: string[] = [];
    await startWorkers(boss, app.services, [
      worker(async (word) => {
        begun.push(word);
        // The first, whichever it is: the two lanes may each take a job of this company at the same moment, and one of them puts its own back.
        if (begun.length === 1) await open.promise;
      }),
    ]);
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(1);
    await enqueueFor("b", "b0");
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(2);
    expect(begun[1]).toBe("b0");
    open.resolve();
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(51);
    expect(begun.toSorted()).toEqual([...makeWords("a", 50), "b0"].toSorted());
    // In their order, but for neighbours that were taken at the same moment.
    const places = begun.filter((word) => word.startsWith("a")).map((word, at) => Math.abs(Number(word.slice(1)) - at));
    expect(Math.max(...places)).toBeLessThanOrEqual(5);
  });

  test("take turns regardless of arrival order, and a later one does not wait for the others' second turns", async () => {
    await enqueueFor("a", ...makeWords("a", 20));
    await enqueueFor("b", ...makeWords("b", 20));
    await enqueueFor("c", "c0");
    const lanes = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begun: string[] = [];
    let held = 0;
    await startWorkers(boss, app.services, [
      worker(async (word) => {
        begun.push(word);
        // Both lanes are held from the sixth turn on.
        if (held === 0 && word !== "a5" && word !== "b5") return;
        held += 1;
        await lanes[held - 1]?.promise;
      }),
    ]);
    await expect.poll(() => held, { timeout: 60_000 }).toBe(2);
    // Before the third turn of the others, though 40 jobs came first: what the two lanes take in one order may begin in another.
    expect(begun.slice(0, 6)).toContain("c0");
    const count = begun.length;
    await enqueueFor("d", "d0", "d1");
    // One lane alone: both at once would each take a job, and either could begin first.
    lanes[0]?.resolve();
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBeGreaterThan(count);
    expect(begun[count]).toBe("d0");
    lanes[1]?.resolve();
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(43);
    // Its second has its turn as well: a pile does not come first, and one job does not put all of it off.
    expect(begun.indexOf("d1")).toBeLessThan(42);
  });
});

describe("stopping", () => {
  test("waits for running jobs and starts no more", async () => {
    await enqueue("a", "b", "c", "d");
    const open = Promise.withResolvers<void>();
    const begun: string[] = [];
    const workers = [
      worker(async (word, { finish }) => {
        begun.push(word);
        await open.promise;
        await finish((tx) => leaveTrace(tx, word));
      }),
    ];
    await startWorkers(boss, app.services, workers);
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(2);
    const stopping = stopWorkers(boss, workers, 20_000);
    open.resolve();
    await stopping;
    expect(await traces()).toEqual(begun.toSorted());
    expect((await states()).toSorted()).toEqual(["completed", "completed", "created", "created"]);
  });

  test("waits no longer than its timeout", async () => {
    await enqueue("endless");
    let [hasBegun, isOver] = [false, false];
    const open = Promise.withResolvers<void>();
    const workers = [
      worker(async () => {
        hasBegun = true;
        await open.promise;
        isOver = true;
      }),
    ];
    await startWorkers(boss, app.services, workers);
    await expect.poll(() => hasBegun, { timeout: 60_000 }).toBe(true);
    await stopWorkers(boss, workers, 300);
    // It came back, and what it did not wait for goes on.
    expect(isOver).toBe(false);
    open.resolve();
  });
});
