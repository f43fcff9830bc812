import { z } from "zod";
import { pageFacts, pageKinds, problem, reviewPage } from "#src/marketplaces/marketplaces.contract.ts";
import { marketplaceIds, statedCount } from "#src/reviews/reviews.contract.ts";
import { notReadFields } from "#src/reviews/reviews.rules.ts";
import { collectOptions } from "#src/settings/settings.contract.ts";
import { jobStatuses } from "./collect.machine.ts";

/** A collecting job as it is stored, one record in the extension's IndexedDB. It never holds a token or a cookie. */
export const job = z.object({
  jobId: z.string(),
  marketplace: z.enum(marketplaceIds),
  kind: z.enum(pageKinds),
  /** listing id, or the shop's name for a shop page: with marketplace and kind it says which page the job needs */
  subject: z.string(),
  title: z.string(),
  shopName: z.string(),
  url: z.string(),
  image: z.string(),
  status: z.enum(jobStatuses),
  problem: problem.nullable(),
  options: collectOptions,
  /** the page to ask for next, from 1 */
  nextPage: z.number().int().min(1),
  /** which of the marketplace's routes is in use (Marketplace.routes) */
  route: z.number().int(),
  /** the page to continue with on each route that the job left, by route number */
  routePages: z.record(z.string(), z.number().int().min(1)),
  /** the first problem since the best route last worked: it explains why the job left that route */
  firstProblem: problem.nullable(),
  totalPages: z.number().int().nullable(),
  /** the stars filter that the server was asked for and obeyed; null where filtering is ours alone */
  serverStars: z.number().int().nullable(),
  /** counts as the marketplace states them, the latest of each meaning */
  counts: z.array(statedCount),
  starCounts: z.record(z.string(), z.number()).nullable(),
  /** how many reviews reading to the end should give, under `serverStars`; null where nothing says */
  expected: z.number().int().nullable(),
  /** distinct reviews read */
  seen: z.number().int(),
  /** distinct reviews read that match the options and are kept */
  kept: z.number().int(),
  /** reviews that came again and were dropped by their id */
  duplicates: z.number().int(),
  /** of `kept`: how many have no text, how many have photos */
  withoutText: z.number().int(),
  withPhotos: z.number().int(),
  /** of `seen`: in how many reviews a field was not read, by field (`notReadFields`) */
  notRead: z.partialRecord(z.enum(notReadFields), z.number().int()),
  /** of `kept`: reviews by stars ("1".."5", "0" for none) and by month ("2026-05", "" for no date) */
  byStars: z.record(z.string(), z.number()),
  byMonth: z.record(z.string(), z.number()),
  /** dates came in falling order so far, where newest first was asked for; null before it is known */
  newestFirst: z.boolean().nullable(),
  /** the oldest day read so far: later pages must not be newer by more than some days (`slackDays`) */
  lastDate: z.string(),
  requests: z.number().int(),
  /** the limit in force since the last click; null for none */
  limit: z.number().int().nullable(),
  /** why reading ended: the marketplace had no more, all later ones are older than asked, or the limit */
  ended: z.enum(["", "end", "date", "limit"]),
  sources: z.array(z.string()),
  /** approximate bytes that its reviews take in storage */
  bytes: z.number(),
  /** do not ask before this instant (epoch ms): a 429's Retry-After, or a rest that holds for the whole marketplace */
  notBefore: z.number().nullable(),
  /** 429 and 5xx answers in a row */
  failures: z.number().int(),
  /** the tab that works on it; null where none shows its page: a running job then waits for its page to be opened */
  tabId: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  finishedAt: z.string(),
  /** name of the newest file made of it, '' for none */
  fileName: z.string(),
  /** why the last try to make a file failed, '' where it did not */
  fileProblem: z.enum(["", "exportFailed", "diskFull"]),
});
export type Job = z.infer<typeof job>;

/** A file that was made of a job, for the history. */
export interface ExportRecord {
  exportId: string;
  jobId: string;
  fileName: string;
  format: "xlsx" | "csv";
  rows: number;
  bytes: number;
  at: string;
}

/** What a tab's content script sends over its port. */
export const fromTab = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    /** null where the page is not one to collect from */
    facts: pageFacts.omit({ csrf: true }).nullable(),
    problem: problem.nullable(),
    /** a request that this tab still waits for: it must not be asked again meanwhile */
    inFlight: z.object({ jobId: z.string(), page: z.number() }).nullable(),
  }),
  z.object({
    type: z.literal("page"),
    jobId: z.string(),
    page: z.number(),
    route: z.number(),
    /** epoch ms at which the answer was whole: the wait counts from here */
    answeredAt: z.number(),
    result: z.union([
      z.object({ ok: z.literal(true), value: reviewPage }),
      z.object({ ok: z.literal(false), problem, salvage: reviewPage.nullable() }),
    ]),
  }),
  /** the in-page button was pressed */
  z.object({ type: z.literal("button") }),
]);
export type FromTab = z.infer<typeof fromTab>;

/** What the background sends to a tab. */
export type ToTab =
  | { type: "fetch"; jobId: string; page: number; route: number; sort: "newest" | "suggested"; stars: number | null }
  /** keeps port and service worker alive while a wait runs, and moves the button's countdown */
  | { type: "tick"; msLeft: number }
  | { type: "button"; button: PageButton | null };

/** The in-page button, ready to show: the background has the texts, so that the content script carries none. */
export interface PageButton {
  label: string;
  hint: string;
  tone: "idle" | "running" | "problem" | "done";
  /** 0..1, or null for no bar */
  progress: number | null;
  theme: "defaultTheme" | "darkTheme";
  lang: "en" | "zh-CN";
}
