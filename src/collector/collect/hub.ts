import type { Marketplace, Problem, ReviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import type { MarketplaceId } from "#src/collector/reviews/reviews.contract.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { JobsNews, TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { FromTab } from "./tab-messages.contract.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { addJob, readAllJobs, readJob, removeJob, storePage, updateJob } from "#src/collector/jobs/jobs.storage.ts";
import { rereadJob, moveJob, createJob, resumeJob, getNextRequest } from "./job.rules.ts";
import { isPageAsked, takePage } from "./take-page.rules.ts";
import type { PacerNeeds } from "./pacer.ts";
import { Pacer } from "./pacer.ts";
import { getRestSeconds, takeProblem } from "./retry.rules.ts";
import { getSubject, isPageOfJob } from "./subject.rules.ts";
import type { Tab } from "./tab-registry.ts";
import { TabRegistry } from "./tab-registry.ts";

/** What the hub needs from its environment. */
export interface HubNeeds extends PacerNeeds {
  marketplaces: readonly Marketplace[];
  plan(): Promise<Plan>;
  newId(): string;
  publish(news: JobsNews): void;
  /** called when a job ends by itself (done or limited) */
  ended(job: Job): void;
  /** opens a page in a tab */
  openPage(url: string): Promise<void>;
  /** reloads a tab */
  reloadTab(tabId: number): Promise<void>;
  /** called when a tab's page or job changed, to redraw its button */
  redraw(tab: Tab, facts: TabFacts | null, job: Job | null): void;
}

type PageMessage = Extract<FromTab, { type: "page" }>;

/**
 * Runs the jobs: decides which tab requests which page and when, and stores the results.
 * Everything that must survive is in the database; the state in memory (ports, timers) is rebuilt by the tabs' next hello.
 */
export class Hub {
  readonly #needs: HubNeeds;
  readonly #tabs = new TabRegistry();
  readonly #pacer: Pacer;
  /** jobs that could not be stored because the disk is full, as they should be */
  readonly #held = new Map<string, Job>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(needs: HubNeeds) {
    this.#needs = needs;
    this.#pacer = new Pacer(needs);
  }

  /** Runs one task at a time, so that messages, commands and timers never see each other's unfinished work. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(work);
    this.#queue = run.catch(() => undefined);
    return run;
  }

  // ---- tabs ----

  /** Handles the start of the browser or of a new version: no job has its tab yet. */
  async started(): Promise<void> {
    await this.#inTurn(async () => {
      for (const job of await readAllJobs(this.#needs.db)) {
        if (job.tabId !== null && this.#tabs.get(job.tabId) === null) await this.#change(job.jobId, (now) => ({ ...now, tabId: null }));
      }
    });
  }

  /** Registers the page that a tab shows; a running job of that page continues in it. */
  async hello(tab: Tab, message: Extract<FromTab, { type: "hello" }>): Promise<void> {
    await this.#inTurn(async () => {
      this.#tabs.hello(tab, message);
      for (const job of await readAllJobs(this.#needs.db)) {
        if (!isPageOfJob(message.facts, job)) continue;
        if (job.status === "blocked" && job.problem?.kind === "offline") await this.#resumeOffline(job.jobId);
        if (job.status === "running" && this.#tabs.get(job.tabId) === null) {
          await this.#change(job.jobId, (now) => ({ ...now, tabId: tab.tabId }));
        }
      }
      await this.#redraw(tab.tabId);
      await this.#pumpAll();
    });
  }

  async #resumeOffline(jobId: string): Promise<void> {
    const plan = await this.#needs.plan();
    await this.#change(jobId, (job) => resumeJob(job, plan, this.#iso()));
  }

  /** Handles a closed port: the tab was closed, reloaded, or left the page. Its job waits for the page to come back. */
  async gone(tab: Tab): Promise<void> {
    await this.#inTurn(async () => {
      if (!this.#tabs.gone(tab)) return;
      for (const job of await readAllJobs(this.#needs.db)) {
        if (job.tabId === tab.tabId && job.status === "running") await this.#change(job.jobId, (now) => ({ ...now, tabId: null }));
      }
      await this.#pumpAll();
    });
  }

  /** Handles a tab that the person closed: its job stops and says so, so that it does not continue by surprise on a later visit. */
  async closed(tabId: number): Promise<void> {
    await this.#inTurn(async () => {
      const left = this.#tabs.closed(tabId);
      for (const job of await readAllJobs(this.#needs.db)) {
        const orphan = job.tabId === tabId || (job.tabId === null && isPageOfJob(left, job));
        if (job.status !== "running" || !orphan || this.#tabs.serving(job) !== null) continue;
        await this.#change(job.jobId, (now) => moveJob(now, "tabClosed", this.#iso()));
      }
      await this.#pumpAll();
    });
  }

  /** Lists all jobs, newest first. */
  async jobs(): Promise<Job[]> {
    return (await readAllJobs(this.#needs.db)).map((job) => this.#held.get(job.jobId) ?? job);
  }

  /** Facts of a tab's page; null if the tab has not sent its hello. */
  tabFacts(tabId: number): { facts: TabFacts | null; problem: Problem | null } | null {
    const known = this.#tabs.get(tabId);
    return known === null ? null : { facts: known.facts, problem: known.problem };
  }

  // ---- commands ----

  /** Starts collecting in a tab, from the first page. An unfinished job of the same page is cancelled. */
  async start(tabId: number, facts: TabFacts, options: CollectOptions): Promise<Job> {
    return this.#inTurn(async () => {
      const now = this.#iso();
      for (const old of await readAllJobs(this.#needs.db)) {
        if (isPageOfJob(facts, old))
          await this.#change(old.jobId, (job) => (job.status === "limited" ? null : moveJob(job, "cancel", now)));
      }
      const job = createJob({ jobId: this.#needs.newId(), facts, options, plan: await this.#needs.plan(), tabId, now });
      await addJob(this.#needs.db, job);
      this.#needs.publish({ type: "job", job });
      await this.#redraw(tabId);
      await this.#pumpAll();
      return job;
    });
  }

  async pause(jobId: string): Promise<Job | null> {
    return this.#command(jobId, (job) => moveJob(job, "pause", this.#iso()));
  }

  async cancel(jobId: string): Promise<Job | null> {
    return this.#command(jobId, (job) => moveJob(job, "cancel", this.#iso()));
  }

  /** Resumes a stopped job; opens its page if no tab shows it. */
  async resume(jobId: string): Promise<Job | null> {
    const plan = await this.#needs.plan();
    let reloading = false;
    const job = await this.#inTurn(async () => {
      this.#held.delete(jobId);
      const before = await readJob(this.#needs.db, jobId);
      const resumed = await this.#change(jobId, (now) => resumeJob(now, plan, this.#iso()));
      if (before?.status === "blocked" && resumed?.status === "running") reloading = await this.#afterProblem(before);
      await this.#pumpAll();
      return resumed;
    });
    if (job?.status === "running" && !reloading && this.#tabs.serving(job) === null) await this.#needs.openPage(job.url);
    return job;
  }

  /** Handles a resume after a problem. Returns whether the job's tab is being reloaded and will send its hello again. */
  async #afterProblem(before: Job): Promise<boolean> {
    const { problem, marketplace } = before;
    if (problem !== null && getRestSeconds(problem) > 0) await this.#endRest(marketplace);
    const known = problem?.kind === "signedOut" ? this.#tabs.serving(before) : null;
    if (known === null) return false;
    // The page was loaded before the sign-in and holds the token of the earlier session.
    this.#tabs.gone(known.tab);
    await this.#needs.reloadTab(known.tab.tabId);
    return true;
  }

  /** Reads an ended job again from the first page, to find reviews that moved while it was read. */
  async lookAgain(jobId: string): Promise<Job | null> {
    const plan = await this.#needs.plan();
    const job = await this.#command(jobId, (now) => rereadJob(now, plan, this.#iso()));
    if (job?.status === "running" && this.#tabs.serving(job) === null) await this.#needs.openPage(job.url);
    return job;
  }

  /** Deletes a job with its reviews; returns the bytes freed. */
  async remove(jobId: string): Promise<number> {
    return this.#inTurn(async () => {
      const job = await readJob(this.#needs.db, jobId);
      const bytes = await removeJob(this.#needs.db, jobId);
      this.#needs.publish({ type: "removed", jobId });
      const tab = job === null ? null : this.#tabs.serving(job);
      if (tab !== null) await this.#redraw(tab.tab.tabId);
      await this.#pumpAll();
      return bytes;
    });
  }

  /** Stores the name of a job's newest file. */
  async fileSaved(jobId: string, fileName: string): Promise<void> {
    await this.#command(jobId, (job) => ({ ...job, fileName, fileProblem: "" }));
  }

  /** Stores that a job's file could not be made: nobody waits for the result of a file that is made automatically at the end. */
  async fileFailed(jobId: string, fileProblem: "exportFailed" | "diskFull"): Promise<void> {
    await this.#command(jobId, (job) => ({ ...job, fileProblem }));
  }

  async #command(jobId: string, change: (job: Job) => Job | null): Promise<Job | null> {
    return this.#inTurn(async () => {
      this.#held.delete(jobId);
      const job = await this.#change(jobId, change);
      await this.#pumpAll();
      return job;
    });
  }

  // ---- answers ----

  /** Handles a page that a tab has read, or the problem that it met. A response that is no longer wanted is dropped. */
  async page(tab: Tab, message: PageMessage): Promise<void> {
    await this.#inTurn(async () => {
      const known = this.#tabs.get(tab.tabId);
      if (known !== null && known.inFlight?.jobId === message.jobId) known.inFlight = null;
      const before = await readJob(this.#needs.db, message.jobId);
      const marketplace = this.#marketplace(before?.marketplace);
      if (before === null || marketplace === null) return;
      const now = this.#needs.now();
      await this.#pacer.keep(before.marketplace, Math.min(now, message.answeredAt));
      const restSeconds = message.result.ok ? 0 : getRestSeconds(message.result.problem);
      if (restSeconds > 0) await this.#pacer.rest(before.marketplace, now + restSeconds * 1000);
      const asked = message.page === before.nextPage && message.route === before.route && before.status !== "cancelled";
      if (asked) await this.#take(before, marketplace, message, known?.facts ?? null);
      await this.#pumpAll();
    });
  }

  async #take(before: Job, marketplace: Marketplace, message: PageMessage, facts: TabFacts | null): Promise<void> {
    const routes = facts === null ? 1 : marketplace.routes({ ...facts, csrf: "" });
    const pageSize = facts === null ? 1 : marketplace.pageSize({ ...facts, csrf: "" }, message.route);
    const { result } = message;
    if (!result.ok) {
      if (result.salvage !== null) await this.#store(before, { ...result.salvage, page: null }, pageSize, "salvage");
      await this.#change(before.jobId, (job) =>
        job.status === "running" ? takeProblem(job, result.problem, routes, this.#needs.now()) : null,
      );
    } else if (isPageAsked(result.value, message.page)) {
      await this.#store(before, result.value, pageSize, "page");
    } else {
      const stuck: Problem = {
        kind: "contractChanged",
        missing: ["currentPage"],
        report: `asked page ${message.page}, got ${result.value.page}`,
      };
      await this.#change(before.jobId, (job) => takeProblem(job, stuck, routes, this.#needs.now()));
    }
  }

  async #store(before: Job, page: ReviewPage, pageSize: number, as: "page" | "salvage"): Promise<void> {
    const ids = page.reviews.map((review) => review.reviewId);
    try {
      const job = await storePage(this.#needs.db, before.jobId, ids, (stored, isNew) => {
        const decision = takePage(stored, page, isNew, pageSize, this.#iso());
        // The open page is not part of the sequence: it adds reviews and does not advance the job.
        if (as === "page") return decision;
        return {
          ...decision,
          job: { ...decision.job, status: stored.status, nextPage: stored.nextPage, ended: stored.ended, finishedAt: "" },
        };
      });
      if (job === null) return;
      await this.#announce(job);
      if (before.status === "running" && (job.status === "done" || job.status === "limited")) this.#needs.ended(job);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
      await this.#noRoom(before.jobId);
    }
  }

  /** Handles a full disk: the page was not stored and is requested again on resume; earlier pages are untouched. */
  async #noRoom(jobId: string): Promise<void> {
    const full = (job: Job) => takeProblem(job, { kind: "diskFull" }, 1, this.#needs.now());
    try {
      await this.#change(jobId, full);
    } catch {
      // Not even the job's own record fits: report it, and request nothing more until the person resumes.
      const job = await readJob(this.#needs.db, jobId);
      if (job === null) return;
      this.#held.set(jobId, full(job));
      this.#needs.publish({ type: "job", job: full(job) });
    }
  }

  // ---- pace ----

  async #pumpAll(): Promise<void> {
    for (const { id } of this.#needs.marketplaces) await this.#pump(id);
  }

  /** Requests the next page if it is due, otherwise waits. One request at a time for a whole marketplace. */
  async #pump(marketplace: MarketplaceId): Promise<void> {
    this.#pacer.stop(marketplace);
    await this.#showRest(marketplace);
    if (this.#tabs.busy(marketplace)) return;
    const next = (await this.#running(marketplace))
      .toReversed()
      .filter((job) => !this.#held.has(job.jobId))
      .map((job) => ({ job, known: this.#tabs.serving(job) }))
      .find(({ known }) => known !== null);
    if (next === undefined || next.known === null) return;
    const { job, known } = next;
    const due = Math.max(job.notBefore ?? 0, await this.#pacer.dueAt(marketplace));
    if (this.#needs.now() < due) {
      const wake = () => void this.#inTurn(() => this.#pump(marketplace));
      this.#needs.publish({ type: "waiting", jobId: job.jobId, until: due });
      this.#pacer.wait(marketplace, due, (msLeft) => known.tab.post({ type: "tick", msLeft }), wake);
      return;
    }
    // Stored before the request: a browser that is killed meanwhile still keeps the distance to it.
    await this.#pacer.keep(marketplace, this.#needs.now());
    known.inFlight = { jobId: job.jobId, page: job.nextPage };
    const { page, sort, stars, route } = getNextRequest(job);
    known.tab.post({ type: "fetch", jobId: job.jobId, page, route, sort, stars });
  }

  /** Stores a rest of the whole marketplace in each of its running jobs: popup and dashboard show how long it lasts. */
  async #showRest(marketplace: MarketplaceId): Promise<void> {
    const restUntil = await this.#pacer.restUntil(marketplace);
    if (restUntil <= this.#needs.now()) return;
    for (const { jobId, notBefore } of await this.#running(marketplace)) {
      if ((notBefore ?? 0) < restUntil) await this.#change(jobId, (job) => ({ ...job, notBefore: restUntil }));
    }
  }

  /** Ends a rest of the whole marketplace. A job that waits for its own reason keeps waiting. */
  async #endRest(marketplace: MarketplaceId): Promise<void> {
    await this.#pacer.rest(marketplace, 0);
    for (const { jobId, problem, notBefore } of await this.#running(marketplace)) {
      if (problem === null && notBefore !== null) await this.#change(jobId, (job) => ({ ...job, notBefore: null }));
    }
  }

  async #running(marketplace: MarketplaceId): Promise<Job[]> {
    return (await readAllJobs(this.#needs.db)).filter((job) => job.marketplace === marketplace && job.status === "running");
  }

  // ---- small things ----

  #marketplace(id: MarketplaceId | undefined): Marketplace | null {
    return this.#needs.marketplaces.find((marketplace) => marketplace.id === id) ?? null;
  }

  async #change(jobId: string, change: (job: Job) => Job | null): Promise<Job | null> {
    const job = await updateJob(this.#needs.db, jobId, change);
    if (job !== null) await this.#announce(job);
    return job;
  }

  async #announce(job: Job): Promise<void> {
    this.#needs.publish({ type: "job", job });
    for (const { tab, facts } of this.#tabs.all()) {
      if (isPageOfJob(facts, job)) await this.#redraw(tab.tabId);
    }
  }

  /** Redraws every tab's button after a change of settings. */
  async redrawAll(): Promise<void> {
    await this.#inTurn(async () => {
      for (const { tab } of this.#tabs.all()) await this.#redraw(tab.tabId);
    });
  }

  /** Redraws a tab's button for the newest job of its page that is not cancelled. */
  async #redraw(tabId: number): Promise<void> {
    const known = this.#tabs.get(tabId);
    if (known === null) return;
    this.#needs.redraw(known.tab, known.facts, await this.jobOfTab(tabId));
  }

  /** The newest job of the page that a tab shows, without cancelled ones. */
  async jobOfTab(tabId: number): Promise<Job | null> {
    const facts = this.#tabs.get(tabId)?.facts ?? null;
    if (facts === null || getSubject(facts) === "") return null;
    return (await this.jobs()).find((job) => job.status !== "cancelled" && isPageOfJob(facts, job)) ?? null;
  }

  #iso(): string {
    return new Date(this.#needs.now()).toISOString();
  }
}
