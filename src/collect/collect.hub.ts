import type { Marketplace, Problem, ReviewPage } from "#src/marketplaces/marketplaces.contract.ts";
import type { Plan } from "#src/plan/plan.contract.ts";
import type { MarketplaceId } from "#src/reviews/reviews.contract.ts";
import type { CollectOptions } from "#src/settings/settings.contract.ts";
import type { JobsNews, TabFacts } from "./collect.calls.ts";
import type { FromTab, Job } from "./collect.contract.ts";
import { addJob, allJobs, readJob, removeJob, storePage, updateJob } from "./collect.db.ts";
import { isPageAsked, lookAgainJob, moveJob, newJob, resumeJob, takePage, wishOf } from "./collect.rules.ts";
import type { PacerNeeds } from "./pacer.ts";
import { Pacer } from "./pacer.ts";
import { getRestSeconds, takeProblem } from "./problem.rules.ts";
import { getSubject, isPageOfJob } from "./subject.rules.ts";
import type { Tab } from "./tab-book.ts";
import { TabBook } from "./tab-book.ts";

/** What the hub needs from around it. */
export interface HubNeeds extends PacerNeeds {
  marketplaces: readonly Marketplace[];
  plan(): Promise<Plan>;
  newId(): string;
  tell(news: JobsNews): void;
  /** a job ended by itself (done or limited) */
  ended(job: Job): void;
  /** opens a page in a tab */
  openPage(url: string): Promise<void>;
  /** loads a tab's page again */
  reloadTab(tabId: number): Promise<void>;
  /** a tab's page or job changed: its button is to be drawn anew */
  redraw(tab: Tab, facts: TabFacts | null, job: Job | null): void;
}

type PageMessage = Extract<FromTab, { type: "page" }>;

/**
 * Runs the jobs: decides which tab asks for which page and when, and stores what comes.
 * All that must survive is in the database; what is held here (ports, timers) is rebuilt by the tabs' next hello.
 */
export class Hub {
  readonly #needs: HubNeeds;
  readonly #tabs = new TabBook();
  readonly #pacer: Pacer;
  /** jobs whose last page found no room on the disk, where not even that could be stored: as they ought to be */
  readonly #held = new Map<string, Job>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(needs: HubNeeds) {
    this.#needs = needs;
    this.#pacer = new Pacer(needs);
  }

  /** One thing at a time: messages, commands and timers never see each other half done. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(work);
    this.#queue = run.catch(() => undefined);
    return run;
  }

  // ---- tabs ----

  /** The browser or a new version of the extension began: no job has its tab yet. */
  async started(): Promise<void> {
    await this.#inTurn(async () => {
      for (const job of await allJobs(this.#needs.db)) {
        if (job.tabId !== null && this.#tabs.get(job.tabId) === null) await this.#change(job.jobId, (now) => ({ ...now, tabId: null }));
      }
    });
  }

  /** A tab says what page it shows; a running job of that page goes on in it. */
  async hello(tab: Tab, message: Extract<FromTab, { type: "hello" }>): Promise<void> {
    await this.#inTurn(async () => {
      this.#tabs.hello(tab, message);
      for (const job of await allJobs(this.#needs.db)) {
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

  /** A tab's port went: it was closed, reloaded, or left the page. Its job waits for the page to come back. */
  async gone(tab: Tab): Promise<void> {
    await this.#inTurn(async () => {
      if (!this.#tabs.gone(tab)) return;
      for (const job of await allJobs(this.#needs.db)) {
        if (job.tabId === tab.tabId && job.status === "running") await this.#change(job.jobId, (now) => ({ ...now, tabId: null }));
      }
      await this.#pumpAll();
    });
  }

  /** A tab was closed by the person: its job stops and says so, rather than going on by surprise on a later visit. */
  async closed(tabId: number): Promise<void> {
    await this.#inTurn(async () => {
      const left = this.#tabs.closed(tabId);
      for (const job of await allJobs(this.#needs.db)) {
        const orphan = job.tabId === tabId || (job.tabId === null && isPageOfJob(left, job));
        if (job.status !== "running" || !orphan || this.#tabs.serving(job) !== null) continue;
        await this.#change(job.jobId, (now) => moveJob(now, "tabClosed", this.#iso()));
      }
      await this.#pumpAll();
    });
  }

  /** All jobs as they stand, newest first. */
  async jobs(): Promise<Job[]> {
    return (await allJobs(this.#needs.db)).map((job) => this.#held.get(job.jobId) ?? job);
  }

  /** What a tab's page is; null where the tab has not said hello. */
  tabFacts(tabId: number): { facts: TabFacts | null; problem: Problem | null } | null {
    const known = this.#tabs.get(tabId);
    return known === null ? null : { facts: known.facts, problem: known.problem };
  }

  // ---- commands ----

  /** Starts collecting in a tab, from the first page. An unfinished job of the same page is cancelled. */
  async start(tabId: number, facts: TabFacts, options: CollectOptions): Promise<Job> {
    return this.#inTurn(async () => {
      const now = this.#iso();
      for (const old of await allJobs(this.#needs.db)) {
        if (isPageOfJob(facts, old))
          await this.#change(old.jobId, (job) => (job.status === "limited" ? null : moveJob(job, "cancel", now)));
      }
      const job = newJob({ jobId: this.#needs.newId(), facts, options, plan: await this.#needs.plan(), tabId, now });
      await addJob(this.#needs.db, job);
      this.#needs.tell({ type: "job", job });
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

  /** Lets a stopped job go on; opens its page where no tab shows it. */
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

  /** The person says that the problem is dealt with. Gives whether the job's tab is being reloaded and will say hello again. */
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

  /** Reads an ended job's page again from the first, to find what moved while it was read. */
  async lookAgain(jobId: string): Promise<Job | null> {
    const plan = await this.#needs.plan();
    const job = await this.#command(jobId, (now) => lookAgainJob(now, plan, this.#iso()));
    if (job?.status === "running" && this.#tabs.serving(job) === null) await this.#needs.openPage(job.url);
    return job;
  }

  /** Removes a job with its reviews; gives the bytes freed. */
  async remove(jobId: string): Promise<number> {
    return this.#inTurn(async () => {
      const job = await readJob(this.#needs.db, jobId);
      const bytes = await removeJob(this.#needs.db, jobId);
      this.#needs.tell({ type: "removed", jobId });
      const tab = job === null ? null : this.#tabs.serving(job);
      if (tab !== null) await this.#redraw(tab.tab.tabId);
      await this.#pumpAll();
      return bytes;
    });
  }

  /** Notes the name of the newest file made of a job. */
  async named(jobId: string, fileName: string): Promise<void> {
    await this.#command(jobId, (job) => ({ ...job, fileName, fileProblem: "" }));
  }

  /** Notes that no file could be made of a job: one that was made by itself at the end has nobody waiting for its answer. */
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

  /** A tab brings a page, or says why it could not. An answer that is no longer asked for is dropped. */
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
        // What the open page shows is no page of the sequence: it adds reviews and moves nothing.
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

  /** The page was not stored and will be asked for again on resume; what was stored before is untouched. */
  async #noRoom(jobId: string): Promise<void> {
    const full = (job: Job) => takeProblem(job, { kind: "diskFull" }, 1, this.#needs.now());
    try {
      await this.#change(jobId, full);
    } catch {
      // Not even the job's own record fits: say it, and ask for nothing more until the person resumes.
      const job = await readJob(this.#needs.db, jobId);
      if (job === null) return;
      this.#held.set(jobId, full(job));
      this.#needs.tell({ type: "job", job: full(job) });
    }
  }

  // ---- pace ----

  async #pumpAll(): Promise<void> {
    for (const { id } of this.#needs.marketplaces) await this.#pump(id);
  }

  /** Asks for the next page if its time has come, else waits for it. One request at a time for a whole marketplace. */
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
      this.#needs.tell({ type: "waiting", jobId: job.jobId, until: due });
      this.#pacer.wait(marketplace, due, (msLeft) => known.tab.post({ type: "tick", msLeft }), wake);
      return;
    }
    // Kept before asking: a browser killed meanwhile still keeps the distance to this request.
    await this.#pacer.keep(marketplace, this.#needs.now());
    known.inFlight = { jobId: job.jobId, page: job.nextPage };
    const { page, sort, stars, route } = wishOf(job);
    known.tab.post({ type: "fetch", jobId: job.jobId, page, route, sort, stars });
  }

  /** A rest of the whole marketplace is noted on each of its running jobs: popup and dashboard show how long it lasts. */
  async #showRest(marketplace: MarketplaceId): Promise<void> {
    const restUntil = await this.#pacer.restUntil(marketplace);
    if (restUntil <= this.#needs.now()) return;
    for (const { jobId, notBefore } of await this.#running(marketplace)) {
      if ((notBefore ?? 0) < restUntil) await this.#change(jobId, (job) => ({ ...job, notBefore: restUntil }));
    }
  }

  /** Ends a rest of the whole marketplace. A job that waits for a reason of its own goes on waiting. */
  async #endRest(marketplace: MarketplaceId): Promise<void> {
    await this.#pacer.rest(marketplace, 0);
    for (const { jobId, problem, notBefore } of await this.#running(marketplace)) {
      if (problem === null && notBefore !== null) await this.#change(jobId, (job) => ({ ...job, notBefore: null }));
    }
  }

  async #running(marketplace: MarketplaceId): Promise<Job[]> {
    return (await allJobs(this.#needs.db)).filter((job) => job.marketplace === marketplace && job.status === "running");
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
    this.#needs.tell({ type: "job", job });
    for (const { tab, facts } of this.#tabs.all()) {
      if (isPageOfJob(facts, job)) await this.#redraw(tab.tabId);
    }
  }

  /** Draws every tab's button anew: settings changed. */
  async redrawAll(): Promise<void> {
    await this.#inTurn(async () => {
      for (const { tab } of this.#tabs.all()) await this.#redraw(tab.tabId);
    });
  }

  /** The job that a tab's button is about: the newest of its page that is not cancelled. */
  async #redraw(tabId: number): Promise<void> {
    const known = this.#tabs.get(tabId);
    if (known === null) return;
    this.#needs.redraw(known.tab, known.facts, await this.jobOfTab(tabId));
  }

  /** The newest job of the page that a tab shows, cancelled ones aside. */
  async jobOfTab(tabId: number): Promise<Job | null> {
    const facts = this.#tabs.get(tabId)?.facts ?? null;
    if (facts === null || getSubject(facts) === "") return null;
    return (await this.jobs()).find((job) => job.status !== "cancelled" && isPageOfJob(facts, job)) ?? null;
  }

  #iso(): string {
    return new Date(this.#needs.now()).toISOString();
  }
}
