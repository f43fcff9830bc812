import type { Problem } from "#src/marketplaces/marketplaces.contract.ts";
import type { MarketplaceId } from "#src/reviews/reviews.contract.ts";
import type { TabFacts } from "./collect.calls.ts";
import type { FromTab, Job, ToTab } from "./collect.contract.ts";
import { isPageOfJob } from "./subject.rules.ts";

/** A tab of a marketplace, as the background reaches it. */
export interface Tab {
  readonly tabId: number;
  post(message: ToTab): void;
}

/** What is known of a tab since its hello. */
export interface KnownTab {
  readonly tab: Tab;
  readonly facts: TabFacts | null;
  readonly problem: Problem | null;
  /** the request that it waits for */
  inFlight: { jobId: string; page: number } | null;
}

/** The tabs that said hello in this life of the background; rebuilt by their next hello in the next. */
export class TabBook {
  readonly #tabs = new Map<number, KnownTab>();
  /** what the tabs showed whose port went last: a closed tab loses its port before its closing is told */
  readonly #left = new Map<number, TabFacts | null>();

  /** Notes what a tab said of itself. */
  hello(tab: Tab, { facts, problem, inFlight }: Extract<FromTab, { type: "hello" }>): void {
    this.#tabs.set(tab.tabId, { tab, facts, problem, inFlight });
    this.#left.delete(tab.tabId);
  }

  /** Forgets a tab whose port went; false where a newer port of the same tab is there already. */
  gone(tab: Tab): boolean {
    const known = this.#tabs.get(tab.tabId);
    if (known?.tab !== tab) return false;
    this.#left.set(tab.tabId, known.facts);
    this.#tabs.delete(tab.tabId);
    return true;
  }

  /** Forgets a closed tab and gives what it showed. */
  closed(tabId: number): TabFacts | null {
    const facts = this.#tabs.get(tabId)?.facts ?? this.#left.get(tabId) ?? null;
    this.#tabs.delete(tabId);
    this.#left.delete(tabId);
    return facts;
  }

  get(tabId: number | null): KnownTab | null {
    return tabId === null ? null : (this.#tabs.get(tabId) ?? null);
  }

  all(): KnownTab[] {
    return [...this.#tabs.values()];
  }

  /** The tab that can work on a job: its own where that still shows its page, else any that does. */
  serving(job: Job): KnownTab | null {
    const own = this.get(job.tabId);
    if (own !== null && isPageOfJob(own.facts, job)) return own;
    return this.all().find(({ facts }) => isPageOfJob(facts, job)) ?? null;
  }

  /** Whether any tab of a marketplace waits for an answer. */
  busy(marketplace: MarketplaceId): boolean {
    return this.all().some(({ inFlight, facts }) => inFlight !== null && facts?.marketplace === marketplace);
  }
}
