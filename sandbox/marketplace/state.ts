import type { Contract, Control, Failure } from "./controls.ts";
import { createReviewLog } from "./review-log.ts";
import { createRiskControl } from "./risk-control.ts";

const maxWaiting = 1000;
const maxArrived = 10_000;

interface Settings {
  leastGapMs: number;
  coolDownMs: number;
  delayMs: number;
  contract: Contract;
  signedOut: boolean;
  signedOutAnswer: "401" | "redirect";
}

const defaults: Settings = {
  leastGapMs: 3500,
  coolDownMs: 60_000,
  delayMs: 0,
  contract: "deepDive",
  signedOut: false,
  signedOutAnswer: "401",
};

interface WaitingArrivals {
  listingId: string;
  count: number;
  afterPage: number;
}

/** All that a running marketplace remembers: bounded, and gone with the process. */
export interface State {
  readonly settings: Settings;
  readonly risk: ReturnType<typeof createRiskControl>;
  readonly log: ReturnType<typeof createReviewLog>;
  /** reviews that arrived at a listing */
  arrived(listingId: string): number;
  /** called when a page was answered: lets waiting reviews in */
  pageAnswered(listingIds: readonly string[], page: number): void;
  /** takes the failure that is due for a request of `page`, or null */
  takeFailure(page: number): Failure | null;
  apply(control: Control): void;
  reset(): void;
}

/** A fresh state with the default settings. */
export function createState(): State {
  const settings = { ...defaults };
  const risk = createRiskControl(settings);
  const log = createReviewLog();
  const arrivedCounts = new Map<string, number>();
  let waitingArrivals: WaitingArrivals[] = [];
  let failing: { failure: Failure; times: number } | null = null;
  let failingPages: { failure: Failure; page: number }[] = [];

  function arrive(arrivals: WaitingArrivals): void {
    const count = (arrivedCounts.get(arrivals.listingId) ?? 0) + arrivals.count;
    arrivedCounts.set(arrivals.listingId, Math.min(maxArrived, count));
  }

  function takeFailure(page: number): Failure | null {
    const place = failingPages.findIndex((row) => row.page === page);
    if (place >= 0) return failingPages.splice(place, 1)[0]?.failure ?? null;
    if (failing === null) return null;
    const { failure, times } = failing;
    failing = times > 1 ? { failure, times: times - 1 } : null;
    return failure;
  }

  function apply(control: Control): void {
    const { failNext, failAtPage, arrivals, solved, ...rest } = control;
    Object.assign(settings, rest);
    if (failNext !== undefined) failing = { failure: failNext, times: failNext.times };
    if (failAtPage !== undefined) failingPages = [...failingPages, { failure: failAtPage, page: failAtPage.page }].slice(-maxWaiting);
    if (arrivals !== undefined && arrivals.afterPage === 0) arrive(arrivals);
    else if (arrivals !== undefined) waitingArrivals = [...waitingArrivals, arrivals].slice(-maxWaiting);
    if (solved === true) risk.solve();
  }

  return {
    settings,
    risk,
    log,
    arrived: (listingId) => arrivedCounts.get(listingId) ?? 0,
    pageAnswered(listingIds, page) {
      const due = waitingArrivals.filter((row) => row.afterPage === page && listingIds.includes(row.listingId));
      for (const arrivals of due) arrive(arrivals);
      waitingArrivals = waitingArrivals.filter((row) => !due.includes(row));
    },
    takeFailure,
    apply,
    reset() {
      Object.assign(settings, defaults);
      risk.reset();
      log.clear();
      arrivedCounts.clear();
      waitingArrivals = [];
      failing = null;
      failingPages = [];
    },
  };
}
