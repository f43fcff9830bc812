import "fake-indexeddb/auto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { etsy } from "#src/collector/marketplaces/etsy/etsy.adapter.ts";
import type { Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import { freePlan, proPlan } from "#src/pro/plan/plan.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import { makeFacts, makeListingPage } from "#tests/factories/reviews.ts";
import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import type { ToTab } from "./tab-messages.contract.ts";
import type { CollectDb } from "#src/collector/jobs/jobs.storage.ts";
import { readAllJobs, openCollectDb, reviewsRange } from "#src/collector/jobs/jobs.storage.ts";
import type { Tab } from "./tab-registry.ts";
import { Hub } from "./hub.ts";

const waitMs = 5;
let db: CollectDb;
let hub: Hub;
let plan: Plan = proPlan;
let ended: Job[] = [];
let opened: string[] = [];
let reloadedTabs: number[] = [];
let clockAheadMs = 0;
let nextId = 0;
let hubs: Hub[] = [];
let tabs: AnsweringTab[] = [];
let answers: Promise<void>[] = [];

function newHub(): Hub {
  const made = new Hub({
    db,
    marketplaces: [etsy],
    plan: async () => plan,
    nextWaitMs: async () => waitMs,
    now: () => Date.now() + clockAheadMs,
    newId: () => `job-${(nextId += 1)}`,
    publish: () => undefined,
    ended: (job) => ended.push(job),
    openPage: async (url) => void opened.push(url),
    reloadTab: async (tabId) => void reloadedTabs.push(tabId),
    redraw: () => undefined,
  });
  hubs.push(made);
  return made;
}

/** A tab that answers as a marketplace with `total` reviews would; `before` may stop or spoil an answer. */
class AnsweringTab implements Tab {
  readonly tabId: number;
  readonly asked: { page: number; at: number }[] = [];
  readonly #total: number;
  before: (page: number) => Problem | "silent" | null = () => null;
  inFlight: { jobId: string; page: number } | null = null;
  dead = false;

  constructor(tabId: number, total: number) {
    this.tabId = tabId;
    this.#total = total;
    tabs.push(this);
  }

  post(message: ToTab): void {
    if (message.type !== "fetch" || this.dead) return;
    this.asked.push({ page: message.page, at: Date.now() });
    const spoiled = this.before(message.page);
    this.inFlight = { jobId: message.jobId, page: message.page };
    if (spoiled === "silent") return;
    this.inFlight = null;
    const { jobId, page, route } = message;
    const result =
      spoiled === null
        ? { ok: true as const, value: makeListingPage(page, this.#total) }
        : { ok: false as const, problem: spoiled, salvage: null };
    answers.push(sleep(1).then(() => hub.page(this, { type: "page", jobId, page, route, answeredAt: Date.now(), result })));
  }
}

async function hello(tab: AnsweringTab, facts: TabFacts | null = makeFacts()): Promise<void> {
  await hub.hello(tab, { type: "hello", facts, problem: null, inFlight: tab.inFlight });
}

async function jobThat(is: (job: Job) => boolean): Promise<Job> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const job = (await readAllJobs(db)).find(is);
    if (job !== undefined) return job;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(
    `no such job: ${JSON.stringify((await readAllJobs(db)).map(({ status, kept, problem }) => ({ status, kept, problem })))}`,
  );
}

async function ids(jobId: string): Promise<string[]> {
  return (await reviewsRange(db, jobId, 0, 100_000)).map(({ reviewId }) => reviewId);
}

const all = (total: number) => Array.from({ length: total }, (_, at) => String(at + 1));

beforeEach(async () => {
  plan = proPlan;
  ended = [];
  opened = [];
  reloadedTabs = [];
  clockAheadMs = 0;
  hubs = [];
  tabs = [];
  answers = [];
  db = await openCollectDb();
  hub = newHub();
});

afterEach(async () => {
  // Without tabs no hub asks or waits for anything more; what is on its way ends before the database is closed.
  for (const tab of tabs) tab.dead = true;
  await Promise.all(answers);
  for (const one of hubs) for (const { tabId } of tabs) await one.closed(tabId);
  db.close();
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase("quayside-collector");
    request.addEventListener("success", resolve);
    request.addEventListener("blocked", resolve);
  });
});

describe("collecting", () => {
  test("requests page by page with a wait in between, and stores every review in order", async () => {
    const tab = new AnsweringTab(1, 101);
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    const done = await jobThat(({ status }) => status === "done");
    expect(done).toMatchObject({ kept: 101, expected: 101, requests: 13 });
    expect(await ids(jobId)).toEqual(all(101));
    expect(ended.map((job) => job.status)).toEqual(["done"]);
    for (const [at, { at: time }] of tab.asked.entries())
      if (at > 0) expect(time - (tab.asked[at - 1]?.at ?? 0)).toBeGreaterThanOrEqual(waitMs);
  });

  test("a second job of the marketplace waits for the first: one request at a time for both tabs", async () => {
    const first = new AnsweringTab(1, 24);
    const second = new AnsweringTab(2, 24);
    const other = makeFacts({ listingId: "2", url: "https://www.etsy.com/listing/2/x" });
    await hello(first);
    await hello(second, other);
    await hub.start(1, makeFacts(), defaultOptions);
    await hub.start(2, other, defaultOptions);
    await jobThat(({ status, subject }) => status === "done" && subject === "2");
    expect(first.asked.at(-1)?.at).toBeLessThan(second.asked[0]?.at ?? 0);
  });

  test("pause stops requests, and resume continues where it stopped", async () => {
    const tab = new AnsweringTab(1, 64);
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    await jobThat(({ kept }) => kept >= 16);
    await hub.pause(jobId);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const asked = tab.asked.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(tab.asked).toHaveLength(asked);
    await hub.resume(jobId);
    await jobThat(({ status }) => status === "done");
    expect(await ids(jobId)).toEqual(all(64));
  });

  test("cancel keeps the stored reviews and ignores a late answer", async () => {
    const tab = new AnsweringTab(1, 640);
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    await jobThat(({ kept }) => kept >= 16);
    const { kept } = (await hub.cancel(jobId)) ?? { kept: -1 };
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect((await ids(jobId)).length).toBe(kept);
    expect((await jobThat(() => true)).status).toBe("cancelled");
  });

  test("starting again on the free plan begins at the first review and keeps the stopped job in the list", async () => {
    plan = freePlan;
    const tab = new AnsweringTab(1, 240);
    await hello(tab);
    const first = await hub.start(1, makeFacts(), defaultOptions);
    await jobThat(({ status }) => status === "limited");
    expect(await hub.resume(first.jobId)).toMatchObject({ status: "limited" });
    const second = await hub.start(1, makeFacts(), defaultOptions);
    await jobThat(({ jobId, status }) => jobId === second.jobId && status === "limited");
    expect(await ids(second.jobId)).toEqual(all(88));
    plan = proPlan;
    await hub.resume(first.jobId);
    await jobThat(({ jobId, status }) => jobId === first.jobId && status === "done");
    expect(await ids(first.jobId)).toEqual(all(240));
  });
});

describe("recovery from failures", () => {
  test("after the worker is killed, a new hub continues from the tab's hello without losing or repeating a review", async () => {
    const tab = new AnsweringTab(1, 101);
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    for (const least of [16, 40, 72]) {
      await jobThat(({ kept }) => kept >= least);
      hub = newHub();
      await hello(tab);
    }
    await jobThat(({ status }) => status === "done");
    expect(await ids(jobId)).toEqual(all(101));
  });

  test("a request in flight when the worker dies is not sent twice", async () => {
    const tab = new AnsweringTab(1, 40);
    tab.before = (page) => (page === 3 ? "silent" : null);
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    while (tab.inFlight === null) await new Promise((resolve) => setTimeout(resolve, 2));
    hub = newHub();
    await hello(tab);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(tab.asked.filter(({ page }) => page === 3)).toHaveLength(1);
    tab.inFlight = null;
    await hub.page(tab, {
      type: "page",
      jobId,
      page: 3,
      route: 0,
      answeredAt: Date.now(),
      result: { ok: true, value: makeListingPage(3, 40) },
    });
    await jobThat(({ status }) => status === "done");
    expect(await ids(jobId)).toEqual(all(40));
  });

  test("an answer that arrives twice is stored once", async () => {
    const tab = new AnsweringTab(1, 24);
    tab.before = (page) => (page === 2 ? "silent" : null);
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    while (tab.inFlight === null) await new Promise((resolve) => setTimeout(resolve, 2));
    tab.before = () => "silent";
    const message = {
      type: "page" as const,
      jobId,
      page: 2,
      route: 0,
      answeredAt: Date.now(),
      result: { ok: true as const, value: makeListingPage(2, 24) },
    };
    await Promise.all([hub.page(tab, message), hub.page(tab, message)]);
    expect(await ids(jobId)).toEqual(all(16));
  });

  test("a reloaded tab continues by itself; a closed tab interrupts the job, and resume opens its page", async () => {
    const tab = new AnsweringTab(1, 80);
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    await jobThat(({ kept }) => kept >= 16);
    await hub.gone(tab);
    expect(await jobThat(() => true)).toMatchObject({ status: "running", tabId: null });
    const reloaded = new AnsweringTab(1, 80);
    await hello(reloaded);
    await jobThat(({ kept }) => kept >= 40);
    await hub.gone(reloaded);
    await hub.closed(1);
    expect(await jobThat(() => true)).toMatchObject({ status: "interrupted" });
    await hub.resume(jobId);
    expect(opened).toEqual(["https://www.etsy.com/listing/1000000101/oak-tray"]);
    await hello(new AnsweringTab(2, 80));
    await jobThat(({ status }) => status === "done");
    expect(await ids(jobId)).toEqual(all(80));
  });

  test("risk control midway blocks the job, which keeps all its reviews; resume requests the same page", async () => {
    const tab = new AnsweringTab(1, 80);
    let refused = false;
    tab.before = (page) => {
      if (page !== 5 || refused) return null;
      refused = true;
      return { kind: "blocked", status: 403 };
    };
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    expect(await jobThat(({ status }) => status === "blocked")).toMatchObject({ kept: 32, nextPage: 5, problem: { kind: "blocked" } });
    await hub.resume(jobId);
    await jobThat(({ status }) => status === "done");
    expect(await ids(jobId)).toEqual(all(80));
    expect(ended).toHaveLength(1);
  });

  test("after a 403, no listing of the marketplace is requested for two minutes, even by a new worker; Resume ends the rest", async () => {
    const blockedTab = new AnsweringTab(1, 24);
    let refused = false;
    blockedTab.before = (page) => {
      if (page !== 2 || refused) return null;
      refused = true;
      return { kind: "blocked", status: 403 };
    };
    const other = makeFacts({ listingId: "2", url: "https://www.etsy.com/listing/2/x" });
    const queued = new AnsweringTab(2, 24);
    await hello(blockedTab);
    await hello(queued, other);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    // Jobs take turns by their age, which is known to the millisecond.
    await new Promise((resolve) => setTimeout(resolve, 2));
    await hub.start(2, other, defaultOptions);
    const from = Date.now();
    await jobThat(({ status }) => status === "blocked");
    const waiting = await jobThat(({ subject, notBefore }) => subject === "2" && notBefore !== null);
    expect((waiting.notBefore ?? 0) - from).toBeGreaterThanOrEqual(120_000);
    await hub.gone(blockedTab);
    await hub.gone(queued);
    hub = newHub();
    clockAheadMs = 60_000;
    await hello(blockedTab);
    await hello(queued, other);
    expect(queued.asked).toEqual([]);
    await hub.resume(jobId);
    await jobThat(({ subject, status }) => subject === "2" && status === "done");
    expect((await jobThat((job) => job.jobId === jobId)).status).toBe("done");
  });

  test("the rest after a 403 ends by itself when the time is up", async () => {
    const tab = new AnsweringTab(1, 24);
    tab.before = () => ({ kind: "blocked", status: 403 });
    const other = makeFacts({ listingId: "2", url: "https://www.etsy.com/listing/2/x" });
    const queued = new AnsweringTab(2, 24);
    await hello(tab);
    await hello(queued, other);
    await hub.start(1, makeFacts(), defaultOptions);
    await jobThat(({ status }) => status === "blocked");
    await hub.start(2, other, defaultOptions);
    expect(queued.asked).toEqual([]);
    clockAheadMs = 121_000;
    await hello(queued, other);
    await jobThat(({ subject, status }) => subject === "2" && status === "done");
  });

  test("Resume reloads the page of a signed-out job, because it holds the token of the earlier session", async () => {
    const tab = new AnsweringTab(1, 24);
    let signedOut = true;
    tab.before = (page) => (page === 2 && signedOut ? { kind: "signedOut" } : null);
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    await jobThat(({ status }) => status === "blocked");
    signedOut = false;
    await hub.resume(jobId);
    expect(reloadedTabs).toEqual([1]);
    expect(opened).toEqual([]);
    expect(tab.asked.map(({ page }) => page)).toEqual([1, 2]);
    await hello(tab);
    await jobThat(({ status }) => status === "done");
    expect(await ids(jobId)).toEqual(all(24));
  });

  test("an offline job continues at the tab's next hello", async () => {
    const tab = new AnsweringTab(1, 24);
    let offline = true;
    tab.before = () => (offline ? { kind: "offline" } : null);
    await hello(tab);
    await hub.start(1, makeFacts(), defaultOptions);
    await jobThat(({ status }) => status === "blocked");
    offline = false;
    await hello(tab);
    expect(await jobThat(({ status }) => status === "done")).toMatchObject({ kept: 24 });
  });

  test("a changed contract makes the job try the older route from its first page", async () => {
    const tab = new AnsweringTab(1, 24);
    let changed = true;
    tab.before = (page) => {
      if (page !== 2 || !changed) return null;
      changed = false;
      return { kind: "contractChanged", missing: ["jsData.reviews"], report: "" };
    };
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    expect(await jobThat(({ status }) => status === "done")).toMatchObject({ route: 1 });
    expect(await ids(jobId)).toEqual(all(24));
    expect(tab.asked.map(({ page }) => page).slice(0, 4)).toEqual([1, 2, 1, 2]);
  });

  test("removing a job deletes its reviews and lets the marketplace's next job run", async () => {
    const tab = new AnsweringTab(1, 80);
    await hello(tab);
    const { jobId } = await hub.start(1, makeFacts(), defaultOptions);
    const { bytes } = await jobThat(({ kept }) => kept >= 16);
    expect(bytes).toBeGreaterThan(0);
    expect(await hub.remove(jobId)).toBeGreaterThan(0);
    expect(await readAllJobs(db)).toEqual([]);
    expect(await ids(jobId)).toEqual([]);
  });
});
