import browser from "webextension-polyfill";
import { create } from "zustand";
import { followEntitlement } from "#src/entitlement/entitlement-changes.storage.ts";
import type { Plan } from "#src/plan/plan.contract.ts";
import { freePlan } from "#src/plan/plan.contract.ts";
import type { Calls, TabFacts } from "./collect.calls.ts";
import { call } from "./collect.calls.ts";
import type { Job } from "./collect.contract.ts";
import { followJobs } from "./jobs.channel.ts";
import { useLive } from "./live.store.ts";
import { applyNews } from "./view.rules.ts";

type TabAnswer = Calls["tab.read"]["output"];
export type TabProblem = Extract<TabAnswer, { ok: false }>["problem"] | { kind: "notSupported" };

/** What the popup knows of the tab it was opened over. */
export type PageState =
  | { state: "reading" }
  | { state: "facts"; tabId: number; facts: TabFacts }
  | { state: "problem"; tabId: number; problem: TabProblem };

interface PopupStore {
  page: PageState;
  jobs: readonly Job[];
  plan: Plan;
  /** a bug in a call: shown with its own words */
  broken: string | null;
  /** reads tab, jobs and plan anew */
  load: () => Promise<void>;
  putJob: (job: Job) => void;
  fail: (error: unknown) => void;
}

/** The tab that the popup is about. */
async function tabInSight(): Promise<{ tabId: number; url: string | undefined }> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return { tabId: tab?.id ?? -1, url: tab?.url };
}

function pageOf(tabId: number, url: string | undefined, answer: TabAnswer): PageState {
  if (answer.ok) return { state: "facts", tabId, facts: answer.value };
  // The browser tells addresses of granted hosts alone: a tab without one is none of ours.
  const problem = answer.problem.kind === "notProductPage" && url === undefined ? ({ kind: "notSupported" } as const) : answer.problem;
  return { state: "problem", tabId, problem };
}

export const usePopup = create<PopupStore>((set, get) => ({
  page: { state: "reading" },
  jobs: [],
  plan: freePlan,
  broken: null,
  async load() {
    try {
      const { tabId, url } = await tabInSight();
      const [answer, jobs, plan] = await Promise.all([call("tab.read", { tabId }), call("jobs.list", {}), call("plan.get", {})]);
      set({ page: pageOf(tabId, url, answer), jobs, plan, broken: null });
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
  followJobs((news) => {
    useLive.getState().hear(news);
    usePopup.setState(({ jobs }) => ({ jobs: applyNews(jobs, news) }));
  }, signal);
  // Pro that begins while the popup is open is there at once.
  followEntitlement(() => void call("plan.get", {}).then((plan) => usePopup.setState({ plan }), usePopup.getState().fail), signal);
  void usePopup.getState().load();
}
