import type { Page } from "puppeteer";
import type { JobsNews, TabFacts } from "#src/collector/jobs/background-calls.ts";
import type { Job } from "#src/collector/jobs/jobs.contract.ts";
import { createJob } from "#src/collector/collect/job.rules.ts";
import type { Problem } from "#src/collector/marketplaces/marketplaces.contract.ts";
import { freePlan } from "#src/pro/plan/plan.contract.ts";
import type { CollectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import { defaultOptions } from "#src/collector/settings/settings.rules.ts";
import type { Chromium } from "./chromium.ts";
import { putJobs } from "./collected.ts";
import type { Answering } from "./own-answers.ts";
import { answerCalls } from "./own-answers.ts";

/** The listing whose popup is checked. */
export const popupListing = "/listing/1000000400";

/** A state of the popup: where it is opened, what the background holds, and what is done in it. */
export interface PopupState {
  readonly name: string;
  /** the page it is opened over; the listing by default */
  readonly path?: string;
  readonly plan?: "pro";
  readonly options?: Partial<CollectOptions>;
  /** overrides of the listing's new job; `tabId` defaults to the listing's tab */
  readonly job?: Partial<Job>;
  /** also a running job of another listing */
  readonly hasOther?: true;
  readonly answers?: Answering;
  /** sent on the jobs' channel once it is open */
  readonly news?: (jobId: string) => JobsNews;
  /** buttons to press once it is open, by selector */
  readonly press?: readonly string[];
  /** present when the state is reached */
  readonly marker: string;
}

const longTitle =
  "Personalized walnut serving tray with carved handles, engraved family name board, housewarming and wedding anniversary gift for couples";

/** A listing page's facts at their longest. */
const longFacts: TabFacts = {
  marketplace: "etsy",
  kind: "listing",
  listingId: "1000000400",
  shopId: "1",
  shopName: "TheVeryLongNamedWorkshopOfTheNorthernWoodlands",
  title: longTitle,
  url: "https://www.etsy.com/listing/1000000400",
  image: "",
  signedIn: false,
  counts: [
    { meaning: "listing", value: 12_345 },
    { meaning: "shopWide", value: 1_234_567 },
    { meaning: "histogram", value: 12_344 },
    { meaning: "histogramAll", value: 12_346 },
  ],
  sortOptions: [],
  locale: "en-US",
};

const everyOption: Partial<CollectOptions> = {
  sort: "suggested",
  stars: [1, 2, 3, 4],
  withPhotos: true,
  withText: true,
  dateFrom: "2025-01-01",
  dateTo: "2026-06-30",
  keyword: "a keyword that is rather long for a small window",
};

/** Creates the listing's initial job. */
function firstJob(tabId: number, facts: TabFacts = { ...longFacts, title: "Oak spoon" }): Job {
  return createJob({
    jobId: `of-${facts.listingId}`,
    facts,
    options: defaultOptions,
    plan: freePlan,
    tabId,
    now: "2026-11-20T08:00:00.000Z",
  });
}

/** Creates a running job of another listing. */
function otherJob(tabId: number): Job {
  return { ...firstJob(tabId, { ...longFacts, listingId: "1000000401" }), title: longTitle };
}

/** The counts of the reviews answer and of the page. */
const allCounts = [...longFacts.counts, { meaning: "answerTotal", value: 12_300 } as const];
const read = { seen: 8960, kept: 8960, requests: 1120, expected: 12_300, nextPage: 1121, totalPages: 1538, limit: null };
const fileName = "quayside-etsy-1000000400-personalized-walnut-serving-tray-with-carved-handles-2026-11-20.xlsx";
const whole = { ...read, status: "done", ended: "end", seen: 12_300, kept: 12_300, fileName } as const;
/** A job report with everything it can contain. */
const wordy = {
  ...whole,
  title: longTitle,
  seen: 12_200,
  kept: 9100,
  options: { ...defaultOptions, ...everyOption, format: "xlsx" },
  serverStars: 1,
  duplicates: 17,
  withoutText: 400,
  withPhotos: 1200,
  notRead: { sellerReply: 9100, images: 9100, variation: 9100, originalText: 9100 },
  counts: allCounts,
} as const;
const limited = { ...read, status: "limited", ended: "limit", seen: 88, kept: 88, limit: 88, requests: 11, fileName } as const;

const report = ["etsy json 1", "missing: reviews, totalReviews", ...Array.from({ length: 30 }, (_, at) => `key ${at}: string`)].join("\n");
const problems: readonly Problem[] = [
  { kind: "signedOut" },
  { kind: "blocked", status: 403 },
  { kind: "tooManyRequests", retryAfterSeconds: 7200 },
  { kind: "tooManyRequests", retryAfterSeconds: null },
  { kind: "contractChanged", missing: ["reviews", "totalReviews", "currentPage", "csrf"], report },
  { kind: "offline" },
  { kind: "unavailable", status: 503 },
  { kind: "noReviews" },
  { kind: "diskFull" },
];

const start = ".start-row .button-primary";
const inFuture = () => Date.now() + 3_000_000;
const tab = (problem: { kind: "noAccess" } | { kind: "needsReload" } | Problem) => ({ "tab.read": { ok: false, problem } }) as Answering;

/** Every state of the popup, each at its longest. */
export const popupStates: readonly PopupState[] = [
  { name: "reading the page", answers: "is silent", marker: ".skeletons" },
  { name: "reading takes long", answers: "is silent", marker: ".notice-warn button" },
  { name: "broken", answers: "refuses", marker: ".notice-bad button" },
  { name: "no marketplace", path: "about:blank", marker: ".notice" },
  { name: "no page to collect", path: "/", marker: ".notice" },
  { name: "no page to collect, beside a job", path: "/", job: read, marker: '.popup-main > a[href*="dashboard"]' },
  { name: "no access", answers: tab({ kind: "noAccess" }), marker: ".notice-warn button" },
  { name: "older than Quayside", answers: tab({ kind: "needsReload" }), marker: ".notice-warn button" },
  { name: "ready", marker: start },
  { name: "ready, on a shop's page", path: "/shop/HarbourOak/reviews", marker: start },
  { name: "ready, with Pro", plan: "pro", marker: start },
  {
    name: "ready, on a long page",
    answers: { "tab.read": { ok: true, value: longFacts } },
    hasOther: true,
    options: everyOption,
    marker: start,
  },
  { name: "ready, without any count", answers: { "tab.read": { ok: true, value: { ...longFacts, counts: [] } } }, marker: start },
  { name: "ready, with two options", options: { withPhotos: true, keyword: "x".repeat(200) }, marker: start },
  { name: "ready, with dates out of order", options: { dateFrom: "2026-06-30", dateTo: "2026-01-01" }, marker: ".field-error" },
  { name: "options", options: everyOption, press: [".options-button"], marker: ".options-form" },
  {
    name: "options with dates out of order",
    options: { ...everyOption, dateFrom: "2026-06-30", dateTo: "2026-01-01" },
    press: [".options-button"],
    marker: ".options-form .field-error",
  },
  ...problems.map((problem) => ({
    name: `a start refused: ${problem.kind}${"retryAfterSeconds" in problem && problem.retryAfterSeconds !== null ? ", with a time" : ""}`,
    answers: { "jobs.start": { ok: false, problem } } as Answering,
    press: [start],
    marker: ".notice",
  })),
  { name: "collecting, before the first answer", job: {}, marker: ".progress" },
  { name: "collecting, before the first answer of a page that counts nothing", job: { counts: [] }, marker: ".progress" },
  { name: "collecting", job: { ...read, limit: 88, seen: 16, kept: 16 }, marker: ".progress" },
  {
    name: "collecting with a filter, in a wait",
    job: { ...read, options: { ...defaultOptions, withPhotos: true } },
    news: (jobId) => ({ type: "waiting", jobId, until: inFuture() }),
    marker: ".progress",
  },
  {
    name: "collecting, told to rest",
    job: { ...read, problem: { kind: "tooManyRequests", retryAfterSeconds: 900 }, notBefore: inFuture() },
    marker: ".progress",
  },
  {
    name: "collecting, in trouble",
    job: { ...read, problem: { kind: "unavailable", status: 503 }, notBefore: inFuture() },
    marker: ".progress",
  },
  { name: "collecting, its page elsewhere", job: { ...read, tabId: null }, marker: ".progress" },
  { name: "collecting, beside another job", job: read, hasOther: true, marker: ".progress" },
  {
    name: "collecting, while a file is written",
    job: { ...read, title: longTitle },
    news: (jobId) => ({ type: "exporting", jobId, rows: 4000, total: 8960 }),
    marker: ".save-file",
  },
  { name: "paused", job: { ...read, status: "paused" }, marker: ".progress" },
  { name: "tab closed", job: { ...read, status: "interrupted" }, marker: ".progress" },
  ...problems.map((problem) => ({
    name: `stopped: ${problem.kind}${"retryAfterSeconds" in problem && problem.retryAfterSeconds !== null ? ", with a time" : ""}`,
    job: { ...read, title: longTitle, status: "blocked", problem } as Partial<Job>,
    marker: ".notice",
  })),
  {
    name: "stopped: the report of a changed contract",
    job: { ...read, title: longTitle, status: "blocked", problem: problems[4] ?? null },
    press: [".notice summary"],
    marker: ".notice details[open]",
  },
  { name: "at the free limit", job: { ...limited, counts: allCounts }, marker: ".popup-more" },
  {
    name: "at the free limit, unsaved",
    job: { ...limited, title: longTitle, expected: null, counts: [], fileName: "", fileProblem: "diskFull" },
    marker: ".popup-more",
  },
  { name: "at the free limit, with Pro by now", plan: "pro", job: { ...limited, counts: allCounts }, marker: ".popup-more" },
  { name: "finished", job: whole, marker: ".popup-more" },
  { name: "finished, with all that there is to say", job: wordy, hasOther: true, marker: ".popup-more" },
  { name: "finished, its numbers unfolded", job: wordy, press: [".fold"], marker: ".counts-list:not([hidden])" },
  { name: "finished, its file not written", job: { ...whole, fileName: "", fileProblem: "exportFailed" }, marker: ".popup-more" },
  {
    name: "finished, while a file is written",
    job: wordy,
    news: (jobId) => ({ type: "exporting", jobId, rows: 4000, total: 9100 }),
    marker: ".save-file",
  },
  { name: "finished, nothing matched", job: { ...wordy, kept: 0, fileName: "" }, marker: start },
  {
    name: "finished, no reviews",
    job: { ...whole, seen: 0, kept: 0, expected: 0, fileName: "", problem: { kind: "noReviews" } },
    marker: start,
  },
  { name: "collecting again", job: wordy, options: everyOption, press: [".popup-more button:last-child"], marker: start },
  { name: "cancelled", job: { ...read, status: "cancelled", fileName: "" }, marker: ".popup-more" },
  { name: "cancelled at once", job: { status: "cancelled" }, marker: start },
];

/**
 * Opens the popup in a state by the toolbar button.
 * @param pageAt returns the open page of a path; the listing's always exists
 */
export async function openInState(chromium: Chromium, pageAt: (path: string) => Page, state: PopupState): Promise<Page> {
  const tabId = await chromium.tabIdOf(pageAt(popupListing));
  const job = state.job === undefined ? [] : [{ ...firstJob(tabId), ...state.job }];
  await putJobs(chromium, [...job, ...(state.hasOther === true ? [otherJob(tabId)] : [])]);
  await chromium.hook({ plan: state.plan ?? "free" });
  await chromium.setSettings({ lastOptions: { ...defaultOptions, ...state.options } });
  const popup = await chromium.popup(pageAt(state.path ?? popupListing));
  if (state.answers !== undefined) {
    await answerCalls(popup, state.answers);
    await popup.reload();
  }
  for (const selector of state.press ?? []) {
    await popup.waitForSelector(selector);
    await popup.$eval(selector, (button) => (button as HTMLElement).click());
  }
  if (state.news !== undefined) {
    // By then it listens.
    await popup.waitForSelector(".status-tag");
    await chromium.broadcast(state.news(firstJob(tabId).jobId));
  }
  await popup.waitForSelector(state.marker);
  return popup;
}

/** Size and scrolling of an open popup. */
export interface PopupFacts {
  width: number;
  height: number;
  /** scrollable elements by class, with their visible height, px */
  scrolled: { name: string; height: number }[];
}

/** Reads an open popup's window. */
export async function readPopup(popup: Page): Promise<PopupFacts> {
  return popup.evaluate(() => {
    const isOver = (element: Element) => element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
    const isScroller = (element: Element) =>
      /auto|scroll/.test(`${getComputedStyle(element).overflowX} ${getComputedStyle(element).overflowY}`);
    const scrollers = [...document.querySelectorAll("body *")].filter(
      (element) => element.checkVisibility() && isScroller(element) && isOver(element),
    );
    const root = document.documentElement;
    const isRootOver = root.scrollWidth > window.innerWidth || root.scrollHeight > window.innerHeight;
    return {
      width: window.innerWidth,
      height: window.innerHeight,
      scrolled: [
        ...scrollers.map(({ className, clientHeight }) => ({ name: className, height: clientHeight })),
        ...(isRootOver ? [{ name: "the whole page", height: window.innerHeight }] : []),
      ],
    };
  });
}
