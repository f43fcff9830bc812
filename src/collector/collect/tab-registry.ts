import type { Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import type { MarketplaceId } from "#src/collector/reviews/reviews.contract.ts";
import type { TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { FromTab, ToTab } from "./tab-messages.contract.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { isPageOfJob } from "./subject.rules.ts";

/** A tab of a marketplace, as the background reaches it. */
export interface Tab {
  readonly tabId: number;
  post(message: ToTab): void;
}

/** A tab since its hello. */
export interface KnownTab {
  readonly tab: Tab;
  readonly facts: TabFacts | null;
  readonly problem: Problem | null;
  /** the request that it waits for */
  inFlight: { jobId: string; page: number } | null;
}

/** The tabs that sent their hello to this instance of the background; the next instance rebuilds it. */
export class TabRegistry {
  readonly #tabs = new Map<number, KnownTab>();
  /** pages of tabs whose port closed: a closed tab loses its port before its closing is reported */
  readonly #left = new Map<number, TabFacts | null>();

  /** Registers a tab with its page. */
  hello(tab: Tab, { facts, problem, inFlight }: Extract<FromTab, { type: "hello" }>): void {
    this.#tabs.set(tab.tabId, { tab, facts, problem, inFlight });
    this.#left.delete(tab.tabId);
  }

  /** Removes a tab whose port closed; returns false if the tab has a newer port. */
  gone(tab: Tab): boolean {
    const known = this.#tabs.get(tab.tabId);
    if (known?.tab !== tab) return false;
    this.#left.set(tab.tabId, known.facts);
    this.#tabs.delete(tab.tabId);
    return true;
  }

  /** Removes a closed tab and returns its page. */
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

  /** Finds the tab that can work on a job: its own if that still shows its page, otherwise any that does. */
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
