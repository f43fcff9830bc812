import browser from "webextension-polyfill";
import { create } from "zustand";
import { findSiteId, sites } from "#src/collector/marketplaces/sites.ts";
import type { MarketplaceId } from "#src/collector/reviews/reviews.contract.ts";
import { subscribeToEntitlement } from "#src/pro/entitlement/entitlement-changes.storage.ts";
import type { Plan } from "#src/pro/plan/plan.contract.ts";
import { freePlan } from "#src/pro/plan/plan.contract.ts";
import type { Calls, TabFacts } from "#src/collector/jobs/background-calls.ts";
import { call, onJobsNews } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { useLive } from "./live.store.ts";
import { applyNews } from "./view.rules.ts";

type TabAnswer = Calls["tab.read"]["output"];
export type TabProblem = Extract<TabAnswer, { ok: false }>["problem"] | { kind: "notSupported" };

/** What the popup knows about the tab that it was opened over. */
export type PageState =
  | { state: "reading" }
  | { state: "facts"; tabId: number; facts: TabFacts }
  /** `marketplace`: the one that the page belongs to, or the first one */
  | { state: "problem"; tabId: number; problem: TabProblem; marketplace: MarketplaceId };

interface PopupStore {
  page: PageState;
  jobs: readonly Job[];
  plan: Plan;
  /** a bug in a call: shown with its message */
  broken: string | null;
  /** reads tab, jobs and plan again */
  load: () => Promise<void>;
  putJob: (job: Job) => void;
  fail: (error: unknown) => void;
}

/** The tab that the popup is about. */
async function getActiveTab(): Promise<{ tabId: number; url: string | undefined }> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return { tabId: tab?.id ?? -1, url: tab?.url };
}

function toPageState(tabId: number, url: string | undefined, answer: TabAnswer): PageState {
  if (answer.ok) return { state: "facts", tabId, facts: answer.value };
  // The browser reveals addresses of granted hosts only: a tab without one is not a marketplace's.
  const problem = answer.problem.kind === "notProductPage" && url === undefined ? ({ kind: "notSupported" } as const) : answer.problem;
  const marketplace = (url === undefined ? null : findSiteId(url)) ?? sites[0].id;
  return { state: "problem", tabId, problem, marketplace };
}

export const usePopup = create<PopupStore>((set, get) => ({
  page: { state: "reading" },
  jobs: [],
  plan: freePlan,
  broken: null,
  async load() {
    try {
      const { tabId, url } = await getActiveTab();
      const [answer, jobs, plan] = await Promise.all([call("tab.read", { tabId }), call("jobs.list", {}), call("plan.get", {})]);
      set({ page: toPageState(tabId, url, answer), jobs, plan, broken: null });
    } catch (error) {
      get().fail(error);
    }
  },
  putJob(job) {
    set({ jobs: applyNews(get().jobs, { type: "job", job }) });
  },
  fail(error) {
    set({ broken: error instanceof Error ? error.message : String(error) });
  },
}));

/** Fills the popup and keeps it up to date until the signal ends it. */
export function startPopup(signal: AbortSignal): void {
  onJobsNews((news) => {
    useLive.getState().receive(news);
    usePopup.setState(({ jobs }) => ({ jobs: applyNews(jobs, news) }));
  }, signal);
  // Pro that begins while the popup is open is there at once.
  subscribeToEntitlement(() => void call("plan.get", {}).then((plan) => usePopup.setState({ plan }), usePopup.getState().fail), signal);
  void usePopup.getState().load();
}
